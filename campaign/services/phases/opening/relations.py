"""Changes of relations (HR-3): they take effect when a turn opens, and armies in foreign land are led out."""

from dataclasses import replace

from campaign.models import Leader, Notice, Relation, SheetLine, Turn
from campaign.rules.diplomacy import NEWS, led_out
from campaign.rules.march.attrition import dice_of, losses
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_opens
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.phases.fighting.retreat import lose_army, take_losses
from campaign.services.phases.opening.posts import set_free
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import save_row


def take_effect(*, turn: Turn) -> None:
    """P1, HR-3 What was declared or agreed holds from this turn on; captives are freed."""
    lines = SheetLine.objects.filter(turn__campaign=turn.campaign, kind=SheetLine.Kind.RELATION,
                                     state=SheetLine.State.DONE, details__effective=turn.number)  # fmt: skip
    known = {faction.key: faction for faction in turn.campaign.factions.all()}
    for line in sorted(lines.select_related("faction"), key=lambda row: (row.details["relation"] == "war", row.pk)):
        first, second = sorted((line.faction, known[line.details["faction"]]), key=lambda row: row.pk)
        then = line.details["relation"]
        rows = Relation.objects.filter(campaign=turn.campaign, first=first, second=second).exclude(kind=then)
        if rows.update(kind=then, since=turn.number):
            text = f"From now on {first.in_text} and {second.in_text} {NEWS[then]}."
            write_entry(turn=turn, phase="P1", kind="relation", text=text, rule="HR-3")
    _free_captives(turn)


def _free_captives(turn: Turn) -> None:
    """HR-17 Captives come back at peace: of a captor who is not known, when their faction is at war with nobody."""
    rows = Relation.objects.filter(campaign=turn.campaign, kind=Relation.Kind.WAR).values_list("first", "second")
    wars = {frozenset(pair) for pair in rows}
    captives = Leader.objects.filter(campaign=turn.campaign, status=Leader.Status.CAPTURED)
    for leader in captives.select_related("faction", "captor"):
        mine = [pair for pair in wars if leader.faction_id in pair]
        held = frozenset((leader.faction_id, leader.captor_id)) in mine if leader.captor_id else bool(mine)
        if not held:
            set_free(leader)
            text = f"{leader.name} is back from captivity: there is peace."
            write_entry(turn=turn, phase="P1", kind="captive", text=text, audience=[leader.faction], rule="HR-17")
            announce_line(turn=turn, kind=Notice.Kind.RELATION, text=text, page="game:generals",
                          factions=[leader.faction])  # fmt: skip


def lead_out(*, war: War, actor: str) -> War:
    """P6, HR-3 Lead armies out of a country that no longer lets them pass, to their nearest own province."""
    for army, target in list(led_out(war.armies, war.theatre)):
        war = _lead(war, army, target, actor)
    return war


def _lead(war: War, army: ArmyFacts, target: str, actor: str) -> War:
    left = _hard_march(war, army, actor)
    if not left.units:
        return lose_army(war=war, army=left, actor=actor, why="melted away as it was led out of the country")
    station, origin = war.stations[army.ref], army.province
    station.province, station.previous_province = war.provinces[target], war.provinces[origin]
    station.entered_on_turn, station.entered_impulse = war.turn.number, 0
    save_row(station, "province", "previous_province", "entered_on_turn", "entered_impulse")
    places = f"{war.provinces[origin].name} to {war.provinces[target].name}"
    text = f"{army_opens(army.name, 'was', 'were')} led out of {places}."
    write_entry(turn=war.turn, phase="P6", kind="led-out", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[target], rule="HR-3")  # fmt: skip
    moved = replace(left, province=target, came_from=origin, entered_turn=war.turn.number, entered_impulse=0)
    return war.moved_to(moved if a.ref == army.ref else a for a in war.armies)


def _hard_march(war: War, army: ArmyFacts, actor: str) -> ArmyFacts:
    """HR-3 Heavy attrition for every unit of the army."""
    dice = dice_of("heavy", war.house)
    cups = {unit.key: CampaignCup(war.turn, "led-out", war.numbers[unit.key]) for unit in army.units}
    lost = {unit.key: losses(unit, dice, cups[unit.key], war.house) for unit in army.units}
    notes = {key: cups[key].faces for key, points in lost.items() if points}
    return take_losses(war=war, army=army, lost=lost, cause="retreat", rule="HR-3", actor=actor, note="led out",
                       notes=notes)  # fmt: skip
