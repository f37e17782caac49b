"""A reader's knowledge, as plain frozen values. Nothing here leads back to a row."""

import datetime
from dataclasses import dataclass, field
from typing import NamedTuple

from battles.resolvers.dispatch.sides import side_name
from campaign.rules.orders.kinds import ORDERS
from campaign.selectors.land import Line as EdgeView
from campaign.visibility.plan_values import PlanView, StandingView, plan_view

__all__ = ["EdgeView", "PlanView", "plan_view", "signed"]


def signed(points: int) -> str:
    """``+3``, ``−3``, or nothing for 0."""
    return f"+{points:,}" if points > 0 else f"−{-points:,}" if points else ""


@dataclass(frozen=True)
class FactionView:
    """A faction as everybody knows it."""

    key: str
    name: str
    adjective: str
    colour: str
    pattern: str

    @property
    def in_text(self) -> str:
        """Return the name as a sentence needs it: `the Grand Duchy of Avenne`."""
        return side_name(self.name).subject


@dataclass(frozen=True)
class NavLink:
    """A page of the campaign. ``key`` is the letter that follows ``g``."""

    name: str
    label: str
    url: str
    key: str = ""


@dataclass(frozen=True)
class ReadyLine:
    """Whether a faction has marked its orders as complete, or is led so that nobody waits. Public."""

    faction: FactionView
    ready: bool
    led: str = ""
    """The leader whom the referee chose for it: "program", "caretaker", or empty."""


@dataclass(frozen=True)
class Header:
    """The header of every page of a campaign."""

    slug: str
    name: str
    summary: str
    turn: int
    last_turn: int
    date_text: str
    season: str
    weather: str
    state_text: str
    deadline: datetime.datetime | None
    winner: str
    ready: tuple[ReadyLine, ...]

    @property
    def ready_count(self) -> int:
        """Count the factions that are ready, with those that the program or a caretaker leads."""
        return sum(line.ready or bool(line.led) for line in self.ready)


class ProvinceView(NamedTuple):
    """The public facts of a province. ``guerrillas_here`` is known only to those whom they fight."""

    key: str
    name: str
    polygon: tuple[tuple[float, float], ...]
    x: float
    y: float
    terrain: str
    terrain_text: str
    value: int
    region: str
    weather: str
    home: FactionView | None
    controller: FactionView | None
    since: int
    depot: bool
    depot_works_from: int
    capital: bool
    fortress: bool
    town_size: int
    guerrilla_rating: int
    guerrillas_here: bool
    besieged_since: int = 0
    """HR-28 The turn since which its fortress is besieged; 0: it is not. Public."""


@dataclass(frozen=True)
class UnitView:
    """A unit that the reader knows exactly."""

    key: str
    name: str
    type: str
    type_name: str
    arm: str
    guard: bool
    outriders: bool
    strength: int
    full: int
    status: str
    own: str = ""

    @property
    def boxes(self) -> tuple[bool, ...]:
        """One box a strength point of full strength, true where it is still there."""
        return tuple(n < self.strength for n in range(self.full))

    @property
    def label(self) -> str:
        """Its name, or what it is."""
        return self.name or self.type_name


@dataclass(frozen=True)
class LeaderView:
    """A general whom the reader knows with his skill."""

    ref: str
    name: str
    skill: str
    status: str
    present: bool


@dataclass(frozen=True)
class OrderView:
    """The order of an army for a turn. ``path`` are keys of provinces."""

    army: str
    kind: str
    kind_text: str
    path: tuple[str, ...]
    outcome: str
    hand: str = ""

    @property
    def towards(self) -> str:
        """The words before the place that the order names: ``March to``, ``Support``."""
        return ORDERS[self.kind].command


@dataclass(frozen=True)
class ArmyView:
    """An army known exactly: the reader's own, or any to the referee."""

    key: str
    name: str
    faction: FactionView
    province: str
    leader: LeaderView | None
    wings: tuple[LeaderView, ...]
    units: tuple[UnitView, ...]
    in_supply: bool
    supply_path: tuple[str, ...]
    turns_unsupplied: int
    turns_unpaid: int
    garrison: bool
    fought: bool
    rested: bool
    engaged: bool
    order: OrderView | None = None
    own: bool = True
    plan: PlanView = field(default_factory=PlanView)
    standing: StandingView = field(default_factory=StandingView)
    field_works: int = 0

    @property
    def strength(self) -> int:
        """Strength points in all."""
        return sum(unit.strength for unit in self.units)

    @property
    def full(self) -> int:
        """Strength points if every unit were whole."""
        return sum(unit.full for unit in self.units)

    def count(self, *arms: str) -> int:
        """Number of units of some arms."""
        return sum(unit.arm in arms for unit in self.units)

    @property
    def foot(self) -> int:
        return self.count("foot")

    @property
    def horse(self) -> int:
        return self.count("cav")

    @property
    def guns(self) -> int:
        return self.count("art")

    @property
    def others(self) -> int:
        return self.count("eng", "veh")


