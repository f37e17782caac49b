"""The companion of the Square Brigadier: orders, shots, rallies, melee, hits (SQB-02 to SQB-08, SQB-26 to SQB-47)."""

from __future__ import annotations

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
    Store,
    Throw,
)
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import Ground, Weather
from battles.resolvers.contract.described import Die
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.hand_cards import (
    AID_BLOW,
    AID_SHOT,
    COUNTERS,
    DEED,
    MUTE,
    ORDERS,
    THROW,
    aid,
    end_turn_of,
    is_silent,
)
from battles.resolvers.square_brigadier.odds import QUESTIONS, blow_pool, fire_pool, read_question
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.square_brigadier.troops import full_hits

FACES, FIRE, BLOW, RALLY, PUT_OFF = 6, "fire", "combat", "morale", "put_off"
NEAR = Extra("near", "A commander is near the target (it may be rallied if it is destroyed)")
BACK = Counter("back", "gave ground", until="turn")


def strength(full: int, points: int, left: int) -> int:
    """COM-05 Return the strength with which a unit would come with so many hits left."""
    return next((n for n in range(1, points + 1) if capacity(full, n, points) >= left), points)


def general_dice(table: Any, side: int) -> list[int]:
    """SQB-04 SQB-07 Return the General's dice: one, two after he has put off his throw; none where a card forbids."""
    if 0 in table.lost[side] or is_silent(table, side, 0):
        return []
    return [FACES] * min(int(table.battle.num[codes.MOST_ORDER_DICE]), 1 + table.store[side].get(PUT_OFF, 0))


def general(table: Any, side: int, faces: Sequence[int]) -> str:
    """SQB-08 The General's orders: his dice and his skill, one at least."""
    battle = table.battle
    made = max(1, sum(faces) + int(battle.num[codes.SKILL_ADDS + int(battle.skill[side])]))
    table.store[side][ORDERS] += made
    table.store[side][PUT_OFF] = 0
    return f"{table.file.sides[side].name}: {made} orders of the General."


def subordinate_dice(table: Any, side: int) -> list[int]:
    """SQB-04 Return a die for each subordinate."""
    roles = range(1, int(table.battle.leaders[side]))
    return [FACES] * sum(role not in table.lost[side] and not is_silent(table, side, role) for role in roles)


def subordinates(table: Any, side: int, faces: Sequence[int]) -> str:
    """SQB-04 The subordinates' orders."""
    table.store[side][ORDERS] += sum(faces)
    return f"{table.file.sides[side].name}: {' and '.join(str(face) for face in faces)} orders of the subordinates."


def end_player_turn(table: Any, _phase: str) -> str:
    """SQB-04 SQB-07 Orders are not kept; a General who did not throw throws two dice next time."""
    side = table.on_turn
    table.store[side][ORDERS] = 0
    put_off = ("general", side) not in table.thrown and bool(general_dice(table, side))
    table.store[side][PUT_OFF] = int(put_off)
    end_turn_of(table, side)
    return f"{table.file.sides[side].name} has put off the General's throw." if put_off else ""


def fire_dice(fight: Fight) -> list[int]:
    """SQB-26 Return the dice of a shot."""
    return [FACES] * fire_pool(fight.question)[0]


def blow_dice(fight: Fight) -> list[int]:
    """SQB-38 Return the dice of a blow."""
    return [FACES] * blow_pool(fight.question)[0]


def fire_hits(fight: Fight, faces: Sequence[int]) -> Counts:
    """SQB-26 Count the hits of a shot."""
    needed = fire_pool(fight.question)[1]
    return {"hits": sum(face >= needed for face in faces)}


def blow_hits(fight: Fight, faces: Sequence[int]) -> Counts:
    """SQB-38 Count the hits of a blow."""
    needed = blow_pool(fight.question)[1]
    return {"hits": sum(face >= needed for face in faces)}


def shoot(table: Any, fight: Fight, counts: Counts) -> str:
    """SQB-43 Apply a shot."""
    return struck(table, fight, counts["hits"], melee=False)


def blow(table: Any, fight: Fight, counts: Counts) -> str:
    """SQB-43 Apply a blow."""
    return struck(table, fight, counts["hits"], melee=True)


