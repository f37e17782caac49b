"""The configuration of the project itself."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """Binds the shared tasks to the one Celery application, and hears of log-ins."""

    name = "config"

    def ready(self) -> None:
        from django.contrib.auth import signals

        from config import celery  # noqa: F401
        from config.requests import log_ins, middleware

        signals.user_logged_in.connect(middleware.stamp, dispatch_uid="stamp")
        for name in ("logged_in", "logged_out", "login_failed"):
            signal = getattr(signals, f"user_{name}")
            signal.connect(getattr(log_ins, name), dispatch_uid=f"log {name}")
