"""The companion of the Solo Napoleonic rules: control, fire, melee, morale, figures, disorder (SNW-04 to SNW-68)."""

from collections.abc import Sequence
from typing import Any

from battles.resolvers.by_hand.door import CompanionDoor
from battles.resolvers.by_hand.game import TURN, Count, Counter, Counts, Extra, Fight, Game, Lookup, Model, Phase, Throw
from battles.resolvers.by_hand.table import NO_CARD
from battles.resolvers.common.codes import SIDE_LEADERS, SIDE_UNITS, Arm
from battles.resolvers.contract.described import Die
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.charge_odds import charge_figures
from battles.resolvers.solo_napoleonic.codes import MM, RESULT_KEYS, Class, Own, Result, State
from battles.resolvers.solo_napoleonic.command import first_brigadier
from battles.resolvers.solo_napoleonic.fighting.losses import judge, write_back
from battles.resolvers.solo_napoleonic.fighting.melee import (
    dice_of,
    fighters,
    melee_extra,
    melee_save,
    points_a_man,
    potential,
)
from battles.resolvers.solo_napoleonic.fighting.morale import failure
from battles.resolvers.solo_napoleonic.fighting.shooting import (
    gun_band,
    gun_modifiers,
    gun_save,
    hits_of,
    small_band,
    volley_modifiers,
)
from battles.resolvers.solo_napoleonic.footing import front_figures
from battles.resolvers.solo_napoleonic.hand_cards import (
    AID_CHARGE,
    AID_FIRE,
    AID_MORALE,
    COUNTERS,
    DEEDS,
    DITCH,
    IN_CONTROL,
    SPOIL,
)
from battles.resolvers.solo_napoleonic.odds import QUESTIONS, SLUG, cards_of, needed_of, read_question
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.turn import test_armies

FACES, HUNDRED, FIRST, SECOND = 6, 100, 0, SIDE_UNITS
FIRE, MELEE, MORALE, CHARGE = "fire", "combat", "morale", "charge"
TEST, CHITS, HURT, FLIGHT = "test", "chits", "hurt", "flight"
MOST_CHITS = 12
NEAR = Extra("near", "A general is near the losing unit (it may be rallied if it leaves play)")


def put(question: Any, place: int, left: int, model: Model | None) -> None:
    """SNW-66 Give a unit of a question its figures, and its class where that is known."""
    slot = place * SIDE_UNITS
    question.battle.left[slot] = left
    if model is not None:
        battle, unit = model
        question.battle.own[slot, Own.CLASS] = battle.own[unit, Own.CLASS]


def control_dice(table: Any, side: int) -> list[int]:
    """SNW-04 Return a die for each brigadier of a side."""
    battle = table.battle
    brigadiers = side * SIDE_LEADERS + int(battle.leaders[side]) - int(first_brigadier(battle, side))
    return [int(battle.num[n.CONTROL_DIE])] * max(0, brigadiers)


def control(table: Any, side: int, faces: Sequence[int]) -> str:
    """SNW-04 SNW-05 Name what every brigadier throws; players compare it with his Grade on their cards."""
    scores = ", ".join(f"brigadier {number} {face}" for number, face in enumerate(faces, 1))
    return f"Control of {table.file.sides[side].name}: {scores}; a score below his Grade is control."


def _guns(fight: Fight) -> bool:
    return bool(fight.question.battle.arm[FIRST] == Arm.ART)


def _volleys(fight: Fight) -> tuple[int, int, int]:
    """SNW-31 SNW-36 Return how many volleys there are, what is added to each, and the band."""
    battle = fight.question.battle
    band = int(small_band(battle, FIRST, MM * int(fight.question.values["range"])))
    volleys = int(front_figures(battle, FIRST)) // int(battle.num[n.FIRE_FIGURES])
    cards = cards_of(battle, fight.question.values)
    return volleys, int(volley_modifiers(battle, FIRST, SECOND)) + cards, band


def _battery(fight: Fight) -> tuple[int, int, int]:
    """SNW-39 SNW-40 Return a battery's dice, what is added to them, and the band."""
    battle = fight.question.battle
    band = int(gun_band(battle, FIRST, MM * int(fight.question.values["range"])))
    cards = cards_of(battle, fight.question.values)
    return int(battle.num[n.GUNS_DICE + band]), int(gun_modifiers(battle, FIRST, SECOND, band)) + cards, band


