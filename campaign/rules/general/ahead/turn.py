"""AI-49 One turn of a coarse war: meetings on the way, battles, retreats, and provinces that change hands."""

from battles.resolvers.core.kernels import kernel
from campaign.rules.general.ahead.record import BARRED, FAR, FINER, NOBODY, OURS, STEPS, THEIRS, Coarse

LATE = 0.35
"""What a point of strength counts for that may come to the guns."""
LEAST = 0.3
"""A stack of less strength is taken off."""


@kernel
def fights(war: Coarse, stack: int) -> bool:
    """Return whether a stack is in the field."""
    return war.strength[stack] > 0.0 and not war.shut[stack]


@kernel
def count_force(war: Coarse) -> None:
    """Add up the strength of both sides in the field in each province."""
    for key in range(war.provinces):
        war.force[OURS, key] = 0.0
        war.force[THEIRS, key] = 0.0
    for n in range(war.stacks):
        if fights(war, n):
            side, key = war.side[n], war.place[n]
            war.force[side, key] = war.force[side, key] + war.strength[n]


@kernel
def play_turn(war: Coarse, reply: int, step: int) -> None:
    """AI-49 Play one turn with the marches in ``goes``; the dice are those of a reply and of the step ahead."""
    for n in range(war.stacks):
        war.before[n] = war.place[n]
    for n in range(war.stacks):
        if war.side[n] == OURS and fights(war, n) and war.goes[n] != war.before[n]:
            _meet_on_the_way(war, war.before[n], war.goes[n], war.dice[reply, step, war.goes[n]])
    for n in range(war.stacks):
        war.place[n] = war.goes[n]
    count_force(war)
    for key in range(war.provinces):
        if war.force[OURS, key] > 0.0 and war.force[THEIRS, key] > 0.0:
            _meet(war, key, war.dice[reply, step, key])
    _hold(war)
    war.turn = war.turn + 1


@kernel
def _meet_on_the_way(war: Coarse, here: int, there: int, die: float) -> None:
    """21.4 Where stacks march against each other one side stays, by a part of a die, and the other comes there."""
    ours_go = FINER * die - int(FINER * die) < 0.5
    if not _comes(war, there, here):
        return
    for n in range(war.stacks):
        if fights(war, n):
            if ours_go and war.side[n] == THEIRS and war.before[n] == there and war.goes[n] == here:
                war.goes[n] = there
            elif not ours_go and war.side[n] == OURS and war.before[n] == here and war.goes[n] == there:
                war.goes[n] = here


@kernel
def _comes(war: Coarse, here: int, there: int) -> bool:
    """Return whether enemies march from one place to another."""
    for n in range(war.stacks):
        if war.side[n] == THEIRS and war.before[n] == here and war.goes[n] == there and fights(war, n):
            return True
    return False


@kernel
def _step(attackers: float, defenders: float) -> int:
    """Return the row of the table of odds."""
    return min(STEPS - 1, int(FINER * attackers / max(defenders, 0.1) + 0.5))


@kernel
def _decided(war: Coarse, ground: int, row: int, attacker: int, die: float) -> int:
    """Return the side that loses a battle, or nobody, and count it."""
    if die < war.odds[ground, row, 0]:
        war.won = war.won + (1 if attacker == OURS else -1)
        return 1 - attacker
    if die > 1.0 - war.odds[ground, row, 1]:
        war.won = war.won + (1 if attacker == THEIRS else -1)
        return attacker
    return NOBODY


@kernel
def _suffer(war: Coarse, stack: int, part: float) -> None:
    left = war.strength[stack] * (1.0 - part)
    war.strength[stack] = left if left >= LEAST else 0.0


@kernel
def _meet(war: Coarse, key: int, die: float) -> None:
    """Fight the battle in a province: who comes attacks; an attacker who does not win goes back."""
    attacker = _attacker(war, key)
    row = _step(war.force[attacker, key] + _help(war, attacker, key),
                war.force[1 - attacker, key] + _help(war, 1 - attacker, key))  # fmt: skip
    ground = war.ground[key]
    lost = _decided(war, ground, row, attacker, die)
    loser = attacker if lost == NOBODY else lost
    for n in range(war.stacks):
        if war.place[n] == key and fights(war, n):
            _suffer(war, n, war.odds[ground, row, 2 if war.side[n] == attacker else 3])
            if war.side[n] == loser:
                _retreat(war, n)


@kernel
def _attacker(war: Coarse, key: int) -> int:
    """Return the side that comes where the other stands, or else where the other is at home."""
    ours, theirs = False, False
    for n in range(war.stacks):
        if war.place[n] == key and war.before[n] == key and fights(war, n):
            ours = ours or war.side[n] == OURS
            theirs = theirs or war.side[n] == THEIRS
    if ours != theirs:
        return THEIRS if ours else OURS
    return THEIRS if war.held[key] == OURS else OURS


@kernel
def _help(war: Coarse, side: int, key: int) -> float:
    """HR-13 Return the strength that may come to the guns."""
    found = 0.0
    for n in range(war.stacks):
        if war.helps[n] == key and war.side[n] == side and fights(war, n) and war.place[n] != key:
            found += LATE * war.strength[n]
    return found


@kernel
def _retreat(war: Coarse, stack: int) -> None:
    """Send a beaten stack back where it came from, or to the best place of its side without enemies; or it is lost."""
    key, came, side = war.place[stack], war.before[stack], war.side[stack]
    if came != key and war.force[1 - side, came] <= 0.0:
        war.place[stack] = came
        return
    best = -1
    for k in range(war.ways[key]):
        near = war.near[key, k]
        is_safe = war.held[near] == side and war.force[1 - side, near] <= 0.0
        if is_safe and (best < 0 or war.prize[side, near] > war.prize[side, best]):
            best = near
    if best < 0:
        war.strength[stack] = 0.0
    else:
        war.place[stack] = best


@kernel
def _hold(war: Coarse) -> None:
    """Let provinces change hands; a fortress falls at the second turn end."""
    for key in range(war.provinces):
        war.seen[key] = NOBODY
    for n in range(war.stacks):
        if war.strength[n] > 0.0:
            key, side = war.place[n], war.side[n]
            war.seen[key] = side if war.seen[key] in (NOBODY, side) else BARRED
    for key in range(war.provinces):
        side = war.seen[key]
        if side < NOBODY and war.held[key] != side and war.held[key] != BARRED:
            if war.walls[key] and war.half[key] != side:
                war.half[key] = side
            else:
                war.held[key] = side
                war.since[key] = war.turn
                war.half[key] = NOBODY


@kernel
def has_won(war: Coarse, side: int) -> bool:
    """HR-21 Return whether a side has held the capitals that it needs at enough turn ends, the last one among them."""
    held = 0
    for key in range(war.provinces):
        if war.capital[key] == 1 - side and war.held[key] == side:
            held += int(war.turn - war.since[key] >= war.running)
    return war.needed[side] > 0 and held >= war.needed[side]


@kernel
def distance(war: Coarse, here: int, there: int) -> int:
    """Return the marches between two provinces."""
    return min(FAR, war.far[here, there])
