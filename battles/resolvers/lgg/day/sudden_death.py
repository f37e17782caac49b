"""Sudden death: an army with more than a third of its units broken has lost at the end of a round (LGG-S3)."""

from battles.resolvers.lgg.day.evening import end_battle
from battles.resolvers.lgg.record.codes import (
    ART,
    CAV,
    ELIMINATED,
    FOOT,
    NOBODY,
    NONRALLYABLE,
    PURSUIT,
    RALLYABLE,
    SIDE_ROLL,
    SIDES,
)
from battles.resolvers.lgg.record.journal import E_STAY_LEAVE, E_SUDDEN_DEATH, log_event
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle


@rule
def counts_for_army(battle: Battle, row: int) -> bool:
    """LGG-S3-b Infantry, cavalry and artillery count; engineers and vehicles do not."""
    return battle.t_arm[battle.roll_type[row]] in (FOOT, CAV, ART)


@rule
def army_units(battle: Battle, side: int) -> int:
    """LGG-S3-a The units with which an army began, those still on the march among them."""
    units = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        units += int(counts_for_army(battle, row))
    return units


@rule
def broken_units(battle: Battle, side: int) -> int:
    """LGG-S3-b The units in a box or eliminated, lost Outriders among them; rallied ones are not broken."""
    units = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        gone = battle.roll_status[row] in (RALLYABLE, NONRALLYABLE, ELIMINATED)
        units += int(gone and counts_for_army(battle, row))
    return units


@rule
def breaks(broken: int, total: int) -> bool:
    """LGG-S3-a, E94 More than a third."""
    return 3 * broken > total


@rule
def loser_by_sudden_death(battle: Battle) -> int:
    """LGG-S3-a The one side whose army is broken; nobody where both are."""
    if battle.army_broken[0] == battle.army_broken[1]:
        return NOBODY
    return 0 if battle.army_broken[0] == 1 else 1


@rule
def follow(battle: Battle) -> None:
    """R-52 What follows sudden death: the evening, in a tournament nothing."""
    if battle.tournament == 1:
        end_battle(battle)
    else:
        battle.phase = PURSUIT


@rule
def sudden_death(battle: Battle) -> bool:
    """LGG-S3-a, R-52 At the end of a round: a broken army leaves, and the evening begins with the pursuit; of a
    tournament nothing follows."""
    if battle.sudden_death == 0:
        return False
    for side in range(SIDES):
        battle.army_broken[side] = int(breaks(broken_units(battle, side), army_units(battle, side)))
    if battle.army_broken[0] == 0 and battle.army_broken[1] == 0:
        return False
    for side in range(SIDES):
        battle.stays[side] = 1 - battle.army_broken[side]
    log_event(battle, E_SUDDEN_DEATH, NOBODY, broken_units(battle, 0), broken_units(battle, 1), army_units(battle, 0),
              army_units(battle, 1), loser_by_sudden_death(battle), 0)
    follow(battle)
    return True


@rule
def end_tournament_day(battle: Battle) -> None:
    """LGG-S3-a, c, R-52 Nobody is broken at the day's end: a draw; both armies keep the field and the game is over."""
    for side in range(SIDES):
        battle.stays[side] = 1
    log_event(battle, E_STAY_LEAVE, NOBODY, 1, 1, 0, 0, 0, 0)
    follow(battle)


@rule
def tournament_points(battle: Battle, side: int) -> int:
    """LGG-S3-c One point for an unbroken army, one for the win."""
    return int(battle.army_broken[side] == 0) + int(battle.winner == side)
