"""AI-34 to AI-50 The general's turn: what his side knows, read once; his orders, and how he spends."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from django.db import transaction

from base.refusal import Refusal
from campaign.models import Faction, Leader, Sighting, Turn
from campaign.rules.course.calendar import season, turn_date
from campaign.rules.course.events import hardships
from campaign.rules.ending.aims import BY_RULE
from campaign.rules.ending.race import may_reach
from campaign.rules.ending.victory import alliances
from campaign.rules.general.aims import raised_first
from campaign.rules.general.hardship import Hardship
from campaign.rules.general.known import FADED, REMEMBERED, Known
from campaign.rules.general.level import level_of
from campaign.rules.general.orders import orders_of
from campaign.rules.general.peace import peace_with
from campaign.rules.general.plans import plans_of
from campaign.rules.general.rear import depot_sites
from campaign.rules.general.siege_care import AtSiege
from campaign.rules.general.sieges import bound_to_stay
from campaign.rules.general.stakes import stakes_of
from campaign.rules.kinds import Hand, Role
from campaign.rules.march.attrition import Year
from campaign.rules.march.sighting import watched
from campaign.rules.march.supply import trace
from campaign.rules.orders.offers import forced_reason, march_reason
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_in_text
from campaign.selectors.race import aims_at, battle_balance, calendar_of, moment_at
from campaign.selectors.stations import is_last
from campaign.selectors.war import War
from campaign.services.sheet.orders import as_it_will_stand, write_plans
from campaign.services.sheet.sheet import Kind, enter_on
from campaign.services.sheet.spending import BY, Purse, general_purse, spend_as_general
from campaign.services.sheet.standing import foes_among

Status = Leader.Status
SKILLS = tuple(Leader.Skill)
"""From the poorest to the best."""
WING = 6
"""An army wants a wing for so many units beyond as many of its general's own."""


def see_to_the_rear(purse: Purse, known: Known) -> int:
    """AI-44 to AI-46, AI-48 Build a depot, give posts, offer captives in exchange; how many lines were entered."""
    return sum((_depot(purse, known), _posts(purse), _exchange(purse)))


def _depot(purse: Purse, known: Known) -> int:
    """AI-44 Build a depot at the first place of those wanted at which one can be built."""
    marches = {army.ref: _marches(purse.war, army) for army in known.own}
    sites = depot_sites(known, marches)
    return int(any(purse.enters(Kind.BUILD_DEPOT, {"province": key}) for key in sites))


def _marches(war: War, army: ArmyFacts) -> int | None:
    path = trace(army, war.armies, war.theatre, war.turn.number, war.house).path
    return len(path) - 1 if path else None


def _posts(purse: Purse) -> int:
    """AI-45, AI-48 Send generals without a post to armies without a general, the best one to the strongest army; those
    who are left become wings of the strongest armies."""
    own = [army for army in purse.war.armies if army.faction == purse.faction.key and army.fights]
    own.sort(key=lambda army: (-army.strength, army.ref))
    free = _free(purse)
    leaderless = [(army, False) for army in own if army.leader is None]
    posts = zip(free, (*leaderless, *_wings(purse, own)), strict=False)
    return sum(
        purse.enters(Kind.POST, {"leader": one.ref, "station": army.ref, "wing": wing}) for one, (army, wing) in posts
    )


def _wings(purse: Purse, own: Sequence[ArmyFacts]) -> Iterator[tuple[ArmyFacts, bool]]:
    """AI-48 Yield the armies that want a general as a wing: first those of the fewest wings, large ones alone."""
    for wings in range(purse.war.house["command.wings_at_most"]):
        for army in own:
            if army.leader is not None and len(army.wings) <= wings and len(army.units) > WING * (wings + 1):
                yield army, True


def _free(purse: Purse) -> list[Leader]:
    serving = {ref for army in purse.war.armies for ref in _named(army)}
    own = [one for one in purse.war.leaders.values() if one.faction_id == purse.faction.pk]
    free = [one for one in own if one.ref not in serving and one.status in (Status.PRESENT, Status.HOME)
            and not one.bound_for and one.back_on_turn is None]  # fmt: skip
    return _best_first(free)


def _named(army: ArmyFacts) -> Iterator[str]:
    yield from (leader.ref for leader in (army.leader, *army.wings) if leader)


def _exchange(purse: Purse) -> int:
    """AI-46 Offer to exchange the best general whom each enemy holds for the poorest of his here."""
    entered = 0
    for enemy in purse.war.factions.values():
        lost = _held(purse.war, purse.faction.pk, enemy.pk)
        here = _held(purse.war, enemy.pk, purse.faction.pk)
        if lost and here:
            details = {"leader": lost[0].ref, "faction": enemy.key, "other": here[-1].ref}
            entered += purse.enters(Kind.CAPTIVES, details)
    return entered


def _held(war: War, of: int, captor: int) -> list[Leader]:
    """Return the captive generals of a faction in the hands of another, the best first."""
    rows = war.leaders.values()
    return _best_first(
        [one for one in rows if one.status == Status.CAPTURED and (one.faction_id, one.captor_id) == (of, captor)]
    )


def _best_first(leaders: list[Leader]) -> list[Leader]:
    return sorted(leaders, key=lambda one: (-SKILLS.index(Leader.Skill(one.skill)), one.ref))


Seen = list[tuple[str, str, int]]


def by_general(war: War, faction: Faction, level: int, done: Collection[str] = ()) -> dict[str, Now]:
    """AI-40 Return the general's orders for a faction's armies that have none; ``done``: armies to leave alone."""
    return orders_of(known_to(war, faction, done), level_of(level))


