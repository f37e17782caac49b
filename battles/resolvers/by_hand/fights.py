"""Notes that read a table of the rule system: the question is put by its odds door, the dice change the record."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted, number, sentence
from battles.resolvers.by_hand.clock import require
from battles.resolvers.by_hand.game import Counts, Fight, Lookup
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.by_hand.table import FIGHTING, TableState
from battles.resolvers.common.codes import Status
from battles.resolvers.contract.manifest import OddsQuestion
from battles.resolvers.contract.notes import EVERYTHING, Reader, Wording
from battles.resolvers.contract.options import with_options

MOST_COUNT = 99


def play_fight(look: Lookup, table: TableState, values: JsonPlace) -> Wording:
    """Read the table and change the units."""
    fight = _allowed(table, look, values)
    counts = _counts(look, fight, values)
    table.known |= {fight.unit, fight.foe}
    table.acted.add((look.key, fight.unit))
    before = {slot: (int(table.battle.left[slot]), table.name_with_side(slot)) for slot in (fight.unit, fight.foe)}
    text = look.settle(table, fight, counts)
    return Wording(sentence(text), story=_story(table, look, fight, counts, before))


def _story(table: TableState, look: Lookup, fight: Fight, counts: Counts, before: Mapping[int, tuple[int, str]]) -> str:
    """Return what a fight or a shot came to, and of all else only who was gone after it."""
    (own, who), (_, whom) = before[fight.unit], before[fight.foe]
    if look.alone or look.stream not in _DID:
        return sentence(f"{who} {_fates(table, fight.unit)}.") if not table.is_here(fight.unit) else ""
    lost, back = (before[slot][0] - int(table.battle.left[slot]) for slot in (fight.foe, fight.unit))
    hits = int(counts.get("hits", 0)) if look.stream == "fire" else 0
    if not table.is_here(fight.foe):
        did = f"and {'destroyed' if table.battle.status[fight.foe] == Status.ELIMINATED else 'broke'} it"
    elif lost or hits:
        did = f"and cost it {counted(lost, *table.game.loss)}" if lost else f"and scored {counted(hits, 'hit')}"
    else:
        did = "without effect" if look.stream == "fire" else "in vain"
    gone = f", but {_fates(table, fight.unit)}" if not table.is_here(fight.unit) else ""
    paid = f" and lost {counted(back, *table.game.loss)}" if own and back > 0 and not gone else ""
    paid = f", for {number(back)} of its own" if paid and lost and table.is_here(fight.foe) else paid
    return sentence(f"{who} {_DID[look.stream]} {whom} {did}{paid}{gone}.")


_DID = {"fire": "fired at", "combat": "attacked"}


def _fates(table: TableState, slot: int) -> str:
    return "was destroyed" if table.battle.status[slot] == Status.ELIMINATED else "broke"


def fight_dice(look: Lookup, table: TableState, values: JsonPlace) -> list[int]:
    """Return the sides of the dice that the program throws."""
    return look.dice(_allowed(table, look, values))


def _allowed(table: TableState, look: Lookup, values: JsonPlace) -> Fight:
    require(table, FIGHTING, "Nobody fights before the day begins, nor after its end.")
    if look.phases and table.phase.key not in look.phases:
        raise Refusal(f"{look.title}: not in this part of the turn.")
    fight = fight_of(table, look, values, EVERYTHING)
    for key, slot in (("unit", fight.unit), ("foe", fight.foe)):
        if not table.is_here(slot):
            values.at(key).refuse("it does not stand on the table; choose another.")
    side = table.side_of(fight.unit)
    if look.acting and table.on_turn not in (None, side):
        values.at("unit").refuse("its side is not on turn; choose a unit of the side that is.")
    if look.once and (look.key, fight.unit) in table.acted:
        values.at("unit").refuse("it has done this already in this turn; choose another.")
    if sentence := look.may(table, fight.unit):
        values.at("unit").refuse(sentence)
    return fight


def _counts(look: Lookup, fight: Fight, values: JsonPlace) -> Counts:
    """Return what the dice come to: read from their faces, or as it was counted on the real table."""
    sides = look.dice(fight)
    if values.has("dice") or look.faces:
        return look.count(fight, read_faces(values, sides))
    most = len(sides) if sides else MOST_COUNT
    for one in look.counts:
        if not values.has(one.key):
            values.at(one.key).refuse("count it on the table and type it, or let the program roll.")
    return {one.key: values.at(one.key).integer(0, max(most, MOST_COUNT)) for one in look.counts}


def fight_of(table: TableState, look: Lookup, values: JsonPlace, reader: Reader) -> Fight:
    """Return a lookup with its question, as far as the reader knows the units; Refusal with the field that is wrong."""
    unit = table.slot(values.at("unit").text(most=60))
    foe = unit if look.alone else table.slot(values.at("foe").text(most=60))
    if not look.alone and table.side_of(unit) == table.side_of(foe):
        values.at("foe").refuse("it is a friend; choose an enemy.")
    situation = dict(_given(values)) | {
        key: fill(table, unit, foe, partial(_left, table, reader=reader)) for key, fill in (look.known or {}).items()
    }
    question = _question(table, look, unit, foe, situation, reader) if look.question else None
    more = {one.key: values.at(one.key).flag(False) for one in look.extras if values.has(one.key)}
    return Fight(question, unit, foe, situation, more, table)


def _given(values: JsonPlace) -> Mapping[str, Any]:
    if not values.has("situation"):
        return {}
    found = values.at("situation").value
    if not isinstance(found, dict):
        values.at("situation").object()
    return dict(found)


def _question(
    table: TableState, look: Lookup, unit: int, foe: int, situation: Mapping[str, Any], reader: Reader
) -> Any:  # fmt: skip
    asked = table.game.asked(look.question)
    assert asked is not None
    data: dict[str, Any] = {"kind": look.question, "rules": table.game.slug, "situation": dict(situation),
                            "profile": _profile(table)}  # fmt: skip
    places = [one.place for one in asked.units]
    if "first" in places:
        data["attackers"] = [_unit(table, unit, reader)]
    if "defender" in places and not (look.alone and "first" in places):
        data["defender"] = _unit(table, foe, reader)
    question = table.game.read_question(data)
    if table.game.put is not None:
        _put(table, question, asked, unit, foe, reader)
    return question


def _put(table: TableState, question: Any, asked: OddsQuestion, unit: int, foe: int, reader: Reader) -> None:
    put = table.game.put
    assert put is not None
    places = [one.place for one in asked.units]
    for place, slot in ((0, unit), (1, foe)):
        if ("first", "defender")[place] in places:
            put(
                question,
                place,
                _left(table, slot, reader),
                (table.battle, slot) if knows(table, slot, reader) else None,
            )


def _profile(table: TableState) -> dict[str, Any]:
    return with_options(table.file.profile or {}, table.game.door.options, table.file.options.own)


def knows(table: TableState, slot: int, reader: Reader) -> bool:
    """Does a reader know a unit's strength: is it his own, or has it fought?"""
    return slot in table.known or reader.owns(table.keys[slot].partition("/")[0], table.side_of(slot))


def _unit(table: TableState, slot: int, reader: Reader) -> dict[str, Any]:
    kind, known = table.kind(slot), knows(table, slot, reader)
    strength = int(table.battle.sp[slot]) if known else kind.full
    if table.game.strength is not None:
        full = table.full(slot, known=known)
        strength = table.game.strength(full, kind.full, _left(table, slot, reader))
    return {"type": kind.key, "strength": max(1, min(kind.full, strength)),
            "guard": bool(known and table.battle.guard[slot])}  # fmt: skip


def _left(table: TableState, slot: int, reader: Reader) -> int:
    """Return what is left of a unit, or of a fresh one with the losses that everybody has seen."""
    if knows(table, slot, reader):
        return int(table.battle.left[slot])
    return max(1, table.full(slot, known=False) - table.taken(slot))


def no_dice(_fight: Fight) -> list[int]:
    """Return no dice: players count on their table."""
    return []


def as_counted(_fight: Fight, _faces: Sequence[int]) -> Counts:
    """Return nothing: without dice there is nothing to read."""
    return {}
