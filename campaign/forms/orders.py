"""A player's forms: orders, lines of the sheet, generals, factions, captives, filters. Services decide what may be."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from base.pages.forms import PlainForm
from battles.resolvers.values.sides import EVENINGS, POSTURES, SECTORS
from campaign.rules.standing import KINDS
from campaign.visibility.values import UnitView
from rosters.rules.own_types import LONGEST as OWN_LENGTH

KEYS = "choose some of those that are listed."


class OrderForm(PlainForm):
    """An order as the radio buttons send it: ``hold``, ``march:<province key>``, ``forced:<key>:<key>`` or ``none``."""

    order = forms.CharField(max_length=140, error_messages={"required": "Order: choose one of those listed."})

    @property
    def withdrawn(self) -> bool:
        """Whether the order is taken back."""
        return bool(self.cleaned_data["order"] == "none")

    @property
    def kind(self) -> str:
        """The kind of order."""
        return str(self.cleaned_data["order"]).partition(":")[0]

    @property
    def path(self) -> list[str]:
        """Keys of the provinces to enter."""
        return [key for key in str(self.cleaned_data["order"]).split(":")[1:] if key]


class GroupForm(OrderForm):
    """One order for several armies of a province, by their keys."""

    armies = forms.MultipleChoiceField(
        error_messages={"required": "Armies: choose at least one.", "invalid_choice": f"Armies: {KEYS}"}
    )

    def __init__(self, *args: Any, keys: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["armies"].choices = [(key, key) for key in keys]  # type: ignore[attr-defined]


def order_value(kind: str, path: Sequence[str]) -> str:
    """Return the form's value for an order."""
    return ":".join((str(kind), *path))


