"""The companion of the activation rules: activations, actions left, fire, melee, critical events (ADN-03 to ADN-49)."""

from collections.abc import Sequence
from typing import Any

from base.place import JsonPlace
from base.words import listed
from battles.resolvers.activation import codes
from battles.resolvers.activation.codes import BLUNDERS, CRITICAL_OF, CRITICALS, Own
from battles.resolvers.activation.combat import HITS_HARD, HITS_ONE, HITS_TWICE, LOSES_GROUND, LOSES_ONE, outcome_of
from battles.resolvers.activation.command import BEST_QUALITY, groups_of
from battles.resolvers.activation.dice import FAILURES, white_of
from battles.resolvers.activation.odds import (
    MELEE_WORDS,
    QUESTIONS,
    fire_totals,
    melee_totals,
    read_question,
    shot_words,
)
from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.activation.troops import disorder, quality_of
from battles.resolvers.by_hand.door import CompanionDoor
from battles.resolvers.by_hand.fights import as_counted, no_dice
from battles.resolvers.by_hand.game import (
    FIRST_SIDE,
    SECOND_SIDE,
    Counter,
    Counts,
    Deed,
    Extra,
    Fight,
    Game,
    Lookup,
    Phase,
    Store,
)
from battles.resolvers.common.codes import Ground, Skill, Weather
from battles.resolvers.contract.described import MANY, Die, NoteField
from battles.resolvers.contract.notes import Wording

GROUPS = "groups"
FACES, FIRE, MELEE, ACTIVATE, EVENT, RALLY, ACTIONS = 6, "fire", "combat", "activate", "critical", "rally", "actions"
NEAR = Extra("near", "A general is near the losing unit (it may be rallied if it is removed)")
DUE = Counter("due", "critical event to throw for", 2, by_hand=False)
MARKS = (
    DUE, Counter("officer_killed", "no officer"), Counter("broken_line", "broken line"),
    Counter("petrified", "petrified", most=2), Counter("wavering", "wavering"), Counter("rout", "routs", tone="alarm"),
)  # fmt: skip
EVENTS = {
    "officer_killed": "its officer is killed", "broken_line": "its line is broken", "petrified": "it is petrified",
    "devastating": "it recoils", "panic": "panic, a disorder more", "wavering": "it wavers", "rout": "it routs",
}  # fmt: skip
LAST_CRIPPLED = 1


def quality(fight: Fight) -> int:
    """ADN-04 Return the least face of a success."""
    return int(quality_of(fight.table.battle, fight.unit))


def activated(fight: Fight, faces: Sequence[int]) -> Counts:
    """ADN-04 ADN-08 Count successes, and the ones on coloured dice."""
    white = int(white_of(fight.table.battle, fight.unit, len(faces)))
    found = sum(face >= quality(fight) for face in faces)
    return {"actions": found, "failures": len(faces) - found, "ones": sum(face == 1 for face in faces[white:])}


def activate(table: Any, fight: Fight, counts: Counts) -> str:
    """ADN-03 ADN-04 ADN-08 A unit has its actions; two failures are a turnover, a coloured 1 is a blunder."""
    side = table.side_of(fight.unit)
    table.store[side][ACTIONS] = counts["actions"]
    if table.count(fight.unit, "broken_line") and counts["actions"]:
        table.mark(fight.unit, "broken_line", 0)
    over = counts["failures"] >= FAILURES
    table.store[side]["over"] = int(over)
    text = f"Activation of {table.name_with_side(fight.unit)}: {counts['actions']} actions"
    text += "; a blunder, throw for it" if counts["ones"] else ""
    return f"{text}; a turnover, no other unit is activated in this turn." if over else f"{text}."


def may_act(table: Any, unit: int) -> str:
    """ADN-03 ADN-43 Return why a unit is not activated; empty where it may be."""
    if table.store[table.side_of(unit)].get("over"):
        return "a turnover has ended the activations of this turn (ADN-04)."
    return "it is petrified in this turn (ADN-43)." if table.count(unit, "petrified") else ""


def general_left(table: Any, side: int) -> bool:
    """COM-16 Has a side a General: its own, or a wing commander who follows him?"""
    return len(table.lost[side]) < int(table.battle.leaders[side])


