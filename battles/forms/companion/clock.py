"""Forms about the clock: setting up, days, command rolls, turns, stratagems, arrivals, secret answers."""

from typing import Any

from django import forms

from battles.forms.companion.base import NoteForm, choose, stepper
from rosters.fields import WholeNumberField

STRATAGEMS = (
    ("ST1", "Second Wind: roll command again"), ("ST2", "Redoubled Effort: d6 more actions"),
    ("ST3", "Fortune of War: an own d10 again"), ("ST4", "Confusion: an enemy's d10 again"),
    ("ST5", "Presence of Mind: a unit acts in the enemy's turn"),
)  # fmt: skip
LEAVES = (("yes", "it breaks off at the end of this round"), ("no", "it fights on"))
STAYS = (("yes", "it stays"), ("no", "it leaves the field"))


class DeployForm(NoteForm):
    """A side has set up."""

    kind, label = "deploy", "Our units stand on the table"


class DayForm(NoteForm):
    """A day begins."""

    kind, title, label = "day", "Weather of the day", "Begin the day"


class RollForm(NoteForm):
    """A command roll."""

    kind, label = "roll", "Take these dice"

    @property
    def title(self) -> str:  # type: ignore[override]
        """Whose roll it is."""
        return f"Command roll of {self.side_name}"


class TurnsForm(NoteForm):
    """The rolls stand."""

    kind, label = "turns", "The rolls stand: begin the turns"


class TurnEndForm(NoteForm):
    """A turn is over."""

    kind, label = "turn_end", "End the turn"


class RoundEndForm(NoteForm):
    """A round is over."""

    kind, label = "round_end", "End the round and count"


class NightForm(NoteForm):
    """A night is over."""

    kind, label = "night", "The night is over"


class SpendForm(NoteForm):
    """Actions spent or given back."""

    kind = "spend"

    def build(self) -> None:
        self.fields["amount"] = forms.TypedChoiceField(
            coerce=int, choices=[(str(n), str(n)) for n in range(-20, 21) if n]
        )

    def said(self) -> dict[str, Any]:
        return {"amount": self.cleaned_data["amount"]}


class ArriveForm(NoteForm):
    """Units that arrive."""

    kind, title, label = "arrive", "Arrivals", "They are here"

    def build(self) -> None:
        coming = [(unit.id, f"{unit.name}, due at {unit.due}") for side in self.screen.sides if side.own
                  for unit in side.coming]  # fmt: skip
        self.fields["units"] = forms.MultipleChoiceField(
            label="Units on the march", choices=coming, widget=forms.CheckboxSelectMultiple
        )

    def said(self) -> dict[str, Any]:
        return {"units": self.cleaned_data["units"]}


class StratagemForm(NoteForm):
    """A stratagem."""

    kind, label = "stratagem", "Play it"
    title = "Stratagem"

    def build(self) -> None:
        self.fields["which"] = choose("Stratagem", STRATAGEMS)

    def needs_dice(self) -> bool:
        return not self.rolls and self.cleaned_data.get("which") in ("ST1", "ST2")

    def least_dice(self) -> int:
        return len(self.dice) if self.cleaned_data.get("which") == "ST1" else 1

    def faces(self) -> list[int]:
        return super().faces()[: self.least_dice()]

    def said(self) -> dict[str, Any]:
        return {"which": self.cleaned_data["which"]}


class ChitsForm(NoteForm):
    """How many stratagems were drawn."""

    kind, title, label = "chits", "Stratagems drawn", "Keep it secret"

    def build(self) -> None:
        self.fields["count"] = stepper(WholeNumberField(least=0, most=6, label="Stratagems among the ten chits"))

    def said(self) -> dict[str, Any]:
        return {"count": self.cleaned_data["count"]}


class YesNoForm(NoteForm):
    """A secret answer."""

    choices: tuple[tuple[str, str], ...] = ()
    key = ""

    def build(self) -> None:
        self.fields[self.key] = forms.ChoiceField(label=self.side_name, choices=self.choices, widget=forms.RadioSelect)

    def said(self) -> dict[str, Any]:
        return {self.key: self.cleaned_data[self.key] == "yes"}


class BreakOffForm(YesNoForm):
    """Breaking off."""

    kind, title, label, key, choices = "break_off", "Break off?", "Say so in secret", "leaves", LEAVES


class StayForm(YesNoForm):
    """Staying or leaving."""

    kind, title, label, key, choices = "stay", "Stay on the field?", "Say so in secret", "stays", STAYS
