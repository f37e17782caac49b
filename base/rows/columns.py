"""Columns of rows: keys that stand in URLs, unguessable; and conditions, for the constraints that a database keeps."""

import secrets
from collections.abc import Iterable
from functools import reduce
from operator import and_

from django.db.models import CheckConstraint, Q

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
_RANDOM = secrets.SystemRandom()


def new_key() -> str:
    """Return a fresh key of 12 characters (59 random bits)."""
    return "".join(_RANDOM.choices(ALPHABET, k=LENGTH))


def one_of(column: str, words: Iterable[str], *, empty: bool = False) -> Q:
    """The column holds one of the words; with ``empty`` it may be NULL."""
    known = Q(**{f"{column}__in": sorted(map(str, words))})
    return known | Q(**{f"{column}__isnull": True}) if empty else known


def within(column: str, least: int, most: int, *, empty: bool = False) -> Q:
    """The column holds a number from ``least`` to ``most``; with ``empty`` it may be NULL."""
    known = Q(**{f"{column}__gte": least, f"{column}__lte": most})
    return known | Q(**{f"{column}__isnull": True}) if empty else known


def known_values(name: str, *conditions: Q) -> CheckConstraint:
    """Return one constraint of all the conditions on a table's columns: what the rules can play."""
    return CheckConstraint(condition=reduce(and_, conditions), name=f"{name}_known_values")