def struck(table: Any, fight: Fight, hits: int, *, melee: bool) -> str:
    """SQB-43 SQB-44 Mark hits; a unit that gives ground cancels one. A chance card that added a die is used up."""
    table.mark(fight.unit, AID_BLOW if melee else AID_SHOT, 0)
    gives = bool(fight.situation.get("gives_ground")) and hits > 0
    if gives:
        hits = max(0, hits - int(table.battle.num[codes.HITS_SHED]))
    lost = table.lose(fight.foe, hits, near=bool(fight.more.get("near")), melee=melee)
    text = f"{table.between('Blow' if melee else 'Shot', fight)}: {lost}"
    if not (gives and table.is_here(fight.foe)):
        return f"{text}."
    table.mark(fight.foe, BACK.key)
    return f"{text}; it gives ground."


def rallied(fight: Fight, faces: Sequence[int]) -> Counts:
    """SQB-46 Does a unit rally?"""
    num = fight.table.battle.num
    helped = int(num[codes.RALLY_HELPED]) if fight.situation.get("helped") else 0
    return {"done": int(faces[0] + helped >= num[codes.RALLY_NEEDED])}


def rally(table: Any, fight: Fight, counts: Counts) -> str:
    """SQB-46 A rally removes a hit."""
    table.battle.left[fight.unit] += counts["done"]
    name = table.name_with_side(fight.unit)
    return f"Rally of {name}: {'a hit is taken off' if counts['done'] else 'in vain'}."


def may_rally(table: Any, unit: int) -> str:
    """SQB-46 Return why a unit does not rally; empty where it may."""
    if (FIRE, unit) in table.acted:
        return "it has shot in this turn (SQB-46)."
    return "" if table.taken(unit) > 0 else "it has taken no hit in this battle."


def may_shoot(table: Any, unit: int) -> str:
    """SQB-46 SQB-48 Return why a unit does not shoot; empty where it may."""
    if table.count(unit, MUTE):
        return "a chance card forbids it in this turn (SQB-48)."
    return "it has rallied in this turn (SQB-46)." if (RALLY, unit) in table.acted else ""


def rain(table: Any, *_units: object) -> bool:
    """SQB-50 Does it rain?"""
    return bool(table.battle.weather == Weather.PRECIPITATING)


def soft(table: Any, *_units: object) -> bool:
    """SQB-50 Is the ground soft?"""
    return bool(table.battle.ground == Ground.SOFT)


def choose_first(_table: Any) -> None:
    """SQB-01 The dice for the first turn are thrown on the table; nothing else changes with them."""


GAME = Game(
    slug="square_brigadier", door=DOOR, loss=("hit", "hits"), breaks=(codes.BREAK_OF, codes.BREAK_OF + 1),
    phases=(Phase("one", "Orders, moves, fire, melee", FIRST_SIDE),
            Phase("two", "Orders, moves, fire, melee", SECOND_SIDE)),
    questions=QUESTIONS, read_question=read_question, strength=strength, counters=(BACK, *COUNTERS),
    full=lambda battle, unit: int(full_hits(battle, unit)),
    stores=(Store(ORDERS, "orders left"),),
    deeds=(DEED,),
    throws=(THROW,
            Throw("general", "Orders of the General", general_dice, general, ("one", "two"), needed=False),
            Throw("subordinates", "Orders of the subordinates", subordinate_dice, subordinates, ("one", "two"))),
    lookups=(
        Lookup(FIRE, "Shot", fire_dice, fire_hits, shoot, FIRE, "fire", counts=(Count("hits", "Dice that hit"),),
               known={"rain": rain, "soft": soft, "aid": aid(AID_SHOT)}, extras=(NEAR,), may=may_shoot),
        Lookup(BLOW, "Blow", blow_dice, blow_hits, blow, BLOW, "combat", counts=(Count("hits", "Dice that hit"),),
               known={"aid": aid(AID_BLOW)}, extras=(NEAR,), once=False, acting=False),
        Lookup(RALLY, "Rally", lambda _: [FACES], rallied, rally, RALLY, "morale", faces=(Die(FACES, "Die"),),
               alone=True, may=may_rally),
    ),
    swap=("one", choose_first), swap_once=True, leave_phase=end_player_turn,
)  # fmt: skip
_DOOR = CompanionDoor(GAME)
KINDS, read_notes, check_fresh, dice_wanted = _DOOR.KINDS, _DOOR.read_notes, _DOOR.check_fresh, _DOOR.dice_wanted
play_next, try_undo, entry_of, screen_of = _DOOR.play_next, _DOOR.try_undo, _DOOR.entry_of, _DOOR.screen_of
look_of, steps, waiting, tools = _DOOR.look_of, _DOOR.steps, _DOOR.waiting, _DOOR.tools
describe, ask = _DOOR.describe, _DOOR.ask
