"""What all forms of the companion have in common: who writes, its dice, refusals beside their fields."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms

from rosters.fields import WholeNumberField

MOST_COST = 8
Group = tuple[str, list[tuple[str, str]]]
"""A side's name and its choices."""

_PLACE = re.compile(r"(?:situation\.)?(\w+)(?:\[(\d+)\])?(?:\.\w+)*: ")


class NoteForm(forms.Form):
    """One kind of note. ``dice`` are the sides of the dice it takes, typed or rolled by the program."""

    kind = ""
    title = ""
    label = "Note it"
    die_labels: tuple[str, ...] = ()
    nothing = ""
    """Why there is nothing to choose; a form that says so is not shown."""

    def __init__(self, *args: Any, screen: Any, side: int | None = None, dice: Sequence[int] = (), **more: Any) -> None:
        super().__init__(*args, auto_id=f"id-{self.kind}-{'' if side is None else side}-%s", **more)
        self.screen, self.side, self.dice = screen, side, tuple(dice)
        self.build()
        for n, most in enumerate(self.dice):
            self.fields[f"die-{n}"] = self.die(most, self.die_labels[n] if self.die_labels else f"d{most}")

    def build(self) -> None:
        """Add the fields that depend on the table."""

    def die(self, most: int, label: str) -> forms.Field:
        """The field of one die."""
        return die_field(most, label)

    @property
    def side_name(self) -> str:
        """The side it is written for."""
        return "" if self.side is None else str(self.screen.sides[self.side].name)

    @property
    def rolls(self) -> bool:
        """Should the program throw the dice?"""
        return bool(self.dice) and self.data.get("act") == "roll"

    def die_fields(self) -> list[forms.BoundField]:
        """The faces of the dice."""
        return [self[name] for name in self.fields if name.startswith("die-")]

    def plain_fields(self) -> list[forms.BoundField]:
        """All other fields."""
        return [self[name] for name in self.fields if not name.startswith("die-")]

    def faces(self) -> list[int]:
        """The faces that were typed."""
        typed = [self.cleaned_data.get(f"die-{n}") for n in range(len(self.dice))]
        return [int(face) for face in typed if face]

    def clean(self) -> None:
        """Dice are either all typed or rolled by the program."""
        if "act" in self.data and not self.errors and self.needs_dice() and len(self.faces()) < self.least_dice():
            self.add_error("die-0", "Choose the face of every die, or let the program roll.")

    def needs_dice(self) -> bool:
        """Has this note to bring faces along?"""
        return bool(self.dice) and not self.rolls

    def least_dice(self) -> int:
        """How many of the dice have to be typed."""
        return len(self.dice)

    def values(self) -> dict[str, Any]:
        """The note's values."""
        head = {} if self.side is None else {"side": self.side}
        return head | self.said() | ({"dice": self.faces()} if self.needs_dice() else {})

    def said(self) -> dict[str, Any]:
        """What its own fields say."""
        return {}

    def refuse(self, sentence: str) -> None:
        """Put a refusal beside the field that it names."""
        found = _PLACE.match(sentence)
        name = _field_of(found[1], found[2]) if found else ""
        if found is None or name not in self.fields:
            self.add_error(None, sentence)
            return
        rest = sentence[found.end() :]
        self.add_error(name, rest[:1].upper() + rest[1:])


def _field_of(word: str, number: str | None) -> str:
    if word == "attackers":
        return ("first", "second")[min(int(number or 0), 1)]
    return f"die-{number or 0}" if word == "dice" else word


def die_field(most: int, label: str) -> forms.ChoiceField:
    """The face of a die, as buttons for a thumb."""
    faces = [(str(face), str(face)) for face in range(1, most + 1)]
    widget = forms.RadioSelect(attrs={"class": "btn-check"})
    return forms.ChoiceField(choices=faces, required=False, label=label, widget=widget)


def choose(label: str, choices: Iterable[Any], *, required: bool = True, **more: Any) -> forms.ChoiceField:
    """A drop-down."""
    widget = forms.Select(attrs={"class": "form-select form-select-lg"})
    return forms.ChoiceField(label=label, choices=list(choices), required=required, widget=widget, **more)


def cost_field(initial: int) -> WholeNumberField:
    """What an activity costs in actions."""
    help_text = "1 within the radius, 2 beyond it; 0: paid for already, or fought at the round's end"
    return stepper(WholeNumberField(least=0, most=MOST_COST, label="Actions", help_text=help_text, initial=initial))


def stepper(field: WholeNumberField) -> WholeNumberField:
    """A number with big steps."""
    field.widget.attrs |= {"class": "form-control stepper-input", "data-least": field.least, "data-most": field.most}
    return field


def side_choices(screen: Any, numbers: Iterable[int], may: Callable[[Any], bool]) -> list[Group]:
    """Units to choose from, grouped by side in this order; sides without any are left out."""
    rows = [(screen.sides[n], [unit for unit in screen.sides[n].units if may(unit)]) for n in numbers]
    return [(side.name, unit_choices(units)) for side, units in rows if units]


def own_choices(screen: Any, may: Callable[[Any], bool], *, on_turn: bool = False) -> list[Group]:
    """The writer's own units, grouped by side; ``on_turn`` leaves out those of the side that is not."""
    numbers = [n for n in (0, 1) if not on_turn or screen.on_turn in (None, n)]
    return side_choices(screen, numbers, lambda unit: unit.own and may(unit))


def unit_choices(units: Iterable[Any]) -> list[tuple[str, str]]:
    """Units to choose from, with what is known of them."""
    return [(unit.id, f"{unit.name} ({unit.type_name}, {_points(unit)})") for unit in units]


def _points(unit: Any) -> str:
    if unit.strength is not None:
        return f"{unit.strength}/{unit.full}"
    return f"{unit.hits} hits" if unit.hits else "no hits"
