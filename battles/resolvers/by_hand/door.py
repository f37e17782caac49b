"""The companion's door of a smaller rule system: the names of the contract, made from its ``Game``."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from base.refusal import Refusal
from battles.resolvers.by_hand import clock, describing, fights, look, screen, units
from battles.resolvers.by_hand.fights import knows
from battles.resolvers.by_hand.game import Game
from battles.resolvers.by_hand.kind import Kind
from battles.resolvers.by_hand.reading import Reading
from battles.resolvers.by_hand.table import FIGHTING, MORNING, OVER, SETUP, TableState, new_table
from battles.resolvers.by_hand.units import FATE
from battles.resolvers.common.codes import SIDE_UNITS
from battles.resolvers.contract.notes import Reader, Touch
from battles.resolvers.values.entries import Entry, Part, whole_part
from battles.resolvers.values.typed import TypedUnit


def entry_of(table: TableState, side: int, part: Part | None = None) -> dict[str, Any]:
    """Return a side's entry, or that of one of its parties, as the result form holds it; Refusal before the first day.

    The fighting is over then, the evening is not: the program goes on from here. The enemy's strength is filled in once
    all his units have fought; who stayed, when the fighting is over.
    """
    if table.stage in (SETUP, MORNING):
        raise Refusal("Nothing has been fought yet: begin the first day, or type the result in by hand.")
    part = part or whole_part(table.file, side)
    units = _units(table, side)
    own = {key: unit for key, unit in units.items() if key in part.units}
    leaders = {role: "lost" if role in table.lost[side] else "unhurt" for role in part.leaders}
    foe = _foe_left(table, Reader(side, frozenset(part.units)))
    entry = Entry(part, "before", int(table.battle.day), (True, True), own, leaders, foe).as_dict()
    return entry | {"stayed": [stayed(table, 0), stayed(table, 1)]}


def stayed(table: TableState, side: int) -> bool | None:
    """COM-15 Return whether a side stays: as it has chosen, else as the day was judged; None before its end."""
    if table.stage == FIGHTING:
        return False if table.battle.broken[side] else None
    if table.stage != OVER:
        return None
    chosen = table.stays[side]
    return bool(table.battle.stays[side]) if chosen is None else chosen


def _units(table: TableState, side: int) -> dict[str, TypedUnit]:
    """COM-06 COM-07 Return every unit of the file with what is left of it, by the rule system's own reckoning."""
    kept = {name: list(getattr(table.battle, name)) for name in ("roll_sp", "roll_status", "roll_was_broken")}
    table.game.write_back(table.battle)
    rows = enumerate(table.file.sides[side].units)
    made = {unit.id: _typed(table, side * SIDE_UNITS + n) for n, unit in rows}
    for name, column in kept.items():
        getattr(table.battle, name)[:] = column
    return made


def _typed(table: TableState, row: int) -> TypedUnit:
    status, strength = int(table.battle.roll_status[row]), int(table.battle.roll_sp[row])
    fate = FATE.get(status, "stands")
    if fate in ("stands", "exited"):
        return TypedUnit(strength, fate) if strength else TypedUnit(0, "destroyed")
    return TypedUnit(0, fate)


def _foe_left(table: TableState, reader: Reader) -> int | None:
    """Return the enemy's strength as this reader knows it; None where one of his units has not fought."""
    other = 1 - (reader.side or 0)
    if not all(knows(table, slot, reader) for slot in table.units_of(other)):
        return None
    if any(unit.type in ("engineer", "pontoon") for unit in table.file.sides[other].units):
        return None
    return sum(unit.strength for unit in _units(table, other).values())


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

    entry_of = staticmethod(entry_of)
    screen_of = staticmethod(screen.screen_of)
    look_of = staticmethod(look.look_of)
    steps = staticmethod(describing.steps)
    waiting = staticmethod(describing.waiting)
    tools = staticmethod(describing.tools)
    describe = staticmethod(describing.describe)
    ask = staticmethod(describing.ask)
