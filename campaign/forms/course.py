"""The referee's settings during the war: numbers, a sixth condition, events, rulings on victory."""

import json
from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from campaign.models import Campaign, Faction, Province, Station
from campaign.rules.house import DIALS, house_rules

REASON = 200


class NumberForm(forms.Form):
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


class HardshipForm(forms.Form):
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


class EventForm(forms.Form):
    """An event of the referee's own."""

    kind = forms.ChoiceField(
        label="Event", choices=[("story", "a story"), ("windfall", "a windfall"), ("harvest", "a failed harvest")]
    )
    text = forms.CharField(label="Text", max_length=REASON)
    faction = forms.ChoiceField(label="Faction", required=False, help_text="of a story: who reads it")
    province = forms.ChoiceField(label="Province", required=False, help_text="of a failed harvest")
    points = WholeNumberField(label="Points", least=0, most=1000, required=False)
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


class TableForm(forms.Form):
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


class VictoryForm(forms.Form):
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
