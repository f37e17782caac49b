"""AI-50 When an army that stays raises field works (HR-31)."""

from collections.abc import Sequence

from battles.resolvers.values.sides import MOST_RAISED
from campaign.rules.general.known import Known
from campaign.rules.general.threat import Threat
from campaign.rules.orders.fortify import digs
from campaign.rules.theatre import ArmyFacts

EQUAL, LIKELY = 0.9, 0.1
"""An enemy of so many times the strength that stays counts as equal, one with such a chance to come as likely."""


def digs_in(known: Known, army: ArmyFacts, staying: float, foes: Sequence[Threat]) -> str:
    """AI-50 Return why an army that holds a province fortifies, as a clause; empty where it only holds.

    It has infantry or engineers and not yet all works, stands in the open on its side's ground, and an enemy as strong
    as what stays there (``staying``) may come, or all who may come are together.
    """
    here = army.province
    idle = not army.engaged and digs(army) and army.field_works < MOST_RAISED
    if not idle or not known.is_ours(here) or known.theatre.behind_walls(army) or known.enemy.get(here):
        return ""
    coming = [foe.strength for foe in foes if foe.chances.get(here, 0.0) >= LIKELY]
    if sum(coming) < EQUAL * staying or not coming:
        return ""
    return f"about {sum(coming):.0f} strength points may come against {staying:.0f}"