def spend_of_general(war: War, faction: Faction) -> int:
    """AI-42 to AI-46, AI-48 Spend the faction's points, offer peace where it is beaten; how many lines were entered."""
    known = known_to(war, faction)
    purse = general_purse(war.turn, faction, war, raised_first(known))
    return spend_as_general(purse, partial(see_to_the_rear, known=known)) + _offer_peace(war, faction, known)


def plan_battles(war: War, faction: Faction, orders: Mapping[str, Now]) -> list[str]:
    """AI-47 Give the faction's armies their plans of battle; the reasons of new ones, as sentences. A player's plans
    stay as they are."""
    if faction.members.filter(role=Role.PLAYER).exists():
        return []
    planned = plans_of(known_to(war, faction), orders)
    changed = write_plans(war, {ref: one.plan for ref, one in planned.items()})
    why = {ref: planned[ref].why for ref in changed if planned[ref].why}
    return [f"Plan of battle for {army_in_text(war.by_ref[ref].name)}: {reason}." for ref, reason in why.items()]


def _offer_peace(war: War, faction: Faction, known: Known) -> int:
    """AI-43 Offer peace to the enemies who hold a capital of a side that is beaten."""
    return sum(_offered(war, faction, enemy) for enemy in peace_with(known))


def _offered(war: War, faction: Faction, enemy: str) -> bool:
    details = {"faction": enemy, "relation": "neutral"}
    try:
        with transaction.atomic():
            enter_on(turn=war.turn, faction=faction, kind=Kind.RELATION, details=details, actor=BY[Hand.PROGRAM],
                     hand=Hand.PROGRAM, known=war)  # fmt: skip
    except Refusal:
        return False
    return True


def known_to(war: War, faction: Faction, done: Collection[str] = ()) -> Known:
    """AI-36 Return what a general knows: what his faction sees this turn, and what it saw on the turn before."""
    now = _seen(war.turn, faction)
    foes = foes_among(now, war, faction)
    own = [as_it_will_stand(war, s) for s in war.stations.values() if s.faction_id == faction.pk]
    own = [army for army in own if army.units]
    ordered = {order.station.ref for order in war.rows.orders} | set(done)
    idle = [army for army in own if army.ref not in ordered and not army.engaged]
    hardship = _hardship(war)
    return Known(
        theatre=war.theatre, faction=faction.key, turn=war.turn.number, last_turn=war.campaign.last_turn,
        house=war.house, own=own, idle=idle, foes=foes,
        ghosts=_remembered(war, faction),
        unseen=frozenset(war.theatre.provinces.keys() - watched(faction.key, own, war.theatre)),
        friends=_friends(now, war, faction),
        terrain={key: row.terrain for key, row in war.provinces.items()},
        may=lambda army, key: not march_reason(war, army, key),
        may_force=lambda army, way: not forced_reason(war, army, way),
        toll=hardship.toll, cut=hardship.cut,
        bound=bound_to_stay(AtSiege(war.theatre, war.armies, foes, war.house), faction.key, idle),
        wanted=_wanted(war, faction), stakes=_stakes(war, faction), battles=_battles(war, faction),
    )  # fmt: skip


def _battles(war: War, faction: Faction) -> int:
    """HR-21 Return the battles won less those lost by a faction and its allies."""
    balance = battle_balance(war.campaign)
    return sum(number for key, number in balance.items() if war.theatre.friends(faction.key, key))


def _seen(turn: Turn, faction: Faction) -> Seen:
    rows = turn.sightings.filter(viewer=faction).order_by("pk")
    return list(rows.values_list("province__key", "seen_faction__key", "units_shown"))


def _remembered(war: War, faction: Faction) -> dict[str, float]:
    """AI-36 Return the enemies of earlier turns where each was reported last, unless the faction saw it gone."""
    rows = Sighting.objects.filter(
        viewer=faction, turn__campaign=war.campaign, turn__number__range=(war.turn.number - REMEMBERED, war.turn.number)
    )
    columns = ("turn__number", "province__key", "seen_faction__key", "units_shown")
    last = rows.filter(is_last(rows), gone_on=0).order_by("turn__number", "pk")
    found: dict[str, float] = {}
    for number, province, other, units in last.values_list(*columns):
        age = war.turn.number - number
        if age and war.theatre.at_war(faction.key, other):
            found[province] = found.get(province, 0.0) + units * FADED ** (age - 1)
    return found


def _friends(seen: Seen, war: War, faction: Faction) -> dict[str, int]:
    found: dict[str, int] = {}
    for province, other, units in seen:
        if war.theatre.friends(faction.key, other):
            found[province] = found.get(province, 0) + units
    return found


def _hardship(war: War) -> Hardship:
    date = turn_date(war.campaign.start_date, war.turn.number, war.campaign.turn_days)
    hard = {p.region for p in war.theatre.provinces.values() if hardships(war.events, "", p.region)}
    return Hardship(war.theatre, war.armies, Year(war.turn.number, season(date)), war.house, hard)


def _stakes(war: War, faction: Faction) -> Mapping[str, float]:
    """AI-37 Return what each province is worth by which the war may end soon: control is known to everybody."""
    aims = aims_at(war.turn, war.theatre)
    now = moment_at(war.turn, war.theatre, (), None)
    return stakes_of(aims.aims if aims else BY_RULE, now, calendar_of(war.turn), faction.key)


def _wanted(war: War, faction: Faction) -> frozenset[str]:
    """AI-37 Return the provinces that the war's aims name for the faction's alliance."""
    own = next((one for one in alliances(war.theatre) if faction.key in one), (faction.key,))
    aims = aims_at(war.turn, war.theatre)
    found = [aim for aim in (aims.aims if aims else BY_RULE) if may_reach(aim, own)]
    return frozenset(key for aim in found for key in aim.provinces)
