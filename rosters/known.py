"""A unit as far as rosters and pages need it, for any holder."""

from typing import Protocol

from rosters.rules.catalogue import unit_type
from rosters.rules.notation import RosterItem


class KnownUnit(Protocol):
    """A row of the table that a value stands for."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def own(self) -> str: ...
    @property
    def guard(self) -> bool: ...
    @property
    def outriders(self) -> bool: ...
    @property
    def strength(self) -> int: ...
    @property
    def full(self) -> int: ...


def item_of(unit: KnownUnit) -> RosterItem:
    """Return a unit as its roster writes it."""
    return RosterItem(unit.type, unit.strength, unit.guard, unit.outriders, unit.name, unit.own)


def kind_of(unit: KnownUnit) -> str:
    """Return the short name of a unit's type with its statuses, such as "Elite inf Guard"."""
    return " ".join([unit.own or unit_type(unit.type).short] + ["Guard"] * unit.guard + ["Outriders"] * unit.outriders)


def title_of(unit: KnownUnit) -> str:
    """Return a unit's own name, or its kind where it has none."""
    return unit.name or kind_of(unit)
