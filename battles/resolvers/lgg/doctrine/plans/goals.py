"""The goal of the line: forward by parts in an attack, back to its place on Hold (AI-9)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.line import in_block, lane_depth, line_depth, own_across, own_depth
from battles.resolvers.lgg.doctrine.sees.posture import DELAY_POSTURE, HOLD_POSTURE, crowding, help_is_coming
from battles.resolvers.lgg.doctrine.sees.sector import LANE, depth_of
from battles.resolvers.lgg.record.doctrine_numbers import (
    APPROACH_GAP,
    ASSAULT_GAP,
    DELAY_GAP,
    FIX_GAP,
    FORM_GAP,
    GUN_BACK,
)
from battles.resolvers.lgg.record.reasons import (
    FORMED_UP,
    LINE_BEHIND,
    OF_ADVANCE,
    TO_ASSAULT,
    TO_FORM,
    note_reason,
)
from battles.resolvers.lgg.record.state import Battle

FORMED = 2.6
BESIDE_GUN = 4.5
GUN_ALONE = 3.0
HALF_BASE = 1.5


@kernel
def behind_line(battle: Battle, side: int, n: int, attack: bool, depth: float) -> int:
    """AI-9 How many units of a part of the line have not come up to a depth."""
    behind = 0
    for at in range(n):
        unit = battle.queue[at]
        behind += int(in_block(battle, side, unit) == attack and own_depth(battle, unit) < depth - FORMED)
    return behind


@kernel
def is_formed(battle: Battle, side: int, n: int, attack: bool, depth: float) -> bool:
    """AI-9 Has a part of the line come up to a depth, all but stragglers?"""
    there = 0
    for at in range(n):
        there += int(in_block(battle, side, battle.queue[at]) == attack)
    return 3 * behind_line(battle, side, n, attack, depth) <= there


@kernel
def nearest_lane(battle: Battle, side: int, n: int, attack: bool) -> float:
    """AI-8 The depth of the foremost enemy before a part of the line; very far: none there."""
    best = FAR
    for at in range(n):
        unit = battle.queue[at]
        if in_block(battle, side, unit) == attack:
            best = min(best, lane_depth(battle, own_across(battle, unit), LANE))
    return best


@kernel
def note_bound(battle: Battle, side: int, n: int, waits: bool, depth: float) -> None:
    """AI-9 Write down that the attack waits for the units which have not come up to a depth, or that it goes in."""
    if battle.attack_from[side] > battle.attack_to[side] or depth > FAR / 2.0:
        return
    if waits:
        behind = behind_line(battle, side, n, True, depth)
        note_reason(battle, side, OF_ADVANCE, 1, TO_FORM, LINE_BEHIND, behind, 0)
    else:
        note_reason(battle, side, OF_ADVANCE, 2, TO_ASSAULT, FORMED_UP, 0, 0)


@kernel
def attack_goal(battle: Battle, side: int, n: int, enemy: float) -> float:
    """AI-9 How far ahead the attack is to go: to where it forms up, and on when all but stragglers are there."""
    form, approach = enemy - battle.general[FORM_GAP], enemy - battle.general[APPROACH_GAP]
    goal = enemy - battle.general[ASSAULT_GAP]
    if crowding(battle, side) > 1.0 and not is_formed(battle, side, n, True, form):
        goal = form
    elif not is_formed(battle, side, n, True, approach):
        goal = approach
    note_bound(battle, side, n, goal < enemy - battle.general[ASSAULT_GAP], goal)
    return goal


@kernel
def line_goal(battle: Battle, side: int, n: int, attack: bool) -> float:
    """AI-6, AI-9 How far ahead a part of the line is to go: in two bounds where it attacks, to a distance where it
    fixes, not beyond its place on Hold; on Delay it never goes ahead and gives ground, a little where help comes."""
    posture, enemy = battle.posture[side], nearest_lane(battle, side, n, attack) - HALF_BASE
    if posture == DELAY_POSTURE:
        gap = battle.general[FIX_GAP if help_is_coming(battle, side) else DELAY_GAP]
        return min(line_depth(battle, side), enemy - gap)
    if posture == HOLD_POSTURE:
        line = max(battle.hold_line[side], line_depth(battle, side))
        return min(line, enemy - battle.general[ASSAULT_GAP])
    if not attack:
        return enemy - battle.general[FIX_GAP]
    return attack_goal(battle, side, n, enemy)


@kernel
def gun_depth(battle: Battle, side: int, n: int, at: int) -> float:
    """AI-10 A battery stands a little behind the infantry beside it, on the hindmost one's level, in an attack only
    those that attack; without any it stays behind the line."""
    depth, attack = FAR, in_block(battle, side, battle.queue[at])
    for neighbour in range(max(0, at - 2), min(n, at + 3)):
        unit = battle.queue[neighbour]
        beside = abs(battle.worth[unit] - battle.worth[battle.queue[at]]) < BESIDE_GUN
        if battle.arm[unit] == Arm.FOOT and beside and in_block(battle, side, unit) == attack:
            depth = min(depth, depth_of(battle, side, battle.want[unit, 1]))
    if depth == FAR:
        depth = line_depth(battle, side) - GUN_ALONE
    return depth - battle.general[GUN_BACK]
