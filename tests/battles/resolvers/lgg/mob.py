"""Generals without a plan: random commands, legal and not, for the property tests of ENG-16."""

from random import Random

import numpy as np

from battles.resolvers.common.codes import Skill, Type
from battles.resolvers.core.geometry import unit_vector
from battles.resolvers.core.records import fields_of
from battles.resolvers.lgg.machine.engine import plain_answer
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.movement.fallback import ANGLES, fan
from battles.resolvers.lgg.movement.zones import zone_target
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.army_fields import Footing
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDES, WORKS, Activity, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import add_leader, add_piece, add_unit, new_battle
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import PRESENCE_OF_MIND, fitting_stratagem
from battles.resolvers.lgg.record.table_fields import Command, Scratch
from battles.resolvers.lgg.turn.routes import BLOCKED, plan_attack, plan_leg, plan_move, plan_rally, plan_withdraw

KINDS = ("line_inf", "elite_inf", "heavy_cav", "light_cav", "heavy_art", "militia_inf", "irreg_cav", "horse_art",
         "engineer", "pontoon")
SILENT = {name for name, _, _ in fields_of(Command, Footing, Scratch)}


def random_battle(rng: Random, units: int) -> Battle:
    """A battle with random armies on a random field, in phase SETUP."""
    battle = new_battle(str(rng.random()))
    battle.max_days = rng.choice((1, 2, 3))
    battle.stratagems, battle.sudden_death = rng.choice((0, 1)), rng.choice((0, 0, 1))
    battle.season, battle.fixed_weather = rng.randrange(4), rng.choice((NOBODY, 0, 1, 2))
    for side in range(SIDES):
        for role in range(rng.randrange(3) + 1):
            add_leader(battle, side, role, Skill.AVERAGE)
        for _ in range(units):
            kind = rng.choice(KINDS)
            outrider = kind == "irreg_cav" and rng.random() < 0.5
            add_unit(battle, side, kind, outrider=outrider, arrives=rng.choice((0, 0, 0, 0, 20)))
    _random_field(battle, rng)
    return battle


def _random_field(battle: Battle, rng: Random) -> None:
    for _ in range(rng.randrange(5)):
        x, y = rng.uniform(5, 60), rng.uniform(12, 30)
        kind = rng.choice(("rough", "town", "hill", "obstacle", "road"))
        size = 4.0 if kind == "town" else rng.uniform(5, 9)
        if kind in ("obstacle", "road"):
            river = kind == "obstacle" and rng.random() < 0.5
            add_piece(battle, kind, [(x, y), (x + size, y + rng.uniform(-3, 3))], width=2, river=river)
        else:
            add_piece(battle, kind, [(x, y), (x + size, y), (x + size, y + size), (x, y + size)])


def nonsense(battle: Battle, rng: Random) -> None:
    """Fill the command with numbers that may mean anything."""
    battle.cmd, battle.cmd_arg, battle.cmd_side = rng.randrange(-1, 25), rng.randrange(-2, 5), rng.randrange(-2, 6)
    battle.cmd_unit, battle.cmd_target = rng.choice((rng.randrange(-2, 130), rng.randrange(5))), rng.randrange(-2, 130)
    battle.cmd_n, battle.cmd_items = rng.randrange(-1, 20), rng.randrange(3)
    battle.cmd_path[:, :2] = [[rng.uniform(-9, 80), rng.uniform(-9, 60)] for _ in battle.cmd_path]
    battle.cmd_x, battle.cmd_y = rng.uniform(-9, 80), rng.uniform(-9, 60)


def decide(battle: Battle, rng: Random) -> None:
    """Fill the command with something legal."""
    if battle.pending == Pending.STRATAGEM and rng.random() < 0.4 and _play(battle, rng):
        return
    if battle.pending == Pending.NIGHT and rng.random() < 0.8 and _by_night(battle, rng):
        return
    if battle.pending == Pending.NONE and battle.phase in (Phase.TURN_FIRST, Phase.TURN_SECOND) and battle.actions > 0:
        side = int(battle.on_turn)
        mine, foes = _there(battle, side), _there(battle, 1 - side)
        for _ in range(6):
            if mine and foes and _try(battle, rng, rng.choice(mine), rng.choice(foes)) == 0:
                return
        battle.cmd = codes.Command.END_TURN
    else:
        plain_answer(battle)
        if battle.pending == Pending.BREAK_OFF and rng.random() < 0.02:
            battle.cmd_arg = 1


