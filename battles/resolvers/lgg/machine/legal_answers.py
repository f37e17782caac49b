"""Legal answers to the open question, and what forbids the rest (ENG-11, ENG-17)."""

from collections.abc import Iterator
from dataclasses import dataclass

from battles.resolvers.common.codes import Arm
from battles.resolvers.lgg.day.night import verify_rest
from battles.resolvers.lgg.fighting.combat import verify_allot, verify_occupy
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import COMMAND_KEYS, LEADERS, NOBODY, Activity, Command, Pending, Result, Status
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import PRESENCE_OF_MIND, WRONG_MOMENT, fitting_stratagem, verify_chit
from battles.resolvers.lgg.turn.presence import in_single_radius, verify_presence


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
    either = {Pending.BREAK_OFF: Command.BREAK_OFF, Pending.STAY: Command.STAY_LEAVE}
    if question in either:
        return tuple(offer(either[question], 0, arg=arg) for arg in (0, 1))
    one = {Pending.PURSUIT: Command.ALLOT_PURSUIT, Pending.AMALGAMATE: Command.AMALGAMATE}
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
