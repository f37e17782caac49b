"""The rules of the evening over plain numbers (LGG-15.0): what the record of La Grande Guerre, its table and the common
record decide by. Each of them goes through its own units."""

from battles.resolvers.common.codes import DRAW, NOBODY, Arm
from battles.resolvers.core.kernels import kernel

LEAVES, STAYS = 0, 1
PURSUED_PENALTY, BOX_PENALTY = 1, 2
"""LGG-15.4-c, b What a pursued side and a Non-Rallyable unit add to a roll."""
PURSUED_ARMS = (Arm.FOOT, Arm.CAV, Arm.ART)


@kernel
def leaver_of(first: int, second: int) -> int:
    """LGG-15.1-a The side that leaves while the other stays; nobody where both choose the same."""
    if first == second:
        return NOBODY
    return 0 if first == LEAVES else 1


@kernel
def winner_over(loser: int) -> int:
    """LGG-15.1-a Who has won what this side has lost; a draw where nobody has lost."""
    return DRAW if loser == NOBODY else 1 - loser


@kernel
def another_day(first: int, second: int, day: int, most: int) -> bool:
    """LGG-15.1-a, HR-D2 Is there another day: both stay, and it was not the last?"""
    return first == STAYS and second == STAYS and day < most


@kernel
def counts_for_pursuit(on_board: bool, exited: bool, choice: int) -> bool:
    """LGG-15.2-b, HR-E Does light cavalry count: on the table, or safely off it if its side stays?"""
    return on_board or (exited and choice == STAYS)


@kernel
def dice_of_pursuit(loser: int, first_light: int, second_light: int) -> int:
    """LGG-15.2-a, 15.3-a The winner's light cavalry less the loser's; none in a draw."""
    if loser == NOBODY:
        return 0
    return max(0, second_light - first_light if loser == 0 else first_light - second_light)


@kernel
def victims_arm(face: int) -> int:
    """LGG-15.3-a The arm that a die of the pursuit hits: 1 or 2 foot, 3 horse, 4 guns, else nobody's."""
    if face <= 2:
        return Arm.FOOT
    if face == 3:
        return Arm.CAV
    return Arm.ART if face == 4 else NOBODY


@kernel
def has_hits_to_lose(arm: int, strength: int, start: int) -> bool:
    """LGG-14.0-a, b Infantry and cavalry below the strength with which they began."""
    return arm in (Arm.FOOT, Arm.CAV) and strength < start


@kernel
def penalty_of(pursued: int, boxed: bool) -> int:
    """LGG-15.4-b, c What is added to an evening roll."""
    return PURSUED_PENALTY * pursued + (BOX_PENALTY if boxed else 0)


@kernel
def passes(face: int, penalty: int, morale: int) -> bool:
    """LGG-15.4-a, b A d10 with its penalty at or under Morale."""
    return face + penalty <= morale


@kernel
def may_go_together(arm: int, strength: int) -> bool:
    """LGG-15.5-a, d Infantry and cavalry with strength; guns, engineers and vehicles never."""
    return arm in (Arm.FOOT, Arm.CAV) and strength > 0


@kernel
def is_worn(strength: int, full: int) -> bool:
    """AI-23 Is a unit at half of its full strength or under?"""
    return 2 * strength <= full


@kernel
def units_made(strength: int, full: int) -> int:
    """LGG-15.5-b How many units a group becomes: its strength by the maximum, rounded up."""
    return (strength + full - 1) // full


@kernel
def filled(left: int, full: int) -> int:
    """LGG-15.5-b The strength of the next unit made, of what is left: they are filled from the top."""
    return min(full, left)


@kernel
def began_with(strength: int, full: int, left: int, starts: int) -> int:
    """LGG-15.5-d The starting strength of the next unit made, of the starting strengths that are left."""
    return min(full, max(strength, starts - (left - strength)))