def _play(battle: Battle, rng: Random) -> bool:
    """Play whatever the moment allows; False: nothing."""
    battle.cmd, battle.cmd_arg = codes.Command.PLAY, fitting_stratagem(battle)
    if battle.cmd_arg != PRESENCE_OF_MIND:
        return bool(verify(battle) == 0)
    side = int(battle.asked)
    mine, foes = _there(battle, side), _there(battle, 1 - side)
    for unit in rng.sample(mine, min(4, len(mine))):
        battle.cmd_unit, battle.cmd_side = unit, rng.choice((Activity.MOVE, Activity.FIRE, Activity.RECOVER))
        battle.cmd_target, battle.cmd_n = rng.choice(foes) if foes else NOBODY, 1
        battle.cmd_path[0] = (battle.x[unit], battle.y[unit] + rng.uniform(-6, 6), battle.fx[unit], battle.fy[unit])
        if verify(battle) == 0:
            return True
    return False


def _by_night(battle: Battle, rng: Random) -> bool:
    """A move by night anywhere near; False: none was legal."""
    for unit in _there(battle, int(battle.asked)):
        battle.cmd, battle.cmd_unit, battle.cmd_n = codes.Command.NIGHT_MOVE, unit, 1
        x, y = battle.x[unit] + rng.uniform(-9, 9), battle.y[unit] + rng.uniform(-9, 9)
        battle.cmd_path[0] = (x, y, battle.fx[unit], battle.fy[unit])
        if verify(battle) == 0:
            return True
    return False


def _there(battle: Battle, side: int) -> list[int]:
    return [unit for unit in range(first_of(side), end_of(battle, side)) if battle.status[unit] == Status.BOARD]


def _try(battle: Battle, rng: Random, unit: int, foe: int) -> int:
    """One idea; 0 if it is legal."""
    dx, dy = float(battle.x[foe] - battle.x[unit]), float(battle.y[foe] - battle.y[unit])
    if battle.type[unit] == Type.ENGINEER and rng.random() < 0.5:
        battle.cmd, battle.cmd_unit, battle.cmd_arg = codes.Command.ENGINEER, unit, rng.randrange(1, WORKS)
        battle.cmd_target = NOBODY
        return int(verify(battle))
    if battle.combat[unit] != NOBODY:
        battle.cmd, battle.cmd_target = codes.Command.FORCE, battle.combat[unit]
        return int(plan_withdraw(battle, unit) if rng.random() < 0.5 else verify(battle))
    ideas = rng.randrange(10)
    if ideas < 4 and abs(dx) + abs(dy) < 20:
        return int(plan_attack(battle, unit, foe, rng.randrange(-1, 4)))
    if ideas < 6:
        aside, increments = rng.uniform(-4, 4), rng.choice((1, 2))
        return int(plan_move(battle, unit, battle.x[foe] + aside, battle.y[foe], dx, dy, increments))
    if ideas == 6:
        return _away(battle, unit, 8.0)
    return _other(battle, rng, unit, foe)


def _away(battle: Battle, unit: int, distance: float) -> int:
    """LGG-8.5-e Straight back from the zone target, facing it, or somewhere off that way."""
    x, y = float(battle.x[unit]), float(battle.y[unit])
    target = zone_target(battle, unit, x, y, battle.fx[unit], battle.fy[unit])
    if target == NOBODY:
        return BLOCKED
    dx, dy = unit_vector(x - battle.x[target], y - battle.y[target])
    for angle in range(ANGLES):
        ax, ay = fan(dx, dy, angle)
        code = plan_leg(battle, unit, x + ax * distance, y + ay * distance, -dx, -dy, distance)
        if code == 0:
            break
    return int(code)


def _other(battle: Battle, rng: Random, unit: int, foe: int) -> int:
    side = int(battle.on_turn)
    battle.cmd = rng.choice((codes.Command.FIRE, codes.Command.RECOVER))
    battle.cmd_unit, battle.cmd_target = unit, foe
    units = range(first_of(side), end_of(battle, side))
    broken = [other for other in units if battle.status[other] == Status.RALLYABLE]
    if broken and rng.random() < 0.5:
        return int(plan_rally(battle, broken[0]))
    if rng.random() < 0.2:
        battle.cmd, battle.cmd_unit = codes.Command.MOVE_COMMANDER, side * LEADERS + rng.randrange(LEADERS)
        battle.cmd_x, battle.cmd_y = float(battle.x[unit]), float(battle.y[unit]) + rng.uniform(-5, 5)
    return int(verify(battle))


def spoken(battle: Battle) -> dict[str, bytes]:
    """Everything in a record that means something."""
    return {name: np.asarray(battle[name]).tobytes() for name in FIELD_NAMES}


FIELD_NAMES = tuple(name for name in Battle.RECORD.names if name not in SILENT)
