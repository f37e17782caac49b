"""The report `bivouac.report/1`: what a battle did to every unit, the journal's digest and all that verifies it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from base import place as reading
from base.at_hand import AtHand
from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.values.canonical import Event as Event
from battles.resolvers.values.canonical import canonical_lines as canonical_lines
from battles.resolvers.values.canonical import digest_of as digest_of
from battles.resolvers.values.canonical import digest_of_lines
from battles.resolvers.values.canonical import read_lines as read_lines

FORMAT = "bivouac.report/1"
LIMIT = 64_000_000
UNIT_FATES = ("kept", "rallied", "eliminated", "amalgamated", "exited")
LEADER_FATES = ("unhurt", "lost")
KINDS = ("victory", "draw")
_MOST_EVENTS = 500_000
_MOST_UNITS = 200
_MOST_REASONS = 1000
_TEXT = 200
_DRAWINGS = 16

Reason = dict[str, Any]
_OF_A_REASON = ("n", "day", "round", "side", "choice", "why")
_OF_SOME = ("odds", "share", "units", "sector", "ground", "unit", "target")


class ReportError(Refusal):
    """A report that contradicts itself or is none; the text names the place."""


@dataclass(frozen=True)
class Outcome:
    """The outcome: the winner, days and rounds; `winner` is None in a draw."""

    kind: str
    winner: str | None
    days: int
    rounds: int
    tournament_points: dict[str, int] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as in a report; the points only where sudden death was in play."""
        made = {"kind": self.kind, "winner": self.winner, "days": self.days, "rounds": self.rounds}
        return made if self.tournament_points is None else made | {"tournament_points": dict(self.tournament_points)}


@dataclass(frozen=True)
class LeaderReport:
    """The fate of a general."""

    name: str
    fate: str

    def as_dict(self) -> dict[str, Any]:
        """Return the leader as in a report."""
        return {"name": self.name, "fate": self.fate}


@dataclass(frozen=True)
class UnitReport:
    """The fate of a unit, in strength points: before = after + lost + moved (moved: given away in amalgamation)."""

    id: str
    type: str
    type_after: str
    guard_after: bool
    before: int
    lost: int
    moved: int
    after: int
    fate: str
    into: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the unit as in a report."""
        return {key: getattr(self, key) for key in _UNIT_KEYS}


_UNIT_KEYS = ("id", "type", "type_after", "guard_after", "before", "lost", "moved", "after", "fate", "into")


@dataclass(frozen=True)
class SideReport:
    """One side after the battle."""

    name: str
    stayed: bool
    commander: LeaderReport
    wings: tuple[LeaderReport, ...]
    units: tuple[UnitReport, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the side as in a report."""
        return {
            "name": self.name,
            "stayed": self.stayed,
            "commander": self.commander.as_dict(),
            "wings": [w.as_dict() for w in self.wings],
            "units": [u.as_dict() for u in self.units],
        }

    @property
    def before(self) -> int:
        """Strength points brought to the battle."""
        return sum(u.before for u in self.units)

    @property
    def after(self) -> int:
        """Strength points left after the evening."""
        return sum(u.after for u in self.units)

    @property
    def lost(self) -> int:
        """Strength points lost for good."""
        return sum(u.lost for u in self.units)


