"""The table as a page shows it: the clock, both sides' units, and how far the battle is."""

from typing import Any

from base.refusal import Refusal
from base.words import listed
from battles.resolvers.aftermath.rules import STAYS
from battles.resolvers.contract.described import Clock, ClockRow, Look, SideLook, Tag, UnitLook
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.companion.forces import knows
from battles.resolvers.lgg.companion.screen import Screen, SideSeen, UnitSeen
from battles.resolvers.lgg.companion.state import TableState
from battles.resolvers.lgg.day.evening import UNDECIDED_YET
from battles.resolvers.lgg.files.table import STATUS
from battles.resolvers.lgg.record.codes import Phase, Status
from battles.resolvers.values.entries import Entry, Part, whole_part
from battles.resolvers.values.typed import TypedUnit

MARKS = {
    "rallyable": Tag("Rallyable", "warn"), "nonrallyable": Tag("Non-Rallyable", "alarm"),
    "exited": Tag("left the table"), "amalgamated": Tag("amalgamated"), "waiting": Tag("rallied", "good"),
    "bridge": Tag("lies as a bridge"),
}  # fmt: skip
DESTROYED = Tag("destroyed")
OVER = "The evening is over."
NOT_OVER = "The battle is not over: if you stop now, the program completes the evening."


def look_of(screen: Screen) -> Look:
    """Return what a page shows of the table beside its notes."""
    over = screen.phase == "over"
    sides = tuple(_side(side) for side in screen.sides)
    return Look(_clock(screen), sides, begun=screen.day > 0, over=over, state=OVER if over else NOT_OVER)


def _clock(screen: Screen) -> Clock:
    if not screen.day:
        return Clock(tags=tuple(_set_up(side) for side in screen.sides))
    weather = f"{screen.weather}: +{screen.weather_add} a round" if screen.weather_add else screen.weather
    return Clock(
        heads=(f"Day {screen.day}", *([f"Round {screen.round}"] if screen.round else [])),
        count=f"count {screen.count} of {screen.length}", share=screen.count_share,
        tags=(Tag(weather), Tag(f"{screen.ground} ground"), Tag(f"R {screen.radius}″")),
        rows=tuple(_row(side, on_turn=screen.on_turn == side.number) for side in screen.sides),
    )  # fmt: skip


def _set_up(side: SideSeen) -> Tag:
    return Tag(f"{side.name}: ✓ set up", "good") if side.set_up else Tag(f"{side.name}: not set up yet")


def _row(side: SideSeen, *, on_turn: bool) -> ClockRow:
    extra = f" +{side.extra}" if side.extra else ""
    text = "not rolled" if side.rolled is None else f"rolled {side.rolled}{extra}, spent {side.spent}"
    played = [Tag("stratagem played")] if side.stratagem_used else []
    chits = [] if side.chits is None else [Tag(f"{side.chits} left")]
    return ClockRow(side.name, text, side.rolled is None, (*played, *chits, *_will(side)), on_turn)


def _will(side: SideSeen) -> list[Tag]:
    """HR-26 How many units of a side are broken, and with how many it must leave."""
    if side.will is None:
        return []
    broken, enough = side.will
    return [Tag(f"{broken} broken, leaves at {enough}", "alarm" if broken >= enough - 1 else "")]


def _side(side: SideSeen) -> SideLook:
    remarks = tuple(f"{unit.name} is not there yet, {unit.due}." for unit in side.coming)
    leaving = (Tag("breaks off at the end of this round", "warn"),) if side.leaving else ()
    return SideLook(side.name, side.own, tuple(_unit(unit) for unit in side.units), remarks, leaving)


def _unit(unit: UnitSeen) -> UnitLook:
    if not unit.here:
        return UnitLook(unit.name, unit.type_name, mark=MARKS.get(unit.status, DESTROYED))
    if unit.strength is not None:
        left = f"{unit.strength}/{unit.full}"
        return UnitLook(unit.name, unit.type_name, unit.boxes, left=left, tags=_tags(unit))
    faint = f"{unit.hits} {'hit' if unit.hits == 1 else 'hits'}" if unit.hits else "no hits"
    return UnitLook(unit.name, unit.type_name, unit.boxes, faint=faint, tags=_tags(unit))