class UnitsForm(PlainForm):
    """Some units of an army, by key."""

    units = forms.MultipleChoiceField(
        error_messages={"required": "Units: choose at least one.", "invalid_choice": f"Units: {KEYS}"}
    )

    def __init__(self, *args: Any, units: Iterable[UnitView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["units"].choices = [(unit.key, unit.label) for unit in units]  # type: ignore[attr-defined]


class SplitForm(UnitsForm):
    """The units that leave, the new army's name, and the wing that leads it."""

    name = forms.CharField(max_length=80, required=False)
    leader = forms.CharField(max_length=60, required=False)


class MergeForm(PlainForm):
    """The army that is joined, by key."""

    into = forms.CharField(max_length=12, error_messages={"required": "Army: choose the one that is joined."})


class PlanForm(PlainForm):
    """Instruct the general for the next battle; he decides what is left empty."""

    posture = forms.ChoiceField(
        required=False, choices=[("", ""), *((key, key) for key in POSTURES)],
        error_messages={"invalid_choice": f"posture: choose {', '.join(POSTURES)} or nothing."},
    )  # fmt: skip
    sector = forms.ChoiceField(
        required=False, choices=[("", ""), *((key, key) for key in SECTORS)],
        error_messages={"invalid_choice": f"sector: choose {', '.join(SECTORS)} or nothing."},
    )  # fmt: skip
    evening = forms.ChoiceField(
        required=False, choices=[("", ""), *((key, key) for key in EVENINGS)],
        error_messages={"invalid_choice": f"evening: choose {', '.join(EVENINGS)} or nothing."},
    )  # fmt: skip
    reserve = WholeNumberField(least=0, most=100, required=False)
    break_off = WholeNumberField(least=0, most=100, required=False)
    spare = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": f"Not to be risked: {KEYS}"})

    def __init__(self, *args: Any, units: Iterable[UnitView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["spare"].choices = [(unit.key, unit.label) for unit in units]  # type: ignore[attr-defined]

    @property
    def plan(self) -> dict[str, Any]:
        """The plan with only what was entered."""
        return {key: value for key, value in self.cleaned_data.items() if value not in ("", None, [])}


class StandingForm(PlainForm):
    """A standing order: its kind, nothing to take it back, and provinces by their names, separated by commas."""

    kind = forms.ChoiceField(
        required=False, choices=[("", ""), *((key, kind.label) for key, kind in KINDS.items())],
        error_messages={"invalid_choice": "Standing order: choose one of those listed."},
    )  # fmt: skip
    path = forms.CharField(required=False, max_length=1000)

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._keys = {name.casefold(): key for key, name in names.items()} | {key: key for key in names}

    def clean_path(self) -> list[str]:
        """Return keys of the provinces."""
        typed = [part.strip() for part in re.split("[,;]", self.cleaned_data["path"]) if part.strip()]
        for name in typed:
            if name.casefold() not in self._keys:
                raise forms.ValidationError(f"Provinces: “{name[:40]}” is no province of this map.")
        return [self._keys[name.casefold()] for name in typed]

    def clean(self) -> dict[str, Any]:
        """Refuse provinces without a kind of order: they would be lost."""
        data = self.cleaned_data
        if data.get("path") and not data.get("kind") and "kind" not in self.errors:
            raise forms.ValidationError("Standing order: choose what the army does, or leave the provinces out.")
        return data


class BuyForm(PlainForm):
    """A unit to be bought in a province."""

    type = forms.CharField(max_length=OWN_LENGTH, error_messages={"required": "Unit: choose a type."})
    guard = forms.BooleanField(required=False)
    outriders = forms.BooleanField(required=False)
    name = forms.CharField(max_length=80, required=False)
    army = forms.CharField(max_length=12, required=False)


class ReplacementsForm(UnitsForm):
    """Strength points for a worn unit."""

    points = WholeNumberField(least=1, most=6, initial="1", error_messages={"required": "Points: write 1 to 6."})


class GiftForm(PlainForm):
    """Points for an ally, who is named by his key."""

    faction = forms.CharField(max_length=40, error_messages={"required": "Ally: choose one."})
    points = WholeNumberField(least=1, most=10_000, error_messages={"required": "Points: write 1 to 10,000."})


class HireForm(PlainForm):
    """A general: his skill, his name, and by its key the army that he is to lead."""

    skill = forms.CharField(max_length=8, error_messages={"required": "Skill: choose one of those listed."})
    name = forms.CharField(max_length=80, required=False)
    army = forms.CharField(max_length=12, error_messages={"required": "Army: choose the one he is to lead."})


class PayForm(PlainForm):
    """Units in the order in which they are paid: a number beside each one that is named, ``rank-<unit key>``."""

    def __init__(self, *args: Any, units: Iterable[UnitView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for unit in units:
            self.fields[f"rank-{unit.key}"] = WholeNumberField(least=1, most=999, required=False, label=unit.label)

    @property
    def keys(self) -> list[str]:
        """The units that are named, the first to be paid first; equal numbers in the order of the roster."""
        ranked = [(rank, name.removeprefix("rank-")) for name, rank in self.cleaned_data.items() if rank]
        return [key for _, key in sorted(ranked, key=lambda pair: pair[0])]


class LedgerFilter(PlainForm):
    """Filter the postings of the ledger."""

    turn = WholeNumberField(least=0, most=500, required=False, label="Turn")
    direction = forms.ChoiceField(
        choices=[("", "in and out"), ("in", "in"), ("out", "out")], required=False, label="Points"
    )


class ChronicleFilter(PlainForm):
    """Filter the lines of the chronicle."""

    turn = WholeNumberField(least=0, most=500, required=False, label="Turn")
    kind = forms.ChoiceField(required=False, label="Kind")
    whose = forms.ChoiceField(choices=[("", "all"), ("own", "only for me")], required=False, label="Lines")

    def __init__(self, *args: Any, kinds: Sequence[str], turns: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [(kind, kind.replace("_", " ").replace("-", " ")) for kind in kinds]
        self.fields["kind"].choices = [("", "all"), *words]  # type: ignore[attr-defined]
        self.turns = range(1, turns + 1)


def first_error(form: forms.Form) -> str:
    """Return the first thing that is wrong with a form, as a sentence."""
    for errors in form.errors.values():
        return str(errors[0])
    return ""


GENERAL_ACTS = ("post", "swap", "home", "recall")


class GeneralForm(PlainForm):
    """An order for a general, by his reference; the army by its key."""

    act = forms.ChoiceField(
        choices=[(key, key) for key in GENERAL_ACTS],
        error_messages={"required": "Order: choose one.", "invalid_choice": "Order: choose one of those listed."},
    )
    leader = forms.CharField(max_length=60, error_messages={"required": "General: choose one of yours."})
    other = forms.CharField(max_length=60, required=False)
    army = forms.CharField(max_length=12, required=False)
    wing = forms.BooleanField(required=False)


class RelationForm(PlainForm):
    """Declare or offer: ``<faction>:<relation>``, or both by themselves."""

    faction = forms.CharField(max_length=40, required=False)
    relation = forms.CharField(max_length=60, error_messages={"required": "Change: choose one of those listed."})

    @property
    def pair(self) -> tuple[str, str]:
        """The faction and the relation."""
        first, colon, second = str(self.cleaned_data["relation"]).partition(":")
        return (first, second) if colon else (str(self.cleaned_data["faction"]), first)


class CaptiveForm(PlainForm):
    """An exchange, a ransom or a parole. An exchange names both generals: ``<own>:<other>``, or each by himself."""

    act = forms.ChoiceField(
        choices=[(key, key) for key in ("captives", "ransom", "parole")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "act: choose exchange, ransom or parole."),
    )
    faction = forms.CharField(max_length=40, required=False)
    leader = forms.CharField(max_length=121, error_messages={"required": "Captive: choose one of those listed."})
    other = forms.CharField(max_length=60, required=False)
    points = WholeNumberField(least=1, most=10_000, required=False)

    @property
    def pair(self) -> tuple[str, str]:
        """The general, and the one for whom he is exchanged, if any."""
        leader, _, other = str(self.cleaned_data["leader"]).partition(":")
        return leader, other or str(self.cleaned_data["other"])