def may_gather(table: Any, side: int) -> str:
    """ADN-04 ADN-23 Return why no group is activated; empty where one may be."""
    if table.store[side].get("over"):
        return "a turnover has ended the activations of this turn (ADN-04)."
    if not general_left(table, side):
        return "the army has no General (ADN-23)."
    if table.store[side].get(GROUPS, 0) >= int(groups_of(table.battle, side)):
        return "the General activates no more groups in this turn (ADN-23)."
    return "" if len(joiners(table, side)) > 1 else "fewer than two units may join (ADN-41)."


def joiners(table: Any, side: int) -> list[int]:
    """ADN-23 ADN-41 List the units that may join a group; players see who is near and in no melee."""
    kept_out = ("officer_killed", "petrified", "rout")
    return [slot for slot in table.units_of(side) if table.is_here(slot) and (ACTIVATE, slot) not in table.acted
            and not any(table.count(slot, key) for key in kept_out)]  # fmt: skip


def group_fields(table: Any, side: int) -> tuple[NoteField, ...]:
    """ADN-23 Ask who joins and how many dice are thrown."""
    radius, most = int(table.battle.num[codes.COMMAND_RADIUS]), group_size(table, side)
    units = tuple((table.keys[slot], table.plain_name(slot)) for slot in joiners(table, side))
    text = f"Two to {most} units next to one another, within {radius} squares of the General; a group only moves."
    dice = tuple((str(n), str(n)) for n in (1, 2, 3))
    return (NoteField("units", "The group", MANY, units, help=text),
            NoteField("number", "Dice", choices=dice, dice={key: int(key) for key, _ in dice}))  # fmt: skip


def group_size(table: Any, side: int) -> int:
    """ADN-23 Return how many units a group has at most."""
    poor = table.battle.skill[side] == Skill.POOR
    return int(table.battle.num[codes.COMMAND_POOR_GROUP if poor else codes.COMMAND_GROUP])


def group_dice(_table: Any, _side: int, values: JsonPlace) -> list[int]:
    """ADN-23 Return the dice of a group, all of them white."""
    return [FACES] * int(values.at("number").choice(("1", "2", "3")))


def group_of(table: Any, side: int, values: JsonPlace) -> list[int]:
    """ADN-23 Read the units of a group."""
    places = values.at("units").items(least=2, most=group_size(table, side))
    open_to, found = joiners(table, side), []
    for place in places:
        slot = table.slot(place.text(most=60))
        if slot not in open_to or slot in found:
            place.refuse("it may not join this group; choose another.")
        found.append(slot)
    return found


def group(table: Any, side: int, values: JsonPlace, faces: Sequence[int]) -> Wording:
    """ADN-04 ADN-23 The group throws once, on the Quality of its worst unit; all of it moves, or none."""
    slots, battle = group_of(table, side, values), table.battle
    needed = max(int(quality_of(battle, slot)) for slot in slots)
    if battle.skill[side] == Skill.GREAT:
        needed = max(BEST_QUALITY, needed + int(battle.num[codes.COMMAND_GREAT]))
    found = sum(face >= needed for face in faces)
    table.acted |= {(ACTIVATE, slot) for slot in slots}
    table.store[side][GROUPS] = table.store[side].get(GROUPS, 0) + 1
    table.store[side][ACTIONS] = 0
    table.store[side]["over"] = int(len(faces) - found >= FAILURES)
    moves = ("it does not move", "it moves", "it moves, in double time if you like")[min(found, 2)]
    over = "; a turnover, no other unit is activated in this turn" if table.store[side]["over"] else ""
    return Wording(f"Group of {listed([table.name(slot) for slot in slots])}: {moves}{over}.")


def blundered(_fight: Fight, faces: Sequence[int]) -> Counts:
    """ADN-09 Return the blunder of a die."""
    return {"blunder": faces[0]}


def blunder(table: Any, fight: Fight, counts: Counts) -> str:
    """ADN-09 The blunder is carried out on the table."""
    name = BLUNDERS[counts["blunder"]].replace("_", " ")
    return f"Blunder of {table.name_with_side(fight.unit)}: {name}."


def shot(fight: Fight, faces: Sequence[int]) -> Counts:
    """ADN-33 ADN-38 Compare the totals of a shot; canister makes every disorder a critical event."""
    mine, theirs = fire_totals(fight.question)
    found = outcome_of(mine + faces[0], faces[0], theirs + faces[1], faces[1])
    hard = shot_words(fight.question)[HITS_ONE] == MELEE_WORDS[HITS_HARD]
    return {"result": HITS_HARD if hard and found == HITS_ONE else int(found)}


