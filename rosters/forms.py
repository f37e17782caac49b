"""Forms over rosters; each refusal comes from the rules."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rosters.fields import WholeNumberField
from rosters.rules.catalogue import catalogue
from rosters.rules.notation import MOST_BYTES, RosterItem, clean_name, parse_roster
from rosters.rules.purchase import MOST_BASE_POINTS, MOST_WINGS
from rosters.rules.refusal import Refusal


class RosterField(forms.CharField):
    """A roster in the notation of LGG-C1-a; its value is the units in canonical order."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> tuple[RosterItem, ...]:  # type: ignore[override]
        """The units; what cannot be read is refused with line and column."""
        text = super().to_python(value)
        if text in self.empty_values:
            return ()
        try:
            return parse_roster(text)
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None

    def run_validators(self, value: Any) -> None:
        """The notation is checked already; the text's own validators are for texts."""


class ListForm(forms.Form):
    """A list for the checker: units, the commander's skill, base points, wing commanders."""

    roster = RosterField(
        label="Roster",
        max_length=MOST_BYTES,
        error_messages={"required": "Write or paste the units, such as: 3 Line inf, 1 Light cav."},
        help_text="One unit or several alike per item; commas, semicolons or new lines between them.",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
    )
    skill = forms.ChoiceField(
        label="Commander",
        initial="average",
        error_messages={"invalid_choice": "Choose poor, average, good or great."},
    )
    base = WholeNumberField(label="Base points", least=1, most=MOST_BASE_POINTS, initial=400)
    wings = WholeNumberField(label="Wing commanders", least=0, most=MOST_WINGS, initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(key, f"{row.name} ({row.base_percent} % of the base)") for key, row in catalogue().skills.items()]
        self.fields["skill"].choices = choices  # type: ignore[attr-defined]


class NameForm(forms.ModelForm):  # type: ignore[type-arg]
    """A name in normal form."""

    def clean_name(self) -> str:
        """Single spaces, no control signs; an army needs at least one letter that is seen."""
        try:
            name = clean_name(self.cleaned_data["name"])
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None
        if self.fields["name"].required and not name:
            raise ValidationError("Write a name.")
        return name


class CorrectionForm(forms.Form):
    """A referee's correction of one unit's strength."""

    strength = WholeNumberField(label="New strength", least=0, most=6)
    reason = forms.CharField(
        label="Reason",
        max_length=300,
        help_text="It is shown in the unit's ledger, where its players read it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
