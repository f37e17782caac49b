"""Wars that many tests begin with: made by the services once in a process, and written again as rows after that.

A helper marked ``@kept`` is called when no row is there yet. What it wrote and what it returned is kept for the next
test that calls it with the same arguments in the same circumstances; then its tables are filled by plain statements. In
doubt the helper is called: when there are rows already, while a moved clock ticks, with arguments that have no text. A
clock that is stopped belongs to the circumstances. A test that patches what a helper calls wraps the call in
``plainly()``.
"""

import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from random import SystemRandom
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction

import base.rows.columns
from battles.resolvers.contract.registry import DEFAULT, systems
from tests.battles import drill

P = ParamSpec("P")
T = TypeVar("T")
FROM_THE_START = (ContentType, Permission)
"""Filled by the migrations."""
BEGUN = time.time() - time.perf_counter()
AT_ONCE = 60
"""Rows in a statement: SQLite takes so many values."""


@dataclass(frozen=True)
class Picture:
    """What a helper has left: the rows of each table, what it returned, and the state of the keys after it."""

    tables: dict[str, tuple[list[str], list[tuple[Any, ...]]]]
    returned: bytes
    chance: Any


_pictures: dict[str, Picture] = {}
_plain: list[bool] = []


@contextmanager
def plainly() -> Iterator[None]:
    """Call the helpers themselves."""
    _plain.append(True)
    try:
        yield
    finally:
        _plain.pop()


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Keep what a helper makes in an empty database."""

    @wraps(build)
    def remembered(*arguments: P.args, **options: P.kwargs) -> T:
        key = f"{build.__module__}.{build.__qualname__}{arguments}{options}{_circumstances()}"
        if _plain or " at 0x" in key or (_in_another_time() and not _stopped()) or _filled():
            return build(*arguments, **options)
        if key not in _pictures:
            made = build(*arguments, **options)
            _pictures[key] = Picture(_rows(), pickle.dumps(made), _chance())
            return made
        returned: T = _written(_pictures[key])
        return returned

    return remembered


def _circumstances() -> str:
    """What else decides how a war is made: who fights for the default rules, the keys, whether it is committed, and the
    moment at which a test has stopped the clock."""
    fights = f"{systems()[DEFAULT].resolver}{drill.fight.__qualname__}"
    moment = time.time_ns() if _in_another_time() else ""
    return f"{fights}{hash(_chance())}{connection.in_atomic_block}{moment}"


def _chance() -> Any:
    """Return the state of the random keys; None where the system draws them."""
    keys = base.rows.columns._RANDOM
    return None if isinstance(keys, SystemRandom) else keys.getstate()


def _in_another_time() -> bool:
    """Whether a test has moved the clock."""
    return abs(time.time() - time.perf_counter() - BEGUN) > 2


def _stopped() -> bool:
    """Whether the clock stands still; one that ticks shows no nanosecond three times."""
    return time.time_ns() == time.time_ns() == time.time_ns()


def _tables() -> list[str]:
    """Name every table that tests fill."""
    models = apps.get_models(include_auto_created=True)
    return sorted({row._meta.db_table for row in models if row not in FROM_THE_START and row._meta.managed})


def _filled() -> bool:
    """Whether any of them has a row."""
    asked = " UNION ALL ".join(f"SELECT 1 WHERE EXISTS (SELECT 1 FROM {_quoted(name)})" for name in _tables())  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return cursor.fetchone() is not None


def _rows() -> dict[str, tuple[list[str], list[tuple[Any, ...]]]]:
    """Read every table that has rows, as the database holds them."""
    found = {}
    with connection.cursor() as cursor:
        for name in _tables():
            cursor.execute(f"SELECT * FROM {_quoted(name)}")  # noqa: S608
            if rows := cursor.fetchall():
                found[name] = [column[0] for column in cursor.description], rows
    return found


def _written(picture: Picture) -> Any:
    """Fill the tables of a picture, and return what its helper returned."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name, (columns, rows) in picture.tables.items():
            _write(cursor, name, columns, rows)
        _count_on(cursor, picture)
    if picture.chance is not None:
        base.rows.columns._RANDOM.setstate(picture.chance)
    return pickle.loads(picture.returned)  # noqa: S301


def _count_on(cursor: Any, picture: Picture) -> None:
    """Let the next rows have numbers of their own, also where the counters have begun anew since (``flush``)."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in picture.tables]
    if statements := connection.ops.sequence_reset_sql(no_style(), models):
        cursor.execute("".join(statements))


def _write(cursor: Any, name: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Fill one table."""
    row = f"({', '.join(['%s'] * len(columns))})"
    begin = f"INSERT INTO {_quoted(name)} ({', '.join(map(_quoted, columns))}) VALUES "  # noqa: S608
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        cursor.execute(begin + ", ".join([row] * len(some)), [value for values in some for value in values])


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
