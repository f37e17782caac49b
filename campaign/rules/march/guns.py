"""Arrivals of armies on the table of their battle, and marches to the sound of it (HR-13)."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.march.contact import Bloc
from campaign.rules.march.joining import side_of
from campaign.rules.march.movement import forced_march_open
from campaign.rules.theatre import ArmyFacts, Theatre


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
