"""The end of a siege (HR-28): a fortress that falls, with what becomes of its garrison."""

from dataclasses import replace

from base.words import listed
from campaign.models import Notice
from campaign.rules.march.control import occupier
from campaign.rules.march.retreat import nearest_own
from campaign.rules.march.siege import HONOURS, PRISONERS, STARVED, STORMED, SUMMONED, Siege
from campaign.rules.theatre import Armies, ArmyFacts
from campaign.rules.wording import army_opens, opening
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.phases.fighting.retreat import lose_army
from campaign.services.record.chronicle import write_entry
from campaign.services.record.together import save_row

ENDS = {
    STARVED: "has fallen: its stores are used up, and the garrison is taken.",
    SUMMONED: "has fallen: the garrison gave up at the summons, with a practicable breach in its works.",
    STORMED: "was taken by storm, and its garrison with it.",
    PRISONERS: "has capitulated, and its garrison is taken.",
    HONOURS: "has capitulated: its garrison marches out with the honours of war.",
}


def fall(*, war: War, siege: Siege, how: str, actor: str) -> War:
    """HR-28 A fortress falls: its garrison is taken or marches out, and its captor holds it at this P11."""
    province = war.provinces[siege.province]
    free = how == HONOURS and all(_way(war, army) for army in siege.garrison)
    how = PRISONERS if how == HONOURS and not free else how
    for army in siege.garrison:
        war = _march_out(war, army) if free else _taken(war, army, actor)
    text, facts = f"{province.name} {ENDS[how]}", war.theatre.provinces[siege.province]
    phase = "P9" if how == STORMED else "P10"
    write_entry(turn=war.turn, phase=phase, kind="siege", text=text, province=province, rule="HR-28",
                details={"how": how, "from": facts.controller, "to": siege.besiegers[0].faction})  # fmt: skip
    announce_siege(war, siege, text)
    return hand_over(war, siege)


def announce_siege(war: War, siege: Siege, text: str) -> None:
    """HR-28 Send the beginning and the fall of a siege to both of its sides."""
    keys = dict.fromkeys(army.faction for army in (*siege.garrison, *siege.besiegers))
    announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=text, page="game:chronicle",
                  factions=[war.factions[key] for key in keys])  # fmt: skip


def hand_over(war: War, siege: Siege) -> War:
    """HR-20 The captor has held the fortress long enough when its garrison has gone."""
    province = war.provinces[siege.province]
    facts = war.theatre.provinces[siege.province]
    taker = occupier(facts, war.armies, war.theatre)
    province.fortress_held_by = war.factions.get(taker or "")
    province.besieged_since = province.stores = province.breach = 0
    save_row(province, "fortress_held_by", "besieged_since", "stores", "breach")
    return war


def _taken(war: War, army: ArmyFacts, actor: str) -> War:
    return lose_army(war=war, army=army, actor=actor, why="was taken with its fortress", rule="HR-28")


def _way(war: War, army: ArmyFacts) -> str | None:
    return nearest_own(army, war.armies, war.theatre)


def _march_out(war: War, army: ArmyFacts) -> War:
    """HR-28 The honours of war: the garrison goes to the nearest own province without an enemy."""
    target, station = _way(war, army) or "", war.stations[army.ref]
    station.province, station.previous_province = war.provinces[target], war.provinces[army.province]
    station.entered_on_turn, station.entered_impulse = war.turn.number, 0
    save_row(station, "province", "previous_province", "entered_on_turn", "entered_impulse")
    text = f"{army_opens(army.name, 'marches', 'march')} out to {war.provinces[target].name} with the honours of war."
    write_entry(turn=war.turn, phase="P10", kind="retreat", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[target], rule="HR-28")  # fmt: skip
    moved = replace(army, province=target, came_from=army.province, entered_turn=war.turn.number, entered_impulse=0)
    return war.moved_to(Armies(moved if one.ref == army.ref else one for one in war.armies))


def besieging(war: War, siege: Siege, one: str, many: str) -> str:
    """Return the besiegers and their verb at the start of a sentence."""
    names = dict.fromkeys(war.factions[army.faction].name for army in siege.besiegers)
    return opening(listed(list(names)), one, many)