def _tags(unit: UnitSeen) -> tuple[Tag, ...]:
    locked = [Tag(f"locked with {listed(unit.locked)}", "warn")] if unit.locked else []
    return (*([Tag("acted")] if unit.acted else []), *locked)


_FATES: dict[int, str] = {status: fate for fate, status in STATUS.items()}
_FATES |= {Status.WAITING: "stands", Status.AS_BRIDGE: "stands"}


def entry_of(table: TableState, side: int, part: Part | None = None) -> dict[str, Any]:
    """Return a side's entry of a battle on the table, or that of one of its parties, as the result form holds it.

    After the last step of the evening the strengths are final, otherwise the program goes on from here. The enemy's
    strength is filled in once all his units have fought; who stayed, once both sides have chosen.
    """
    if table.battle.day == 0:
        raise Refusal("Nothing has been fought yet: begin the first day, or type the result in by hand.")
    stage = "after" if table.phase == Phase.OVER else "before"
    stayed = [_stayed(table, 0), _stayed(table, 1)]
    part = part or whole_part(table.file, side)
    units, fates = _units(table, side), _leaders(table, side)
    own = {key: unit for key, unit in units.items() if key in part.units}
    leaders = {role: fates[role] for role in part.leaders}
    foe = _foe_left(table, Reader(side, frozenset(part.units)))
    entry = Entry(part, stage, int(table.battle.day), (True, True), own, leaders, foe).as_dict()
    return entry | {"stayed": stayed}


def _foe_left(table: TableState, reader: Reader) -> int | None:
    """Return the enemy's strength points left as this reader knows them; None where one of his units has not fought.

    What was shown in combats is known. A guess would contradict what the enemy hands in.
    """
    foes = [unit.id for unit in table.side(1 - (reader.side or 0)).units]
    left = [key for key in foes if key in table.late or _typed(table, key).strength]
    known = all(key not in table.late and knows(table, key, reader) for key in left)
    return sum(_typed(table, key).strength for key in left) if known else None


def _stayed(table: TableState, side: int) -> bool | None:
    """LGG-15.1-a Return whether a side stayed, once both have chosen; None before."""
    choice = int(table.battle.stays[side])
    return None if table.phase == Phase.STAY_LEAVE or choice == UNDECIDED_YET else choice == STAYS


def _leaders(table: TableState, side: int) -> tuple[str, ...]:
    return tuple(
        "lost" if person in table.lost[side] else "unhurt" for person in range(1 + len(table.side(side).wings))
    )


def _units(table: TableState, side: int) -> dict[str, TypedUnit]:
    made = {unit.id: _typed(table, unit.id) for unit in table.side(side).units}
    for group in table.groups:
        if table.side_of(group[0]) == side:
            made |= _dissolved(table, group)
    return made


def _typed(table: TableState, key: str) -> TypedUnit:
    if key in table.late:
        return TypedUnit(table.unit(key).strength)
    fate = _FATES.get(table.status(key), "destroyed")
    return TypedUnit(table.strength(key) if fate in ("stands", "exited") else 0, fate)


def _dissolved(table: TableState, group: tuple[str, ...]) -> dict[str, TypedUnit]:
    """LGG-15.5 Return what a group of a night has left, shared out among those that went into it, the first first.

    A result names the units that came to the battle; their owner amalgamates them again on his order sheet.
    """
    left = sum(table.strength(key) for key in group if _FATES.get(table.status(key)) in ("stands", "exited"))
    made = {}
    for key in group:
        share = min(left, table.unit(key).strength)
        left -= share
        made[key] = TypedUnit(share) if share else TypedUnit(0, "destroyed")
    return made
