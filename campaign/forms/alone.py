"""The form that begins a war against the program."""

from collections.abc import Mapping
from typing import Any

from django import forms

from campaign.services.alone import LONGEST, SHORTEST

LEVELS = (
    (1, "Easy: it looks two marches ahead"),
    (2, "Middle: it looks six marches ahead"),
    (3, "Hard: it looks nine marches ahead"),
)
EASY = LEVELS[0][0]
STRENGTHS = "Against Middle, Easy won two of ten wars of a league (Elo −210), and Hard 24 of 50."
"""By ``bench --league-of-wars`` (docs/general.md)."""
LENGTH = f"Length: give {SHORTEST} to {LONGEST} turns, or leave it empty."


class AloneForm(forms.Form):
    """Choose a war and the side to play."""

    side = forms.ChoiceField(
        label="War and side", help_text="the program leads every other side",
        error_messages={"required": "War and side: choose one.",
                        "invalid_choice": "War and side: choose one of those that are listed."},
    )  # fmt: skip

    level = forms.TypedChoiceField(
        label="Level", choices=LEVELS, coerce=int, initial=2,
        help_text=f"how far the program looks ahead; at every level it knows only what its side knows. {STRENGTHS}",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Level: choose one of those that are listed."),
    )  # fmt: skip
    turns = forms.IntegerField(
        label="Length", required=False, min_value=SHORTEST, max_value=LONGEST,
        help_text=f"the last turn, {SHORTEST} to {LONGEST}; empty: as the war has it",
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), LENGTH),
    )  # fmt: skip
    takes_back = forms.BooleanField(
        label="I may take the last turn back", required=False, help_text="each time is on the record of the war"
    )

    def __init__(self, *args: Any, wars: Mapping[str, Mapping[str, str]], **kwargs: Any) -> None:
        """``wars``: title of a war → value of a choice → name of its side."""
        super().__init__(*args, **kwargs)
        groups = [(title, list(sides.items())) for title, sides in wars.items()]
        self.fields["side"].choices = groups  # type: ignore[attr-defined]
