"""A photograph with its caption."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from battles.pictures import MOST_BYTES, UNREADABLE, Picture, read_picture
from rosters.rules.refusal import Refusal

HELP = f"JPEG, PNG or WebP, at most {MOST_BYTES // 1024 // 1024} MB. Place and time of the photograph are removed."


class PictureField(forms.FileField):
    """A file with a picture; its value is the picture as it is kept."""

    def clean(self, data: Any, initial: Any = None) -> Picture:
        """Return the picture; at most one byte too many is read of it."""
        sent = super().clean(data, initial)
        try:
            return read_picture(sent.read(MOST_BYTES + 1))
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from None


class PhotographForm(forms.Form):
    """One photograph."""

    picture = PictureField(
        label="Photograph", max_length=300, help_text=HELP,
        error_messages={
            "required": "Photograph: choose a file.", "empty": UNREADABLE, "missing": UNREADABLE, "invalid": UNREADABLE,
            "max_length": "Photograph: the name of the file is too long; give it a shorter one.",
        },
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )  # fmt: skip
    caption = forms.CharField(
        label="Caption", max_length=200, required=False,
        error_messages={"max_length": "Caption: write at most 200 characters."},
    )  # fmt: skip