def fire_dice(fight: Fight) -> list[int]:
    """SNW-32 SNW-34 SNW-39 Return the dice of a fire, of its parts of a hit, and of the most saves there can be."""
    battle = fight.question.battle
    if _guns(fight):
        dice, extra, _ = _battery(fight)
        return [FACES] * (dice + max(0, FACES * dice + extra))
    volleys, extra, band = _volleys(fight)
    sides = int(battle.num[n.FIRE_DIE])
    most = hits_of(max(0, sides + extra), int(battle.num[n.FIRE_QUARTERS + band]))[0] + 1
    return [sides] * volleys + [HUNDRED] * volleys + [FACES] * (most * volleys)


def fire_lost(fight: Fight, faces: Sequence[int]) -> Counts:
    """SNW-34 SNW-35 Count the hits of a fire that are not saved."""
    battle = fight.question.battle
    if _guns(fight):
        dice, extra, band = _battery(fight)
        hits = max(0, sum(faces[:dice]) + extra)
        return {"lost": unsaved(faces[dice:], hits, int(gun_save(battle, band)))}
    volleys, extra, band = _volleys(fight)
    hits, quarters = 0, int(battle.num[n.FIRE_QUARTERS + band])
    for face, part in zip(faces[:volleys], faces[volleys : 2 * volleys], strict=True):
        whole, chance = hits_of(max(0, face + extra), quarters)
        hits += whole + int(part <= chance)
    return {"lost": unsaved(faces[2 * volleys :], hits, int(battle.num[n.FIRE_SAVES + band]))}


def unsaved(faces: Sequence[int], hits: int, least: int) -> int:
    """SNW-35 Count the hits that are not saved; dice beyond the hits do not count."""
    return sum(face < least for face in faces[:hits])


def fire(table: Any, fight: Fight, counts: Counts) -> str:
    """SNW-37 SNW-56 Take figures off; a tenth lost to one fire calls for a test."""
    before = int(table.battle.left[fight.foe])
    text = f"{table.between('Fire', fight)}: {fall(table, fight, fight.foe, counts['lost'])}."
    if counts["lost"] and 100 * counts["lost"] >= before * int(table.battle.num[n.MORALE_LOSS]):
        table.mark(fight.foe, TEST)
    spent(table, fight.unit, AID_FIRE, SPOIL)
    return text


def spent(table: Any, unit: int, *cards: str) -> None:
    """SNW-12 Take the chance cards off that a unit's fire or test has used."""
    for key in cards:
        table.mark(unit, key, 0)


def fall(table: Any, fight: Fight, slot: int, lost: int) -> str:
    """SNW-37 SNW-64 Take figures off a unit and remember how many it lost in this turn."""
    table.mark(slot, HURT, table.count(slot, HURT) + lost)
    return str(table.lose(slot, lost, near=bool(fight.more.get("near")), melee=True))


def _blows(fight: Fight, unit: int, other: int) -> tuple[int, int, int]:
    """SNW-45 to SNW-50 Return the dice of a unit in the first round, what is added, and the saves of its enemy."""
    battle, attacks = fight.question.battle, unit == FIRST
    points = int(fighters(battle, unit, other, True)) * int(points_a_man(battle, unit, other))
    dice = int(dice_of(points, int(battle.num[n.MELEE_POINTS])))
    standing = attacks and bool(fight.question.values["standing"])
    flank = attacks and bool(fight.question.values["flanked"])
    extra = int(melee_extra(battle, unit, dice, standing, flank, 0))
    return dice, extra, int(melee_save(battle, other, unit))


def _most(blows: tuple[int, int, int]) -> int:
    return int(potential(FACES * blows[0] + blows[1], False))


def melee_dice(fight: Fight) -> list[int]:
    """SNW-45 Return the dice of both, the attacker's first, each with the most saves that there can be."""
    mine, theirs = _blows(fight, FIRST, SECOND), _blows(fight, SECOND, FIRST)
    return [FACES] * (mine[0] + _most(mine) + theirs[0] + _most(theirs))


