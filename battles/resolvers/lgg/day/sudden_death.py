"""Sudden death, the tournament's rule: the will of an army ends a game of one day (LGG-S3)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.day.evening import end_battle
from battles.resolvers.lgg.day.will import see_broken_armies
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, Phase
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.state import Battle


@kernel
def follow(battle: Battle) -> None:
    """R-52 What follows sudden death: the evening, in a tournament nothing."""
    if battle.tournament == 1:
        end_battle(battle)
    else:
        battle.phase = Phase.PURSUIT


@kernel
def sudden_death(battle: Battle) -> bool:
    """LGG-S3-a, R-52 At the end of a round: a broken army leaves, and the evening begins with the pursuit; of a
    tournament nothing follows."""
    if battle.sudden_death == 0 or not see_broken_armies(battle, Event.SUDDEN_DEATH):
        return False
    follow(battle)
    return True


@kernel
def end_tournament_day(battle: Battle) -> None:
    """LGG-S3-a, c, R-52 Nobody is broken at the day's end: a draw; both armies keep the field and the game is over."""
    for side in range(SIDES):
        battle.stays[side] = 1
    log_event(battle, Event.STAY_LEAVE, NOBODY, 1, 1)
    follow(battle)


@kernel
def tournament_points(battle: Battle, side: int) -> int:
    """LGG-S3-c One point for an unbroken army, one for the win."""
    return int(battle.army_broken[side] == 0) + int(battle.winner == side)