@dataclass(frozen=True)
class SeenArmy:
    """A foreign army as it was seen (HR-22). Sizes are numbers of units."""

    key: str
    name: str
    faction: FactionView
    province: str
    turn: int
    current: bool
    low: int
    high: int
    shown: int
    gone_on: int = 0
    own: bool = False

    @property
    def size_text(self) -> str:
        """``6 units``, or ``about 6 units (4 to 8)``."""
        noun = "unit" if self.shown == 1 else "units"
        if self.low == self.high:
            return f"{self.shown} {noun}"
        return f"about {self.shown} {noun} ({self.low} to {self.high})"


@dataclass(frozen=True)
class EntryView:
    """A line of the chronicle that the reader may read; ``whose`` shows the referee who else reads it."""

    turn: int
    phase: str
    kind: str
    text: str
    public: bool
    province_key: str
    province_name: str
    battle_key: str
    rule: str
    whose: str = ""
    own: bool = False
    """Whether it is about the reader's own armies or provinces."""


@dataclass(frozen=True)
class ActView:
    """Something the referee did by hand; ``by`` names the player who did it, where it was none of the referee's."""

    turn: int
    act: str
    reason: str
    secret: bool
    by: str = ""


@dataclass(frozen=True)
class TurnView:
    """A turn as everybody knows it."""

    number: int
    state: str
    state_text: str
    date_text: str
    season: str
    muster: bool
    weather: str
    deadline: datetime.datetime | None
    archived: bool = False  # its orders, sightings and journals are in a file only

    @property
    def is_open(self) -> bool:
        """Whether orders are still taken."""
        return self.state == "open"


@dataclass(frozen=True)
class GivenOrder:
    """An order of a turn in words, and what became of it."""

    army_key: str
    army_name: str
    faction: FactionView
    text: str
    outcome: str
    hand: str = ""


@dataclass(frozen=True)
class SheetView:
    """A line of the reader's own sheet; ``number`` counts the lines of this sheet."""

    number: int
    faction: FactionView
    kind: str
    text: str
    cost: int
    state: str
    state_text: str
    outcome: str
    hand: str = ""

    @property
    def is_pending(self) -> bool:
        """Whether it is still to be carried out."""
        return self.state == "entered"


@dataclass(frozen=True)
class LedgerLine:
    """A posting as the owner reads it: points that his treasury and his reserve gained or lost."""

    turn: int
    treasury: int
    reserved: int
    account: str
    reason: str
    rule: str
    actor: str
    reference: str

    @property
    def treasury_text(self) -> str:
        """The treasury's gain or loss, with its sign."""
        return signed(self.treasury)

    @property
    def reserved_text(self) -> str:
        """The sum set aside or given back, with its sign."""
        return signed(self.reserved)


@dataclass(frozen=True)
class BattleLine:
    """A battle as everybody knows it: place, state, size and winner. ``part`` means that the reader was there.

    ``open_to_reader``: he may read all of it; ``watched``: and may watch it; ``archived``: its journal is elsewhere.
    """

    key: str
    name: str
    turn: int
    province_key: str
    province_name: str
    state: str
    state_text: str
    size: str
    winner: str
    settled: bool
    part: bool
    open_to_reader: bool = field(default=False)
    watched: bool = field(default=False)
    rules: str = field(default="")
    archived: bool = field(default=False)
    own_side: str = field(default="")
    """The name of the side on which the reader's armies fought."""

    @property
    def victor(self) -> str:
        """Return the winner as a sentence needs it; empty where there is none."""
        return side_name(self.winner).subject if self.winner and self.winner != "drawn" else ""

    @property
    def fate(self) -> str:
        """Return what became of the reader's side in a decided battle: won, lost or drawn; empty for all others."""
        if not (self.settled and self.own_side):
            return ""
        return "drawn" if not self.victor else "won" if self.winner == self.own_side else "lost"
