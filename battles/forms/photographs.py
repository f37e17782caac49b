"""A photograph with its caption."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from base.pages.forms import PlainForm
from base.pages.pictures import LONGEST_EDGE, MOST_BYTES, UNREADABLE, Picture, read_picture
from base.refusal import Refusal

HELP = f"JPEG, PNG or WebP, at most {MOST_BYTES // 1024 // 1024} MB. Place and time of the photograph are removed."


class PictureField(forms.FileField):
    """A file with a picture; its value is the picture as it is kept. ``word`` begins what it refuses."""

    def __init__(self, *, word: str = "Photograph", longest: int = LONGEST_EDGE, **kwargs: Any) -> None:
        unreadable = _named(UNREADABLE, word)
        sentences = {
            "required": f"{word}: choose a file.", "empty": unreadable, "missing": unreadable, "invalid": unreadable,
            "max_length": f"{word}: the name of the file is too long; give it a shorter one.",
        }  # fmt: skip
        widget = forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})
        super().__init__(label=word, max_length=300, error_messages=sentences, widget=widget, **kwargs)
        self.word, self.longest = word, longest

    def clean(self, data: Any, initial: Any = None) -> Picture | None:
        """Return the picture, None where none has to be sent; at most one byte too many is read of it."""
        sent = super().clean(data, initial)
        if not sent:
            return None
        try:
            return read_picture(sent.read(MOST_BYTES + 1), self.longest)
        except Refusal as refusal:
            raise ValidationError(_named(str(refusal), self.word)) from None


def _named(sentence: str, word: str) -> str:
    return sentence.replace("Photograph", word, 1)


class PhotographForm(PlainForm):
    """One photograph."""

    picture = PictureField(help_text=HELP)
    caption = forms.CharField(
        label="Caption", max_length=200, required=False,
        error_messages={"max_length": "Caption: write at most 200 characters."},
    )  # fmt: skip
