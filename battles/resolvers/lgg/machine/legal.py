"""Legal commands: what may be done now, at what price, and what forbids the rest (ENG-11); plain Python over the rules.

``legal`` changes nothing that means anything: it only uses the record's command fields and working space.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.lgg.command.activation import verify_open, verify_price
from battles.resolvers.lgg.command.radius import standing_price, turning_price
from battles.resolvers.lgg.day.night import verify_rest
from battles.resolvers.lgg.engineering.works import verify_engineer
from battles.resolvers.lgg.fighting.combat import verify_allot, verify_occupy
from battles.resolvers.lgg.movement.attack import force_price, verify_force
from battles.resolvers.lgg.movement.movement import route_price, verify_exit
from battles.resolvers.lgg.movement.paths import load_route
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import (
    COMMAND_KEYS,
    LEADERS,
    NOBODY,
    WORKS,
    Activity,
    Command,
    Pending,
    Phase,
    Result,
    Status,
    Work,
)
from battles.resolvers.lgg.record.rule_ids import RULE_IDS, code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    PRESENCE_OF_MIND,
    REDOUBLED_EFFORT,
    WRONG_MOMENT,
    fitting_stratagem,
    verify_chit,
    verify_effort,
)
from battles.resolvers.lgg.turn.activities import verify_battery, verify_recover
from battles.resolvers.lgg.turn.presence import in_single_radius, verify_presence
from battles.resolvers.lgg.turn.routes import plan_attack, plan_rally, plan_withdraw


@dataclass(frozen=True)
class Offer:
    """One command: open at ``price`` actions (``rule`` empty), or forbidden by ``rule`` (``price`` None).

    ``unit`` is a slot, or a leader number for move_commander, or None; ``target`` a slot or a combat row, or None;
    ``arg`` the number of a stratagem, of hits on the first attacker, 1 for yes or stay; ``activity`` what ST5 would do.
    A move's price is that of its first increment within the band where the unit stands."""

    command: str
    price: int | None
    rule: str = ""
    unit: int | None = None
    target: int | None = None
    arg: int | None = None
    activity: int | None = None


def offer(cmd: int, code: int, price: int = 0, unit: int | None = None, target: int | None = None,
          arg: int | None = None, activity: int | None = None) -> Offer:
    """Return the offer of a command that ``code`` forbids, or that is open at a price."""
    return Offer(COMMAND_KEYS[cmd], None if code else int(price), RULE_IDS[code], unit, target, arg, activity)


def answers(battle: Battle) -> tuple[Offer, ...]:
    """ENG-11 Every answer to the open question."""
    question = int(battle.pending)
    if question == Pending.STRATAGEM:
        return (*_stratagems(battle), offer(Command.PASS, 0))
    if question == Pending.ALLOT:
        hits = 2 if battle.fight_result == Result.ATTACKER_TWO_HITS else 1
        return tuple(offer(Command.ALLOT_HITS, verify_allot(battle, n), arg=n) for n in range(hits + 1))
    if question == Pending.OCCUPY:
        pair = [int(unit) for unit in battle.fight_attackers[battle.fight_now] if unit != NOBODY]
        return tuple(offer(Command.OCCUPY, verify_occupy(battle, unit), unit=unit) for unit in pair)
    if question == Pending.NIGHT:
        return (*_night_moves(battle), offer(Command.DONE, 0))
    if question == Pending.HEIR:
        return tuple(offer(Command.TAKE_OVER, 0, unit=int(battle.asked) * LEADERS + role) for role in (1, 2))
    return _simple(question)


def _simple(question: int) -> tuple[Offer, ...]:
    either: dict[int, Command] = {Pending.BREAK_OFF: Command.BREAK_OFF, Pending.STAY: Command.STAY_LEAVE}
    if question in either:
        return tuple(offer(either[question], 0, arg=arg) for arg in (0, 1))
    one: dict[int, Command] = {Pending.PURSUIT: Command.ALLOT_PURSUIT, Pending.AMALGAMATE: Command.AMALGAMATE}
    return (offer(one[question], 0),)


def _stratagems(battle: Battle) -> Iterator[Offer]:
    fitting = int(fitting_stratagem(battle))
    for number in range(1, 6):
        code = verify_chit(battle, battle.asked) if number == fitting else WRONG_MOMENT
        if number == fitting == PRESENCE_OF_MIND and code == 0:
            yield from _at_once(battle)
        else:
            yield offer(Command.PLAY, code, arg=number)


def _at_once(battle: Battle) -> Iterator[Offer]:
    side = int(battle.asked)
    foes = [foe for foe in range(first_of(1 - side), end_of(battle, 1 - side)) if battle.status[foe] == Status.BOARD]
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            targets = foes if battle.arm[unit] == Arm.ART else []
            yield from _at_once_by(battle, unit, targets)


def _at_once_by(battle: Battle, unit: int, targets: list[int]) -> Iterator[Offer]:
    """A path is the player's own: whether one is open ``verify`` says."""
    acts = [(Activity.RECOVER, None), *((Activity.FIRE, target) for target in targets)]
    for activity, target in acts:
        battle.cmd_unit, battle.cmd_side, battle.cmd_target = unit, activity, NOBODY if target is None else target
        code = verify_presence(battle)
        yield offer(Command.PLAY, code, unit=unit, target=target, arg=PRESENCE_OF_MIND, activity=activity)
    attacked = battle.combat[unit] != NOBODY
    code = 0 if not battle.closed[unit] and in_single_radius(battle, unit) else WRONG_MOMENT
    activity = Activity.WITHDRAW if attacked else Activity.MOVE
    yield offer(Command.PLAY, code, unit=unit, arg=PRESENCE_OF_MIND, activity=activity)


