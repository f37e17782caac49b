"""AI-30 to AI-32 The caretaker's turn: orders and purchases of a faction whose player has missed his turns."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from campaign.models import (
    Absence,
    Account,
    Faction,
    FactionTurn,
    Member,
    Notice,
    Province,
    Station,
    Turn,
)
from campaign.models.people import Role
from campaign.models.turns import Hand
from campaign.rules.caretaker import Outlook, orders_for, wanted_arms
from campaign.rules.program import program_orders
from campaign.rules.siege_care import AtSiege, screen_for
from campaign.rules.standing import HOLD, MARCH, Now
from campaign.rules.supply import trace
from campaign.rules.theatre import Armies, ArmyFacts
from campaign.selectors.silence import caretaken, entered
from campaign.selectors.war import War, war_known_to
from campaign.services.news import Recipients, notify
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.record.chronicle import write_entry
from campaign.services.record.points import balances
from campaign.services.sheet.forecast import attrition_preview
from campaign.services.sheet.offers import Offer, market_of
from campaign.services.sheet.orders import as_it_will_stand, march_reason
from campaign.services.sheet.sheet import Kind, enter_on
from campaign.services.sheet.standing import seen_now, sentences, write_orders
from rosters.rules.catalogue import catalogue
from rosters.rules.refusal import Refusal

BY = "the caretaker"
MOST_REPLACED, MOST_BOUGHT, LEADER_TURNS = 12, 6, 3


def note_misses(*, turn: Turn) -> None:
    """Note for which factions nothing was entered. An absent player misses nothing, nor does a faction without one."""
    rows = FactionTurn.objects.filter(turn=turn, faction__members__role=Role.PLAYER, ready=False, touched=False)
    away = Absence.objects.filter(Q(withdrawn=False, starts__lte=turn.sealed_at, ends__gt=turn.sealed_at))
    rows = rows.exclude(faction__in=away.values("faction")).exclude(faction__in=entered(turn))
    FactionTurn.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(missed=True)


def play_caretakers(*, turn: Turn) -> None:
    """Play every faction that a caretaker leads this turn: orders for armies that have none, then the sheet."""
    for faction in caretaken(turn):
        _announce_once(turn, faction)
        FactionTurn.objects.filter(turn=turn, faction=faction).update(caretaker=True)
        war = war_known_to(turn, faction)
        given = _with_screens(turn, faction, war, by_caretaker(war, faction))
        write_orders(war, given, Hand.CARETAKER, BY)
        bought = spend_as_caretaker(turn=turn, faction=faction)
        parts = [sentences(war, given)] if given else []
        text = "; ".join([*parts, *(["points are spent on the sheet"] if bought else [])]) or "nothing is to be done"
        write_entry(turn=turn, phase="P5", kind="caretaker", text=f"By the caretaker: {text}.", audience=[faction])


def _announce_once(turn: Turn, faction: Faction) -> None:
    """Announce to everybody, once, that a caretaker takes over."""
    last = FactionTurn.objects.filter(turn__campaign=turn.campaign_id, turn__number=turn.number - 1, faction=faction)
    if last.filter(caretaker=True).exists():
        return
    text = f"A caretaker leads {faction.in_text} until somebody enters something for it."
    if turn.campaign.ready_runs:
        text = f"The program leads {faction.in_text}."
    write_entry(turn=turn, phase="P5", kind="caretaker", text=text)
    players = Member.objects.filter(faction=faction)
    notify(
        turn.campaign, Notice.Kind.HAND_OVER, fact=f"caretaker:{turn.pk}:{faction.pk}", text=text, public=text,
        to=replace(Recipients.only(players), referees=True), path=reverse("game:turn", args=[turn.campaign.slug]),
    )  # fmt: skip


def by_caretaker(
    war: War, faction: Faction, done: Collection[str] = (), seen: Mapping[str, int] | None = None
) -> dict[str, Now]:
    """AI-30 Return a caretaker's orders for a faction's armies that have none; ``done``: armies to leave alone.

    Pass ``seen`` (from ``seen_now``) where it has been read already.
    """
    outlook, idle = _outlook(war, faction, seen_now(war, faction) if seen is None else seen)
    give = program_orders if war.turn.campaign.ready_runs else orders_for
    return give(outlook, [army for army in idle if army.ref not in done])


def _with_screens(turn: Turn, faction: Faction, war: War, given: dict[str, Now]) -> dict[str, Now]:
    """HR-28 Return the orders; an army that leaves a siege leaves a screen there, or stays if it cannot."""
    known = AtSiege(war.theatre, war.armies, seen_now(war, faction), war.house)
    for ref, now in given.items():
        units = screen_for(known, war.by_ref[ref]) if now.kind == MARCH else ()
        if units and not _left_behind(turn, faction, war.by_ref[ref], war, units):
            given = given | {ref: Now(HOLD)}
    return given


def _left_behind(turn: Turn, faction: Faction, army: ArmyFacts, war: War, units: Collection[str]) -> bool:
    name = f"Screen of {war.theatre.provinces[army.province].name}"[:80]
    details = {"station": army.ref, "units": list(units), "name": name, "leader": ""}
    try:
        with transaction.atomic():
            enter_on(turn=turn, faction=faction, kind=Kind.SPLIT, details=details, actor=BY, hand=Hand.CARETAKER)
    except Refusal:
        return False
    return True


def _outlook(war: War, faction: Faction, seen: Mapping[str, int]) -> tuple[Outlook, list[ArmyFacts]]:
    """Return what the rules ask of a faction, and its armies that have no order and are in no battle."""
    own = {s.ref: as_it_will_stand(war, s) for s in war.stations.values() if s.faction_id == faction.pk}
    ordered = {order.station.ref for order in war.rows.orders}
    idle = [army for ref, army in own.items() if ref not in ordered and not army.engaged and army.units]

    def may(army: ArmyFacts, target: str) -> bool:
        return not march_reason(war, army, target)

    def conditions(army: ArmyFacts, target: str) -> int:
        station = war.stations[army.ref]
        return len(attrition_preview(station=station, path=(target,), kind="march", known=war).conditions)

    def cut(army: ArmyFacts, target: str) -> bool:
        armies = Armies(replace(one, province=target) if one.ref == army.ref else one for one in war.armies)
        there = replace(army, province=target)
        return not trace(there, armies, war.theatre, war.turn.number, war.house).supplied

    at_siege = AtSiege(war.theatre, war.armies, seen, war.house)
    return Outlook(war.theatre, tuple(own.values()), seen, may, conditions, cut, at_siege), idle


def spend_as_caretaker(*, turn: Turn, faction: Faction) -> int:
    """AI-31 Replacements first, then units by their shares, a general when rich; how many lines were entered."""
    return sum((_replace(turn, faction), _raise(turn, faction), _hire(turn, faction)))


def _free(turn: Turn, faction: Faction) -> int:
    """Return points that may be spent: those of the treasury, less the upkeep of one muster."""
    war = war_known_to(turn, faction)
    return balances(factions=[faction])[faction.pk, Account.Kind.TREASURY] - upkeep_of(war, faction)


def _entered_line(turn: Turn, faction: Faction, kind: str, details: Mapping[str, object], free: int) -> int:
    """Enter one line if it is allowed and within the points that are free; its price, or 0."""
    try:
        with transaction.atomic():
            line = enter_on(turn=turn, faction=faction, kind=kind, details=dict(details), actor=BY, hand=Hand.CARETAKER)
            if line.cost > free:
                raise Refusal("points: the upkeep of one muster is kept in reserve.")
            return line.cost
    except Refusal:
        return 0


def _replace(turn: Turn, faction: Faction) -> int:
    free, entered = _free(turn, faction), 0
    rested = Station.objects.filter(faction=faction, province__isnull=False, rested=True, in_supply=True)
    for station in rested.select_related("army").order_by("pk"):
        serving = station.army.units.filter(status="serving").order_by("pk")
        worn = [unit for unit in serving if unit.strength < unit.full]
        for unit in worn[: MOST_REPLACED - entered]:
            details = {"station": station.ref, "units": [unit.key], "points": 1}
            cost = _entered_line(turn, faction, Kind.REPLACEMENTS, details, free)
            free, entered = free - cost, entered + bool(cost)
    return entered


def _raise(turn: Turn, faction: Faction) -> int:
    points = _points_by_arm(turn, faction)
    free, entered = _free(turn, faction), 0
    while entered < MOST_BOUGHT and (found := _wanted(turn, faction, points, free)) is not None:
        province, offer, arm = found
        details = {"province": province.key, "type": offer.type, "guard": False, "outriders": False, "name": "",
                   "place": province.name, "station": None}  # fmt: skip
        cost = _entered_line(turn, faction, Kind.BUY_UNIT, details, free)
        if not cost:
            break
        points[arm] = points.get(arm, 0) + cost
        free, entered = free - cost, entered + 1
    return entered


def _points_by_arm(turn: Turn, faction: Faction) -> dict[str, int]:
    war, found = war_known_to(turn, faction), dict[str, int]()
    for unit in (u for a in war.armies if a.faction == faction.key for u in a.units):
        found[unit.arm] = found.get(unit.arm, 0) + unit.buy
    return found


def _wanted(turn: Turn, faction: Faction, points: dict[str, int], free: int) -> tuple[Province, Offer, str] | None:
    """Choose where the next unit is bought: of the arm that is wanted most, the dearest that the points reach."""
    offers = list(_offers(turn, faction, free))
    kinds = catalogue().unit_types
    for arm in wanted_arms(points):
        found = [(province, offer) for province, offer in offers if kinds[offer.type].arm == arm]
        if found:
            province, offer = min(found, key=lambda one: (-one[1].price, one[0].key, one[1].type))
            return province, offer, arm
    return None


def _offers(turn: Turn, faction: Faction, free: int) -> Iterable[tuple[Province, Offer]]:
    homes = turn.campaign.provinces.filter(home=faction, controller=faction, depot=True).order_by("key")
    for province in homes:
        try:
            market = market_of(faction=faction, province=province.key, turn=turn)
        except Refusal:
            return
        yield from ((province, offer) for offer in market.units if not offer.reason and offer.price <= free)


def _hire(turn: Turn, faction: Faction) -> int:
    """AI-31 A general of average skill for the strongest army without one, when over three musters' upkeep is there."""
    war = war_known_to(turn, faction)
    upkeep, free = upkeep_of(war, faction), _free(turn, faction)
    leaderless = [a for a in war.armies if a.faction == faction.key and a.leader is None and a.fights]
    if not leaderless or free + upkeep <= LEADER_TURNS * upkeep:
        return 0
    army = max(leaderless, key=lambda one: (one.strength, one.ref))
    details = {"skill": "average", "name": "", "station": army.ref}
    return int(bool(_entered_line(turn, faction, Kind.BUY_LEADER, details, free)))
