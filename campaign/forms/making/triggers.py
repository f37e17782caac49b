"""The form of an arrival or a trigger in a draft (HR-29)."""

from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from campaign.forms.making.draft_rooms import Choices
from campaign.forms.making.drafts import SeenForm
from campaign.rules.drafts.battle_order import EXAMPLE

RELATIONS = (("war", "at war"), ("neutral", "neutral"), ("transit", "free passage"), ("allied", "allied"))
CONDITIONS = (
    ("", "no other condition"), ("held", "one of these factions holds the province"),
    ("lost", "none of these factions holds the province"), ("capital_lost", "these factions have lost their capitals"),
    ("destroyed", "the army is destroyed"), ("relation", "two factions stand so"),
    ("points", "an alliance of these factions has the points"),
)  # fmt: skip
EFFECTS = (
    ("", "nothing but the text"), ("army", "an army arrives"), ("general", "generals join the war"),
    ("points", "points arrive"), ("relation", "two factions stand otherwise"),
    ("province", "provinces go over to the faction"), ("end", "the war ends"),
)  # fmt: skip


def _ticks(label: str, help_text: str = "") -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, required=False, help_text=help_text, widget=forms.CheckboxSelectMultiple
    )


class TriggerForm(SeenForm):
    """One more arrival or trigger; only the fields of the chosen condition and effect count."""

    to = forms.ChoiceField(label="Add it as", required=False)
    text = forms.CharField(label="What is read when it happens", max_length=300, required=False)
    readers = _ticks("Who reads it", "nobody ticked: everybody")
    for_referee = forms.BooleanField(label="Only the referee reads it", required=False)
    foretold = forms.BooleanField(label="Its readers expect it from the first turn on", required=False)
    on = forms.DateField(
        label="From this day on", required=False, widget=forms.DateInput({"type": "date"}),
        help_text="it happens when the first turn opens that begins on this day or later",
    )  # fmt: skip
    condition = forms.ChoiceField(label="And if", choices=CONDITIONS, required=False)
    province = forms.ChoiceField(label="Province", required=False)
    factions = _ticks("Factions of the condition")
    turns = WholeNumberField(label="Turn ends running", least=1, most=100, required=False, help_text="1 if left out")
    army = forms.ChoiceField(label="Army", required=False)
    between = _ticks("The two factions")
    relation = forms.ChoiceField(label="Their relation", choices=RELATIONS, required=False)
    at_least = WholeNumberField(label="Points of the alliance", least=1, most=100_000, required=False)
    effect = forms.ChoiceField(label="Then", choices=EFFECTS, required=False)
    faction = forms.ChoiceField(label="Faction", required=False)
    army_line = forms.CharField(label="The army", max_length=4000, required=False, help_text=f"such as {EXAMPLE}")
    provinces = forms.MultipleChoiceField(
        label="Provinces", required=False,
        help_text="of an army: where it comes if the first is taken, in this order; or those that go over",
    )  # fmt: skip
    edge = forms.ChoiceField(
        label="Else from the edge of the map", required=False,
        choices=[("", "no"), *((way, way) for way in ("north", "east", "south", "west"))],
    )  # fmt: skip
    if_taken = forms.ChoiceField(
        label="If an enemy is in all of them", required=False,
        choices=[("wait", "it waits"), ("nearest", "it comes to the nearest friendly province"),
                 ("never", "it never comes")],
    )  # fmt: skip
    generals_line = forms.CharField(
        label="The generals", max_length=400, required=False, help_text="such as Keith, good; Schwerin"
    )
    points = WholeNumberField(label="Points that arrive", least=1, most=10_000, required=False)
    between2 = _ticks("The two factions that stand otherwise")
    relation2 = forms.ChoiceField(label="From then on they are", choices=RELATIONS, required=False)
    winners = _ticks("Who wins", "nobody ticked: a draw")

    def __init__(self, *args: Any, towns: Choices, powers: Choices, armies: Choices, known: Choices, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name in ("readers", "factions", "between", "between2", "winners"):
            self.fields[name].choices = list(powers)  # type: ignore[attr-defined]
        self.fields["provinces"].choices = list(towns)  # type: ignore[attr-defined]
        nobody = [("", "none")]
        self.fields["province"].choices = [*nobody, *towns]  # type: ignore[attr-defined]
        self.fields["faction"].choices = [*nobody, *powers]  # type: ignore[attr-defined]
        self.fields["army"].choices = [*nobody, *armies]  # type: ignore[attr-defined]
        self.fields["to"].choices = [("", "a new one"), *known]  # type: ignore[attr-defined]

    def clean_if_taken(self) -> str:
        return str(self.cleaned_data["if_taken"] or "wait")
