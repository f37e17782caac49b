"""The form of the companion: one for every kind of note, built from its description."""

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from django import forms

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from battles.resolvers.contract.described import (
    ANSWER,
    CHOICE,
    FLAG,
    FOLDED,
    LAST,
    MAIN,
    MANY,
    RADIO,
    WHOLE,
    Die,
    NoteDescription,
    NoteField,
)
from battles.resolvers.dispatch.sides import short_name

DIE = "die-"
GONE = "this choice is no longer open; choose again at the table."
_PLACE = re.compile(r"(?:situation\.)?((\w+)(?:\[(\d+)\])?)(?:\.\w+)*: ")


class NoteForm(PlainForm):
    """A note as it is described, its dice typed or left to the program; refusals are put beside their fields."""

    def __init__(self, data: Any = None, *, note: NoteDescription) -> None:
        super().__init__(data, auto_id=f"id-{note.kind}-{'' if note.side is None else note.side}-%s")
        self.note = note
        self.fields |= {field.key: _WIDGETS[field.kind](field) for field in note.fields}
        self.fields |= {f"{DIE}{n}": _die(die, written=note.numbers) for n, die in enumerate(note.dice)}

    @property
    def rolls(self) -> bool:
        """Should the program throw the dice?"""
        return self.may_roll and self.data.get("act") == "roll"

    @property
    def may_roll(self) -> bool:
        """May the program throw the dice?"""
        return bool(self.note.dice) or self.note.may_roll

    @property
    def is_typed(self) -> bool:
        """Might something be typed that a new page would lose?"""
        return bool(self.fields) and not self.note.buttons

    def die_fields(self) -> list[forms.BoundField]:
        """Return the dice."""
        return [self[f"{DIE}{n}"] for n in range(len(self.note.dice))]

    def main_fields(self) -> list[forms.BoundField]:
        """Return the fields that are asked first."""
        return self._of(MAIN)

    def folded_fields(self) -> list[forms.BoundField]:
        """Return those that are folded away."""
        return self._of(FOLDED)

    def last_fields(self) -> list[forms.BoundField]:
        """Return those that come with the dice."""
        return self._of(LAST)

    def kept(self) -> list[Any]:
        """Return what was entered first: it is hidden in the form that writes the note."""
        return [field.as_hidden(attrs={"id": f"kept-{field.name}"}) for field in self._of(MAIN, FOLDED)]

    @property
    def unfolded(self) -> bool:
        """Is any tick set among what is folded away?"""
        ticks = [field.key for field in self.note.fields if field.part == FOLDED and field.kind == FLAG]
        return any(self[key].value() for key in ticks)

    def clean(self) -> None:
        """Dice are either all typed or rolled by the program."""
        if self.errors or not self._needs_dice() or len(self._faces()) >= self._span()[0]:
            return
        if self.note.numbers:
            missing = next(n for n in range(len(self.note.dice)) if not self.cleaned_data.get(f"{DIE}{n}"))
            self.add_error(f"{DIE}{missing}", Remedy("write the face of this die, or let the program roll for all."))
        elif "act" in self.data:
            self.add_error(f"{DIE}0", Remedy("choose the face of every die, or let the program roll."))

    def values(self) -> dict[str, Any]:
        """Return the note's values."""
        side = {} if self.note.side is None else {"side": self.note.side}
        return self.note.shape(side | self._answers()) | ({"dice": self._faces()} if self._needs_dice() else {})

    def asked(self) -> dict[str, Any] | None:
        """Return the question that the fields ask; None while one of them makes no sense."""
        keys = [field.key for field in self.note.fields if field.part != LAST]
        known = getattr(self, "cleaned_data", {})
        return {key: known[key] for key in keys} if all(key in known for key in keys) else None

    def refuse(self, sentence: str) -> None:
        """Put a refusal beside the field that it names."""
        found = _PLACE.match(sentence)
        name = self._named(found) if found else ""
        if found is None or name not in self.fields:
            self.add_error(None, sentence)
            return
        self.add_error(name, Remedy(sentence[found.end() :]))

    def complaints(self) -> list[str]:
        """List what is wrong with the note, each complaint with the name of its field."""
        return [str(error) for errors in self.errors.values() for error in errors]

    def _named(self, found: re.Match[str]) -> str:
        if found[2] == "dice":
            return f"{DIE}{found[3] or 0}"
        return next((field.key for field in self.note.fields if found[1] in field.places), found[2])

    def _of(self, *parts: str) -> list[forms.BoundField]:
        return [self[field.key] for field in self.note.fields if field.part in parts]

    def _answers(self) -> dict[str, Any]:
        fields = [field for field in self.note.fields if not (field.instead and self.rolls)]
        return {field.key: self.cleaned_data[field.key] for field in fields}

    def _needs_dice(self) -> bool:
        instead = any(self.cleaned_data.get(field.key) for field in self.note.fields if field.instead)
        return not self.rolls and not instead and self._span()[1] > 0

    def _span(self) -> tuple[int, int]:
        """Return how many dice have to be typed at least and at most."""
        for field in self.note.fields:
            if field.dice is not None:
                count = field.dice.get(str(self.cleaned_data.get(field.key)), 0)
                return count, count
        whole = len(self.note.dice)
        return whole if self.note.least_dice is None else self.note.least_dice, whole

    def _faces(self) -> list[int]:
        typed = [self.cleaned_data.get(f"{DIE}{n}") for n in range(len(self.note.dice))]
        return [int(face) for face in typed if face][: self._span()[1]]


