"""The companion of My Favourite Rules: initiative, two waves of fire, close combat, markers (MFR-01 to MFR-40)."""

from collections.abc import Sequence
from typing import Any

from battles.resolvers.by_hand.door import CompanionDoor
from battles.resolvers.by_hand.game import (
    FIRST_SIDE,
    SECOND_SIDE,
    Count,
    Counter,
    Counts,
    Extra,
    Fight,
    Game,
    Lookup,
    Phase,
    Throw,
)
from battles.resolvers.common.codes import SIDE_UNITS, Arm, Ground
from battles.resolvers.contract.described import Die
from battles.resolvers.my_favourite.codes import (
    B_HOLDER,
    BREAK_LOST,
    BREAK_OF,
    LONG_PAIRS,
    MUSKET_RANGE,
    Own,
    Result,
    Stand,
)
from battles.resolvers.my_favourite.morale import is_impetuous, result_of, stand_of
from battles.resolvers.my_favourite.odds import FACES, QUESTIONS, RESULTS, SLUG, read_question
from battles.resolvers.my_favourite.resolver import DOOR
from battles.resolvers.my_favourite.troops import figures_of, steadiness
from battles.resolvers.my_favourite.turn import better_general, initiative_of

FIRE, COMBAT, MORALE, STANDS, MARK, PENDING = "fire", "combat", "morale", "stand", "mark", "pending"
NEAR = Extra("near", "A general of the unit is near (it may be rallied if it breaks)")
NEAR_FOE = Extra("near", "A general is near the losing unit (it may be rallied if it breaks)")
STAND_WORDS = ("both fight together", "it fights first", "it fights at half effect and is marked",
               "it goes back a move", "it routs")  # fmt: skip
TESTED = "tested"


def put(question: Any, place: int, left: int, _model: object) -> None:
    """MFR-25 Give a unit of a question the figures that it has left on the table."""
    question.battle.left[place * SIDE_UNITS] = left


def initiative_dice(_table: Any, _side: int) -> list[int]:
    """MFR-01 Return the die of a side."""
    return [FACES]


def initiative(table: Any, side: int, faces: Sequence[int]) -> str:
    """MFR-01 MFR-02 Each side throws; the second throw decides who moves first."""
    battle = table.battle
    table.store[side]["score"] = faces[0] + better_general(battle, side)
    if ("initiative", 1 - side) not in table.thrown:
        return f"Initiative: {table.file.sides[side].name} has {table.store[side]['score']}."
    scores = [table.store[number]["score"] for number in (0, 1)]
    holder = int(battle.first) if battle.turn == 1 else int(battle.battle_own[B_HOLDER])
    first = initiative_of(scores[0], scores[1], holder)
    battle.first = battle.battle_own[B_HOLDER] = first
    name = table.file.sides[first].name
    return f"Initiative: {scores[0]} against {scores[1]}; {name} has it and moves first."


def hand_over(table: Any) -> None:
    """MFR-03 A winner who moves second hands the holding over."""
    table.battle.battle_own[B_HOLDER] = int(table.battle.first)


def fire_dice(fight: Fight) -> list[int]:
    """MFR-25 Return the dice of a volley."""
    return [FACES] * _counted(fight, "dice")


def _counted(fight: Fight, key: str) -> int:
    return next(int(row["value"]) for row in fight.question.answer()["counted"] if row["id"] == key)


def fire_hits(fight: Fight, faces: Sequence[int]) -> Counts:
    """MFR-26 Count the dice that reach what is needed."""
    need = _counted(fight, "need")
    return {"hits": sum(face >= need for face in faces)}


def fire(table: Any, fight: Fight, counts: Counts) -> str:
    """MFR-05 MFR-25 The hits of a volley wait for the end of its wave."""
    hits, battle = counts["hits"], table.battle
    long_range = 2 * int(fight.situation.get("range", 0)) > int(battle.num[MUSKET_RANGE])
    if battle.num[LONG_PAIRS] == 1 and battle.arm[fight.unit] not in (Arm.ART, Arm.CAV) and long_range:
        hits //= 2
    table.mark(fight.foe, PENDING, table.count(fight.foe, PENDING) + hits)
    return f"{table.between('Volley', fight)}: {hits} {'hit' if hits == 1 else 'hits'}."


