"""Armies and units for tests; a unit's strength comes from the ledger, as everywhere."""

import factory

from rosters.models import Army, Unit
from rosters.rules.notation import RosterItem, parse_roster
from rosters.services import raise_unit


class ArmyFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Army

    name = factory.Sequence(lambda n: f"Army {n}")


def unit(army: Army | None = None, text: str = "1 Line inf") -> Unit:
    """One unit as ``text`` writes it, in ``army`` or in one of its own."""
    (item,) = parse_roster(text)
    return raise_item(army or ArmyFactory(), item)


def units(army: Army, text: str) -> list[Unit]:
    """All units that ``text`` writes, in canonical order."""
    return [raise_item(army, item) for item in parse_roster(text)]


def raise_item(army: Army, item: RosterItem) -> Unit:
    """A unit of ``army``, raised by a test."""
    return raise_unit(army=army, item=item, reference="test", actor="tester")