def melee_lost(fight: Fight, faces: Sequence[int]) -> Counts:
    """SNW-45 Count what both lose in the first round."""
    mine, theirs = _blows(fight, FIRST, SECOND), _blows(fight, SECOND, FIRST)
    cut = mine[0] + _most(mine)
    return {"lost": _killed(mine, faces[:cut]), "lost_back": _killed(theirs, faces[cut:])}


def _killed(blows: tuple[int, int, int], faces: Sequence[int]) -> int:
    dice, extra, save = blows
    return unsaved(faces[dice:], int(potential(sum(faces[:dice]) + extra, False)), save)


def melee(table: Any, fight: Fight, counts: Counts) -> str:
    """SNW-48 Both lose figures; the worse side tests."""
    lost, back = counts["lost"], counts["lost_back"]
    text = f"{fall(table, fight, fight.foe, lost)} there, {fall(table, fight, fight.unit, back)} here"
    worse = fight.foe if lost > back else fight.unit
    if lost != back and table.is_here(worse):
        table.mark(worse, TEST)
    return f"{table.between('Melee', fight)}: {text}."


def tested(fight: Fight, faces: Sequence[int]) -> Counts:
    """SNW-53 SNW-57 Return the result of a test; the d10 counts where it fails."""
    needed = needed_of(fight.question.battle, fight.question.values)
    passes = faces[0] < needed
    return {"result": Result.PASSES if passes else int(failure(fight.question.battle, faces[1]))}


def test(table: Any, fight: Fight, counts: Counts) -> str:
    """SNW-57 SNW-58 Carry the result of a test out; a unit in flight that passes rallies."""
    result, slot = counts["result"], fight.unit
    flight = {Result.RETREATS: 1, Result.ROUTS: 2}.get(Result(result), 0)
    table.mark(slot, TEST, 0)
    spent(table, slot, AID_MORALE)
    table.mark(slot, FLIGHT, flight)
    table.battle.own[slot, Own.STATE] = (State.STEADY, State.RETREATING, State.ROUTING)[flight]
    word = "stands" if result == Result.PASSES else RESULT_KEYS[result]
    return f"Morale of {table.name_with_side(slot)}: it {word}."


def starts(fight: Fight, faces: Sequence[int]) -> Counts:
    """SNW-59 Does a charge start?"""
    return {"passes": int(faces[0] < charge_figures(fight.question.battle, fight.question.values)[0])}


def start(table: Any, fight: Fight, counts: Counts) -> str:
    """SNW-60 A charge that starts makes its target test at once."""
    spent(table, fight.unit, AID_CHARGE)
    if not counts["passes"]:
        return f"{table.between('Charge', fight)}: it does not start."
    table.mark(fight.foe, TEST)
    return f"{table.between('Charge', fight)}: it starts, and the target tests."


def goes_home(fight: Fight, faces: Sequence[int]) -> Counts:
    """SNW-61 Does a charge go home?"""
    return {"passes": int(faces[0] < charge_figures(fight.question.battle, fight.question.values)[1])}


def go_home(table: Any, fight: Fight, counts: Counts) -> str:
    """SNW-62 A charge that fails halts and fires, or goes back in disorder."""
    head = table.between("Charge home", fight)
    spent(table, fight.unit, DITCH)
    if counts["passes"]:
        return f"{head}: it goes home."
    battle = fight.question.battle
    if battle.arm[FIRST] == Arm.FOOT and battle.own[FIRST, Own.CLASS] != Class.D:
        return f"{head}: it halts and fires a volley; under a timid brigadier it goes back 100 mm."
    table.mark(fight.unit, CHITS, table.count(fight.unit, CHITS) + 1)
    return f"{head}: it goes back a move, in disorder."


def must(table: Any) -> str:
    """SNW-11 Return who has to test before the turn ends."""
    if table.phase.key != "act":
        return ""
    waiting = [table.name(slot) for slot in table.slots.values() if table.count(slot, TEST) and table.is_here(slot)]
    return f"To test morale: {', '.join(waiting)}." if waiting else ""


def end_turn(table: Any) -> str:
    """SNW-12 SNW-68 Chance cards lapse; counters of flight that were set by hand count when armies are tested."""
    table.hand = [NO_CARD, NO_CARD]
    for side in (0, 1):
        table.store[side][IN_CONTROL] = 0
    for slot in table.slots.values():
        table.battle.own[slot, Own.STATE] = (State.STEADY, State.RETREATING, State.ROUTING)[table.count(slot, FLIGHT)]
    return ""


