"""P9: what follows a battle, once: who goes back, and what became of lost generals (HR-16, HR-17, 21.4)."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.db.models import Prefetch

from campaign.models import Engagement, EngagementArmy, Faction, Leader, Station, Turn
from campaign.rules.fighting.command import Fate, fate_of_general, one_lower, second_of
from campaign.rules.march.retreat import retreat_choices
from campaign.rules.theatre import ArmyFacts, skill_rank
from campaign.rules.wording import army_opens
from campaign.selectors.references import free_leader_ref
from campaign.selectors.war import War, leader_facts
from campaign.services.phases.fighting.retreat import Retreat, enemy_origins, retreat_army
from campaign.services.phases.fighting.sieges import after_siege_battle
from campaign.services.phases.march import remove_empty
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import put_army, save_row, written_together


def apply_all(*, war: War, actor: str) -> War:
    """P9 Apply the aftermath of every settled battle of the turn, in the order of fighting."""
    armies = EngagementArmy.objects.select_related("station", "came_from", "faction").defer("came_from__polygon")
    rows = war.turn.engagements.filter(state=Engagement.State.SETTLED).select_related("turn", "province")
    rows = rows.prefetch_related(Prefetch("armies", armies.order_by("pk"))).order_by("sequence")
    with written_together():
        for engagement in rows:
            war = apply_aftermath(war=war, engagement=engagement, actor=actor)
    return war


def apply_aftermath(*, war: War, engagement: Engagement, actor: str) -> War:
    """P9 Apply retreat and fates of one settled battle; a second call changes nothing."""
    if engagement.details.get("aftermath"):
        return war
    engagement.details = engagement.details | {"aftermath": True}
    save_row(engagement, "details")
    _fates(war, engagement)
    war = remove_empty(war=war)
    rows = sorted(engagement.armies.all(), key=lambda row: row.pk)
    war, leaving = _who_leaves(war, engagement, rows, actor)
    for army in leaving:
        who, how = _way_back(war, engagement, rows, army)
        war = retreat_army(war=war, army=who, how=how, actor=actor, engagement=engagement)
    return _go_on(war, engagement, rows, actor)


def _who_leaves(
    war: War, engagement: Engagement, rows: list[EngagementArmy], actor: str
) -> tuple[War, list[ArmyFacts]]:
    """HR-16, HR-28 Return the war and the armies that go back; a storm that succeeds takes its fortress."""
    if not engagement.details.get("siege"):
        return war, _leaving(war, engagement, rows)
    refs = [{row.station.ref for row in rows if row.side == side} for side in (0, 1)]
    there = [army for army in war.armies if army.province == engagement.province.key]
    return after_siege_battle(war=war, engagement=engagement, there=there, refs=refs, actor=actor)


def _leaving(war: War, engagement: Engagement, rows: list[EngagementArmy]) -> list[ArmyFacts]:
    """HR-16 Return the armies of the side that goes back: the loser, in a draw the last to come in."""
    side = leaving_side(war, engagement, rows)
    refs = [row.station.ref for row in rows if row.side == side]
    both = engagement.winner_side is None and bool(_met(engagement, rows))
    if both:
        refs = [row.station.ref for row in rows if row.station.entered_impulse]
    there = [army for army in war.armies if army.ref in refs and army.province == engagement.province.key]
    shut_in = [army for army in there if war.theatre.holds_fortress(army)]
    for army in shut_in:
        _note_shut_in(war, army)
    return [army for army in there if army not in shut_in]


def _note_shut_in(war: War, army: ArmyFacts) -> None:
    """HR-16 A beaten garrison stays behind its walls."""
    place = war.provinces[army.province]
    beaten = army_opens(army.name, "was beaten and shuts itself", "were beaten and shut themselves")
    text = f"{beaten} up in the fortress of {place.name}."
    write_entry(turn=war.turn, phase="P9", kind="retreat", text=text, audience=[war.factions[army.faction]],
                province=place, rule="HR-16")  # fmt: skip


def leaving_side(war: War, engagement: Engagement, rows: list[EngagementArmy]) -> int:
    """HR-16 Return the side that goes back: the loser, in a draw the last to come in, else the attacker."""
    if engagement.winner_side is not None:
        return 1 - engagement.winner_side
    first = [row for row in rows if not row.mark]
    last = [max((_entered(war, row) for row in first if row.side == side), default=(0, 0)) for side in (0, 1)]
    return 1 if last[1] > last[0] else 0


def _entered(war: War, row: EngagementArmy) -> tuple[int, int]:
    army = war.by_ref.get(row.station.ref)
    return (army.entered_turn, army.entered_impulse) if army else (0, 0)


def _met(engagement: Engagement, rows: list[EngagementArmy]) -> dict[str, str]:
    """21.4 Return the armies of this battle that met on an edge, and where they were heading."""
    refs = {row.station.ref for row in rows}
    return {ref: key for ref, key in engagement.details.get("met", {}).items() if ref in refs}


def _way_back(
    war: War, engagement: Engagement, rows: list[EngagementArmy], army: ArmyFacts
) -> tuple[ArmyFacts, Retreat]:
    """HR-16 Return how an army leaves. 21.4: the loser of a swap is met again at his origin and goes back once more."""
    side = next(row.side for row in rows if row.station.ref == army.ref)
    enemies = [war.by_ref[row.station.ref] for row in rows if row.side != side and row.station.ref in war.by_ref]
    came = any(row.mark for row in rows if row.station.ref == army.ref)
    came = came or (army.entered_turn == engagement.turn.number and army.entered_impulse > 0)
    barred, met = enemy_origins(enemies), _met(engagement, rows)
    if engagement.winner_side == 1 - side and army.ref in met:
        pushed = replace(army, came_from=None)
        closed = barred | {met[enemy.ref] for enemy in enemies if enemy.ref in met}
        if retreat_choices(pushed, war.armies, war.theatre, war.turn.number, attacked=False, barred=closed):
            return pushed, Retreat(attacked=False, barred=closed, twice=True)
    return army, Retreat(attacked=came, barred=barred)


def _go_on(war: War, engagement: Engagement, rows: list[EngagementArmy], actor: str) -> War:
    """21.4 Lead the winner of a swap who was stopped on the edge on to his destination, if it is free of enemies."""
    if engagement.winner_side is None:
        return war
    met = _met(engagement, rows)
    for row in rows:
        army = war.by_ref.get(row.station.ref)
        target = met.get(row.station.ref)
        if army is None or row.side != engagement.winner_side or target in (None, army.province):
            continue
        if army.province == engagement.province.key and not war.theatre.enemies_in(target, army.faction, war.armies):
            war = _advance(war, army, target)
    return war


def _advance(war: War, army: ArmyFacts, target: str) -> War:
    war.stations[army.ref].marched = Station.Marched.NORMAL
    text = f"{army_opens(army.name, 'goes', 'go')} on to {war.provinces[target].name}."
    write_entry(turn=war.turn, phase="P9", kind="march", text=text, audience=[war.factions[army.faction]], rule="HR-11")
    return put_army(war, army, target, "marched", impulse=1)


def _fates(war: War, engagement: Engagement) -> None:
    """HR-17 A d6 for each general whom the battle took."""
    for side, refs in enumerate(engagement.details.get("lost_leaders", [])):
        left = engagement.winner_side == 1 - side
        for ref in refs:
            _fate(war, engagement, war.leaders[ref], left)


def _fate(war: War, engagement: Engagement, leader: Leader, left: bool) -> None:
    cup = CampaignCup(engagement.turn, "general", f"{engagement.sequence}:{leader.ref}")
    fate = fate_of_general(left, cup, war.house)
    leader.status = Leader.Status(fate.what)
    leader.back_on_turn = engagement.turn.number + fate.turns if fate.turns else None
    leader.captor = _captor(engagement, leader) if leader.status == Leader.Status.CAPTURED else None
    leader.bound_for = ""
    leader.save(update_fields=["status", "back_on_turn", "captor", "bound_for"])
    _replace(war, engagement.turn, leader)
    _write_fate(war, engagement, leader, fate, cup.thrown)


def _write_fate(war: War, engagement: Engagement, leader: Leader, fate: Fate, dice: list[dict[str, Any]]) -> None:
    """HR-17 Show a general's fate to all who fought, and to his own faction alone when he will be back."""
    fought = [war.factions[row.faction.key] for row in engagement.armies.all()]
    text = f"{leader.name} was {fate.what} at {engagement.province.name}."
    write = partial(write_entry, turn=engagement.turn, phase="P9", kind="general", rule="HR-17")
    write(text=text, audience=fought, details={"of": leader.faction.key} | ({} if fate.turns else {"dice": dice}))
    if fate.turns:
        text = f"{leader.name} will be back on turn {leader.back_on_turn}."
        write(text=text, audience=[leader.faction], details={"of": leader.faction.key, "dice": dice})


