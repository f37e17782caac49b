"""The form by which a referee amends a war under way (HR-29)."""

from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from campaign.forms.making.draft_rooms import WAY_KINDS
from campaign.rules.amending import PUBLIC
from campaign.rules.drafts.battle_order import EXAMPLE
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.kinds import FactionPattern

KINDS = (
    ("way", "a way between two provinces"), ("general", "generals"), ("army", "an army"), ("units", "units of an army"),
    ("faction", "a faction"),
)  # fmt: skip


def _many(label: str, help_text: str = "") -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, required=False, help_text=help_text)


def _ticks(label: str) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, required=False, widget=forms.CheckboxSelectMultiple)


OF_KIND = {
    "way": ("first", "second", "way", "river"), "general": ("faction", "generals_line"),
    "army": ("faction", "army_line"), "units": ("army", "roster"),
    "faction": ("name", "adjective", "colour", "pattern", "homes", "capital", "income", "points", "enemies", "allies"),
}  # fmt: skip
"""Kind of an amendment → the fields that it asks for."""


class AmendForm(forms.Form):
    """An amendment of one kind that comes when the next turn opens; it shows the fields of its kind alone."""

    kind = forms.ChoiceField(choices=KINDS, widget=forms.HiddenInput)
    first = forms.ChoiceField(label="From", required=False)
    second = forms.ChoiceField(label="To", required=False)
    way = forms.ChoiceField(label="Kind of way", choices=WAY_KINDS, required=False)
    river = forms.CharField(label="River", max_length=40, required=False)
    faction = forms.ChoiceField(label="Faction", required=False)
    generals_line = forms.CharField(
        label="Generals", max_length=400, required=False, help_text="such as Keith, good; Schwerin"
    )
    army_line = forms.CharField(label="Army", max_length=4000, required=False, help_text=f"such as {EXAMPLE}")
    army = forms.ChoiceField(label="The army that units join", required=False)
    roster = forms.CharField(
        label="Units", max_length=4000, required=False, help_text="such as 2 Line inf, 1 Light cav"
    )
    name = forms.CharField(label="Name of the faction", max_length=80, required=False)
    adjective = forms.CharField(label="Adjective", max_length=80, required=False)
    colour = forms.RegexField(
        "^#[0-9a-f]{6}$", label="Colour", required=False, initial="#6a3d7a", widget=forms.TextInput({"type": "color"})
    )
    pattern = forms.ChoiceField(
        label="Pattern", choices=[(word, word) for word in FactionPattern.values], required=False
    )
    homes = _many("Home provinces", "they go over to it where no enemy of it is")
    capital = forms.ChoiceField(label="Capital", required=False, help_text="one of them; it has a depot")
    income = WholeNumberField(label="Income from beyond the map", least=0, most=10_000, required=False)
    points = WholeNumberField(label="Points that it begins with", least=0, most=10_000, required=False)
    enemies = _ticks("Its enemies")
    allies = _ticks("Its allies")
    reason = forms.CharField(label="Reason", max_length=200)

    def __init__(self, *args: Any, war: CampaignFile, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["kind"] = kind
        readers = "everybody reads it" if kind in PUBLIC else "the faction alone reads it"
        self.fields["reason"].help_text = readers
        none = [("", "none")]
        towns, powers = ([(row.key, row.name) for row in rows] for rows in (war.provinces, war.factions))
        choices = {
            "first": none + towns, "second": none + towns, "homes": towns, "capital": none + towns,
            "faction": none + powers, "enemies": powers,
            "allies": powers, "army": none + [(row.ref, row.name) for row in war.armies],
        }  # fmt: skip
        for name, known in choices.items():
            self.fields[name].choices = known  # type: ignore[attr-defined]
        for name in set(self.fields) - {"kind", "reason", *OF_KIND[kind]}:
            del self.fields[name]

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"] or "#6a3d7a")

    def clean_pattern(self) -> str:
        return str(self.cleaned_data["pattern"] or "plain")

    def clean_way(self) -> str:
        return str(self.cleaned_data["way"] or "road")


def kind_of(wanted: str) -> str:
    """Return the kind of an amendment that a page asks for; the first one where there is no such kind."""
    return wanted if wanted in OF_KIND else KINDS[0][0]
