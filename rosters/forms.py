"""Forms over rosters; each refusal comes from the rules."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm, PlainModelForm
from base.refusal import Refusal
from base.spreadsheets import MOST_BYTES as MOST_TABLE
from base.spreadsheets import assumed_encoding
from rosters.rules.catalogue import catalogue
from rosters.rules.notation import MOST_BYTES, RosterItem, clean_name
from rosters.rules.own_types import NO_TYPES, OwnTypes
from rosters.rules.purchase import MOST_BASE_POINTS, MOST_WINGS
from rosters.rules.roster_table import read_roster
from rosters.war_types import WarTypes

TABLE_HELP = "CSV or XLSX with a column type, and if you like strength, guard, outriders, name and count."
NO_UNITS = "write or paste the units, such as 3 Line inf, 1 Light cav."


class RosterField(forms.CharField):
    """A roster in the notation of LGG-C1-a; its value is the units in canonical order. ``own``: types of its war."""

    widget = forms.Textarea
    own = NO_TYPES

    def to_python(self, value: Any) -> tuple[RosterItem, ...]:  # type: ignore[override]
        """Return the units; what cannot be read is refused with line and column."""
        text = super().to_python(value)
        if text is None or text in self.empty_values:
            return ()
        try:
            return read_roster(text, self.own)
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None

    def run_validators(self, value: Any) -> None:
        """The notation is checked already; the text's own validators are for texts."""


class SentUnits(tuple[RosterItem, ...]):
    """The units of a file; ``assumed`` names the encoding of its text where the file does not show it."""

    assumed = ""

    @classmethod
    def of(cls, data: bytes, own: OwnTypes = NO_TYPES) -> "SentUnits":
        """Read a file; Refusal names what is wrong."""
        units = cls(read_roster(data, own))
        units.assumed = assumed_encoding(data)
        return units


def note_encoding(request: HttpRequest, *sent: object) -> None:
    """Leave a message for the next page if the text of a table was read in an encoding that it does not show."""
    if assumed := next((units.assumed for units in sent if isinstance(units, SentUnits) and units.assumed), ""):
        messages.info(request, f"The table is not in UTF-8. It was read as {assumed}: check names with accents.")


class RosterFile(forms.FileField):
    """A roster as a file: text in the notation, CSV or XLSX; its value is the units in canonical order."""

    own = NO_TYPES

    def __init__(self, **kwargs: Any) -> None:
        usual: dict[str, Any] = {
            "label": "or a table from this device", "required": False, "max_length": 200,
            "widget": forms.ClearableFileInput(attrs={"accept": ".csv,.xlsx,.tsv,.txt"}), "help_text": TABLE_HELP,
        }  # fmt: skip
        super().__init__(**usual | kwargs)

    def clean(self, data: Any, initial: Any = None) -> tuple[RosterItem, ...]:
        """Return the units; none where no file was sent."""
        sent = super().clean(data, initial)
        if not sent:
            return ()
        try:
            return SentUnits.of(sent.read(MOST_TABLE + 1), self.own)
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None


def one_roster(typed: bool, sent: bool) -> str:
    """Return the remedy of a roster that was given twice or not at all; empty where it was given once."""
    if typed and sent:
        return "write the units or choose a table, not both."
    return "" if typed or sent else NO_UNITS


def choose_war(form: forms.Form, wars: Sequence[WarTypes]) -> OwnTypes:
    """HR-30 Let the form choose a war and its rosters name the types of that war; the types of the chosen one."""
    if not wars:
        return NO_TYPES
    choices = [("", "the eleven of the rules alone"), *((war.key, war.name) for war in wars)]
    form.fields["war"] = forms.ChoiceField(choices=choices, required=False, label="Unit types of a war")
    asked = form.data.get("war", "") if form.is_bound else ""
    own = next((war.types for war in wars if war.key == asked), NO_TYPES)
    for field in form.fields.values():
        if isinstance(field, RosterField | RosterFile):
            field.own = own
    return own


class ListForm(PlainForm):
    """A list for the checker: units, the commander's skill, base points, wing commanders."""

    roster = RosterField(
        label="Roster",
        max_length=MOST_BYTES,
        required=False,
        help_text="One unit or several alike per item, with commas, semicolons or new lines between them; or a table.",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
    )
    table = RosterFile()
    skill = forms.ChoiceField(
        label="Commander",
        initial="average",
        error_messages={"invalid_choice": "Commander: choose poor, average, good or great."},
    )
    base = WholeNumberField(label="Base points", least=1, most=MOST_BASE_POINTS, initial=400)
    wings = WholeNumberField(label="Wing commanders", least=0, most=MOST_WINGS, initial=0)

    def __init__(self, *args: Any, wars: Sequence[WarTypes] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = choose_war(self, wars)
        choices = [(key, f"{row.name} ({row.base_percent} % of the base)") for key, row in catalogue().skills.items()]
        self.fields["skill"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Take the units from the text or from the table."""
        data = self.cleaned_data
        typed, sent = data.get("roster") or (), data.get("table") or ()
        if (
            not self.has_error("roster")
            and not self.has_error("table")
            and (wrong := one_roster(bool(typed), bool(sent)))
        ):
            self.add_error("roster", Remedy(wrong))
        return data | {"roster": typed or sent}


class NameForm(PlainModelForm):
    """A name in normal form."""

    def clean_name(self) -> str:
        """Single spaces, no control signs; an army needs at least one letter that is seen."""
        try:
            name = clean_name(self.cleaned_data["name"])
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None
        if self.fields["name"].required and not name:
            raise Remedy("write one.")
        return name


class CorrectionForm(PlainForm):
    """A referee's correction of one unit's strength."""

    strength = WholeNumberField(label="New strength", least=0, most=6)
    reason = forms.CharField(
        label="Reason",
        max_length=300,
        help_text="It is shown in the unit's ledger, where its players read it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