def clash(fight: Fight, faces: Sequence[int]) -> Counts:
    """ADN-33 ADN-36 Compare the totals of a melee."""
    mine, theirs = melee_totals(fight.question)
    return {"result": int(outcome_of(mine + faces[0], faces[0], theirs + faces[1], faces[1]))}


def fire(table: Any, fight: Fight, counts: Counts) -> str:
    """ADN-35 ADN-38 Apply a shot; its firer never suffers."""
    return f"{table.between('Shot', fight)}: {hurt(table, fight, fight.foe, counts['result'])}."


def melee(table: Any, fight: Fight, counts: Counts) -> str:
    """ADN-35 Apply a round of melee."""
    result, text = counts["result"], table.between("Melee", fight)
    if result not in (LOSES_GROUND, LOSES_ONE):
        return f"{text}: {hurt(table, fight, fight.foe, result)}."
    recoils = " and recoils" if result == LOSES_GROUND and table.battle.left[fight.unit] > 1 else ""
    return f"{text}: the attacker has {shaken(table, fight, fight.unit, 1)}{recoils}."


def hurt(table: Any, fight: Fight, slot: int, result: int) -> str:
    """ADN-35 ADN-40 Disorder first, then a critical event is due."""
    number = {HITS_ONE: 1, HITS_HARD: 1, HITS_TWICE: 2}.get(result, 0)
    if not number:
        return "nothing"
    text = shaken(table, fight, slot, number)
    if result != HITS_ONE and table.is_here(slot):
        table.mark(slot, DUE.key)
        return f"{text}, and a critical event is thrown for"
    return text


def shaken(table: Any, fight: Fight, slot: int, number: int) -> str:
    """ADN-06 ADN-46 Add disorders to a unit; a wavering one recoils."""
    text = table.lose(slot, number, near=bool(fight.more.get("near")), melee=True)
    return f"{text}; wavering, it recoils" if table.is_here(slot) and table.count(slot, "wavering") else str(text)


def event(_fight: Fight, faces: Sequence[int]) -> Counts:
    """ADN-41 Return the critical event of two dice."""
    return {"event": CRITICAL_OF[sum(faces) - 2]}


def suffer(table: Any, fight: Fight, counts: Counts) -> str:
    """ADN-41 to ADN-47 Carry a critical event out."""
    slot, name = fight.unit, CRITICALS[counts["event"]]
    table.mark(slot, DUE.key, table.count(slot, DUE.key) - 1)
    text = f"Critical event of {table.name_with_side(slot)}: {EVENTS[name]}"
    if name == "panic":
        return f"{text}: {table.lose(slot, 1, near=bool(fight.more.get('near')), melee=True)}."
    if name in {one.key for one in MARKS}:
        table.mark(slot, name, 2 if name == "petrified" else 1)
    table.battle.own[slot, Own.ROUTING] = int(table.count(slot, "rout") > 0)
    return f"{text}."


def may_suffer(table: Any, unit: int) -> str:
    """ADN-40 Return why no critical event is thrown for; empty where one is due."""
    return "" if table.count(unit, DUE.key) else "no critical event is due (ADN-35)."


def rally(table: Any, fight: Fight, _counts: Counts) -> str:
    """ADN-22 Two actions remove a disorder."""
    side = table.side_of(fight.unit)
    table.store[side][ACTIONS] -= 2
    table.battle.left[fight.unit] += 1
    return f"Rally of {table.name_with_side(fight.unit)}: a disorder is taken off."


def may_rally(table: Any, unit: int) -> str:
    """ADN-22 ADN-46 Return why a unit does not rally; empty where it may."""
    if table.taken(unit) == 0:
        return "it has no disorder of this battle."
    if table.count(unit, "wavering") and table.battle.left[unit] == LAST_CRIPPLED:
        return "it wavers and is crippled (ADN-46)."
    return "" if table.store[table.side_of(unit)][ACTIONS] >= 2 else "two actions are needed (ADN-22)."


def must(table: Any) -> str:
    """ADN-40 Return who has to throw for a critical event."""
    due = [table.name(slot) for slot in table.slots.values() if table.count(slot, DUE.key) and table.is_here(slot)]
    return f"A critical event is to be thrown for: {', '.join(due)}." if due else ""


