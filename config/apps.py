"""The configuration of the project itself."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """Binds the shared tasks to the one Celery application as soon as Django is up."""

    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401
