"""P7 to P10: storms and sallies, the end of a siege, and what a siege does in a turn (HR-28)."""

from collections.abc import Sequence
from dataclasses import replace

from base.words import counted, listed
from campaign.models import Engagement, Faction, Notice, Province
from campaign.rules.march.contact import Contact, occupier
from campaign.rules.march.retreat import nearest_own
from campaign.rules.march.siege import (
    HONOURS,
    PRISONERS,
    STARVED,
    STORMED,
    SUMMONED,
    Siege,
    TurnEnd,
    Works,
    at_the_works,
    consumed,
    guns_of,
    opened,
    siege_in,
    starves_on,
    terms,
    turn_end,
)
from campaign.rules.orders.kinds import BOMBARD, CAPITULATE, SALLY, STORM
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.rules.wording import army_opens, opening
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.phases.fighting.retreat import lose_army
from campaign.services.phases.march import orders_to
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import put_army, save_row

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
    target = _way(war, army) or ""
    text = f"{army_opens(army.name, 'marches', 'march')} out to {war.provinces[target].name} with the honours of war."
    write_entry(turn=war.turn, phase="P10", kind="retreat", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[target], rule="HR-28")  # fmt: skip
    return put_army(war, army, target)


def besieging(war: War, siege: Siege, one: str, many: str) -> str:
    """Return the besiegers and their verb at the start of a sentence."""
    names = dict.fromkeys(war.factions[army.faction].name for army in siege.besiegers)
    return opening(listed(list(names)), one, many)


def conduct_sieges(*, war: War, actor: str) -> War:
    """P10, HR-28 Every siege goes on for a turn: it begins, wears the fortress down, ends it, or is raised."""
    if not war.theatre.sieges:
        return war
    for key, facts in sorted(war.theatre.provinces.items()):
        siege = siege_in(key, war.armies, war.theatre) if facts.fortress else None
        if siege is not None and siege.invested(war.house):
            war = _press(war, siege, facts, actor)
        elif facts.besieged_since and not _undecided(war, key):
            _raise(war, facts)
    return war


def _undecided(war: War, key: str) -> bool:
    """Return whether a battle there is still open: the siege stands until it is decided."""
    return any(army.engaged for army in war.armies if army.province == key)


def works_of(facts: ProvinceFacts) -> Works:
    """Return the works of a besieged fortress as its province keeps them."""
    return Works(facts.besieged_since, facts.stores, facts.breach)


def _press(war: War, siege: Siege, facts: ProvinceFacts, actor: str) -> War:
    if not facts.besieged_since:
        _announce(war, siege)
    works = works_of(facts) if facts.besieged_since else opened(war.turn.number, war.house)
    yields = {order.station.ref for order in orders_to(war, CAPITULATE)}
    if all(army.ref in yields for army in siege.garrison):
        return fall(war=war, siege=siege, how=terms(works, war.house), actor=actor)
    bombarding = {order.station.ref for order in orders_to(war, BOMBARD)}
    guns = guns_of(army for army in siege.besiegers if army.ref in bombarding)
    cup = CampaignCup(war.turn, "siege", siege.province)
    end = turn_end(siege, works, guns, cup, war.house)
    if cup.thrown:
        _tell_dice(war, siege, end, cup)
    if end.fell:
        return fall(war=war, siege=siege, how=end.fell, actor=actor)
    _keep(war.provinces[siege.province], end.works)
    _tell_stores(war, siege, end.works)
    return war


def _keep(province: Province, works: Works) -> None:
    province.besieged_since, province.stores, province.breach = works.since, works.stores, works.breach
    save_row(province, "besieged_since", "stores", "breach")


def _raise(war: War, facts: ProvinceFacts) -> None:
    """HR-28 A fortress that is not invested any more has its stores and its works again."""
    province = war.provinces[facts.key]
    _keep(province, Works())
    text, holder = f"The siege of {province.name} is raised.", facts.controller or ""
    write_entry(turn=war.turn, phase="P10", kind="siege", text=text, province=province, rule="HR-28",
                details={"how": "raised", "from": facts.controller})  # fmt: skip
    sides = [one for key, one in war.factions.items() if key == holder or war.theatre.at_war(key, holder)]
    announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=text, page="game:chronicle", factions=sides)


