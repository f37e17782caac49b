"""The least that a system of the common record needs: both sides throw a d6 a turn, a 6 costs the other one hit."""

from pathlib import Path

from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import SIDE_UNITS, SIDES, Status
from battles.resolvers.common.ending import break_test, judge, unit_strength, write_back
from battles.resolvers.common.events import Cause, Event, Words
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.land import lay
from battles.resolvers.common.numbers import NumberTable, starts
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.frame.door import Door
from battles.resolvers.values.battle import BattleFile

LAYOUT = ("fire.needed", "fire.table[3]")
FIRE_NEEDED, FIRE_TABLE = starts(LAYOUT)
NUMBERS = NumberTable(Path(__file__).parent / "toy.toml", LAYOUT, "Toy")
WORDS = Words("TOY", dice={10: "fire"}, modifiers={}, scale=100)


def set_up(battle: Battle, file: BattleFile) -> None:
    lay(battle, file.laid_out, width=7200, depth=4800, cell=100)
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
            battle.cap[unit] = battle.left[unit] = capacity(3, battle.sp[unit], battle.full[unit])


@kernel
def first_unit(battle: Battle, side: int) -> int:
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            return unit
    return -1


@kernel
def shoot(battle: Battle, side: int) -> None:
    firer, target = first_unit(battle, side), first_unit(battle, 1 - side)
    if firer < 0 or target < 0:
        return
    hits = int(throw(battle, 6, 10) >= battle.num[FIRE_NEEDED])
    log_event(battle, Event.FIRE, rule=1, side=side, firer=firer, target=target, hits=hits)
    if hits:
        battle.left[target] -= 1
        log_event(
            battle, Event.HIT, rule=2, side=1 - side, unit=target, sp=unit_strength(battle, target),
            left=battle.left[target], cause=Cause.FIRE, lost=1,
        )  # fmt: skip
        if battle.left[target] == 0:
            battle.status[target] = Status.NONRALLYABLE
            log_event(battle, Event.ROUT, rule=3, side=1 - side, unit=target, box=Status.NONRALLYABLE, cause=Cause.FIRE)


@kernel
def play_day(battle: Battle) -> None:
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        shoot(battle, 0)
        shoot(battle, 1)
        break_test(battle, 1, 2)
    judge(battle)
    write_back(battle)


DOOR = Door(engine="1", numbers=NUMBERS, base_turns=30, words=WORDS, set_up=set_up, play_day=play_day)
