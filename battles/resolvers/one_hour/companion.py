"""The companion of One Hour Wargames: player turns, shots, blows, morale, hits (OHW-01, OHW-11, OHW-18, OHW-19)."""

from collections.abc import Sequence
from typing import Any

from base.words import counted, listed
from battles.resolvers.by_hand.door import CompanionDoor
from battles.resolvers.by_hand.game import FIRST_SIDE, SECOND_SIDE, Counter, Counts, Fight, Game, Lookup, Phase, Store
from battles.resolvers.common.codes import SIDE_UNITS
from battles.resolvers.contract.described import Die
from battles.resolvers.one_hour.attack import FACES, hits_on
from battles.resolvers.one_hour.codes import BREAK_LOST, BREAK_OF, HITS, MELEE_ONLY, Side
from battles.resolvers.one_hour.losses import scatter_broken
from battles.resolvers.one_hour.melee import retreats_on
from battles.resolvers.one_hour.odds import QUESTIONS, SLUG, read_question
from battles.resolvers.one_hour.resolver import DOOR

FIRE, BLOW, MORALE, TEST, BACK = "fire", "combat", "morale", "test", "retreated"
DICE = (Die(FACES, "Die"), Die(FACES, "Second die: flank or rear"))


def put(question: Any, place: int, left: int, _model: object) -> None:
    """OHW-18 Give a unit of a question the hits that it has left on the table."""
    question.battle.left[place * SIDE_UNITS] = left


def hits(fight: Fight, faces: Sequence[int]) -> Counts:
    """OHW-11 OHW-12 Read the attack table for every die."""
    asked = fight.question
    return {"hits": sum(hits_on(asked.battle, asked.column, asked.covered, face) for face in faces)}


def strike(table: Any, fight: Fight, counts: Counts, *, melee: bool) -> str:
    """OHW-18 OHW-19 Mark hits; a unit that was hit and stands has to test its morale."""
    lost = table.lose(fight.foe, counts["hits"], melee=melee)
    if counts["hits"] and table.is_here(fight.foe) and (melee or not table.battle.num[MELEE_ONLY]):
        table.mark(fight.foe, TEST)
    return f"{table.between('Blow' if melee else 'Shot', fight)}: {lost}."


def shoot(table: Any, fight: Fight, counts: Counts) -> str:
    """OHW-11 Apply a shot."""
    return strike(table, fight, counts, melee=False)


def blow(table: Any, fight: Fight, counts: Counts) -> str:
    """OHW-12 Apply a blow."""
    return strike(table, fight, counts, melee=True)


def stands(fight: Fight, faces: Sequence[int]) -> Counts:
    """OHW-19 Does the unit stand?"""
    return {"stands": int(faces[0] < retreats_on(fight.question.battle, SIDE_UNITS))}


def test(table: Any, fight: Fight, counts: Counts) -> str:
    """OHW-19 OHW-21 A unit that fails retreats a full move, which is its next one."""
    table.mark(fight.unit, TEST, 0)
    if counts["stands"]:
        return f"Morale of {table.name_with_side(fight.unit)}: it stands."
    table.mark(fight.unit, BACK)
    return f"Morale of {table.name_with_side(fight.unit)}: it retreats a full move."


def may_shoot(table: Any, unit: int) -> str:
    """OHW-09 OHW-10 Return why a unit does not shoot; empty where it may."""
    if table.count(unit, BACK):
        return "it has retreated and does not shoot in this turn (OHW-21)."
    return "it has struck already in this turn (OHW-10)." if (BLOW, unit) in table.acted else ""


def may_strike(table: Any, unit: int) -> str:
    """OHW-10 Return why a unit does not strike; empty where it may."""
    return "it has shot already in this turn (OHW-10)." if (FIRE, unit) in table.acted else ""


def may_test(table: Any, unit: int) -> str:
    """OHW-19 Return why a unit does not test; empty where it must."""
    return "" if table.count(unit, TEST) else "it was not hit in this turn; nobody else tests (OHW-19)."


def must(table: Any) -> str:
    """OHW-01 Return who has to test before the player turn ends."""
    waiting = [table.name(slot) for slot in table.slots.values() if table.count(slot, TEST) and table.is_here(slot)]
    if not waiting:
        return ""
    return f"{counted(len(waiting), 'unit').capitalize()} must test morale: {listed(waiting)}."


def end_player_turn(table: Any, _phase: str) -> str:
    """OHW-21 OHW-23 A retreat is paid for; cavalry still in contact with infantry falls back."""
    for slot in table.units_of(table.on_turn):
        table.mark(slot, BACK, 0)
    return ""


def close(table: Any) -> None:
    """COM-07 The lost units of an army that broke are not rallied easily."""
    scatter_broken(table.battle)


GAME = Game(
    slug=SLUG, door=DOOR, loss=("hit", "hits"), breaks=(BREAK_LOST, BREAK_OF), boxed=True,
    phases=(Phase("one", "Move, shoot, melee, morale", FIRST_SIDE),
            Phase("two", "Move, shoot, melee, morale", SECOND_SIDE)),
    questions=QUESTIONS, read_question=read_question, put=put, full=lambda battle, _unit: int(battle.num[HITS]),
    counters=(Counter(TEST, "must test morale", by_hand=False), Counter(BACK, "retreated: loses its next move")),
    stores=(Store("again", "re-rolls left", lambda battle, side: int(battle.side_own[side, Side.AGAIN])),),
    lookups=(
        Lookup(FIRE, "Shot", lambda _fight: [FACES], hits, shoot, FIRE, "fire", faces=DICE[:1], may=may_shoot),
        Lookup(BLOW, "Blow", lambda fight: [FACES] * fight.question.dice, hits, blow, BLOW, "combat", faces=DICE,
               span=("flanked", {"False": 1, "True": 2}), may=may_strike),
        Lookup(MORALE, "Morale", lambda _fight: [FACES], stands, test, MORALE, "morale", faces=DICE[:1], once=False,
               acting=False, alone=True, may=may_test),
    ),
    must=must, leave_phase=end_player_turn, close=close,
)  # fmt: skip
_DOOR = CompanionDoor(GAME)
KINDS, read_notes, check_fresh, dice_wanted = _DOOR.KINDS, _DOOR.read_notes, _DOOR.check_fresh, _DOOR.dice_wanted
play_next, try_undo, entry_of, screen_of = _DOOR.play_next, _DOOR.try_undo, _DOOR.entry_of, _DOOR.screen_of
look_of, steps, waiting, tools = _DOOR.look_of, _DOOR.steps, _DOOR.waiting, _DOOR.tools
describe, ask = _DOOR.describe, _DOOR.ask
