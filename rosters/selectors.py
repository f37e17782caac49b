"""Reads of rosters. The caller decides who may see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from rosters.known import KnownUnit
from rosters.known import item_of as item_of
from rosters.models import Army, StrengthLine, Unit
from rosters.rules.notation import print_roster


@dataclass(frozen=True)
class Life:
    """The data behind a unit's biography."""

    unit: Unit
    lines: tuple[StrengthLine, ...]
    merged_into: Unit | None
    absorbed: tuple[Unit, ...]


def units_of(army: Army) -> QuerySet[Unit]:
    """Return the serving units of an army, in the order in which they were raised."""
    return Unit.objects.filter(army=army, status=Unit.Status.SERVING).order_by("pk")


def text_of(units: Sequence[KnownUnit]) -> str:
    """LGG-C1-a: units in the notation of rosters; empty for no units."""
    return print_roster(item_of(unit) for unit in units)


def roster_text(army: Army) -> str:
    """LGG-C1-a: the serving units of an army in the notation of rosters."""
    return text_of(list(units_of(army)))


def strength_lines(unit: Unit) -> QuerySet[StrengthLine]:
    """Return the ledger of a unit, oldest first."""
    return StrengthLine.objects.filter(unit=unit).order_by("pk")


def life_of(unit: Unit) -> Life:
    """Return a unit with its ledger and the units it merged with, in three queries."""
    return Life(unit, tuple(strength_lines(unit)), unit.merged_into, tuple(unit.merged_from.order_by("pk")))
