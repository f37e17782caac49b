"""Activation dice: successes, turnovers, blunders (ADN-04, ADN-06 to ADN-09)."""

from battles.resolvers.activation.codes import AI_LATER, OPTION_COLOURED_FIRST, Blunder, Die, Event
from battles.resolvers.activation.troops import disorder
from battles.resolvers.common.codes import SIDE_UNITS
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

FAILURES = 2
"""ADN-04 So many failures turn the turn over."""


@kernel
def white_of(battle: Battle, unit: int, dice: int) -> int:
    """ADN-06 ADN-07 How many of the dice thrown are white: those come first, unless the switch says otherwise."""
    coloured = disorder(battle, unit)
    if battle.num[OPTION_COLOURED_FIRST] == 1:
        return max(0, dice - coloured)
    return min(dice, max(0, 3 - coloured))


@kernel
def activate(battle: Battle, unit: int, dice: int, quality: int, blunders: bool) -> tuple[int, int, int]:
    """ADN-04 ADN-08 Throw for a unit: its successes, whether the turn is over (1), and its blunder or 0."""
    white = white_of(battle, unit, dice)
    successes, ones = 0, 0
    for n in range(dice):
        face = throw(battle, 6, Die.WHITE if n < white else Die.COLOURED)
        successes += int(face >= quality)
        ones += int(face == 1 and n >= white)
    turnover = int(dice - successes >= FAILURES)
    log_event(
        battle, Event.ACTIVATION, rule=4, side=unit // SIDE_UNITS, unit=unit, successes=successes, quality=quality,
        turnover=turnover,
    )  # fmt: skip
    if ones == 0 or not blunders:
        return successes, turnover, 0
    blunder = throw(battle, 6, Die.BLUNDER)
    if blunder == Blunder.GARBLED and successes > 0 and throw(battle, 6, Die.AGAIN) < quality:
        successes -= 1
    if blunder == Blunder.HESITATION:
        successes, turnover = 0, 0
    log_event(battle, Event.BLUNDER, rule=9, side=unit // SIDE_UNITS, unit=unit, blunder=blunder, successes=successes)
    return successes, turnover, blunder


@kernel
def chances_of(dice: int, quality: int) -> tuple[int, int, int, int]:
    """ADN-04 The chances in 216 of one, two and three successes with so many dice, and of a turnover."""
    s = 7 - quality
    f = 6 - s
    if dice == 1:
        return 36 * s, 0, 0, 0
    if dice == 2:
        return 12 * s * f, 6 * s * s, 0, 6 * f * f
    return 3 * s * f * f, 3 * s * s * f, s * s * s, f * f * f + 3 * s * f * f


@kernel
def dice_for(battle: Battle, quality: int, one: int, two: int, three: int, later: int) -> int:
    """E.10 The number of dice for the best value of successes less what a turnover costs those still to come; 0: none.

    ``one``, ``two``, ``three`` are what so many successes are worth, ``later`` counts the units still to come.
    """
    best, found = 0, 0
    for dice in range(1, 4):
        p1, p2, p3, over = chances_of(dice, quality)
        worth = p1 * one + p2 * two + p3 * three - over * later * battle.num[AI_LATER]
        if worth > best:
            best, found = worth, dice
    return found
