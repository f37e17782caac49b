"""Armies that march to the guns, come up to a battle that is held open, or fall back rather than fight (HR-12)."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.march.contact import Bloc
from campaign.rules.march.movement import forced_march_open
from campaign.rules.theatre import ArmyFacts, Theatre, skill_rank

OWN_WITHIN = 45


def side_of(army: ArmyFacts, sides: Sequence[Collection[str]], theatre: Theatre) -> int | None:
    """21.4 The side on which an army joins a battle: it has friends there, no enemy, and one on the other; or None.

    ``sides`` are the factions that fight on either side.
    """
    for number, own in enumerate(sides):
        friends = any(theatre.friends(army.faction, faction) for faction in own)
        foes = any(theatre.at_war(army.faction, faction) for faction in sides[1 - number])
        if friends and foes and not any(theatre.at_war(army.faction, faction) for faction in own):
            return number
    return None


def front_of(number: int, attacker: int, bearings: Sequence[int | None]) -> int | None:
    """HR-T1 The compass bearing of a side's own long edge: where the main attacking army came from, or opposite.

    ``bearings`` are those from which the two sides came; None where nothing is known of either.
    """
    for known in (attacker, 1 - attacker):
        bearing = bearings[known]
        if bearing is not None:
            return bearing if number == known else (bearing + 180) % 360
    return None


def edge_of(bearing: int | None, front: int | None) -> str:
    """HR-T6 The edge by which a column comes: its side's own within 45 degrees, otherwise the nearer short one."""
    if bearing is None or front is None:
        return "own"
    turned = (bearing - front + 180) % 360 - 180
    if abs(turned) <= OWN_WITHIN:
        return "own"
    return "left" if turned > 0 else "right"


def with_marks(bloc: Bloc, turn: int, house: House) -> Bloc:
    """HR-13 Who stood there or came in impulse 1 is on the table from the start; if there is nobody, impulse 2 is.

    Otherwise armies of impulse 2 have a mark; those that march to the guns have theirs already.
    """
    later = {a.ref for a in bloc.armies if a.entered_turn == turn and a.entered_impulse == 2}
    if not [a for a in bloc.armies if a.ref not in later and not a.arrives]:
        return bloc
    mark = house["contact.mark_second_impulse"]
    armies = (replace(a, arrives=mark) if a.ref in later and not a.arrives else a for a in bloc.armies)
    return Bloc(bloc.factions, tuple(armies))


def may_support(
    army: ArmyFacts, target: str, sides: Sequence[Collection[str]], armies: Sequence[ArmyFacts], theatre: Theatre
) -> bool:
    """HR-13 Whether an army ordered to support a province could march to the battle there: it is a forced march."""
    free = not army.engaged and not army.garrison and not theatre.enemies_in(army.province, army.faction, armies)
    return (
        free
        and forced_march_open(army.province, target, theatre)
        and theatre.lets_through(theatre.provinces[target].controller, army.faction)
        and side_of(army, sides, theatre) is not None
    )


def marches_to_the_guns(army: ArmyFacts, cup: Cup, house: House) -> bool:
    """HR-13 A d10 at or below the number of its leader's skill; nobody leads like Poor."""
    skill = army.leader.skill if army.leader else "poor"
    return cup.roll(10, "to the guns") <= house[f"contact.guns_{skill}"]


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
