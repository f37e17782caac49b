"""The site's Celery application with the drill among its rule systems, in the time that a script gives it."""

from typing import Any

from celery.signals import worker_process_init

from config.celery import app
from lab.soak.moving_time import follow
from tests.battles import drill

drill.register()
follow()


@worker_process_init.connect
def _follow_in_the_child(**_: Any) -> None:
    follow()


__all__ = ["app"]
