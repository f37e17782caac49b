"""The front as the general sees it from behind his line: u to the right of his left corner, v ahead of him (AI-8)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, crowding, strength_of
from battles.resolvers.lgg.doctrine.sees.stands import in_town
from battles.resolvers.lgg.movement.movement import gorge_between
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Edge
from battles.resolvers.lgg.record.doctrine_numbers import COVERED, SECTOR_ROUNDS
from battles.resolvers.lgg.record.reasons import (
    BY_ORDERS,
    HILL_TOP,
    HOUSES,
    IN_COVER,
    IN_THE_OPEN,
    LEVEL_GROUND,
    MASSED,
    OF_SECTOR,
    THIN,
    TO_SECTOR,
    WATER,
    note_reason,
)
from battles.resolvers.lgg.record.state import Battle

LANE = 6.0
MARGIN = 4.0
REACH = 26.0
KEPT = 0.1
"""AI-8 By what part of the own strength another sector must be better before the attack is given up where it is."""
SECTOR_COUNT, BEYOND_SECTOR = 3, 1.5
"""AI-8 Thirds of a front, and how far beyond its sector an enemy still counts as in it."""


@kernel
def across_of(battle: Battle, side: int, x: float) -> float:
    """HR-T1 How far to the right of its own left corner a side sees a point."""
    return x if battle.edge[side] == Edge.SOUTH else battle.width - x


@kernel
def depth_of(battle: Battle, side: int, y: float) -> float:
    """HR-T1 How far ahead of its own edge a side sees a point."""
    return y if battle.edge[side] == Edge.SOUTH else battle.depth - y


@kernel
def measure_lanes(battle: Battle, side: int) -> None:
    """AI-8 Take down how far across the front every enemy stands, and how far ahead his near edge is."""
    n = 0
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, enemy):
            battle.lane_across[n] = across_of(battle, side, battle.x[enemy])
            battle.lane_depth[n] = depth_of(battle, side, battle.y[enemy]) - battle.half_depth[enemy]
            n += 1
    battle.lanes = n


@kernel
def measure_front(battle: Battle, side: int) -> None:
    """AI-8 From where to where the front reaches, and how far ahead the line is."""
    low, high, ahead = FAR, -FAR, 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] == Arm.FOOT:
            u = across_of(battle, side, battle.x[unit])
            low, high = min(low, u), max(high, u)
            ahead = max(ahead, depth_of(battle, side, battle.y[unit]))
    if low > high:
        low, high, ahead = 0.0, battle.width, 8.0
    battle.front_low[side], battle.front_high[side], battle.front_ahead[side] = low - MARGIN, high + MARGIN, ahead


@kernel
def sector_of(battle: Battle, side: int) -> int:
    """AI-8 The attack sector."""
    return int(battle.attack_sector[side])


@kernel
def sector_middle(battle: Battle, side: int, sector: int) -> float:
    """AI-8 The middle of a sector, across the front."""
    width = battle.front_high[side] - battle.front_low[side]
    return battle.front_low[side] + width * (2.0 * sector + 1.0) / 6.0


@kernel
def in_attack(battle: Battle, side: int, unit: int) -> bool:
    """AI-8 Does a unit, own or enemy, stand where a side that attacks does so?"""
    u = across_of(battle, side, battle.x[unit])
    return battle.posture[side] < HOLD_POSTURE and battle.attack_from[side] <= u <= battle.attack_to[side]


@kernel
def off_sector(battle: Battle, target: int) -> bool:
    """AI-8 Does an enemy stand outside the sector that the plan of battle tells a side to attack in?"""
    side = 1 - side_of(target)
    planned = battle.plan_sector[side] != NOBODY and battle.posture[side] < HOLD_POSTURE
    return planned and not in_attack(battle, side, target)


@kernel
def is_spared(battle: Battle, unit: int) -> bool:
    """AI-6 Does the side's plan say that this unit is not to be risked?"""
    return battle.plan_spares[battle.roll[unit]] == 1


@kernel
def is_covered(battle: Battle, unit: int) -> bool:
    """AI-8 Does the unit stand in a town, in rough ground as infantry, or behind a work?"""
    return battle.stand_bonus[unit] > 0 or battle.shelter_bonus[unit] > 0


@kernel
def behind_water(battle: Battle, side: int, sector: int) -> bool:
    """AI-8 Does impassable ground part the line from the enemy in a sector?"""
    u, ahead = sector_middle(battle, side, sector), battle.front_ahead[side]
    x = across_of(battle, side, u)
    return gorge_between(battle, x, depth_of(battle, side, ahead), x, depth_of(battle, side, ahead + REACH))


@kernel
def sector_width(battle: Battle, side: int) -> float:
    """AI-8 How wide a third of the front is."""
    return float((battle.front_high[side] - battle.front_low[side]) / 3.0)