def gone(battle: Any, unit: int) -> bool:
    """SNW-64 Does a unit leave play: at half of its figures, a battery with its last man?"""
    left = int(battle.left[unit])
    return left == 0 or bool(battle.arm[unit] != Arm.ART and left * battle.num[n.MORALE_LEAVES] <= battle.cap[unit])


def counter(key: str, place: int, most: int) -> Any:
    """Return what reads a counter of the unit (0) or of its enemy (1) for a question."""
    return lambda table, unit, foe, _left: min(most, table.count((unit, foe)[place], key))


def card(key: str) -> Any:
    """SNW-12 Return what reads whether a chance card waits beside the unit of a question."""
    return lambda table, unit, _foe, _left: bool(table.count(unit, key))


BOTH = {"disorder": counter(CHITS, 0, 12), "defender_disorder": counter(CHITS, 1, 12)}
CHARGES = BOTH | {"aid": card(AID_CHARGE), "ditch": card(DITCH)}
FIRES = {"disorder": counter(CHITS, 0, 12), "aid": card(AID_FIRE), "spoil": card(SPOIL)}
GAME = Game(
    slug=SLUG, door=DOOR, loss=("figure", "figures"), breaks=(n.BOARD_BROKEN, n.BOARD_BROKEN + 1), lost_guns=False,
    phases=(Phase("control", "Control"), Phase("act", "Actions in the order of the cards")),
    questions=QUESTIONS, read_question=read_question, put=put, full=lambda battle, unit: int(battle.cap[unit]),
    counters=(Counter(CHITS, "disorder chits", MOST_CHITS), Counter(TEST, "must test morale"),
              Counter(FLIGHT, "in flight: 1 retreats, 2 routs", 2, "alarm"),
              Counter(HURT, "figures lost in this turn", 99, "", TURN, by_hand=False), *COUNTERS),
    throws=(Throw("control", "Control", control_dice, control, ("control",)),), deeds=DEEDS,
    lookups=(
        Lookup(FIRE, "Fire", fire_dice, fire_lost, fire, FIRE, "fire", ("act",),
               counts=(Count("lost", "Figures that fall"),), known=FIRES, extras=(NEAR,), once=False, acting=False),
        Lookup(MELEE, "Melee", melee_dice, melee_lost, melee, MELEE, "combat", ("act",),
               counts=(Count("lost", "Figures that the defender loses"),
                       Count("lost_back", "Figures that the attacker loses")),
               known=BOTH, extras=(NEAR,), once=False, acting=False),
        Lookup(MORALE, "Morale", lambda _: [HUNDRED, 10], tested, test, MORALE, "morale", ("act",),
               faces=(Die(HUNDRED, "d100"), Die(10, "d10, if it fails")),
               known={"disorder": counter(CHITS, 0, 12), "casualties": counter(HURT, 0, 17), "aid": card(AID_MORALE)},
               once=False, acting=False, alone=True),
        Lookup("start", "Charge", lambda _: [HUNDRED], starts, start, CHARGE, "morale", ("act",),
               faces=(Die(HUNDRED, "d100"),), known=CHARGES, once=False, acting=False),
        Lookup("home", "Charge home", lambda _: [HUNDRED], goes_home, go_home, CHARGE, "morale", ("act",),
               faces=(Die(HUNDRED, "d100"),), known=CHARGES | {"casualties": counter(HURT, 0, 17)}, once=False,
               acting=False),
    ),
    must=must, end_turn=end_turn, gone=gone, test=test_armies, judge=judge, write_back=write_back,
    due=lambda battle, unit: int(battle.own[unit, Own.ENTERS]),
)  # fmt: skip
_DOOR = CompanionDoor(GAME)
KINDS, read_notes, check_fresh, dice_wanted = _DOOR.KINDS, _DOOR.read_notes, _DOOR.check_fresh, _DOOR.dice_wanted
play_next, try_undo, entry_of, screen_of = _DOOR.play_next, _DOOR.try_undo, _DOOR.entry_of, _DOOR.screen_of
look_of, steps, waiting, tools = _DOOR.look_of, _DOOR.steps, _DOOR.waiting, _DOOR.tools
describe, ask = _DOOR.describe, _DOOR.ask