def _die(die: Die, *, written: bool) -> forms.Field:
    """Return the face of a die: as buttons for a thumb, or written as a number."""
    if written:
        field: Any = _stepper(WholeNumberField(least=1, most=die.sides, label=die.label, required=False))
        field.hint = die.hint
        return cast("forms.Field", field)
    faces = [(str(face), str(face)) for face in range(1, die.sides + 1)]
    widget = forms.RadioSelect(attrs={"class": "btn-check"})
    return forms.ChoiceField(choices=faces, required=False, label=die.label, widget=widget)


def _stepper(field: Any) -> Any:
    """Return a number with big steps."""
    field.widget.attrs |= {"class": "form-control stepper-input", "data-least": field.least, "data-most": field.most}
    return field


def _common(field: NoteField) -> dict[str, Any]:
    common = {"label": field.label, "required": field.required, "help_text": field.help, "initial": field.initial}
    return common | (
        {"error_messages": {"invalid_choice": f"{field.label}: {GONE}"}} if field.kind in (CHOICE, RADIO, MANY) else {}
    )


def _choice(field: NoteField) -> forms.Field:
    widget = forms.Select(attrs={"class": "form-select form-select-lg"})
    choices = [_with_side(*choice) for choice in field.choices]
    return forms.ChoiceField(choices=choices, widget=widget, **_common(field))


def _with_side(value: str, label: Any) -> tuple[str, Any]:
    """Return a choice; of a group of units each with its side, which a closed list would not show."""
    if isinstance(label, str):
        return value, label
    return value, tuple((key, f"{short_name(value)}: {text}") for key, text in label)


def _radio(field: NoteField) -> forms.Field:
    return forms.ChoiceField(choices=field.choices, widget=forms.RadioSelect, **_common(field))


def _many(field: NoteField) -> forms.Field:
    widget = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(choices=field.choices, widget=widget, **_common(field))


def _answer(field: NoteField) -> forms.Field:
    options: dict[str, Any] = {
        "coerce": lambda value: value == "yes",
        "choices": field.choices,
        "widget": forms.RadioSelect,
    }
    return forms.TypedChoiceField(**options, **_common(field))


def _flag(field: NoteField) -> forms.Field:
    return forms.BooleanField(**{**_common(field), "required": False})


def _whole(field: NoteField) -> forms.Field:
    if field.choices:
        return forms.TypedChoiceField(coerce=int, choices=field.choices, **_common(field))
    made: forms.Field = _stepper(WholeNumberField(least=field.least, most=field.most, **_common(field)))
    return made


_WIDGETS: Mapping[str, Callable[[NoteField], forms.Field]] = {
    CHOICE: _choice, RADIO: _radio, MANY: _many, ANSWER: _answer, FLAG: _flag, WHOLE: _whole,
}  # fmt: skip