def _announce(war: War, siege: Siege) -> None:
    province = war.provinces[siege.province]
    text = f"{besieging(war, siege, 'lays', 'lay')} siege to {province.name}."
    concerned = {"from": war.theatre.provinces[siege.province].controller, "to": siege.besiegers[0].faction}
    write_entry(turn=war.turn, phase="P10", kind="siege", text=text, province=province, rule="HR-28",
                details=concerned)  # fmt: skip
    announce_siege(war, siege, text)


def _tell_dice(war: War, siege: Siege, end: TurnEnd, cup: CampaignCup) -> None:
    """HR-28 Show both sides of a siege what the summons and the guns did, with their dice."""
    province = war.provinces[siege.province]
    parts = [_summons(end)] if cup.thrown[0]["name"] == "summons" else []
    if cup.thrown[-1]["name"] == "bombardment":
        parts.append(_bombardment(war, end))
    write_entry(turn=war.turn, phase="P10", kind="siege", text=f"{province.name}: {' '.join(parts)}", rule="HR-28",
                audience=_both(war, siege), province=province, details={"dice": cup.thrown})  # fmt: skip


def _summons(end: TurnEnd) -> str:
    return "the garrison gives up at the summons." if end.fell == "summoned" else "the summons is refused."


def _bombardment(war: War, end: TurnEnd) -> str:
    steps = f"{end.works.breach} of {war.house['siege.practicable']} steps"
    if not end.hit:
        breach = f"the breach has {steps}" if end.works.breach else "there is no breach yet"
        return f"the bombardment does no harm; {breach}."
    open_now = ", and can be stormed" if end.works.practicable(war.house) else ""
    return f"the breach is wider, {steps}{open_now}{'; stores are on fire' if end.burnt else ''}."


def _both(war: War, siege: Siege) -> list[Faction]:
    keys = dict.fromkeys(army.faction for army in (*siege.garrison, *siege.besiegers))
    return [war.factions[key] for key in keys]


def _tell_stores(war: War, siege: Siege, works: Works) -> None:
    """HR-28 Show the garrison's side alone for how long its stores last."""
    province = war.provinces[siege.province]
    keys = dict.fromkeys(army.faction for army in siege.garrison)
    turns = starves_on(1, works.stores, consumed(siege.within, war.house))
    text = f"{province.name} has stores for {counted(turns, 'turn end')}."
    write_entry(turn=war.turn, phase="P10", kind="siege", text=text, audience=[war.factions[key] for key in keys],
                province=province, rule="HR-28")  # fmt: skip


def open_works(*, war: War) -> War:
    """P7, HR-28 Garrisons that are stormed, or that sally, can be met this turn; a storm goes before a sally."""
    storming = {order.station.ref for order in orders_to(war, STORM)}
    sallying = {order.station.ref for order in orders_to(war, SALLY)}
    out = at_the_works(war.armies, war.theatre, storming, sallying)
    return war.moved_to(replace(army, out=True) if army.ref in out else army for army in war.armies) if out else war


def kind_of(war: War, contact: Contact) -> str:
    """HR-28 Return storm or sally for a battle between a garrison alone and its besiegers; empty for any other."""
    if not (contact.second.armies and all(_is_out(war, army) for army in contact.second.armies)):
        return ""
    besiegers = {army.ref for army in contact.first.armies}
    storming = any(order.station.ref in besiegers for order in orders_to(war, STORM))
    return STORM if storming else SALLY


def _is_out(war: War, army: ArmyFacts) -> bool:
    return army.out and (war.theatre.holds_fortress(army) or war.theatre.shut_up(army))


def as_ordered(contact: Contact, kind: str) -> Contact:
    """HR-28 A garrison that sallies is the attacker."""
    return replace(contact, first=contact.second, second=contact.first) if kind == SALLY else contact


def after_siege_battle(
    *, war: War, engagement: Engagement, there: Sequence[ArmyFacts], refs: Sequence[set[str]], actor: str
) -> tuple[War, list[ArmyFacts]]:
    """P9, HR-28 What follows a storm or a sally: the war after it, and the armies that must go back.

    A storm that succeeds takes the fortress with its garrison; else everybody stays where he was. Besiegers whom a
    sally beats go back and raise the siege. ``refs`` are the armies of either side.
    """
    won = engagement.winner_side == 0
    if engagement.details["siege"] == SALLY:
        return war, [army for army in there if army.ref in refs[1]] if won else []
    if won:
        garrison = tuple(army for army in there if army.ref in refs[1])
        besiegers = tuple(army for army in there if army.ref in refs[0])
        war = fall(war=war, siege=Siege(engagement.province.key, garrison, besiegers), how=STORMED, actor=actor)
    return war, []
