"""Forms of the referee's desk, and those by which he goes back in a war, or aside from it."""

from collections.abc import Iterable
from typing import Any

from django import forms

from base.pages.fields import MomentField, OnceField, Remedy, WholeNumberField
from base.pages.forms import PlainForm
from campaign.forms.people import CopyForm, LineField
from campaign.models import Campaign, Faction
from campaign.selectors.campaigns import factions_of

LONGEST_REASON = 200


class PointsField(forms.CharField):
    """A whole number with a sign, in plain digits, from -10,000 to 10,000."""

    remedy = "write a whole number from -10,000 to 10,000, such as 25 or -10"

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "")
        digits = text.removeprefix("-").removeprefix("+")
        if not text:
            return None
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and int(digits) <= 10_000):
            raise Remedy(f"{self.remedy}.")
        return int(text)


class CorrectionForm(PlainForm):
    """A correction of a treasury."""

    faction = forms.ChoiceField(label="Faction")
    points = PointsField(label="Points", help_text="negative takes points away")
    reason = LineField(label="Reason", max_length=LONGEST_REASON, help_text="shown in the ledger")
    form = OnceField()

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "correction_%s", **kwargs})
        self.campaign = campaign
        self.fields["faction"].choices = [(f.key, f.name) for f in factions_of(campaign)]  # type: ignore[attr-defined]

    def clean_faction(self) -> Faction | None:
        return self.campaign.factions.filter(key=self.cleaned_data["faction"]).first()


KEEP = "keep"


class ProfileForm(PlainForm):
    """The profile whose numbers the campaign takes over: the shipped ones, or one of the referee's own."""

    profile = forms.ChoiceField(label="Profile", required=False)

    def __init__(self, *args: Any, profiles: list[tuple[str, str]], now: str, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {"profile": KEEP}})
        choices = [(KEEP, f"keep: {now}"), *profiles]
        self.fields["profile"].choices = choices  # type: ignore[attr-defined]


class PutAwayForm(PlainForm):
    """Give the reason for archiving a campaign."""

    reason = forms.CharField(label="Reason", max_length=LONGEST_REASON, required=False)


class DeleteForm(PlainForm):
    """The campaign's name, typed so that nothing is deleted by a slip."""

    name = forms.CharField(label="Name of the campaign", max_length=120)


class DeadlineForm(PlainForm):
    """Set the deadline of the open turn's orders; empty lifts it."""

    deadline = MomentField(label="Orders due", required=False)
    reason = LineField(
        label="Reason", max_length=LONGEST_REASON, required=False,
        help_text="needed for more time in a war with a schedule",
    )  # fmt: skip


class ArchiveForm(PlainForm):
    """The last turn whose details are archived."""

    last = WholeNumberField(least=1, most=500, label="Archive the turns up to")


LONGEST_PAST_REASON = 300


class TakeBackForm(PlainForm):
    """Give the reason for taking something back."""

    reason = LineField(label="Reason", max_length=LONGEST_PAST_REASON, help_text="everybody reads it")


class RollBackForm(TakeBackForm):
    """Give the reason for rolling the war back, and choose new dice or the same."""

    new_dice = forms.BooleanField(
        label="Run these turns with new dice", required=False,
        help_text="Without this the turn ends as before if nobody changes anything; else its dice are new ones. "
        "Everybody can see that you chose it.",
    )  # fmt: skip


NOW = "now"


class ForkForm(CopyForm):
    """The address and name of a what-if, and the turn it begins at."""

    turn = forms.ChoiceField(label="From", required=False)

    def __init__(self, *args: Any, turns: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(NOW, "the war as it is now"), *((str(n), f"turn {n}, as its orders were sealed") for n in turns)]
        self.fields["turn"].choices = choices  # type: ignore[attr-defined]
        self.fields["name"].label, self.fields["slug"].label = "Name of the what-if", "Its address"

    def clean_turn(self) -> int | None:
        turn = self.cleaned_data["turn"]
        return None if turn in ("", NOW) else int(turn)
