"""The form by which a referee amends a war under way (HR-29)."""

from typing import Any

from django import forms

from campaign.forms.draft_rooms import WAY_KINDS
from campaign.rules.drafts.battle_order import EXAMPLE
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import PATTERNS
from rosters.fields import WholeNumberField

KINDS = (
    ("way", "a way between two provinces"), ("general", "generals"), ("army", "an army"), ("units", "units of an army"),
    ("faction", "a faction"),
)  # fmt: skip


def _many(label: str, help_text: str = "") -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, required=False, help_text=help_text)


def _ticks(label: str) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(label=label, required=False, widget=forms.CheckboxSelectMultiple)


class AmendForm(forms.Form):
    """An amendment that comes when the next turn opens; only the fields of its kind count."""

    kind = forms.ChoiceField(label="Add", choices=KINDS)
    reason = forms.CharField(
        label="Reason", max_length=200,
        help_text="of a way and a faction everybody reads it, of the others their faction alone",
    )  # fmt: skip
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
    pattern = forms.ChoiceField(label="Pattern", choices=[(word, word) for word in PATTERNS], required=False)
    homes = _many("Home provinces", "the first is the capital; they go over to it where no enemy of it is")
    income = WholeNumberField(label="Income from beyond the map", least=0, most=10_000, required=False)
    points = WholeNumberField(label="Points that it begins with", least=0, most=10_000, required=False)
    enemies = _ticks("Its enemies")
    allies = _ticks("Its allies")

    def __init__(self, *args: Any, war: CampaignFile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        none = [("", "none")]
        towns, powers = ([(row.key, row.name) for row in rows] for rows in (war.provinces, war.factions))
        choices = {
            "first": none + towns, "second": none + towns, "homes": towns, "faction": none + powers, "enemies": powers,
            "allies": powers, "army": none + [(row.ref, row.name) for row in war.armies],
        }  # fmt: skip
        for name, known in choices.items():
            self.fields[name].choices = known  # type: ignore[attr-defined]

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"] or "#6a3d7a")

    def clean_pattern(self) -> str:
        return str(self.cleaned_data["pattern"] or "plain")

    def clean_way(self) -> str:
        return str(self.cleaned_data["way"] or "road")
