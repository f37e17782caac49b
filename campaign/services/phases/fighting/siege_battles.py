"""P7 and P9: storms and sallies of a siege (HR-28)."""

from collections.abc import Sequence
from dataclasses import replace

from campaign.models import Engagement
from campaign.rules.march.contact import Contact
from campaign.rules.march.siege import STORMED, Siege, at_the_works
from campaign.rules.orders.kinds import SALLY, STORM
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.phases.fighting.siege_end import fall
from campaign.services.phases.march import orders_to


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
