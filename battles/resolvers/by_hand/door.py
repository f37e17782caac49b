"""The companion's door of a smaller rule system: the names of the contract, made from its ``Game``."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from battles.resolvers.by_hand import clock, describing, fights, look, outcome, screen, units
from battles.resolvers.by_hand.game import Game
from battles.resolvers.by_hand.kind import Kind
from battles.resolvers.by_hand.reading import Reading
from battles.resolvers.by_hand.table import FIGHTING, TableState, new_table
from battles.resolvers.contract.notes import Touch

COMMON: Mapping[str, Kind] = {
    "deploy": Kind("a set-up", clock.play_deploy, own=True, changes=("deploy:{side}",)),
    "day": Kind("a day", clock.play_day, changes=("clock",), stream="weather",
                dice=lambda table, _: clock.weather_dice(table)),
    "next": Kind("the end of a phase", clock.play_next, changes=("clock",), whole=True),
    "stop": Kind("the end of the day", clock.play_stop, changes=("clock",), whole=True),
    "leave": Kind("something of its own", clock.play_leave, own=True, changes=("leaves:{side}",)),
    "stay": Kind("something of its own", clock.play_stay, own=True, changes=("leaves:{side}",)),
    "unit": Kind("a correction", units.play_unit, own=True, needs=()),
    "counter": Kind("a counter", units.play_counter, own=True, needs=()),
    "leader": Kind("a lost general", units.play_leader, own=True, changes=("leaders:{side}",)),
}  # fmt: skip


def kinds_of(game: Game) -> dict[str, Kind]:
    """Return all kinds of notes of a game by their keys."""
    made = dict(COMMON)
    if game.stores:
        made["spend"] = Kind("something spent", units.play_spend, own=True, changes=("store:{side}",))
    if game.swap is not None:
        made["swap"] = Kind("the order of moves", clock.play_swap, changes=("clock",), whole=True)
    for throw in game.throws:
        dice, play = partial(clock.throw_dice, throw), partial(clock.play_throw, throw)
        made[throw.key] = Kind(throw.title.lower(), play, own=True, changes=(f"{throw.key}:{{side}}", "store:{side}"),
                               dice=dice, stream="command")  # fmt: skip
    for deed in game.deeds:
        changes = (f"{deed.key}:{{side}}", "store:{side}", *(() if deed.secret else ("deeds",)))
        made[deed.key] = Kind(deed.title.lower(), partial(units.play_deed, deed), own=True, changes=changes,
                              needs=("clock", *(() if deed.secret else ("deeds",))), stream=deed.stream,
                              dice=partial(units.deed_dice, deed), secret=deed.secret)  # fmt: skip
    for lookup in game.lookups:
        dice, play = partial(fights.fight_dice, lookup), partial(fights.play_fight, lookup)
        made[lookup.key] = Kind(lookup.title.lower(), play, own=lookup.alone, dice=dice, stream=lookup.stream)
    return made


def units_of(values: Mapping[str, Any]) -> list[str]:
    """Return the keys of the units that a note names."""
    many = values.get("units")
    named = [str(values[key]) for key in ("unit", "foe") if values.get(key)]
    return named + ([str(one) for one in many] if isinstance(many, list) else [])


def touch_of(kind: Kind, values: Mapping[str, Any]) -> Touch:
    """Return what a note with these values needs and changes."""
    named = {f"unit:{key}" for key in units_of(values)}
    changes = {key.format(side=values.get("side", "")) for key in kind.changes} | named
    return Touch(frozenset(kind.needs), frozenset(changes))


def owner_of(table: TableState, kind: Kind, key: str, values: Mapping[str, Any]) -> int | None:
    """Return the side that alone may write this note; None where both may."""
    if key in ("next", "swap"):
        return table.on_turn if table.stage == FIGHTING else None
    if not kind.own:
        return None
    if "side" in values:
        return int(values["side"])
    named = [one for one in units_of(values) if one in table.slots]
    return table.side_of(table.slots[named[0]]) if named else None


class CompanionDoor:
    """Gives a system's ``companion`` module its names."""

    def __init__(self, game: Game) -> None:
        reading = Reading(kinds_of(game), partial(new_table, game), owner_of, touch_of)
        self.KINDS = reading.kinds
        self.read_notes, self.check_fresh = reading.read_notes, reading.check_fresh
        self.dice_wanted, self.play_next, self.try_undo = reading.dice_wanted, reading.play_next, reading.try_undo

    entry_of = staticmethod(outcome.entry_of)
    screen_of = staticmethod(screen.screen_of)
    look_of = staticmethod(look.look_of)
    steps = staticmethod(describing.steps)
    waiting = staticmethod(describing.waiting)
    tools = staticmethod(describing.tools)
    describe = staticmethod(describing.describe)
    ask = staticmethod(describing.ask)