def _night_moves(battle: Battle) -> Iterator[Offer]:
    side = int(battle.asked)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            yield offer(Command.NIGHT_MOVE, verify_rest(battle, unit), unit=unit)


NO_GUN, NO_ENGINEER = code_of("LGG-7.0-a"), code_of("REC-7")
COMMANDER_ONCE = "LGG-8.2-c"


def legal(battle: Battle) -> tuple[Offer, ...]:
    """ENG-11 Every command of the moment, open or not, for the side that must decide."""
    if battle.pending != Pending.NONE:
        return answers(battle)
    if battle.phase == Phase.COMBATS:
        return tuple(Offer("resolve", 0, target=fight) for fight in _open_fights(battle))
    if battle.phase not in (Phase.TURN_FIRST, Phase.TURN_SECOND):
        return ()
    return (*_turn(battle, int(battle.on_turn)), *_effort(battle), Offer("end_turn", 0))


def _effort(battle: Battle) -> Iterator[Offer]:
    """ST2, where stratagems are in play."""
    if battle.stratagems:
        battle.cmd_arg = REDOUBLED_EFFORT
        code = verify_effort(battle)
        yield Offer("play", None if code else 0, RULE_IDS[code], arg=REDOUBLED_EFFORT)


def _open_fights(battle: Battle) -> list[int]:
    return [fight for fight in range(int(battle.combats)) if battle.fight_open[fight]]


def _turn(battle: Battle, side: int) -> Iterator[Offer]:
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            yield from _unit(battle, unit)
        elif battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE):
            yield _rally(battle, unit)
    for fight in _open_fights(battle):
        battle.cmd, battle.cmd_target = Command.FORCE, fight
        yield _offer(Command.FORCE, verify_force(battle), force_price(battle, fight), target=fight)
    for leader in range(side * LEADERS, side * LEADERS + LEADERS):
        if battle.lead_here[leader]:
            yield _commander(battle, leader)


def _offer(cmd: int, code: int, price: int, unit: int | None = None, target: int | None = None) -> Offer:
    return Offer(COMMAND_KEYS[cmd], None if code else int(price), RULE_IDS[code], unit, target)


def _unit(battle: Battle, unit: int) -> Iterator[Offer]:
    price = int(standing_price(battle, unit))
    turning = int(turning_price(battle, unit))
    code = verify_open(battle, unit, Activity.MOVE) or verify_price(battle, turning)
    yield Offer("move", None if code else turning, RULE_IDS[code], unit)
    yield from _attacks(battle, unit)
    code = plan_withdraw(battle, unit)
    yield Offer("withdraw", None if code else _route_price(battle, unit), RULE_IDS[code], unit)
    yield from _fires(battle, unit, price)
    battle.cmd_unit = unit
    yield _offer(Command.RECOVER, verify_recover(battle), price, unit)
    yield _offer(Command.EXIT, verify_exit(battle), turning, unit)
    yield from _works(battle, unit, price)


def _route_price(battle: Battle, unit: int) -> int:
    return int(route_price(battle, unit, load_route(battle, unit)))


def _foes(battle: Battle, unit: int) -> list[int]:
    foe = 1 - side_of(unit)
    return [other for other in range(first_of(foe), end_of(battle, foe)) if battle.status[other] == Status.BOARD]


def _attacks(battle: Battle, unit: int) -> Iterator[Offer]:
    closed = verify_open(battle, unit, Activity.ATTACK)
    if closed:
        yield Offer("attack", None, RULE_IDS[closed], unit)
        return
    for target in _foes(battle, unit):
        code = plan_attack(battle, unit, target, -1)
        yield _offer(Command.ATTACK, code, 0 if code else _route_price(battle, unit), unit, target)


def _fires(battle: Battle, unit: int, price: int) -> Iterator[Offer]:
    if battle.t_power[battle.type[unit]] > 0:
        for target in _foes(battle, unit):
            battle.cmd_unit, battle.cmd_target = unit, target
            yield _offer(Command.FIRE, verify_battery(battle), price, unit, target)
    else:
        yield _offer(Command.FIRE, verify_open(battle, unit, Activity.FIRE) or NO_GUN, 0, unit)


def _works(battle: Battle, unit: int, price: int) -> Iterator[Offer]:
    if battle.type[unit] != Type.ENGINEER:
        yield _offer(Command.ENGINEER, verify_open(battle, unit, Activity.ENGINEER) or NO_ENGINEER, 0, unit)
        return
    for work in range(Work.EA1, WORKS):
        battle.cmd_unit, battle.cmd_arg, battle.cmd_target = unit, work, NOBODY
        yield _offer(Command.ENGINEER, verify_engineer(battle), price, unit, work)


def _rally(battle: Battle, unit: int) -> Offer:
    code = plan_rally(battle, unit)
    return Offer("rally", None if code else 1, RULE_IDS[code], unit)


def _commander(battle: Battle, leader: int) -> Offer:
    code = code_of(COMMANDER_ONCE) if battle.lead_moved[leader] else verify_price(battle, 1)
    return _offer(Command.MOVE_COMMANDER, code, 1, leader)