def end_wave(table: Any, phase: str) -> str:
    """MFR-05 The losses of a wave are taken together when it ends."""
    if phase not in ("wave1", "wave2"):
        return ""
    words = []
    for slot in table.slots.values():
        hits = table.count(slot, PENDING)
        if hits and table.is_here(slot):
            table.battle.own[slot, Own.HURT] = 1
            words.append(f"{table.name(slot)}: {table.lose(slot, hits, near=False)}")
        table.mark(slot, PENDING, 0)
    return f"Losses of the fire: {'; '.join(words)}." if words else ""


def combat_dice(fight: Fight) -> list[int]:
    """MFR-36 Return the dice of both sides, the attacker's first."""
    return [FACES] * (_counted(fight, "dice") + _counted(fight, "dice_back"))


def combat_hits(fight: Fight, faces: Sequence[int]) -> Counts:
    """MFR-34 MFR-35 Count the hits of both."""
    dice, need, back = (_counted(fight, key) for key in ("dice", "need", "need_back"))
    return {"hits": sum(face >= need for face in faces[:dice]), "hits_back": sum(face >= back for face in faces[dice:])}


def combat(table: Any, fight: Fight, counts: Counts) -> str:
    """MFR-38 MFR-39 MFR-40 Both lose figures; the worse falls back and is marked, on a tie the attacker."""
    hits, back, near = counts["hits"], counts["hits_back"], bool(fight.more.get("near"))
    lost = table.lose(fight.foe, hits, near=near, melee=True)
    lost_back = table.lose(fight.unit, back, near=near, melee=True)
    for slot, number in ((fight.foe, hits), (fight.unit, back)):
        if number:
            table.battle.own[slot, Own.HURT] = 1
    loser = fight.foe if hits > back else fight.unit
    text = f"{table.between('Charge', fight)}: {lost} there, {lost_back} here"
    if not table.is_here(loser):
        return f"{text}."
    table.mark(loser, MARK)
    if table.battle.arm[loser] == Arm.ART:
        return f"{text}; the beaten guns are taken: it {table.remove(loser, near=False, melee=True)}."
    return f"{text}; {table.name(loser)} falls back a move."


def morale_points(fight: Fight) -> int:
    """MFR-09 MFR-10 Return what is added to the die of a test."""
    asked = fight.question
    return int(steadiness(asked.battle, SIDE_UNITS) - asked.numbers["less"] + asked.numbers["general"])


