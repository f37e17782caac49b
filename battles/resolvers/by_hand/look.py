"""The table as a page shows it: the clock, both sides' units with their counters, and how far the battle is."""

from base.words import listed
from battles.resolvers.by_hand.screen import Screen, SideSeen, UnitSeen
from battles.resolvers.by_hand.table import OVER, SETUP
from battles.resolvers.contract.described import Clock, ClockRow, Look, SideLook, Tag, UnitLook

MARKS = {"rallyable": Tag("Rallyable", "warn"), "nonrallyable": Tag("Non-Rallyable", "alarm"),
         "exited": Tag("left the table"), "destroyed": Tag("destroyed")}  # fmt: skip
FIGHTING_ENDED = "The fighting is over; the program does the evening when the result is settled."
NOT_OVER = "The battle is not over: if you stop now, the program completes the evening."
MOST_BOXES = 6


def look_of(screen: Screen) -> Look:
    """Return what a page shows of the table beside its notes."""
    over, begun = screen.stage == OVER, bool(screen.turn)
    sides = tuple(_side(screen, side) for side in screen.sides)
    return Look(_clock(screen), sides, begun, over, FIGHTING_ENDED if over else NOT_OVER)


def _clock(screen: Screen) -> Clock:
    if not screen.turn:
        return Clock(tags=tuple(_set_up(side) for side in screen.sides))
    rows = tuple(_row(side, on_turn=screen.on_turn == side.number) for side in screen.sides)
    title = screen.verdict.capitalize() if screen.verdict else screen.phase_title
    return Clock(
        heads=(f"Turn {screen.turn}", title), count=f"of {screen.limit} turns",
        share=min(100, 100 * screen.turn // max(1, screen.limit)), tags=(Tag(screen.sky),), rows=rows,
    )  # fmt: skip


def _set_up(side: SideSeen) -> Tag:
    return Tag(f"{side.name}: ✓ set up", "good") if side.set_up else Tag(f"{side.name}: not set up yet")


def _row(side: SideSeen, *, on_turn: bool) -> ClockRow:
    of = f" of {side.began}" if side.began else ""
    lost = f"{side.lost}{of} units lost" if side.lost else "no unit lost"
    stores = tuple(Tag(f"{label}: {left}") for _, label, left in side.stores)
    broken = (Tag("army broken", "alarm"),) if side.broken else ()
    held = tuple(Tag(f"in hand: {words}") for words in side.held)
    return ClockRow(side.name, lost, False, (*stores, *held, *broken), on_turn)


def _side(screen: Screen, side: SideSeen) -> SideLook:
    units = [unit for unit in side.units if not unit.waiting]
    remarks = tuple(f"{unit.name} is not there yet: turn {unit.due}." for unit in side.units if unit.waiting)
    leaving = (Tag("leaves the field at the end of this turn", "warn"),) if side.leaving else ()
    shown = units if side.own or screen.stage != SETUP or side.set_up else []
    return SideLook(side.name, side.own, tuple(_unit(screen, unit) for unit in shown), remarks, leaving)


def _unit(screen: Screen, unit: UnitSeen) -> UnitLook:
    if not unit.here:
        return UnitLook(unit.name, unit.type_name, mark=MARKS.get(unit.fate, MARKS["destroyed"]))
    boxes = tuple(n < unit.supposed for n in range(unit.full)) if unit.full <= MOST_BOXES else ()
    return UnitLook(
        unit.name, unit.type_name, boxes, left=f"{unit.left}/{unit.full}" if unit.left is not None else "",
        faint=taken_words(screen, unit), tags=tags_of(screen, unit),
    )  # fmt: skip


def taken_words(screen: Screen, unit: UnitSeen) -> str:
    """Return the losses of a unit in words."""
    one, many = screen.game.loss
    return f"{unit.taken} {one if unit.taken == 1 else many}" if unit.taken else f"no {many}"


def tags_of(screen: Screen, unit: UnitSeen) -> tuple[Tag, ...]:
    """Return the counters of a unit, and what it has done in this turn."""
    counters = {one.key: one for one in screen.game.counters}
    made = [
        Tag(f"{counters[key].label}: {number}" if counters[key].most > 1 else counters[key].label, counters[key].tone)
        for key, number in unit.counters
    ]
    done = [look.title.lower() for look in screen.game.lookups if look.key in unit.acted and look.once]
    return (*made, *([Tag(f"done: {listed(done)}")] if done else []))
