"""Values of the API where no page has one of the same content."""

import datetime
from dataclasses import dataclass

from campaign.services.sheet.forecast import Preview
from campaign.visibility.values import FactionView, OrderView, UnitView


@dataclass(frozen=True)
class Me:
    """The member whose token is used."""

    name: str
    campaign: str
    role: str
    faction: FactionView | None
    token: str
    scope: str


@dataclass(frozen=True)
class War:
    """A campaign in which the member takes part."""

    slug: str
    name: str
    summary: str
    state: str
    turn: int
    last_turn: int
    role: str
    faction: FactionView | None
    against_the_program: bool
    archived: bool


@dataclass(frozen=True)
class Faction:
    """A faction of the war."""

    key: str
    name: str
    adjective: str
    colour: str
    ready: bool
    played_by_program: bool


@dataclass(frozen=True)
class TurnNow:
    """The turn in hand, or the last one."""

    number: int
    last_turn: int
    state: str
    state_text: str
    date_text: str
    season: str
    weather: str
    muster: bool
    deadline: datetime.datetime | None
    orders_open: bool
    ready: tuple[str, ...]
    is_ready: bool
    war_is_over: bool
    winner: str


@dataclass(frozen=True)
class Shape:
    """The outline of a province, in the units of the map."""

    key: str
    x: float
    y: float
    polygon: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class OrderOption:
    """An order that an army could be given."""

    army: str
    value: str
    kind: str
    path: tuple[str, ...]
    label: str
    reason: str


@dataclass(frozen=True)
class UnitInArmy:
    """A serving unit, with its army and province."""

    army: str
    province: str
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
    own: str


@dataclass(frozen=True)
class UnitChange:
    """A line of a unit's ledger: a change of its strength and its cause."""

    at: datetime.datetime
    delta: int
    after: int
    cause: str
    reference: str
    actor: str
    rule: str
    note: str


@dataclass(frozen=True)
class UnitLife:
    """A unit with its ledger, the oldest line first."""

    unit: UnitView
    army: str
    serves: bool
    merged_into: str | None
    absorbed: tuple[str, ...]
    ledger: tuple[UnitChange, ...]


@dataclass(frozen=True)
class Treasury:
    """The points of a faction, and what the next turn does to them."""

    faction: FactionView
    free: int
    reserved: int
    preview: Preview | None


@dataclass(frozen=True)
class BattleCost:
    """A battle; ``cost`` is a sentence on both sides before and after, for those who may read it."""

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
    open_to_reader: bool
    archived: bool
    rules: str
    fate: str
    cost: str


@dataclass(frozen=True)
class OrderInForce:
    """The order of an army after an entry; null: none, it follows its standing order or holds."""

    army: str
    turn: int
    order: OrderView | None


@dataclass(frozen=True)
class StandingInForce:
    """The standing order of an army; an empty kind: none."""

    army: str
    kind: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class PlanInForce:
    """The plan of an army; what is null or empty its general decides."""

    army: str
    posture: str | None
    sector: str | None
    evening: str | None
    reserve: int | None
    break_off: int | None
    spare: tuple[str, ...]


@dataclass(frozen=True)
class LetterSent:
    """A letter that was given to the couriers."""

    thread: str
    turn: int
    arrives: int
