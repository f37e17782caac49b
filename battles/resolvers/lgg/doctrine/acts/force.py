"""Forcing a combat (AI-14): spend actions to have it decided before the other side can spoil it."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import attackers_of, in_squares
from battles.resolvers.lgg.command.radius import FORBIDDEN
from battles.resolvers.lgg.command.rolls import mean_roll
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.doctrine.sees.posture import fear
from battles.resolvers.lgg.doctrine.sees.stands import in_town
from battles.resolvers.lgg.movement.attack import force_price, verify_force
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import NOBODY, Command
from battles.resolvers.lgg.record.doctrine_numbers import BREAK_LIKELY, BREAK_UNLIKELY, COUNTER_COST
from battles.resolvers.lgg.record.state import Battle

NONE = -1e9


@kernel
def break_chance(battle: Battle, fight: int) -> float:
    """AI-14 How likely the other side is to spoil this combat before the end of the round."""
    defender = battle.fight_defender[fight]
    if battle.on_turn != battle.first:
        return 0.0
    foe = side_of(defender)
    enough = 2.0 * battle.rolled[foe] > mean_roll(battle, foe)
    likely = battle.general[BREAK_UNLIKELY if in_squares(battle, defender) or not enough else BREAK_LIKELY]
    return likely * fear(battle, 1 - foe)


@kernel
def force_score(battle: Battle, fight: int) -> float:
    """AI-14 Points an action of forcing a combat, with what it spares when its side moves first: the enemy spoils an
    attack by falling upon the attackers. A storm of a town by two units is always forced if it is worth it."""
    price = force_price(battle, fight)
    if price == FORBIDDEN or price > battle.actions:
        return NONE
    worth = battle.fight_worth[fight]
    storm = attackers_of(battle, fight) == 2 and in_town(battle, battle.fight_defender[fight])
    share = 1.0 if storm and worth > 0.0 else break_chance(battle, fight)
    if battle.on_turn == battle.first:
        worth += battle.general[COUNTER_COST]
    return worth * share / price


@kernel
def best_force(battle: Battle, side: int, least: float) -> int:
    """AI-14 The own attack that it pays most to force, or -1 if none is worth more than ``least`` an action."""
    best, score = NOBODY, max(least, 0.0)
    for fight in range(battle.combats):
        if battle.fight_open[fight] == 1 and side_of(battle.fight_defender[fight]) != side:
            value = force_score(battle, fight)
            if value > score:
                best, score = fight, value
    return best


@kernel
def force(battle: Battle, fight: int) -> bool:
    """AI-14 Put the forcing of a combat in hand, if it is legal."""
    order(battle, Command.FORCE, NOBODY, fight)
    return verify_force(battle) == 0