@kernel
def own_in_sector(battle: Battle, side: int, sector: int) -> float:
    """AI-8 The own value within one increment of a sector."""
    total, middle, half = 0.0, sector_middle(battle, side, sector), sector_width(battle, side) / 2.0
    for unit in range(first_of(side), end_of(battle, side)):
        off = abs(across_of(battle, side, battle.x[unit]) - middle)
        if on_board(battle, unit) and off <= half + battle.increment[unit]:
            total += battle.point[unit] * battle.sp[unit]
    return total


@kernel
def is_in_sector(battle: Battle, side: int, sector: int, enemy: int) -> bool:
    """AI-8 Is an enemy on the table in a sector of a side's front?"""
    off = abs(across_of(battle, side, battle.x[enemy]) - sector_middle(battle, side, sector))
    return on_board(battle, enemy) and off <= sector_width(battle, side) / 2.0 + BEYOND_SECTOR


@kernel
def enemy_in_sector(battle: Battle, side: int, sector: int) -> float:
    """AI-8 The enemy's value in a sector."""
    total = 0.0
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if is_in_sector(battle, side, sector, enemy):
            total += battle.point[enemy] * battle.sp[enemy]
    return total


@kernel
def cover_in_sector(battle: Battle, side: int, sector: int) -> float:
    """AI-8 What the enemy's cover in a sector counts."""
    covered = 0
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        covered += int(is_in_sector(battle, side, sector, enemy) and is_covered(battle, enemy))
    return covered * battle.general[COVERED]


@kernel
def sector_score(battle: Battle, side: int, sector: int) -> float:
    """AI-8 Own value within one increment of the sector less the enemy's value, more for a covered unit."""
    score = own_in_sector(battle, side, sector) - enemy_in_sector(battle, side, sector)
    score -= cover_in_sector(battle, side, sector)
    return score - 1000.0 if battle.pieces > 0 and behind_water(battle, side, sector) else score


@kernel
def why_sector(battle: Battle, side: int, sector: int) -> int:
    """AI-8 What speaks most for an attack in a sector, beside the mean of the others."""
    massed, thin, clear, water = 0.0, 0.0, 0.0, 0
    for other in range(SECTOR_COUNT):
        share = 1.0 if other == sector else -0.5
        massed += share * own_in_sector(battle, side, other)
        thin -= share * enemy_in_sector(battle, side, other)
        clear -= share * cover_in_sector(battle, side, other)
        water += int(other != sector and battle.pieces > 0 and behind_water(battle, side, other))
    if water > 0 and not behind_water(battle, side, sector):
        return WATER
    if thin >= max(massed, clear):
        return THIN
    return MASSED if massed >= clear else IN_THE_OPEN


@kernel
def ground_in_sector(battle: Battle, side: int, sector: int) -> int:
    """AI-8 What the enemy stands on in a sector: houses, else a hill, else cover."""
    found = LEVEL_GROUND
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if is_in_sector(battle, side, sector, enemy):
            if in_town(battle, enemy):
                return HOUSES
            if battle.stand_level[enemy] > 0:
                found = HILL_TOP
            elif found == LEVEL_GROUND and is_covered(battle, enemy):
                found = IN_COVER
    return found


@kernel
def note_sector(battle: Battle, side: int, why: int) -> None:
    """AI-8 Write down where an attack goes, and why there."""
    sector = sector_of(battle, side)
    ground = ground_in_sector(battle, side, sector)
    note_reason(battle, side, OF_SECTOR, 1 + sector, TO_SECTOR, why, sector, ground)


@kernel
def held_sector(battle: Battle, side: int, attacks: bool) -> int:
    """AI-8 The sector that a side has chosen before, for the same end: to attack the enemy where he is weak, or to meet
    him where he is strong; -1: none yet."""
    kept = battle.sector_since[side] > 0.0 and (battle.sector_for_attack[side] > 0.0) == attacks
    return sector_of(battle, side) if kept else NOBODY


@kernel
def choose_sector(battle: Battle, side: int) -> None:
    """AI-8 The attack sector: the plan's, or the best; kept for three rounds, longer in a large army, whose attack
    takes longer to come up."""
    attacks = battle.posture[side] < HOLD_POSTURE
    if battle.plan_sector[side] != NOBODY:
        battle.attack_sector[side] = battle.plan_sector[side]
        if attacks:
            note_sector(battle, side, BY_ORDERS)
        return
    kept, held = battle.general[SECTOR_ROUNDS] * crowding(battle, side), held_sector(battle, side, attacks)
    if held != NOBODY and battle.rounds - battle.sector_since[side] < kept:
        return
    best = -1e9
    for sector in range(SECTOR_COUNT):
        score = sector_score(battle, side, sector)
        if not attacks:
            score = -score
        if sector == held:
            score += KEPT * strength_of(battle, side)
        if score > best:
            best, battle.attack_sector[side] = score, float(sector)
    battle.sector_since[side], battle.sector_for_attack[side] = float(max(battle.rounds, 1)), 1.0 if attacks else 0.0
    if attacks:
        note_sector(battle, side, why_sector(battle, side, sector_of(battle, side)))
