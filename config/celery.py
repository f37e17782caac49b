"""The Celery application. Tasks live in the apps; this file only assembles them."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bivouac")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    room: {"task": f"{room}.tasks.tick", "schedule": 5.0, "options": {"expires": 5.0}}
    for room in ("battles", "campaign")
}


@beat_embedded_init.connect
@worker_process_init.connect
def _die_with_the_worker(**_: Any) -> None:
    from config.processes import die_with_parent

    die_with_parent()
