"""The front as the general sees it from behind his line: u to the right of his left corner, v ahead of him (AI-8)."""

from battles.resolvers.geometry import FAR
from battles.resolvers.lgg.doctrine.posture import HOLD_POSTURE, crowding, strength_of
from battles.resolvers.lgg.movement.movement import gorge_between
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import FOOT, NOBODY, SOUTH
from battles.resolvers.lgg.record.doctrine_numbers import COVERED, PUSH, SECTOR_ROUNDS
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle

M_SECTOR, M_SINCE, M_HOLD_LINE, M_PUSHED, M_LOW, M_HIGH, M_AHEAD, M_FROM, M_TO = 5, 6, 7, 8, 9, 10, 11, 40, 41
"""Places of ``mind``: the attack sector and since which round; the depth of a line that holds; actions spent on the
attack this turn; the left and right end of the front; the depth of the foremost own infantry; from
where to where the attack goes."""
LANE = 6.0
MARGIN = 4.0
REACH = 26.0
KEPT = 0.1
"""AI-8 By what part of the own strength another sector must be better before the attack is given up where it is."""
PUSH_FROM = 3


@rule
def across_of(battle: Battle, side: int, x: float) -> float:
    """HR-T1 How far to the right of its own left corner a side sees a point."""
    return x if battle.edge[side] == SOUTH else battle.width - x


@rule
def depth_of(battle: Battle, side: int, y: float) -> float:
    """HR-T1 How far ahead of its own edge a side sees a point."""
    return y if battle.edge[side] == SOUTH else battle.depth - y


@rule
def measure_lanes(battle: Battle, side: int) -> None:
    """AI-8 Take down how far across the front every enemy stands, and how far ahead his near edge is."""
    n = 0
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, enemy):
            battle.lane_across[n] = across_of(battle, side, battle.x[enemy])
            battle.lane_depth[n] = depth_of(battle, side, battle.y[enemy]) - battle.half_depth[enemy]
            n += 1
    battle.lanes = n


@rule
def measure_front(battle: Battle, side: int) -> None:
    """AI-8 From where to where the front reaches, and how far ahead the line is."""
    low, high, ahead = FAR, -FAR, 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] == FOOT:
            u = across_of(battle, side, battle.x[unit])
            low, high = min(low, u), max(high, u)
            ahead = max(ahead, depth_of(battle, side, battle.y[unit]))
    if low > high:
        low, high, ahead = 0.0, battle.width, 8.0
    mind = battle.mind[side]
    mind[M_LOW], mind[M_HIGH], mind[M_AHEAD] = low - MARGIN, high + MARGIN, ahead


@rule
def sector_of(battle: Battle, side: int) -> int:
    """AI-8 The attack sector."""
    return int(battle.mind[side, M_SECTOR])


@rule
def sector_middle(battle: Battle, side: int, sector: int) -> float:
    """AI-8 The middle of a sector, across the front."""
    mind = battle.mind[side]
    return float(mind[M_LOW] + (mind[M_HIGH] - mind[M_LOW]) * (2.0 * sector + 1.0) / 6.0)


@rule
def in_attack(battle: Battle, side: int, unit: int) -> bool:
    """AI-8 Does a unit, own or enemy, stand where a side that attacks does so?"""
    u = across_of(battle, side, battle.x[unit])
    return battle.posture[side] < HOLD_POSTURE and battle.mind[side, M_FROM] <= u <= battle.mind[side, M_TO]


@rule
def off_sector(battle: Battle, target: int) -> bool:
    """AI-8 Does an enemy stand outside the sector that the plan of battle tells a side to attack in?"""
    side = 1 - side_of(target)
    planned = battle.plan_sector[side] != NOBODY and battle.posture[side] < HOLD_POSTURE
    return bool(planned) and not in_attack(battle, side, target)


@rule
def drive(battle: Battle, target: int) -> float:
    """AI-24 Of an attack, from the third round on, half of the actions go to its sector: what that adds there."""
    side = 1 - side_of(target)
    if battle.round_no < PUSH_FROM or not in_attack(battle, side, target):
        return 0.0
    due = 2.0 * battle.mind[side, M_PUSHED] < battle.rolled[side]
    return float(battle.general[PUSH]) if due else 0.0


@rule
def is_spared(battle: Battle, unit: int) -> bool:
    """AI-6 Does the side's plan say that this unit is not to be risked?"""
    return battle.plan_spares[battle.roll[unit]] == 1


@rule
def is_covered(battle: Battle, unit: int) -> bool:
    """AI-8 Does the unit stand in a town, in rough ground as infantry, or behind a work?"""
    return battle.stand_bonus[unit] > 0 or battle.shelter_bonus[unit] > 0


@rule
def behind_water(battle: Battle, side: int, sector: int) -> bool:
    """AI-8 Does impassable ground part the line from the enemy in a sector?"""
    u, ahead = sector_middle(battle, side, sector), battle.mind[side, M_AHEAD]
    x = across_of(battle, side, u)
    return gorge_between(battle, x, depth_of(battle, side, ahead), x, depth_of(battle, side, ahead + REACH))


@rule
def sector_score(battle: Battle, side: int, sector: int) -> float:
    """AI-8 Own value within one increment of the sector less the enemy's value, more for a covered unit."""
    score, middle = 0.0, sector_middle(battle, side, sector)
    width = (battle.mind[side, M_HIGH] - battle.mind[side, M_LOW]) / 3.0
    for army in range(2):
        for unit in range(first_of(army), end_of(battle, army)):
            if not on_board(battle, unit):
                continue
            off = abs(across_of(battle, side, battle.x[unit]) - middle)
            value = battle.point[unit] * battle.sp[unit]
            if army == side and off <= width / 2.0 + battle.increment[unit]:
                score += value
            elif army != side and off <= width / 2.0 + 1.5:
                score -= value
                score -= battle.general[COVERED] if is_covered(battle, unit) else 0.0
    return score - 1000.0 if battle.pieces > 0 and behind_water(battle, side, sector) else score


@rule
def choose_sector(battle: Battle, side: int) -> None:
    """AI-8 The attack sector: the plan's, or the best; kept for three rounds, longer in a large army, whose attack
    takes longer to come up."""
    mind = battle.mind[side]
    if battle.plan_sector[side] != NOBODY:
        mind[M_SECTOR] = battle.plan_sector[side]
        return
    kept = battle.general[SECTOR_ROUNDS] * crowding(battle, side)
    if mind[M_SINCE] > 0.0 and battle.rounds - mind[M_SINCE] < kept:
        return
    best = -1e9
    for sector in range(3):
        score = sector_score(battle, side, sector)
        if battle.posture[side] >= HOLD_POSTURE:
            score = -score
        if mind[M_SINCE] > 0.0 and sector == mind[M_SECTOR]:
            score += KEPT * strength_of(battle, side)
        if score > best:
            best, mind[M_SECTOR] = score, float(sector)
    mind[M_SINCE] = float(max(battle.rounds, 1))
