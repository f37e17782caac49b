"""The Celery application. Tasks live in the apps; this file only assembles them."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

PAGES_FIRST = 5
"""By how much a worker steps back: battles and turns take long and can wait, a reader cannot."""

app = Celery("bivouac")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _die_with_the_worker(**_: Any) -> None:
    from billiard.process import current_process

    from base.processes import die_with_parent

    die_with_parent(getattr(current_process(), "_parent_pid", None))


@worker_process_init.connect
def _let_pages_go_first(**_: Any) -> None:
    if hasattr(os, "nice"):
        os.nice(PAGES_FIRST)
