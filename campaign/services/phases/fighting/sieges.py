"""P10, after attrition: sieges (HR-28)."""

from base.words import counted
from campaign.models import Faction, Province
from campaign.rules.march.siege import (
    Siege,
    TurnEnd,
    Works,
    consumed,
    guns_of,
    opened,
    siege_in,
    starves_on,
    terms,
    turn_end,
)
from campaign.rules.orders.kinds import BOMBARD, CAPITULATE
from campaign.rules.theatre import ProvinceFacts
from campaign.selectors.war import War
from campaign.services.phases.fighting.siege_end import announce_siege, besieging, fall
from campaign.services.phases.march import orders_to
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import save_row


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
    write_entry(turn=war.turn, phase="P10", kind="siege", text=f"The siege of {province.name} is raised.",
                province=province, rule="HR-28", details={"how": "raised", "from": facts.controller})  # fmt: skip


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
