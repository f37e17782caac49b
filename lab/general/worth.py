"""The worth of a battle to a side, in parts of its army's price (AI-22): the field, and what both have lost."""

from battles.resolvers.lgg.doctrine.worth import (
    army_price,
    days_left,
    lean_to_stay,
    likely_to_stay,
    part_left,
    worth_if_both_stay,
    worth_of_his_leaving,
    worth_of_leaving,
)
from battles.resolvers.lgg.record.codes import DRAW, SIDE_ROLL, Phase, Stake
from battles.resolvers.lgg.record.doctrine_numbers import ENEMY_STRENGTH, doctrine_numbers
from battles.resolvers.lgg.record.state import Battle


def price_lost(battle: Battle, side: int) -> float:
    """Return what a side has lost when the battle is over, in points."""
    total = 0.0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + int(battle.roll_count[side])):
        kind = battle.roll_type[row]
        price = battle.t_buy[kind] + battle.roll_guard[row] * battle.t_guard_buy[kind]
        total += float(price * (battle.roll_before[row] - battle.roll_after[row]) / battle.roll_full[row])
    return total


def part_lost(battle: Battle, side: int) -> float:
    """Return the part of its army's price that a side has lost when the battle is over."""
    return price_lost(battle, side) / max(float(army_price(battle, side)), 1.0)


def worth_of_end(battle: Battle, side: int) -> float:
    """Return the worth of a battle that is over."""
    stakes = battle.stakes[side]
    field = stakes[Stake.DRAWN] if battle.winner == DRAW else stakes[Stake.WON if battle.winner == side else Stake.LOST]
    gained = part_lost(battle, 1 - side) * doctrine_numbers()[ENEMY_STRENGTH]
    return float(field - stakes[Stake.STRENGTH] * part_lost(battle, side) + gained)


def worth_of_evening(battle: Battle, side: int) -> float:
    """Return the worth of a battle that has come to its evening, by the table of tomorrow and the choices that stakes
    suggest."""
    if battle.phase == Phase.OVER:
        return worth_of_end(battle, side)
    he_stays, left = likely_to_stay(battle, 1 - side), days_left(battle)
    if left == 0.0 or lean_to_stay(battle, side) > 0.0:
        both, alone = worth_if_both_stay(battle, side, left), worth_of_his_leaving(battle, side)
    else:
        both, alone = worth_of_leaving(battle, side), float(battle.stakes[side, Stake.DRAWN])
    return _worth_so_far(battle, side) + float(he_stays * both + (1.0 - he_stays) * alone)


def _worth_so_far(battle: Battle, side: int) -> float:
    own, other = (1.0 - float(part_left(battle, one)) for one in (side, 1 - side))
    return other * doctrine_numbers()[ENEMY_STRENGTH] - float(battle.stakes[side, Stake.STRENGTH]) * own
