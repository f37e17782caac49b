"""Columns of rows: keys that stand in URLs, unguessable; and conditions, for the constraints that a database keeps."""

import secrets
from collections.abc import Iterable
from functools import reduce
from operator import and_

from django.db.models import CheckConstraint, Q
from django.utils.crypto import constant_time_compare, salted_hmac

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
_RANDOM = secrets.SystemRandom()


def new_key() -> str:
    """Return a fresh key of 12 characters (59 random bits)."""
    return "".join(_RANDOM.choices(ALPHABET, k=LENGTH))


def signed_key(salt: str, key: str) -> str:
    """Return a key with the site's signature, for a secret address; empty where there is no key."""
    return f"{key}-{salted_hmac(salt, key, algorithm='sha256').hexdigest()[:32]}" if key else ""


def key_of(salt: str, token: str) -> str:
    """Return the key of such an address; empty where its signature is not the site's."""
    key = token.partition("-")[0]
    return key if constant_time_compare(token, signed_key(salt, key)) else ""


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