@dataclass(frozen=True)
class Report:
    """A battle that was fought; `battle` is its file with the field, `journal` may be empty (it is not always kept).

    ``typed`` is what was typed in, for a battle that was fought on the table; ``sealed`` names the sides whose plan
    this copy of the report leaves out. ``reasons`` are why the generals chose what they chose; a reader of one side
    gets those of that side."""

    rules: str
    engine: str
    profile: str
    seed: str
    digest: str
    outcome: Outcome
    sides: tuple[SideReport, SideReport]
    battle: dict[str, Any]
    journal: Sequence[Event] = ()
    profile_values: dict[str, Any] | None = None
    typed: dict[str, Any] | None = None
    sealed: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    def as_dict(self, *, journal: bool) -> dict[str, Any]:
        """Return the report as JSON values, with its journal or without."""
        made: dict[str, Any] = {"format": FORMAT}
        made |= {key: getattr(self, key) for key in ("rules", "engine", "profile", "seed", "digest")}
        if self.profile_values is not None:
            made["profile_values"] = self.profile_values
        if self.typed is not None:
            made["typed"] = self.typed
        if self.sealed:
            made["sealed"] = list(self.sealed)
        if self.reasons:
            made["reasons"] = list(self.reasons)
        made |= {"outcome": self.outcome.as_dict(), "sides": [s.as_dict() for s in self.sides], "battle": self.battle}
        return made | {"journal": list(self.journal)} if journal else made

    @cached_property
    def lines(self) -> str:
        """The journal as canonical lines."""
        return canonical_lines(self.journal)

    @cached_property
    def drawn(self) -> AtHand:
        """Drawings made from the report, kept with it: it does not change, and neither do they."""
        return AtHand(_DRAWINGS)

    def digested(self) -> Report:
        """Return the same report with the digest of its journal; the lines are kept for the one who stores them."""
        made = replace(self, digest=digest_of_lines(self.lines))
        made.__dict__["lines"] = self.lines
        return made

    def with_journal(self, events: Iterable[Event]) -> Report:
        """Return the same report with its journal, e.g. from where it was kept apart."""
        return replace(self, journal=tuple(events))

    def with_reasons_of(self, numbers: Sequence[int]) -> Report:
        """Return the same report with the reasons of these sides' generals alone."""
        known = {side.name for n, side in enumerate(self.sides) if n in numbers}
        return replace(self, reasons=tuple(reason for reason in self.reasons if reason["side"] in known))


def loads(data: str | bytes) -> Report:
    """Return the report in a JSON text; raises ReportError."""
    return from_dict(reading.loads(data, limit=LIMIT, error=ReportError))


def from_dict(data: object) -> Report:
    """Return the report in an object read from JSON; raises ReportError where it contradicts itself."""
    file = JsonPlace(data, "", ReportError)
    if not isinstance(data, dict):
        file.object()
    found = file.at("format")
    if found.value != FORMAT:
        found.refuse(f'"{reading.shorten(found.value)}" cannot be read here; {FORMAT} is expected.')
    file.object(
        required=("format", "rules", "engine", "profile", "seed", "digest", "outcome", "sides", "battle"),
        optional=("journal", "profile_values", "typed", "sealed", "reasons"),
    )
    sides = _read_sides(file.at("sides"))
    return Report(
        **{key: file.at(key).text(most=_TEXT) for key in ("rules", "engine", "profile", "seed", "digest")},
        outcome=_read_outcome(file.at("outcome"), tuple(s.name for s in sides)),
        sides=sides,
        battle=_read_object(file.at("battle")),
        journal=_read_journal(file.at("journal")),
        profile_values=_read_object(file.at("profile_values")) if file.has("profile_values") else None,
        sealed=_read_sealed(file.at("sealed"), tuple(s.name for s in sides)),
        reasons=_read_reasons(file.at("reasons"), tuple(s.name for s in sides)),
        typed=_read_object(file.at("typed")) if file.has("typed") else None,
    )


def _read_object(place: JsonPlace) -> dict[str, Any]:
    if not isinstance(place.value, dict):
        place.object()
    return dict(place.value)


