"""The table as a page shows it: the clock, both sides' units, and how far the battle is."""

from base.words import listed
from battles.resolvers.contract.described import Clock, ClockRow, Look, SideLook, Tag, UnitLook
from battles.resolvers.lgg.companion.screen import Screen, SideSeen, UnitSeen

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
