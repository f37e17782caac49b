"""Forms by which a referee goes back in a war, or aside from it."""

from collections.abc import Iterable
from typing import Any

from django import forms

from campaign.forms.people import CopyForm, clean_name

LONGEST_REASON = 300


class TakeBackForm(forms.Form):
    """Give the reason for taking something back."""

    reason = forms.CharField(label="Reason", max_length=LONGEST_REASON, help_text="everybody reads it")

    def clean_reason(self) -> str:
        return clean_name(self.cleaned_data["reason"], LONGEST_REASON)


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