def _read_sealed(place: JsonPlace, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sides whose plan is left out."""
    return () if place.value is None else tuple(p.choice(names) for p in place.items(most=2))


def _read_reasons(place: JsonPlace, names: tuple[str, ...]) -> tuple[Reason, ...]:
    """Return why the generals chose; numbers and names beyond the common ones are their system's."""
    return () if place.value is None else tuple(_read_reason(p, names) for p in place.items(most=_MOST_REASONS))


def _read_reason(place: JsonPlace, names: tuple[str, ...]) -> Reason:
    place.object(required=_OF_A_REASON, optional=_OF_SOME)
    for key in ("n", "day", "round", *(key for key in ("odds", "share", "units") if place.has(key))):
        place.at(key).integer(0, 10**9)
    for key in ("choice", "why", *(key for key in ("sector", "ground", "unit", "target") if place.has(key))):
        place.at(key).text(most=_TEXT)
    place.at("side").choice(names)
    return dict(place.value)


def _read_journal(place: JsonPlace) -> tuple[Event, ...]:
    return () if place.value is None else tuple(_read_object(p) for p in place.items(most=_MOST_EVENTS))


def _read_outcome(place: JsonPlace, names: tuple[str, ...]) -> Outcome:
    place.object(required=("kind", "winner", "days", "rounds"), optional=("tournament_points",))
    kind = place.at("kind").choice(KINDS)
    if kind == "draw" and place.has("winner"):
        place.at("winner").refuse("a draw has no winner; null is expected.")
    return Outcome(
        kind=kind,
        winner=place.at("winner").choice(names) if kind == "victory" else None,
        days=place.at("days").integer(1, 99),
        rounds=place.at("rounds").integer(0, 9999),
        tournament_points=_read_points(place.at("tournament_points"), names),
    )


def _read_points(place: JsonPlace, names: tuple[str, ...]) -> dict[str, int] | None:
    """LGG-S3-c Return what each side scored, where sudden death was in play."""
    if place.value is None:
        return None
    place.object(required=names)
    return {name: place.at(name).integer(0, 2) for name in names}


def _read_sides(place: JsonPlace) -> tuple[SideReport, SideReport]:
    first, second = (_read_side(p) for p in place.items(least=2, most=2))
    return first, second


def _read_side(place: JsonPlace) -> SideReport:
    place.object(required=("name", "stayed", "commander", "wings", "units"))
    units = tuple(_read_unit(p) for p in place.at("units").items(most=_MOST_UNITS))
    check_units(place.at("units"), units)
    return SideReport(
        name=place.at("name").text(most=_TEXT),
        stayed=place.at("stayed").flag(),
        commander=_read_leader(place.at("commander")),
        wings=tuple(_read_leader(p) for p in place.at("wings").items(most=2)),
        units=units,
    )


def _read_leader(place: JsonPlace) -> LeaderReport:
    place.object(required=("name", "fate"))
    return LeaderReport(place.at("name").text(most=_TEXT, blank=True), place.at("fate").choice(LEADER_FATES))


def _read_unit(place: JsonPlace) -> UnitReport:
    place.object(required=_UNIT_KEYS)
    return UnitReport(
        id=place.at("id").text(most=_TEXT),
        type=place.at("type").text(most=_TEXT),
        type_after=place.at("type_after").text(most=_TEXT),
        before=place.at("before").integer(0, 99),
        lost=place.at("lost").integer(0, 99),
        after=place.at("after").integer(0, 99),
        guard_after=place.at("guard_after").flag(),
        moved=place.at("moved").integer(-99, 99),
        fate=place.at("fate").choice(UNIT_FATES),
        into=place.at("into").text(most=_TEXT) if place.has("into") else None,
    )


def check_units(place: JsonPlace, units: tuple[UnitReport, ...]) -> None:
    """Refuse units of a side that do not add up: before = after + lost + moved, and moved comes to 0 in all."""
    ids = {u.id for u in units}
    for n, unit in enumerate(units):
        here = JsonPlace(unit.before, f"{place.path}[{n}]", place.error)
        if unit.before != unit.after + unit.lost + unit.moved:
            here.refuse(f"before {unit.before} is not after {unit.after} + lost {unit.lost} + moved {unit.moved}.")
        if (unit.fate == "amalgamated") != (unit.into is not None) or (unit.into or unit.id) not in ids:
            here.refuse("an amalgamated unit, and no other, names the unit of its side that it went into.")
    if len(ids) != len(units):
        place.refuse("two units have the same id.")
    if sum(u.moved for u in units):
        place.refuse("what was moved between the units does not add up to 0.")


def shared_losses(units: tuple[UnitReport, ...]) -> tuple[UnitReport, ...]:
    """LGG-15.5-d No unit with a loss below 0: what returned to it after amalgamation was lost by those it took in."""
    made = {unit.id: unit for unit in units}
    for gainer in [unit.id for unit in units if unit.lost < 0]:
        givers = [unit.id for unit in units if unit.fate == "amalgamated" or unit.moved]
        for giver in sorted(givers, key=lambda key: made[key].into != gainer):
            given = min(max(made[giver].lost, 0), -made[gainer].lost)
            made[gainer] = replace(made[gainer], lost=made[gainer].lost + given, moved=made[gainer].moved - given)
            made[giver] = replace(made[giver], lost=made[giver].lost - given, moved=made[giver].moved + given)
    return tuple(made.values())
