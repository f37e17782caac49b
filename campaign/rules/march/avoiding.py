"""Armies that fall back rather than fight (HR-12)."""

from collections.abc import Sequence

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, skill_rank

SCREEN = ("light_cav", "irreg_cav")


def bonus(own: Sequence[ArmyFacts], foes: Sequence[ArmyFacts], house: House) -> int:
    """HR-12 What is added to the die: light and irregular cavalry more or less, and each level of skill above."""
    most = house["contact.avoid_horse_at_most"]
    horse = sum(a.strength_of(*SCREEN) for a in own) - sum(a.strength_of(*SCREEN) for a in foes)
    skill = max(skill_rank(a.leader) for a in own) - max((skill_rank(a.leader) for a in foes), default=0)
    return max(-most, min(most, horse)) + max(0, skill)


def slips_away(own: Sequence[ArmyFacts], foes: Sequence[ArmyFacts], cup: Cup, house: House) -> bool:
    """HR-12 Whether a side that would rather not fight gets away: d10 and bonus reach 8."""
    return cup.roll(10, "avoid") + bonus(own, foes, house) >= house["contact.avoid_needs"]
