"""Forms for the unit types of a draft's war (HR-30)."""

from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from campaign.forms.making.draft_rooms import Choices, RowForm
from campaign.rules.files.unit_type_rows import MOST_POINTS, UnitTypeRow
from rosters.rules.catalogue import catalogue
from rosters.rules.own_types import DIFFERENCE, LONGEST, LONGEST_SIGN

DIFFERENCES = [(n, f"{n:+d}" if n else "as its base") for n in range(DIFFERENCE, -DIFFERENCE - 1, -1)]
BLANK = {"base": "line_inf", "attack": 0, "defend": 0, "fire": 0}


class UnitTypeForm(RowForm):
    """A type of the war; the last form, without a name, is for one more."""

    short = forms.CharField(label="Short name, as in rosters", max_length=LONGEST, required=False)
    base = forms.ChoiceField(label="Over", required=False)
    name = forms.CharField(label="Name", max_length=60, required=False)
    plural = forms.CharField(label="Plural", max_length=60, required=False)
    price = WholeNumberField(label="Price", least=0, most=MOST_POINTS, required=False)
    upkeep = WholeNumberField(label="Upkeep", least=0, most=MOST_POINTS, required=False)
    morale = WholeNumberField(label="Morale", least=1, most=9, required=False)
    attack = forms.TypedChoiceField(label="Attack", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    defend = forms.TypedChoiceField(label="Defence", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    fire = forms.TypedChoiceField(label="Fire", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    sign = forms.CharField(label="Letters on its counter", max_length=LONGEST_SIGN, required=False)
    factions = forms.MultipleChoiceField(
        label="Raised by (none: all)", required=False, widget=forms.CheckboxSelectMultiple
    )
    gone = forms.BooleanField(label="Remove", required=False)

    def __init__(self, *args: Any, row: UnitTypeRow | None, powers: Choices, **kwargs: Any) -> None:
        initial = {**vars(row), "factions": list(row.factions)} if row else dict(BLANK)
        super().__init__(*args, of=row.short if row else "a new type", initial=initial, **kwargs)
        self.row = row
        bases = [(kind.key, kind.name) for kind in catalogue().unit_types.values()]
        self.fields["base"].choices = bases  # type: ignore[attr-defined]
        self.fields["factions"].choices = powers  # type: ignore[attr-defined]
        self.fields["factions"].widget.attrs = {"class": "form-check-input"}
        if row is None:
            del self.fields["gone"]

    def clean_short(self) -> str:
        """Refuse a type of the draft that has lost its name."""
        short: str = self.cleaned_data["short"]
        if self.row and not short and not self.data.get(self.add_prefix("gone")):
            raise forms.ValidationError("Write its short name, or tick Remove.")
        return short

    @property
    def made(self) -> UnitTypeRow | None:
        """The type as it was sent; None where it goes, or nothing was written."""
        given = dict(self.cleaned_data)
        given |= {name: int(given[name]) for name in ("attack", "defend", "fire")}
        if given.pop("gone", False) or not given["short"]:
            return None
        return UnitTypeRow(**{**given, "base": given["base"] or "line_inf", "factions": tuple(given["factions"])})
