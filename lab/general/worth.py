"""The worth of a battle to a side, in parts of its army's price (AI-22): the field, and what both have lost."""

from battles.resolvers.lgg.doctrine.plans.worth import (
    army_price,
)
from battles.resolvers.lgg.record.codes import DRAW, SIDE_ROLL, Stake
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
