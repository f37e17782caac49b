"""AI-30 to AI-32 The caretaker's turn: orders and purchases of a faction whose player has missed his turns."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from base.refusal import Refusal
from campaign.models import Absence, Faction, FactionTurn, Member, Notice, Turn
from campaign.rules.general.caretaker import Outlook, orders_for
from campaign.rules.general.siege_care import AtSiege, screen_for
from campaign.rules.kinds import Hand, Role
from campaign.rules.march.supply import trace
from campaign.rules.orders.kinds import HOLD, MARCH
from campaign.rules.orders.offers import march_reason
from campaign.rules.standing import Now
from campaign.rules.theatre import Armies, ArmyFacts
from campaign.selectors.members.silence import caretaken, entered, leader_of
from campaign.selectors.war import War, war_known_to
from campaign.services.news import Recipients, notify
from campaign.services.record.chronicle import as_list, write_entry
from campaign.services.sheet.forecast import attrition_preview
from campaign.services.sheet.general import by_general, plan_battles, spend_of_general
from campaign.services.sheet.orders import as_it_will_stand
from campaign.services.sheet.sheet import Kind, enter_on
from campaign.services.sheet.spending import BY, spend_as_caretaker
from campaign.services.sheet.standing import seen_now, sentences, write_orders


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
        hand = Hand(leader_of(turn, faction))
        program = hand == Hand.PROGRAM
        given = with_screens(turn, faction, war, by_caretaker(war, faction), hand)
        write_orders(war, given, hand, BY[hand])
        planned = plan_battles(war, faction, given) if program else []
        bought = spend_of_general(war, faction) if program else spend_as_caretaker(turn=turn, faction=faction)
        lines = [*sentences(war, given), *planned, *(["Points are spent on the sheet."] if bought else [])]
        text = as_list(f"By {BY[hand]}, for {faction.in_text}:", lines or ["Nothing is to be done."])
        write_entry(turn=turn, phase="P5", kind="caretaker", text=text, audience=[faction])


def _announce_once(turn: Turn, faction: Faction) -> None:
    """Announce to everybody, once, that a caretaker takes over."""
    last = FactionTurn.objects.filter(turn__campaign=turn.campaign_id, turn__number=turn.number - 1, faction=faction)
    if last.filter(caretaker=True).exists():
        return
    text = f"A caretaker leads {faction.in_text} until somebody enters something for it."
    if leader_of(turn, faction) == "program":
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

    They are the general's where he leads the faction. Pass ``seen`` (from ``seen_now``) where it has been read
    already.
    """
    if leader_of(war.turn, faction) == "program":
        return by_general(war, faction, war.house["program.level"], done)
    outlook, idle = outlook_of(war, faction, seen_now(war, faction) if seen is None else seen)
    return orders_for(outlook, [army for army in idle if army.ref not in done])


def with_screens(
    turn: Turn, faction: Faction, war: War, given: dict[str, Now], hand: Hand = Hand.CARETAKER
) -> dict[str, Now]:
    """HR-28 Return the orders; an army that leaves a siege leaves a screen there, or stays if it cannot."""
    known = AtSiege(war.theatre, war.armies, seen_now(war, faction), war.house)
    for ref, now in given.items():
        units = screen_for(known, war.by_ref[ref]) if now.kind == MARCH else ()
        if units and not _left_behind(turn, faction, war, (ref, units), hand):
            given = given | {ref: Now(HOLD)}
    return given


def _left_behind(turn: Turn, faction: Faction, war: War, screen: tuple[str, Collection[str]], hand: Hand) -> bool:
    """HR-28 Split off a screen: the army by its reference, and the units that stay."""
    ref, units = screen
    name = f"Screen of {war.theatre.provinces[war.by_ref[ref].province].name}"[:80]
    details = {"station": ref, "units": list(units), "name": name, "leader": ""}
    try:
        with transaction.atomic():
            enter_on(turn=turn, faction=faction, kind=Kind.SPLIT, details=details, actor=BY[hand], hand=hand)
    except Refusal:
        return False
    return True


def outlook_of(war: War, faction: Faction, seen: Mapping[str, int]) -> tuple[Outlook, list[ArmyFacts]]:
    """Return what the rules ask of a faction, and its armies that have no order and are in no battle."""
    own = {s.ref: as_it_will_stand(war, s) for s in war.stations.values() if s.faction_id == faction.pk}
    ordered = {order.station.ref for order in war.rows.orders}
    idle = [army for ref, army in own.items() if ref not in ordered and not army.engaged and army.units]

    def may(army: ArmyFacts, target: str) -> bool:
        return not march_reason(war, army, target)

    def conditions(army: ArmyFacts, target: str) -> int:
        station = war.stations[army.ref]
        return len(attrition_preview(station=station, path=(target,), kind=MARCH, known=war).conditions)

    def cut(army: ArmyFacts, target: str) -> bool:
        armies = Armies(replace(one, province=target) if one.ref == army.ref else one for one in war.armies)
        there = replace(army, province=target)
        return not trace(there, armies, war.theatre, war.turn.number, war.house).supplied

    at_siege = AtSiege(war.theatre, war.armies, seen, war.house)
    return Outlook(war.theatre, tuple(own.values()), seen, may, conditions, cut, at_siege), idle
