"""Sides of the league that are led otherwise than by the general: idle, by chance, and the general with one fault each
(19.6). No battle file and no door of the campaign sets ``conduct``; 0 is the general.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.dice import DOCTRINE_STREAM, face_of
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.acts.evening import choose_combat
from battles.resolvers.lgg.doctrine.acts.general import choose, choose_answer
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import NOBODY, Command, Conduct, Pending, Phase, Status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import verify_battery, verify_recover
from battles.resolvers.lgg.turn.routes import plan_attack, plan_move, plan_rally, plan_withdraw

TRIES = 40
NUMBERS = 128
FAR_OFF = 30
"""A random march goes towards a point at most so many inches off, along either axis."""


@kernel
def chance(battle: Battle, side: int, faces: int) -> int:
    """19.6 A number from 0 to one less than ``faces``, by the doctrine's stream; no die of the battle's journal."""
    stream = DOCTRINE_STREAM + side
    face = face_of(battle.key, stream, battle.dice[stream], faces)
    battle.dice[stream] += 1
    return face - 1


@kernel
def march_anywhere(battle: Battle, side: int, unit: int) -> bool:
    """19.6 A march towards some point, facing it."""
    dx = float(chance(battle, side, 2 * FAR_OFF + 1) - FAR_OFF)
    dy = float(chance(battle, side, 2 * FAR_OFF + 1) - FAR_OFF)
    if abs(dx) + abs(dy) < 1.0:
        return False
    return plan_move(battle, unit, battle.x[unit] + dx, battle.y[unit] + dy, dx, dy, 1) == 0


@kernel
def at_some_enemy(battle: Battle, side: int, unit: int) -> bool:
    """19.6 An attack on some enemy, or a battery's fire at him."""
    foes = end_of(battle, 1 - side) - first_of(1 - side)
    target = first_of(1 - side) + chance(battle, side, max(foes, 1))
    if battle.status[target] != Status.BOARD:
        return False
    if battle.arm[unit] == Arm.ART:
        order(battle, Command.FIRE, unit, target)
        return verify_battery(battle) == 0
    return plan_attack(battle, unit, target, NOBODY) == 0


@kernel
def anything(battle: Battle, side: int, unit: int) -> bool:
    """19.6 Some activity of a unit, if it is legal."""
    if battle.status[unit] == Status.RALLYABLE:
        return plan_rally(battle, unit) == 0
    if battle.status[unit] != Status.BOARD:
        return False
    if battle.combat[unit] != NOBODY:
        return plan_withdraw(battle, unit) == 0
    what = chance(battle, side, 5)
    if what < 2:
        return at_some_enemy(battle, side, unit)
    if what < 4:
        return march_anywhere(battle, side, unit)
    order(battle, Command.RECOVER, unit, NOBODY)
    return verify_recover(battle) == 0


@kernel
def by_chance(battle: Battle, side: int) -> None:
    """19.6 Some legal activity, or the turn's end."""
    units = end_of(battle, side) - first_of(side)
    for _ in range(TRIES if battle.actions > 0 and units > 0 else 0):
        if anything(battle, side, first_of(side) + chance(battle, side, units)):
            return
    order(battle, Command.END_TURN, NOBODY, NOBODY)


@kernel
def stays_on(battle: Battle) -> None:
    """19.6 Never break off, never leave the field."""
    stays = battle.pending == Pending.STAY
    order(battle, Command.STAY_LEAVE if stays else Command.BREAK_OFF, NOBODY, NOBODY)
    battle.cmd_arg = int(stays)


@kernel
def stays_by_chance(battle: Battle, side: int) -> None:
    """19.6 A coin decides whether a side leaves the field."""
    order(battle, Command.STAY_LEAVE, NOBODY, NOBODY)
    battle.cmd_arg = chance(battle, side, 2)


@kernel
def is_staunch(battle: Battle, conduct: int) -> bool:
    """19.6 Is the question whether to leave put to a side that never does?"""
    never = Conduct.ALWAYS_STAYS | Conduct.IDLE | Conduct.AT_RANDOM
    return battle.pending in (Pending.STAY, Pending.BREAK_OFF) and conduct & never != 0


@kernel
def is_done(battle: Battle, side: int, conduct: int) -> bool:
    """19.6 Does a side end its turn early: at once, or with half of its actions spent?"""
    if battle.pending != Pending.NONE or battle.phase == Phase.COMBATS:
        return False
    half_spent = 2 * battle.actions <= battle.rolled[side]
    return conduct & Conduct.IDLE != 0 or (conduct & Conduct.HALF_SPENT != 0 and half_spent)


@kernel
def choose_otherwise(battle: Battle, side: int, conduct: int) -> None:
    """19.6 One decision of a side that is not led by the general as he is."""
    if battle.pending == Pending.STAY and conduct & Conduct.STAYS_BY_CHANCE != 0:
        stays_by_chance(battle, side)
    elif is_staunch(battle, conduct):
        stays_on(battle)
    elif is_done(battle, side, conduct):
        order(battle, Command.END_TURN, NOBODY, NOBODY)
    elif conduct & Conduct.AT_RANDOM == 0:
        choose(battle)
    elif battle.pending != Pending.NONE:
        choose_answer(battle)
    elif battle.phase == Phase.COMBATS:
        choose_combat(battle)
    else:
        by_chance(battle, side)


@kernel
def take_numbers(battle: Battle, side: int) -> None:
    """19.6 In the league each side thinks by numbers of its own."""
    for place in range(NUMBERS):
        battle.general[place] = battle.numbers[side, place]


@kernel
def decide(battle: Battle) -> None:
    """18.2 Fill ``cmd_*`` with what the asked side does now, however it is led."""
    side = battle.asked
    if battle.two_minds == 1:
        take_numbers(battle, side)
    conduct = battle.conduct[side]
    if conduct == 0:
        choose(battle)
    else:
        choose_otherwise(battle, side, conduct)
