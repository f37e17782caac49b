"""The picture under the map of a draft."""

from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from base.pages.pictures import MOST_BYTES
from battles.forms.photographs import PictureField
from campaign.forms.making.drafts import SeenForm
from campaign.rules.drafts.outside.under import FAINT, FARTHEST, LEAST_WIDTH, STRONG, USUAL, Place

LONGEST = 2400
"""A scanned map is read more closely than a photograph, and kept larger."""
HELP = (
    f"JPEG, PNG or WebP, at most {MOST_BYTES // 1024 // 1024} MB. Only the referees of the draft see it. It goes into "
    "no file but a PNG or a poster for which you choose it."
)


class RealField(forms.FloatField):
    """A number within bounds, in plain digits."""

    def __init__(self, *, least: float, most: float, **kwargs: Any) -> None:
        sentence = f"Write a number from {least:,g} to {most:,g}."
        names = ("invalid", "min_value", "max_value", "required")
        super().__init__(
            min_value=least, max_value=most, error_messages=dict.fromkeys(names, sentence),
            widget=forms.NumberInput(attrs={"step": "any"}), **kwargs,
        )  # fmt: skip


class PictureForm(SeenForm):
    """A form about the picture; its fields have ids of their own beside those of the towns."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "id_picture_%s")
        super().__init__(*args, **kwargs)


class ScanForm(PictureForm):
    """A picture to be laid under the map, over the whole frame."""

    picture = PictureField(word="Picture", longest=LONGEST, help_text=HELP)


class PlaceForm(PictureForm):
    """The place of the picture, and how strong it is."""

    x = RealField(label="Middle: x", least=-FARTHEST, most=FARTHEST)
    y = RealField(label="Middle: y", least=-FARTHEST, most=FARTHEST)
    across = RealField(label="Width", least=LEAST_WIDTH, most=FARTHEST)
    turn = RealField(label="Turned by degrees", least=-180, most=180, required=False, initial=0)
    strength = WholeNumberField(
        label="Strength, %", least=FAINT, most=STRONG, initial=USUAL, help_text="100: as it is; less: faded"
    )

    def place(self, *, degrees: bool) -> Place:
        """Return the place that was sent."""
        given = self.cleaned_data
        numbers = {name: round(given[name], 4) for name in ("x", "y", "across")}
        return Place(**numbers, turn=round(given["turn"] or 0, 2), strength=given["strength"], degrees=degrees)
