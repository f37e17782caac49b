"""AI-34 The levels of the general: how wide and how deep he looks. All of them know the same."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """The breadth and depth of what a general considers.

    ``reach``: so many marches ahead he sees a prize. ``rounds``: so often he goes through his armies. ``joint``:
    whether armies attack together and far-off marches are forced. ``replies``: whether he weighs the enemy's marches.
    ``minds``: the share of all that the enemy may do which the plans make that he would make in the enemy's place.
    """

    reach: int
    rounds: int
    joint: bool
    replies: bool
    minds: float = 0.0
    ahead: int = 0
    """So many turns his orders are played on before he chooses among them (AI-49)."""
    moved: int = 2_000_000
    """So many marches of stacks are played at most, in a turn."""
    most: int = 6000
    """So many orders he weighs at most, in a turn."""


LEVELS = {1: Level(2, 1, joint=False, replies=False), 2: Level(6, 2, joint=True, replies=True),
          3: Level(9, 4, joint=True, replies=True, minds=0.15, ahead=3, most=12000)}  # fmt: skip
"""By the number ``program.level`` of the house rules."""


def level_of(number: int) -> Level:
    """AI-34 Return a level by its number."""
    return LEVELS[max(1, min(3, number))]
