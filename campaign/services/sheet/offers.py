"""A faction's possible purchases in a province now: units, a depot (HR-7, HR-18)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from base.refusal import Refusal
from campaign.models import Faction, Turn
from campaign.services.sheet.case import Case, Position, position_of
from campaign.services.sheet.purchases import depot_price, price_within_limits, verify_paid
from rosters.rules.catalogue import UnitType, catalogue, price


@dataclass(frozen=True)
class Offer:
    """A unit type with its price in points; ``reason`` explains why it cannot be had here, and is empty if it can.

    Of a type of the war (HR-30) ``type`` is its short name and ``base`` the type of the catalogue; else both are alike.
    """

    type: str
    name: str
    price: int
    guard_price: int | None
    outriders: bool
    reason: str
    base: str


@dataclass(frozen=True)
class Depot:
    """A depot with its price in points; ``reason`` explains why it cannot be built here, and is empty if it can."""

    price: int
    reason: str


@dataclass(frozen=True)
class Market:
    """All that a province has to sell to who controls it. ``depot`` is None where one stands already."""

    units: list[Offer]
    depot: Depot | None


def market_of(*, faction: Faction, province: str, turn: Turn, position: Position | None = None) -> Market:
    """HR-7 Every unit type of the campaign, with what forbids it here. Refusal if nothing at all may be bought.

    ``province`` is a key. Pass ``position`` where it has been read already.
    """
    now = position or position_of(faction=faction, turn=turn)
    case = now.case({"province": province})
    verify_paid(case)
    kinds = [(kind, "") for kind in catalogue().unit_types.values() if kind.standard]
    units = [_offer(case, kind, own, now.free) for kind, own in (*kinds, *_own_kinds(case))]
    return Market(units, None if case.province().depot else _depot(case, now.free))


def _depot(case: Case, free: int) -> Depot:
    """HR-18 Return what a depot costs here, and what forbids it."""
    price = case.war.house["purchase.depot_price"]
    return Depot(price, _reason(lambda: depot_price(case), free))


def _reason(price: Callable[[], int], free: int) -> str:
    """Return what forbids to pay a price, or an empty text. ``free``: points that may be spent."""
    try:
        return "" if price() <= free else f"you have {free} points free."
    except Refusal as refusal:
        return refusal.sentence


def _own_kinds(case: Case) -> list[tuple[UnitType, str]]:
    """HR-30 Return the types of the war that the faction may raise, each with its short name."""
    tables = case.war.tables
    mine = [kind for kind in tables.own.values() if not kind.raised_by or case.faction.key in kind.raised_by]
    return [(tables.row(kind.base, kind.short), kind.short) for kind in mine]


def _offer(case: Case, kind: UnitType, own: str, free: int) -> Offer:
    wanted = replace(case, details={**case.details, "type": kind.key, "own": own})
    reason = _reason(lambda: price_within_limits(wanted), free)
    tables = case.war.tables
    guard = price(kind.key, True, tables, own) if kind.may_be_guard else None
    plain = price(kind.key, False, tables, own)
    return Offer(own or kind.key, kind.name, plain, guard, kind.may_be_outriders, reason, kind.key)
