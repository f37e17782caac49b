"""Rows of work that a process may hold for a time, and the columns of its right to them."""

from typing import Any

from django.apps import apps
from django.db import models


class Claimed(models.Model):
    """A row of work that one process at a time holds by a lease. The row is the truth; a message to it is a hint."""

    claim = models.UUIDField(null=True, blank=True, editable=False)
    holder = models.CharField(max_length=200, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempt = models.PositiveSmallIntegerField(default=0, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


def claimed_models() -> list[Any]:
    """Return the models of all rows that processes hold."""
    return [model for model in apps.get_models() if issubclass(model, Claimed)]
