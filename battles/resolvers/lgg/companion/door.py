"""The companion's door for the rest of the application."""

from collections.abc import Iterable, Mapping
from typing import Any

from base.place import JsonPlace
from battles.resolvers.by_hand.kind import Kind
from battles.resolvers.by_hand.reading import Reading
from battles.resolvers.contract.notes import Touch
from battles.resolvers.lgg.companion import clock, evening, fates, fights, round_end
from battles.resolvers.lgg.companion.asking import ask
from battles.resolvers.lgg.companion.describing import describe, steps, tools, waiting
from battles.resolvers.lgg.companion.look import entry_of, look_of
from battles.resolvers.lgg.companion.screen import screen_of
from battles.resolvers.lgg.companion.state import TURNS, TableState, new_table

UNIT_KEYS = ("unit", "defender", "firer", "target", "train")
UNIT_LISTS = ("attackers", "units", "hits", "waits")


def one_d10(_table: TableState, _values: JsonPlace) -> list[int]:
    """A single d10."""
    return [10]


KINDS: dict[str, Kind] = {
    "deploy": Kind("a set-up", clock.play_deploy, own=True, changes=("deploy:{side}",)),
    "day": Kind("a day", clock.play_day, changes=("clock",), stream="weather",
                dice=lambda table, _: clock.weather_dice(table)),
    "roll": Kind(
        "a command roll", clock.play_roll, own=True, changes=("roll:{side}",), stream="command",
        dice=lambda table, values: clock.command_dice(table, values.at("side").integer(0, 1)),
    ),
    "turns": Kind("the turns", clock.play_turns, changes=("clock",), needs=("clock", "roll:0", "roll:1")),
    "spend": Kind("actions", clock.play_spend, own=True, changes=("actions",)),
    "turn_end": Kind("the end of a turn", clock.play_turn_end, own=True, changes=("clock",)),
    "round_end": Kind("the end of a round", round_end.play_round_end, changes=("clock",)),
    "break_off": Kind("something of its own", round_end.play_break_off, own=True, changes=("leaves:{side}",)),
    "chits": Kind("something of its own", clock.play_chits, own=True, changes=("chits:{side}",), needs=()),
    "stratagem": Kind(
        "a stratagem", clock.play_stratagem, own=True, changes=("chits:{side}", "actions", "roll:{side}"),
        dice=clock.stratagem_dice, stream="command",
    ),
    "arrive": Kind("an arrival", clock.play_arrive, own=True),
    "combat": Kind("a combat", fights.play_combat, changes=("fight",), stream="combat",
                   dice=lambda _, values: fights.fight_dice(values)),
    "contact": Kind("a contact", fights.play_contact),
    "hits": Kind("hits", fights.play_hits, own=True, changes=("fight",)),
    "fire": Kind("a fire", fights.play_fire, dice=lambda _, values: fights.fight_dice(values), stream="fire"),
    "check": Kind("a check", fates.play_check, own=True, dice=fates.check_dice, stream="morale"),
    "recover": Kind("a recovery", fates.play_recover, own=True, dice=one_d10, stream="morale"),
    "rally": Kind("a rally", fates.play_rally, own=True, dice=one_d10, stream="morale"),
    "work": Kind("a work of engineers", fates.play_work, own=True, dice=one_d10, stream="morale"),
    "rout": Kind("a rout", fates.play_rout, own=True),
    "unit": Kind("a correction", fates.play_unit, own=True, needs=()),
    "leader": Kind("a commander in danger", fates.play_leader, own=True, changes=("leaders:{side}",),
                   dice=one_d10, stream="casualty"),
    "stay": Kind("something of its own", evening.play_stay, own=True, changes=("leaves:{side}",)),
    "pursuit": Kind("a pursuit", evening.play_pursuit, changes=("clock",), stream="pursuit",
                    dice=lambda table, _: evening.pursuit_dice(table)),
    "allot": Kind("the hits of a pursuit", evening.play_allot, own=True, changes=("clock",)),
    "recovery": Kind("an evening's recovery", evening.play_recovery, own=True, changes=("evening:{side}",),
                     dice=evening.evening_dice, stream="morale"),
    "rallying": Kind("an evening's rally", evening.play_rallying, own=True, changes=("evening:{side}",),
                     dice=evening.evening_dice, stream="morale"),
    "groups": Kind("an amalgamation", evening.play_groups, own=True, changes=("evening:{side}",)),
    "night": Kind("a night", evening.play_night, changes=("clock",)),
}  # fmt: skip


def touch_of(kind: Kind, values: Mapping[str, Any]) -> Touch:
    """Return what a note of this kind with these values needs and changes."""
    side = values.get("side", "")
    changes = {key.format(side=side) for key in kind.changes} | {f"unit:{key}" for key in units_of(values)}
    if values.get("cost"):
        changes.add("actions")
    return Touch(frozenset(kind.needs), frozenset(changes))


def units_of(values: Mapping[str, Any]) -> Iterable[str]:
    """Return the ids of all units that a note names."""
    named = [str(values[key]) for key in UNIT_KEYS if key in values]
    for key in UNIT_LISTS:
        named += _texts(values.get(key))
    groups = values.get("groups")
    return named + [unit for group in (groups if isinstance(groups, list) else []) for unit in _texts(group)]


def _texts(listed: object) -> list[str]:
    return [str(one) for one in listed] if isinstance(listed, list | dict) else []


def owner_of(table: TableState, kind: Kind, key: str, values: Mapping[str, Any]) -> int | None:
    """Return the side that alone may write this note; None where both may."""
    if not kind.own:
        return None
    if key in ("hits", "allot"):
        return int(table.battle.asked)
    if key in ("spend", "turn_end"):
        return int(table.battle.on_turn) if table.phase in TURNS else None
    if "side" in values:
        return int(values["side"])
    named = [key for key in units_of(values) if key in table.slots]
    return table.side_of(named[0]) if named else None


_READING = Reading(KINDS, new_table, owner_of, touch_of)
read_notes, check_fresh, dice_wanted = _READING.read_notes, _READING.check_fresh, _READING.dice_wanted
play_next, try_undo = _READING.play_next, _READING.try_undo

__all__ = [
    "KINDS", "ask", "check_fresh", "describe", "dice_wanted", "entry_of", "look_of", "play_next", "read_notes",
    "screen_of", "steps", "tools", "try_undo", "waiting",
]  # fmt: skip
