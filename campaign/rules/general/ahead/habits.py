"""AI-49 How either side is expected to go on: it guards capitals, attacks together, leaves the strong, takes prizes."""

from battles.resolvers.core.kernels import kernel
from campaign.rules.general.ahead.record import BARRED, Coarse
from campaign.rules.general.ahead.turn import distance, fights

SURE, ENOUGH, FLEES, GUARD = 1.15, 1.7, 1.3, 0.9
"""The odds at which a place is attacked and at which nobody more goes there; how much stronger an enemy beside a stack
makes it leave, and how much of the strength near a capital guards it."""
CROWDED = 0.5
"""What a prize is worth for whom others go already."""
NEAR = 2


@kernel
def go_on(war: Coarse, side: int) -> None:
    """AI-49 Give every stack of a side a place to go to; the forces must be counted."""
    for n in range(war.stacks):
        war.free[n] = war.side[n] == side and fights(war, n)
        if war.side[n] == side:
            war.goes[n] = war.place[n]
    for key in range(war.provinces):
        war.sent[key] = 1.0
        war.seen[key] = 0
        if war.capital[key] == side and war.held[key] == side:
            _guard(war, side, key)
    key = _next_foe(war, side)
    while key >= 0:
        war.seen[key] = 1
        _attack(war, side, key)
        key = _next_foe(war, side)
    for n in range(war.stacks):
        if war.free[n]:
            _advance(war, side, n)


@kernel
def _guard(war: Coarse, side: int, key: int) -> None:
    """Keep as much in a capital as the enemies near it can bring."""
    danger = 0.0
    for at in range(war.provinces):
        if war.force[1 - side, at] > 0.0 and distance(war, key, at) <= NEAR:
            danger += GUARD * war.force[1 - side, at]
    for n in range(war.stacks):
        if danger > 0.0 and war.free[n] and war.place[n] == key:
            danger -= war.strength[n]
            war.free[n] = 0


@kernel
def _next_foe(war: Coarse, side: int) -> int:
    """Return the dearest place with enemies that was not looked at yet, or -1."""
    best, worth = -1, 0.0
    for key in range(war.provinces):
        if war.force[1 - side, key] > 0.0 and not war.seen[key]:
            found = war.prize[side, key] + war.force[1 - side, key]
            if best < 0 or found > worth:
                best, worth = key, found
    return best


@kernel
def _attack(war: Coarse, side: int, key: int) -> None:
    """Attack a place together with all who are beside it, if that is enough; the strongest go first."""
    there, beside = war.force[1 - side, key], 0.0
    for n in range(war.stacks):
        if war.free[n] and distance(war, war.place[n], key) <= 1:
            beside += war.strength[n]
    if beside < SURE * there:
        return
    wanted = ENOUGH * there
    while wanted > 0.0:
        n = _strongest_beside(war, key)
        if n < 0:
            return
        wanted -= war.strength[n]
        war.goes[n] = key
        war.free[n] = 0


@kernel
def _strongest_beside(war: Coarse, key: int) -> int:
    best = -1
    for n in range(war.stacks):
        beside = war.free[n] and distance(war, war.place[n], key) <= 1
        if beside and (best < 0 or war.strength[n] > war.strength[best]):
            best = n
    return best


@kernel
def _advance(war: Coarse, side: int, stack: int) -> None:
    """Send a stack to the prize that pays it most, or out of the way of the stronger."""
    here = war.place[stack]
    if _worst_beside(war, side, here) > FLEES * war.force[side, here] and war.capital[here] != side:
        war.goes[stack] = _away(war, side, here)
        return
    best, worth = -1, 0.0
    for key in range(war.provinces):
        if war.held[key] != side and war.held[key] != BARRED:
            found = war.prize[side, key] * war.fades[distance(war, here, key)] * war.sent[key]
            if found > worth:
                best, worth = key, found
    if best >= 0:
        war.sent[best] = war.sent[best] * CROWDED
        war.goes[stack] = _towards(war, side, here, best)


@kernel
def _worst_beside(war: Coarse, side: int, key: int) -> float:
    worst = 0.0
    for k in range(war.ways[key]):
        worst = max(worst, war.force[1 - side, war.near[key, k]])
    return worst


@kernel
def _away(war: Coarse, side: int, here: int) -> int:
    """Return the place beside where a side is strongest, or where it stands."""
    best, worth = here, -1000.0
    for k in range(war.ways[here]):
        key = war.near[here, k]
        if war.held[key] == side and war.force[1 - side, key] <= 0.0:
            found = war.force[side, key] - _worst_beside(war, side, key)
            if found > worth:
                best, worth = key, found
    return best


@kernel
def _towards(war: Coarse, side: int, here: int, goal: int) -> int:
    """Return the next place on the way to a goal that no stronger enemy holds."""
    best, worth = here, -1000.0
    for k in range(war.ways[here]):
        key = war.near[here, k]
        nearer = distance(war, key, goal) < distance(war, here, goal)
        if nearer and war.held[key] != BARRED and SURE * war.force[1 - side, key] < war.force[side, here]:
            gain = war.prize[side, key] if war.held[key] != side else 0.0
            found = gain - _worst_beside(war, side, key)
            if found > worth:
                best, worth = key, found
    return best
