"""What a faction could buy in a province now (HR-7)."""

from dataclasses import dataclass

from campaign.models import Account, Faction, Province, SheetLine, Turn
from campaign.selectors.war import war_of
from campaign.services.forecast import known_war
from campaign.services.points import account
from campaign.services.sheet_case import Case
from campaign.services.sheet_purchases import price_within_limits, verify_paid
from rosters.rules.catalogue import UnitType, catalogue, price
from rosters.rules.refusal import Refusal


@dataclass(frozen=True)
class Offer:
    """A unit type with its price in points; ``reason`` says why it cannot be had here, and is empty if it can."""

    type: str
    name: str
    price: int
    guard_price: int | None
    outriders: bool
    reason: str


def purchase_offers(*, faction: Faction, province: Province, turn: Turn) -> list[Offer]:
    """HR-7 Every unit type of the campaign, with what forbids it here. Refusal if nothing at all may be bought."""
    standing = SheetLine.objects.filter(
        turn=turn, faction=faction, state__in=(SheetLine.State.ENTERED, SheetLine.State.DONE)
    )
    war = known_war(war_of(turn), faction)
    case = Case(war, faction, {"province": province.key}, tuple(standing.order_by("pk")), "")
    verify_paid(case)
    free = account(campaign=turn.campaign, faction=faction, kind=Account.Kind.TREASURY).balance
    return [_offer(case, kind, free) for kind in catalogue().unit_types.values() if kind.standard]


def _offer(case: Case, kind: UnitType, free: int) -> Offer:
    wanted = Case(case.war, case.faction, {**case.details, "type": kind.key}, case.earlier, case.actor)
    try:
        least = price_within_limits(wanted)
        reason = "" if least <= free else f"you have {free} points free."
    except Refusal as refusal:
        reason = str(refusal).partition(": ")[2] or str(refusal)
    tables = case.war.tables
    guard = price(kind.key, True, tables) if kind.may_be_guard else None
    return Offer(kind.key, kind.name, price(kind.key, False, tables), guard, kind.may_be_outriders, reason)
