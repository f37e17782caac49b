"""AI-49 What a coarse war is worth to our side: the chance to win it, by a regression on wars that were played."""

from math import sqrt

from battles.resolvers.core.kernels import kernel
from campaign.rules.general.ahead.habits import go_on
from campaign.rules.general.ahead.record import NOBODY, OURS, THEIRS, Coarse
from campaign.rules.general.ahead.turn import count_force, has_won, play_turn

BATTLE_POINTS, POINT_OF_STRENGTH = 5.0, 0.75
"""HR-21 What a battle won, and in the mean a point of strength, is worth in the score."""
LONG, SOFT, LEAST = 12.0, 5.0, 4.0
DRAW = 0.05
"""The margin at which the end of the war is as good as won."""


@kernel
def value(war: Coarse, turns: int) -> float:
    """AI-49 Return the chance that our side wins with its orders of the first turn, over all replies."""
    found = 0.0
    for reply in range(war.replies):
        found += war.share[reply] * played(war, reply, turns)
    return found


@kernel
def played(war: Coarse, reply: int, turns: int) -> float:
    """AI-49 Play the war on from its opening against one reply for so many turns, and return the chance to win."""
    begin(war)
    for n in range(war.stacks):
        war.goes[n] = war.first[n] if war.side[n] == OURS else war.reply[reply, n]
        war.helps[n] = war.helps_now[n]
    play_turn(war, reply, 0)
    step = 1
    while step < turns and war.turn <= war.last_turn and not has_won(war, OURS) and not has_won(war, THEIRS):
        count_force(war)
        go_on(war, OURS)
        go_on(war, THEIRS)
        for n in range(war.stacks):
            war.helps[n] = -1
        play_turn(war, reply, step)
        step += 1
    return chance(war)


@kernel
def begin(war: Coarse) -> None:
    """Set the course to the opening."""
    war.turn = war.turn_now
    war.won = war.won_now
    for key in range(war.provinces):
        war.held[key] = war.held_now[key]
        war.since[key] = war.since_now[key]
        war.half[key] = war.half_now[key]
    for n in range(war.stacks):
        war.place[n] = war.place_now[n]
        war.strength[n] = war.strength_now[n]


@kernel
def chance(war: Coarse) -> float:
    """AI-49 Return the chance that our side wins from here, a draw being half a win."""
    ours, theirs = has_won(war, OURS), has_won(war, THEIRS)
    if ours or theirs:
        return 0.5 if ours and theirs else 1.0 if ours else 0.0
    if war.turn > war.last_turn:
        return curve(margin(war) / DRAW)
    total = 0.0
    for n in range(7):
        total += war.weights[n] * feature(war, n)
    return curve(total)


@kernel
def curve(x: float) -> float:
    """Return a chance from 0 to 1 that grows with a number."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@kernel
def margin(war: Coarse) -> float:
    """HR-21 Return by how much our score is the higher, as a part of both."""
    ours, theirs = score(war, OURS), score(war, THEIRS)
    return (ours - theirs) / max(1.0, abs(ours) + abs(theirs))


@kernel
def score(war: Coarse, side: int) -> float:
    """HR-21 Return the score of a side: land, armies and battles."""
    found = POINT_OF_STRENGTH * strength_of(war, side) + BATTLE_POINTS * (war.won if side == OURS else -war.won)
    for key in range(war.provinces):
        if war.held[key] == side:
            found += war.value[key]
    return found


@kernel
def strength_of(war: Coarse, side: int) -> float:
    """Return the strength of a side."""
    found = 0.0
    for n in range(war.stacks):
        if war.side[n] == side:
            found += war.strength[n]
    return found


@kernel
def feature(war: Coarse, n: int) -> float:
    """AI-49 Return one of the seven numbers on which the chance hangs: the score, the score late in the war, strength,
    strength early in it, strength near the enemy's capitals and near ours, capitals taken."""
    left = min(1.0, (war.last_turn - war.turn + 1) / LONG)
    if n == 0:
        return margin(war)
    if n == 1:
        return margin(war) / (0.15 + left)
    if n in (2, 3):
        ours, theirs = strength_of(war, OURS) + SOFT, strength_of(war, THEIRS) + SOFT
        ratio = (ours - theirs) / (ours + theirs)
        return ratio if n == 2 else ratio * left
    if n in (4, 5):
        return pressure(war, THEIRS if n == 4 else OURS)
    return capitals(war)


@kernel
def pressure(war: Coarse, home: int) -> float:
    """Return how much stronger we are than the enemy near the capitals of a side, from -1 to 1."""
    found, count = 0.0, 0
    for key in range(war.provinces):
        if war.capital[key] == home:
            ours, theirs = LEAST, LEAST
            for n in range(war.stacks):
                near = war.strength[n] * war.nears[war.far[key, war.place[n]]]
                if war.side[n] == OURS:
                    ours += near
                else:
                    theirs += near
            found += (ours - theirs) / (ours + theirs)
            count += 1
    return found / count if count else 0.0


@kernel
def capitals(war: Coarse) -> float:
    """Return the capitals that we have taken less those that we have lost."""
    found = 0.0
    for key in range(war.provinces):
        home = war.capital[key]
        if home < NOBODY and war.held[key] == 1 - home:
            found += 1.0 if home == THEIRS else -1.0
    return found
