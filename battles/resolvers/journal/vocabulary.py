"""The events that every journal may hold, with the type of each of their values (COM-18, docs/journal.md).

Dispatch, replay, record of dice, ``verify_battle`` and the auditors live on these. A rule system may add events of
its own; it describes them in the same way and brings a phrase for each (``phrases.py``). A reader that does not know
an event shows its phrase.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.values.report import Event

HEAD = ("n", "ev", "day", "round", "side", "rule", "dice")
"""What every event has."""

UNIT, UNITS, PERSON, SIDE, POSE, PATH, WHOLE, FLAG, WORD, OPEN = (
    "unit", "units", "person", "side", "pose", "path", "whole", "flag", "word", "open",
)  # fmt: skip
"""Types of values: ids of units, names of generals and sides, [x, y, facing], poses, numbers, words; OPEN is any."""


@dataclass(frozen=True)
class EventShape:
    """An event: the keys that it always has and those that it may have, each with its type.

    ``own`` events may have further keys, which only their system reads.
    """

    name: str
    needs: Mapping[str, str] = field(default_factory=dict)
    may: Mapping[str, str] = field(default_factory=dict)


def _shape(name: str, needs: str = "", may: str = "") -> EventShape:
    return EventShape(name, _typed(needs), _typed(may))


def _typed(text: str) -> dict[str, str]:
    return {key: kind or OPEN for key, _, kind in (part.partition(":") for part in text.split())}


COMMON: Mapping[str, EventShape] = {
    shape.name: shape
    for shape in (
        _shape("battle_start", may="seed:word profile:word engine:word table field cast"),
        _shape("deploy", may="unit:unit commander:person role:word skill:word pose:pose"),
        _shape("arrive", may="unit:unit commander:person role:word skill:word pose:pose"),
        _shape("day_start", "weather:word ground:word length:whole", "radius:whole"),
        _shape("turn_start", may="turn:whole"),
        _shape("turn_end"),
        _shape("orders", "total:whole", "commander:person deferred:flag modifiers"),
        _shape("move", "unit:unit path:path", "how:word"),
        _shape("commander_move", "commander:person", "pose:pose"),
        _shape("formation", "unit:unit formation:word", "pose:pose"),
        _shape("turned", "unit:unit pose:pose"),
        _shape("contact", "attacker:unit defender:unit", "where:word combat:whole"),
        _shape("fire", "firer:unit target:unit hits:whole", "range modifiers totals"),
        _shape("combat", "defender:unit attackers:units result:word", "attack defend where:word modifiers totals cv"),
        _shape("hit", "unit:unit sp:whole", "left:whole cause:word lost:whole"),
        _shape("morale", "unit:unit result:word", "score:whole needed:whole pass:flag modifiers"),
        _shape("fallback", "unit:unit path:path"),
        _shape("rout", "unit:unit box:word", "cause:word"),
        _shape("eliminated", "unit:unit", "cause:word"),
        _shape("exit", "unit:unit", "cause:word"),
        _shape("casualty", "commander:person lost:flag", "by:unit pose:pose"),
        _shape("command_change", "old:person new:person role:word skill:word", "pose:pose reason:word"),
        _shape("rally", "unit:unit sp:whole pass:flag", "pose left:whole modifiers morale"),
        _shape("break_off", may="lost:whole began:whole"),
        _shape("engineer", "work:word", "unit:unit piece"),
        _shape("broken", "lost:whole began:whole"),
        _shape("decision", "winner grade:word lost"),
        _shape("stay_leave", "choices"),
        _shape("pursuit", "light allotment"),
        _shape("eod_recover", "unit:unit penalty:whole morale:whole pass:flag sp:whole"),
        _shape("eod_rally", "unit:unit penalty:whole morale:whole pass:flag sp:whole"),
        _shape("amalgamate", "groups"),
        _shape("typed", may="unit:unit commander:person strength:whole fate:word"),
        _shape("battle_end", "winner kind:word"),
    )
}


@dataclass(frozen=True)
class World:
    """The names that a journal may use: ids of units and of their pieces, sides, generals."""

    units: frozenset[str]
    sides: frozenset[str]


def faults(journal: Sequence[Event], world: World, own: Mapping[str, Any]) -> Iterator[str]:
    """List what is not in the journal's vocabulary, a sentence each; ``own`` are the events that its system
    explains."""
    for place, event in enumerate(journal, 1):
        yield from (f"event {place}: {fault}" for fault in _event_faults(place, event, world, own))


def _event_faults(place: int, event: Event, world: World, own: Mapping[str, Any]) -> Iterator[str]:
    missing = [key for key in HEAD if key not in event]
    if missing:
        yield f"{', '.join(missing)} missing."
        return
    if event["n"] != place:
        yield f"its number is {event['n']}."
    if event["side"] is not None and event["side"] not in world.sides:
        yield f"{event['side']!r} is no side."
    shape = COMMON.get(event["ev"])
    if shape is None and event["ev"] not in own:
        yield f"{event['ev']!r} is neither common nor explained by its system."
    elif shape is not None and event["ev"] not in own:
        yield from _value_faults(event, shape, world)


def _value_faults(event: Event, shape: EventShape, world: World) -> Iterator[str]:
    for key in shape.needs:
        if key not in event:
            yield f"{event['ev']} lacks {key}."
    for key, value in event.items():
        kind = shape.needs.get(key) or shape.may.get(key)
        if key not in HEAD and kind is None:
            yield f"{event['ev']} does not know {key}."
        elif kind is not None and not _CHECKS[kind](value, world):
            yield f"{event['ev']}.{key}: {value!r} is no {kind}."


def _is_pose(value: Any, world: World) -> bool:
    return value is None or (len(value) in (2, 3) and all(isinstance(part, int | float) for part in value))


_CHECKS: Mapping[str, Callable[[Any, World], bool]] = {
    UNIT: lambda value, world: value is None or value in world.units,
    UNITS: lambda value, world: all(unit in world.units for unit in value),
    PERSON: lambda value, world: value is None or isinstance(value, str),
    SIDE: lambda value, world: value in world.sides,
    POSE: _is_pose,
    PATH: lambda value, world: all(_is_pose(pose, world) for pose in value),
    WHOLE: lambda value, world: isinstance(value, int) and not isinstance(value, bool),
    FLAG: lambda value, world: isinstance(value, bool),
    WORD: lambda value, world: isinstance(value, str),
    OPEN: lambda value, world: True,
}