def end_player_turn(table: Any, _phase: str) -> str:
    """ADN-03 ADN-43 Actions are not kept; a unit petrified in the enemy's turn misses one turn of its own."""
    side = table.on_turn
    table.store[side][ACTIONS] = table.store[side]["over"] = table.store[side][GROUPS] = 0
    for slot in table.units_of(side):
        table.mark(slot, "petrified", 0)
    return ""


def close(table: Any) -> None:
    """ADN-48 A unit that routs when the fighting ends is lost."""
    for slot in table.slots.values():
        if table.is_here(slot) and table.count(slot, "rout"):
            table.remove(slot, near=False)


def crippled(place: int) -> Any:
    """ADN-36 Return what tells whether the unit (0) or its enemy (1) is crippled."""
    return lambda _table, unit, foe, left: bool(left((unit, foe)[place]) <= LAST_CRIPPLED)


def rain(table: Any, *_units: object) -> bool:
    """ADN-52 Does it rain?"""
    return bool(table.battle.weather == Weather.PRECIPITATING)


def soft(table: Any, *_units: object) -> bool:
    """ADN-52 Is the ground soft?"""
    return bool(table.battle.ground == Ground.SOFT)


def disorders(table: Any, unit: int, *_more: object) -> int:
    """ADN-06 Return the disorders of a unit."""
    return max(0, min(3, int(disorder(table.battle, unit))))


CRIPPLED = {"first_crippled": crippled(0), "target_crippled": crippled(1)}
TWO = (Die(FACES, "Attacker's die"), Die(FACES, "Target's die"))
THREE = tuple(Die(FACES, f"Die {n}: white before coloured") for n in (1, 2, 3))


def choose_first(_table: Any) -> None:
    """ADN-01 The dice for the first turn are thrown on the table; nothing else changes with them."""


GAME = Game(
    slug="activation", door=DOOR, loss=("disorder", "disorders"),
    breaks=(codes.END_BREAK_OF, codes.END_BREAK_OF + 1),
    phases=(Phase("one", "Activations, melee", FIRST_SIDE), Phase("two", "Activations, melee", SECOND_SIDE)),
    questions=QUESTIONS, read_question=read_question, counters=MARKS,
    full=lambda battle, _unit: int(battle.num[codes.END_STEPS]),
    stores=(Store(ACTIONS, "actions left"),),
    lookups=(
        Lookup(ACTIVATE, "Activation", lambda fight: [FACES] * fight.situation["dice"], activated, activate, "morale",
               "command", faces=THREE, span=("dice", {"1": 1, "2": 2, "3": 3}), known={"disorders": disorders},
               alone=True, may=may_act),
        Lookup(FIRE, "Shot", lambda _: [FACES, FACES], shot, fire, FIRE, "fire", faces=TWO, extras=(NEAR,),
               known={**CRIPPLED, "rain": rain, "soft": soft}),
        Lookup(MELEE, "Melee", lambda _: [FACES, FACES], clash, melee, MELEE, "combat", faces=TWO, extras=(NEAR,),
               known=CRIPPLED, once=False),
        Lookup(EVENT, "Critical event", lambda _: [FACES, FACES], event, suffer, stream="morale",
               faces=(Die(FACES, "First die"), Die(FACES, "Second die")), extras=(NEAR,), alone=True, acting=False,
               once=False, may=may_suffer),
        Lookup(RALLY, "Rally", no_dice, as_counted, rally, alone=True, once=False, may=may_rally),
        Lookup("blunder", "Blunder", lambda _: [FACES], blundered, blunder, stream="command",
               faces=(Die(FACES, "Die"),), alone=True, once=False),
    ),
    deeds=(Deed("group", "Group", "Activate it", group, may_gather, group_dice, group_fields,
                lambda _table, _side: tuple(Die(FACES, f"White die {n}") for n in (1, 2, 3))),),
    must=must, swap=("one", choose_first), swap_once=True, leave_phase=end_player_turn, close=close,
)  # fmt: skip
_DOOR = CompanionDoor(GAME)
KINDS, read_notes, check_fresh, dice_wanted = _DOOR.KINDS, _DOOR.read_notes, _DOOR.check_fresh, _DOOR.dice_wanted
play_next, try_undo, entry_of, screen_of = _DOOR.play_next, _DOOR.try_undo, _DOOR.entry_of, _DOOR.screen_of
look_of, steps, waiting, tools = _DOOR.look_of, _DOOR.steps, _DOOR.waiting, _DOOR.tools
describe, ask = _DOOR.describe, _DOOR.ask
