"""Deeds and losses of each unit in a battle, read from its journal: every lost point with its moment and rule.

A loss belongs to the last fight before it: the fire, combat or pursuit that the event followed from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.values.report import Event, Report

FIGHTS = ("combat", "fire")
BROKEN = ("rout", "eliminated")


@dataclass(frozen=True)
class Blow:
    """Strength points that a unit lost (above 0) or got back (below 0) at one moment.

    ``n`` is the number of the event in the journal, ``by`` are the ids of the units that did it, ``how`` the word for
    it: fire, combat, rout, pursuit, recovered.
    """

    n: int
    day: int
    round: int
    points: int
    how: str
    rule: str
    by: tuple[str, ...] = ()


@dataclass
class Deed:
    """A unit's deeds: units that it broke, and guns that it took in close combat."""

    broke: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Deeds:
    """Of one battle: the blows that each unit suffered, in their order, and the deeds of each unit."""

    blows: Mapping[str, tuple[Blow, ...]]
    deeds: Mapping[str, Deed]


class _Reader:
    """Reads a journal once, keeping strengths and the last fight."""

    def __init__(self, report: Report, guns: frozenset[str]) -> None:
        units = [unit for side in report.sides for unit in side.units]
        self.strength = {unit.id: unit.before for unit in units}
        self.side = {unit.id: number for number, side in enumerate(report.sides) for unit in side.units}
        self.guns = guns
        self.fight: Event = {}
        self.blows: dict[str, list[Blow]] = {}
        self.deeds: dict[str, Deed] = {}
        self.gone: set[str] = set()

    def take(self, event: Event) -> None:
        """One event."""
        kind, unit = event["ev"], event.get("unit")
        if kind in FIGHTS:
            self.fight = event
        elif kind == "pursuit":
            self.fight = {"ev": "pursuit"}
        elif kind == "amalgamate":
            self._amalgamated(event)
        if unit not in self.strength:
            return
        if kind in ("hit", "recover", "rally", "eod_recover", "eod_rally") and isinstance(event.get("sp"), int):
            self._to(event, str(unit), event["sp"])
        if kind in BROKEN:
            self._broken(event, str(unit))

    def _amalgamated(self, event: Event) -> None:
        """LGG-15.5-b Units that became fewer: nothing is lost or got back, it is only somebody else's now."""
        for group in event.get("groups", ()):
            made = {row["unit"]: row["sp"] for row in group["made"]}
            self.strength.update({member: made.get(member, 0) for member in group["members"]})

    def _to(self, event: Event, unit: str, points: int) -> None:
        """A unit has so many strength points now."""
        lost = self.strength[unit] - points
        if lost:
            self.strength[unit] = points
            self.blows.setdefault(unit, []).append(self._blow(event, unit, lost))
        if points > 0:
            self.gone.discard(unit)

    def _blow(self, event: Event, unit: str, lost: int) -> Blow:
        how = self.how(event) if lost > 0 else "recovered"
        by = self._against(unit) if lost > 0 else ()
        rule = event.get("rule") or self.fight.get("rule") or ()
        named = rule if isinstance(rule, str) else ", ".join(rule)
        return Blow(event["n"], event["day"], event["round"], lost, how, named, by)

    def how(self, event: Event) -> str:
        """Return the word for what an event came of."""
        if event["ev"] in BROKEN:
            return "rout"
        cause = str(event.get("cause") or "")
        return cause if cause and cause != "none" else str(self.fight.get("ev", "loss"))

    def _against(self, unit: str) -> tuple[str, ...]:
        """Return the enemies of a unit in the last fight, if it was in it."""
        fight = self.fight
        target = fight.get("defender") or fight.get("target")
        ours = [*fight.get("attackers", ()), fight.get("firer")]
        found: list[Any] = [target] if unit in ours else ours if unit == target else []
        return tuple(one for one in found if one in self.side and self.side[one] != self.side[unit])

    def _broken(self, event: Event, unit: str) -> None:
        """A unit broke or was destroyed: what was left of it is lost for the moment, and somebody did it."""
        if unit in self.gone:
            return
        foes = self._against(unit)
        self.gone.add(unit)
        self._to(event, unit, 0)
        self.gone.add(unit)
        for foe in foes:
            deed = self.deeds.setdefault(foe, Deed())
            deed.broke.append(unit)
            if unit in self.guns and self.fight.get("ev") == "combat":
                deed.guns.append(unit)


def deeds_of(report: Report, arms: Mapping[str, str]) -> Deeds:
    """Read the deeds of a battle; ``arms`` gives the arm of each unit type. Empty for one that was typed in."""
    guns = frozenset(unit.id for side in report.sides for unit in side.units if arms.get(unit.type) == "art")
    reader = _Reader(report, guns)
    for event in report.journal:
        reader.take(event)
    return Deeds({unit: tuple(blows) for unit, blows in reader.blows.items()}, reader.deeds)


def names_of(report: Report) -> dict[str, str]:
    """Return the name of every unit of a battle's file by its id."""
    sides: Sequence[Mapping[str, Any]] = report.battle.get("sides", ())
    return {unit["id"]: unit.get("name") or unit["id"] for side in sides for unit in side.get("units", ())}
