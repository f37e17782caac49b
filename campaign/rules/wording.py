"""Factions, sides and armies in sentences, with their articles and verbs."""

from collections.abc import Sequence

from base.words import sentence
from battles.resolvers.dispatch.names import are_many, body_name
from battles.resolvers.dispatch.sides import side_name

SIDE_NAME = 50
"""So many letters of a side's name go into a battle file."""


def in_text(name: str) -> str:
    """Return a faction or side inside a sentence: `the Grand Duchy of Avenne`."""
    return side_name(name).subject


def opening(name: str, one: str, many: str) -> str:
    """Return a faction or side and its verb at the start of a sentence: `The Allies take`, `Austria takes`."""
    side = side_name(name)
    return f"{sentence(side.subject)} {many if side.plural else one}"


def army_in_text(name: str) -> str:
    """Return an army or unit inside a sentence: `the XIV Corps`, `Girard's corps`, `North I`."""
    return body_name(name)


def army_opens(name: str, one: str, many: str) -> str:
    """Return an army and its verb at the start of a sentence: `The Garrison of Torgau is`, `The Cossacks are`."""
    return f"{sentence(body_name(name))} {many if are_many(name) else one}"


def because(reason: str) -> str:
    """Return what somebody gave as his reason, as a sentence: `Reason: The orders were lost.`"""
    return f"Reason: {reason}{'' if reason.endswith(('.', '!', '?')) else '.'}"


def shortened(name: str, most: int) -> str:
    """Return a name of at most ``most`` letters: whole words of it, and none that leaves the rest hanging."""
    if len(name) <= most:
        return name.strip()
    words = name.split()
    while len(words) > 1 and (len(_joined(words)) > most or words[-1].casefold().rstrip(",") in _HANGING):
        words.pop()
    return _joined(words)[:most]


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).rstrip(",")


_HANGING = frozenset({"and", "of", "the", "&", "de", "von"})


def unlike(name: str, other: str) -> str:
    """Return a side's name, never that of the other side, in capitals or not."""
    return name if name.casefold() != other.casefold() else f"{shortened(name, SIDE_NAME - 4)} (2)"


def with_allies(name: str) -> str:
    """Return the name of a side of which one faction is named and others are not: `Austria and allies`."""
    return f"{shortened(name, SIDE_NAME - len(_ALLIES))}{_ALLIES}"


_ALLIES = " and allies"
