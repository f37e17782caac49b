"""The referee's settings during the war: numbers, a sixth condition, events, rulings on victory."""

import json
from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from base.pages.forms import PlainForm
from campaign.forms.making.draft_rooms import WAY_KINDS
from campaign.models import Campaign, Faction, Province, Station
from campaign.rules.drafts.battle_order import EXAMPLE
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.house import DIALS, house_rules
from campaign.rules.kinds import FactionPattern
from campaign.rules.triggers import PUBLIC

REASON = 200


class NumberForm(PlainForm):
    """A number of the house rules."""

    key = forms.ChoiceField(label="Number")
    value = WholeNumberField(label="From the next turn on", least=0, most=1000)
    reason = forms.CharField(label="Reason", max_length=REASON, help_text="every player reads it")

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = house_rules(campaign.house_rules).numbers()
        named = {key: (key, f"{one.words}: now {one.value} ({key}, {one.source})") for key, one in entries.items()}
        self.fields["key"].choices = [  # type: ignore[attr-defined]
            ("Income, upkeep, replacements, supply", [named[key] for key in DIALS]),
            ("The end of the war", [choice for key, choice in named.items() if key.startswith("victory.")]),
            ("All other numbers", [choice for key, choice in named.items() if not _listed_above(key)]),
        ]


def _listed_above(key: str) -> bool:
    return key in DIALS or key.startswith("victory.")


class HardshipForm(PlainForm):
    """A sixth condition of attrition: for everybody, a region or an army."""

    whom = forms.ChoiceField(label="For", required=False)
    turns = WholeNumberField(label="Turns", least=1, most=100, initial="1")
    reason = forms.CharField(label="Reason", max_length=REASON, help_text="those whom it concerns read it")

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        regions = campaign.provinces.order_by("region").values_list("region", flat=True).distinct()
        armies = campaign.stations.filter(province__isnull=False).select_related("army").order_by("faction", "pk")
        self.fields["whom"].choices = [  # type: ignore[attr-defined]
            ("", "all armies"),
            *((f"region:{key}", f"the region {key.replace('_', ' ').title()}") for key in regions),
            *((f"army:{row.ref}", row.army.name) for row in armies),
        ]

    @property
    def region(self) -> str:
        """The region that was chosen; empty where none was."""
        kind, _, name = str(self.cleaned_data["whom"]).partition(":")
        return name if kind == "region" else ""

    @property
    def station(self) -> Station | None:
        """The army that was chosen."""
        kind, _, name = str(self.cleaned_data["whom"]).partition(":")
        return self.campaign.stations.select_related("faction").get(ref=name) if kind == "army" else None


class EventForm(PlainForm):
    """An event of the referee's own."""

    kind = forms.ChoiceField(
        label="Event", choices=[("story", "a story"), ("windfall", "a windfall"), ("harvest", "a failed harvest")]
    )
    text = forms.CharField(label="Text", max_length=REASON)
    faction = forms.ChoiceField(label="Faction", required=False, help_text="who reads the story; who gets the windfall")
    province = forms.ChoiceField(label="Province", required=False, help_text="of a failed harvest")
    points = WholeNumberField(
        label="Points", least=0, most=1000, required=False, help_text="that come in, or that the harvest costs"
    )
    turns = WholeNumberField(label="Turns", least=1, most=100, initial="1")
    for_referee = forms.BooleanField(label="For me alone", required=False)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        factions = [("", "everybody"), *campaign.factions.values_list("key", "name")]
        provinces = [("", "–"), *campaign.provinces.order_by("name").values_list("key", "name")]
        self.fields["faction"].choices = factions  # type: ignore[attr-defined]
        self.fields["province"].choices = provinces  # type: ignore[attr-defined]

    def clean_faction(self) -> Faction | None:
        return self.campaign.factions.filter(key=self.cleaned_data["faction"]).first()

    def clean_province(self) -> Province | None:
        rows = self.campaign.provinces.select_related("controller")
        return rows.filter(key=self.cleaned_data["province"]).first()

    def clean_points(self) -> int:
        return self.cleaned_data["points"] or 0


class TableForm(PlainForm):
    """The table of events, and whether it is used."""

    on = forms.BooleanField(label="Roll for events each turn", required=False)
    table = forms.CharField(
        label="Table", required=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text="JSON; left empty, the shipped table", max_length=40_000,
    )  # fmt: skip
    reason = forms.CharField(label="Reason", max_length=REASON)

    def clean_table(self) -> Any:
        text = self.cleaned_data["table"].strip()
        try:
            return json.loads(text) if text else None
        except (ValueError, RecursionError):
            raise forms.ValidationError("Table: this is no JSON; write a list of rows.") from None

    @property
    def events(self) -> dict[str, Any]:
        """The campaign's events as the data has them."""
        table = self.cleaned_data["table"]
        return {"on": self.cleaned_data["on"]} | ({"table": table} if table is not None else {})


class VictoryForm(PlainForm):
    """The referee's ruling on a condition in words of the campaign's own."""

    aim = forms.ChoiceField(label="Condition")
    faction = forms.ChoiceField(label="Reached by", required=False)
    reason = forms.CharField(label="Reason", max_length=REASON)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = enumerate(campaign.victory.get("conditions", []))
        own = [(str(number), row["text"]) for number, row in rows if row["kind"] == "own"]
        self.fields["aim"].choices = own  # type: ignore[attr-defined]
        factions = [("", "nobody"), *campaign.factions.values_list("key", "name")]
        self.fields["faction"].choices = factions  # type: ignore[attr-defined]


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


class AmendForm(PlainForm):
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