def morale_result(fight: Fight, faces: Sequence[int]) -> Counts:
    """MFR-08 Return the result of a test, and the figures that a rout would cost."""
    wild = bool(is_impetuous(fight.question.battle, SIDE_UNITS))
    return {"result": int(result_of(faces[0] + morale_points(fight), wild)), "lost": (faces[1] + 1) // 2}


def morale(table: Any, fight: Fight, counts: Counts) -> str:
    """MFR-08 MFR-13 Carry out the result of a test."""
    result, near = counts["result"], bool(fight.more.get("near"))
    text = f"Morale of {table.name_with_side(fight.unit)}: it {_words(RESULTS[result])}"
    table.mark(fight.unit, TESTED)
    if result >= Result.RALLIES:
        table.mark(fight.unit, MARK, 0)
    elif result == Result.DISSOLVES:
        return f"{text} and {table.remove(fight.unit, near=near)}."
    elif result == Result.ROUTS:
        return f"{text} two moves: {table.lose(fight.unit, counts['lost'], near=near)}."
    return f"{text} a move." if result == Result.RETREATS else f"{text}."


def _words(result: str) -> str:
    more = {"half": "rallies with half of its move", "free": "rallies with its whole move",
            "wild": "rallies and goes out of control", "rallies": "rallies and does not move"}  # fmt: skip
    return more.get(result, result)


def stand_result(fight: Fight, faces: Sequence[int]) -> Counts:
    """MFR-15 Return how a charged unit stands, and the figures that a rout would cost."""
    return {"stand": int(stand_of(faces[0] + morale_points(fight))), "lost": (faces[1] + 1) // 2}


def stand(table: Any, fight: Fight, counts: Counts) -> str:
    """MFR-15 A charged unit stands, goes back or routs."""
    how, near = counts["stand"], bool(fight.more.get("near"))
    text = f"Charge on {table.name_with_side(fight.unit)}: {STAND_WORDS[how]}"
    if how == Stand.HALF_EFFECT:
        table.mark(fight.unit, MARK)
    return f"{text}: {table.lose(fight.unit, counts['lost'], near=near)}." if how == Stand.NOT_AT_ALL else f"{text}."


def may_test(table: Any, unit: int) -> str:
    """MFR-07 Return why a unit does not test; empty where it is marked."""
    return "" if table.count(unit, MARK) else "it has no marker; nobody else tests before moving (MFR-07)."


def must(table: Any) -> str:
    """MFR-07 Return who has to test before its side has moved."""
    if table.on_turn is None:
        return ""
    waiting = [table.name(slot) for slot in table.units_of(table.on_turn)
               if table.is_here(slot) and table.count(slot, MARK) and not table.count(slot, TESTED)]  # fmt: skip
    return f"Marked, to test before they move: {', '.join(waiting)}." if waiting else ""


def end_turn(table: Any) -> str:
    """MFR-04 Units that took casualties in this turn are marked."""
    for slot in table.slots.values():
        if table.battle.own[slot, Own.HURT] == 1 and table.is_here(slot):
            table.mark(slot, MARK)
        table.battle.own[slot, Own.HURT] = 0
    return ""


def full(battle: Any, unit: int) -> int:
    """MFR-31 Return the figures of a fresh unit."""
    if battle.arm[unit] == Arm.ART:
        return int(figures_of(battle, unit))
    return int(figures_of(battle, unit)) // max(1, int(battle.sp[unit])) * int(battle.full[unit])


def soft(table: Any, *_units: object) -> bool:
    """MFR-33 Is the ground soft?"""
    return bool(table.battle.ground == Ground.SOFT)


TWO = (Die(FACES, "Die"), Die(FACES, "Second die: figures lost if it routs"))
GAME = Game(
    slug=SLUG, door=DOOR, loss=("figure", "figures"), breaks=(BREAK_LOST, BREAK_OF), lost_guns=True,
    phases=(Phase("start", "Initiative"), Phase("first", "Moves", FIRST_SIDE), Phase("second", "Moves", SECOND_SIDE),
            Phase("wave1", "Fire of the units that did not move"), Phase("wave2", "Fire of the units that moved"),
            Phase("combat", "Close combat")),
    questions=QUESTIONS, read_question=read_question, put=put, full=full,
    counters=(Counter(MARK, "disordered"), Counter(PENDING, "hits of this wave", 99, by_hand=False),
              Counter(TESTED, "tested", tone="", until="turn", by_hand=False)),
    throws=(Throw("initiative", "Initiative", initiative_dice, initiative, ("start",)),),
    lookups=(
        Lookup(FIRE, "Volley", fire_dice, fire_hits, fire, FIRE, "fire", ("wave1", "wave2"),
               counts=(Count("hits", "Dice that hit"),), known={"soft": soft}, acting=False),
        Lookup(COMBAT, "Close combat", combat_dice, combat_hits, combat, COMBAT, "combat", ("combat",),
               counts=(Count("hits", "Hits of the attacker"), Count("hits_back", "Hits of the defender")),
               extras=(NEAR_FOE,), acting=False),
        Lookup(MORALE, "Morale of a marked unit", lambda _: [FACES, FACES], morale_result, morale, MORALE, "morale",
               ("first", "second"), faces=TWO, extras=(NEAR,), alone=True, may=may_test),
        Lookup(STANDS, "Does a charged unit stand?", lambda _: [FACES, FACES], stand_result, stand, MORALE, "morale",
               ("first", "second"), faces=TWO, extras=(NEAR,), alone=True, acting=False, once=False),
    ),
    swap=("first", hand_over), must=must, leave_phase=end_wave, end_turn=end_turn,
)  # fmt: skip
_DOOR = CompanionDoor(GAME)
KINDS, read_notes, check_fresh, dice_wanted = _DOOR.KINDS, _DOOR.read_notes, _DOOR.check_fresh, _DOOR.dice_wanted
play_next, try_undo, entry_of, screen_of = _DOOR.play_next, _DOOR.try_undo, _DOOR.entry_of, _DOOR.screen_of
look_of, steps, waiting, tools = _DOOR.look_of, _DOOR.steps, _DOOR.waiting, _DOOR.tools
describe, ask = _DOOR.describe, _DOOR.ask
