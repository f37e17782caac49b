"""The site's Celery application with the drill among its rule systems, for workers that tests kill."""

from config.celery import app
from tests.battles import drill

drill.register()

__all__ = ["app"]
