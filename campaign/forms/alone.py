"""The form that begins a war against the program."""

from collections.abc import Mapping
from typing import Any

from django import forms


class AloneForm(forms.Form):
    """Choose a war and the side to play."""

    side = forms.ChoiceField(
        label="War and side", help_text="the program leads every other side",
        error_messages={"required": "War and side: choose one.",
                        "invalid_choice": "War and side: choose one of those that are listed."},
    )  # fmt: skip

    takes_back = forms.BooleanField(
        label="I may take the last turn back", required=False, help_text="each time is on the record of the war"
    )

    def __init__(self, *args: Any, wars: Mapping[str, Mapping[str, str]], **kwargs: Any) -> None:
        """``wars``: title of a war → value of a choice → name of its side."""
        super().__init__(*args, **kwargs)
        groups = [(title, list(sides.items())) for title, sides in wars.items()]
        self.fields["side"].choices = groups  # type: ignore[attr-defined]
