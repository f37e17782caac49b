"""Acts in the same moment, each on a connection of its own: only PostgreSQL lets them run, only there can one lose."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections

from base.refusal import Refusal

RACES = [
    pytest.mark.store,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="SQLite lets one writer in at a time; set DATABASE_URL to a PostgreSQL database",
    ),
]
"""The marks of a module of races."""


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts answer when all begin in the same moment; a refusal is an answer, any other exception is raised."""
    answers: list[Any] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait()
            answers[place] = act()
        except Exception as error:
            answers[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, Refusal):
            raise answer
    return answers
