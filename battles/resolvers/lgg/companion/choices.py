"""Units to choose from in a note, and the fields that several notes have."""

from collections.abc import Callable, Iterable

from battles.resolvers.contract.described import LAST, MAIN, Group, NoteField, tick, whole
from battles.resolvers.lgg.companion.fights import MOST_COST
from battles.resolvers.lgg.companion.screen import Screen, UnitSeen

NONE = ("", "none")
NOBODY = "No unit of yours stands on the table."
May = Callable[[UnitSeen], bool]


def side_choices(screen: Screen, numbers: Iterable[int], may: May) -> tuple[Group, ...]:
    """Return units to choose from, grouped by side in this order; sides without any are left out."""
    rows = [(screen.sides[n], [unit for unit in screen.sides[n].units if may(unit)]) for n in numbers]
    return tuple((side.name, tuple(_choice(unit) for unit in units)) for side, units in rows if units)


def own_choices(screen: Screen, may: May, *, on_turn: bool = False) -> tuple[Group, ...]:
    """Return the writer's own units, grouped by side; ``on_turn`` leaves out those of the side that is not."""
    numbers = [n for n in (0, 1) if not on_turn or screen.on_turn in (None, n)]
    return side_choices(screen, numbers, lambda unit: unit.own and may(unit))


def _choice(unit: UnitSeen) -> tuple[str, str]:
    return unit.id, f"{unit.name} ({unit.type_name}, {_points(unit)})"


def _points(unit: UnitSeen) -> str:
    if unit.strength is not None:
        return f"{unit.strength}/{unit.full}"
    return f"{unit.hits} hits" if unit.hits else "no hits"


def known_as(unit: UnitSeen) -> str:
    """Return a unit with what is left of it."""
    return f"{unit.name} ({unit.type_name}, {unit.supposed}/{unit.full})"


def cost_field(initial: int, *, required: bool = True) -> NoteField:
    """Make the field for an activity's cost in actions."""
    help_text = "1 within the radius, 2 beyond it; 0: paid for already, or fought at the round's end"
    return whole("cost", "Actions", 0, MOST_COST, help=help_text, initial=initial, required=required,
                 part=MAIN if required else LAST)  # fmt: skip


def beyond_field() -> NoteField:
    """Is the unit beyond the radius?"""
    return tick("beyond", "It stands beyond its commander's radius")
