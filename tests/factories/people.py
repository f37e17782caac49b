"""People before their browsers."""

from django.contrib.auth.models import User
from django.test import Client


def logged_in(user: User, backend: str | None = None) -> Client:
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(user, backend)
    return client
