"""The notes about single units and commanders, described."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battles.resolvers.contract.described import (
    LAST,
    MAIN,
    Asking,
    Die,
    Group,
    NoteDescription,
    NoteField,
    dice_of,
    tick,
    whole,
)
from battles.resolvers.lgg.companion.fights import MOST_COST
from battles.resolvers.lgg.companion.screen import Screen, UnitSeen
from battles.resolvers.values.typed import FATE_LABELS

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


LONGEST = 99
MOST_STRENGTH = 6
ENGINEERS, TRAINS = "eng", "veh"
WORKS = (
    ("EA1", "a pontoon bridge over a river"), ("EA2", "demolish a bridge"), ("EA3", "repair a bridge"),
    ("EA4", "a field work"), ("EA5", "open an obstacle"), ("EA6", "a track through rough ground"),
    ("dismantle", "take up the pontoon bridge"),
)  # fmt: skip
CAUSES = (
    ("increment", "a further increment"), ("rough", "rough ground"), ("obstacle", "an obstacle"),
    ("fallback", "falling back over ground"),
)  # fmt: skip
SOMEWHERE = ("board", "rallyable", "nonrallyable", "eliminated", "exited", "waiting")
HEIRS = (("1", "the first wing"), ("2", "the second wing"))


def check(screen: Screen, _side: int) -> NoteDescription:
    """LGG-14.0-b An attrition check; guns on terrain throw again."""
    unit, nothing = _unit(screen, _is_here)
    dice = (Die(10, "d10"), Die(10, "Second d10: guns on terrain, if the first fails"))
    fields = (unit, NoteField("cause", "Because of", choices=CAUSES), beyond_field())
    return NoteDescription(
        "check", "Attrition check", "Take this die", fields, dice, least_dice=1, nothing=nothing
    )


def recover(screen: Screen, _side: int) -> NoteDescription:
    """A recovery."""
    unit, nothing = _unit(screen, _is_here, on_turn=True)
    return _one_die("recover", "Recovery", (unit, cost_field(1)), nothing)


def rally(screen: Screen, _side: int) -> NoteDescription:
    """A rally."""
    nobody = "Nobody is in the Rallyable box of the side on turn."
    unit, nothing = _unit(screen, lambda unit: unit.status == "rallyable", nobody, on_turn=True)
    return _one_die("rally", "Rally", (unit, cost_field(1)), nothing)


def work(screen: Screen, _side: int) -> NoteDescription:
    """REC-7 Engineers at work."""
    nobody = "No engineers of the side on turn stand on the table."
    unit, nothing = _unit(screen, lambda unit: unit.here and unit.arm == ENGINEERS, nobody, on_turn=True)
    trains = [(unit.id, _train(unit)) for unit in screen.units
              if unit.status in ("board", "bridge") and unit.arm == TRAINS]  # fmt: skip
    fields = (
        unit, NoteField("work", "Work", choices=WORKS),
        NoteField("train", "Pontoon train that becomes, or lies as, the bridge", choices=(("", "none"), *trains),
                  required=False),
        tick("afresh", "At another place than before: what was gained there is lost"), cost_field(1),
    )  # fmt: skip
    return _one_die("work", "Engineers at work", fields, nothing, _worked)


def rout(screen: Screen, _side: int) -> NoteDescription:
    """A unit without a way back."""
    unit, nothing = _unit(screen, _is_here)
    return NoteDescription("rout", "No way back: it routs", "It routs", (unit, beyond_field()), nothing=nothing)


def correct(screen: Screen, _side: int) -> NoteDescription:
    """Describe the note that corrects a unit by hand."""
    unit, nothing = _unit(screen, lambda unit: unit.status in SOMEWHERE)
    fields = (unit, whole("strength", "Strength points left", 0, MOST_STRENGTH),
              NoteField("fate", "Where it is", choices=FATE_LABELS))  # fmt: skip
    return NoteDescription("unit", "Put a unit right", "Put it right", fields, nothing=nothing)


def leader(screen: Screen, _side: int) -> NoteDescription:
    """A commander in danger."""
    here = tuple((f"{side.number}-{role}", name) for side in screen.sides if side.own for role, name in side.leaders)
    fields = (
        NoteField("leader", "Commander", choices=here),
        NoteField("heir", "If the army's commander is lost, of two wings follows", choices=HEIRS, required=False),
    )
    nothing = "" if here else "No commander of yours is on the table."
    return _one_die("leader", "A commander in danger", fields, nothing, _in_danger)


def move(screen: Screen, _side: int) -> NoteDescription:
    """LGG-8.1 The price of a move, which is a question alone."""
    unit, nothing = _unit(screen, _is_here)
    labels = {
        "begins": "Begins so many inches from its commander", "length": "Goes so many inches",
        "ends": "Ends so many inches from its commander",
    }  # fmt: skip
    hint = (
        "A straight way; distances from the nearest point of the base to the commander's stand, "
        f"R is {screen.radius} inches."
    )
    fields = (unit, *(whole(key, label, 0, LONGEST) for key, label in labels.items()))
    asking = Asking("Tell the price", hint=hint)
    return NoteDescription("move", "Price of a move", fields=fields, nothing=nothing, asking=asking)


def _unit(screen: Screen, may: May, nobody: str = NOBODY, *, on_turn: bool = False) -> tuple[NoteField, str]:
    """Return the field of an own unit, and why it is empty; ``on_turn`` for activities of a turn."""
    choices = own_choices(screen, may, on_turn=on_turn)
    return NoteField("unit", "Unit", choices=choices), "" if choices else nobody


def _one_die(
    kind: str, title: str, fields: tuple[NoteField, ...], nothing: str, shape: Any = dict
) -> NoteDescription:  # fmt: skip
    return NoteDescription(kind, title, "Take this die", fields, dice_of(10), nothing=nothing, shape=shape)


def _is_here(unit: UnitSeen) -> bool:
    return unit.here


def _train(unit: UnitSeen) -> str:
    return f"{unit.name}, in a bridge" if unit.status == "bridge" else unit.name


def _worked(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in ("", False)}


def _in_danger(values: Mapping[str, Any]) -> dict[str, Any]:
    side, role = values["leader"].split("-")
    return {"side": int(side), "role": int(role), "heir": int(values["heir"] or 1)}