def _captor(engagement: Engagement, leader: Leader) -> Faction | None:
    """HR-17 Who holds a captured general: the faction that leads the side that won."""
    rows = sorted(engagement.armies.all(), key=lambda row: row.pk)
    return next((row.faction for row in rows if row.side == engagement.winner_side), None)


def _replace(war: War, turn: Turn, leader: Leader) -> None:
    """LGG-S2-f, 21.4 A wing takes over with his own skill; without one a subordinate, one skill lower."""
    for station in Station.objects.filter(wings=leader):
        station.wings.remove(leader)
    for station in Station.objects.filter(leader=leader).prefetch_related("wings"):
        wings = [wing for wing in station.wings.all() if wing.status == Leader.Status.PRESENT]
        wing = max(wings, key=lambda w: (skill_rank(leader_facts(w)), w.ref), default=None)
        if wing is not None:
            station.wings.remove(wing)
        station.leader = wing or _substitute(leader, turn)
        station.save(update_fields=["leader"])


def _substitute(leader: Leader, turn: Turn) -> Leader:
    ref = free_leader_ref(leader.campaign_id, f"{second_of(leader.ref)}{turn.number}")
    return Leader.objects.create(
        campaign=leader.campaign, faction=leader.faction, ref=ref,
        name=f"{leader.name}'s second"[:80], skill=one_lower(leader.skill),
    )  # fmt: skip
