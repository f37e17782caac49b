"""Forms by which a war is made."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from base.pages.pictures import MOST_BYTES
from base.signs import readable
from battles.forms.photographs import PictureField
from campaign.forms.people import LONGEST_NAME, LineField
from campaign.models import SharedWar
from campaign.models.drafts import MOST_WARS
from campaign.rules.drafts.outside.under import FAINT, FARTHEST, LEAST_WIDTH, STRONG, USUAL, Place
from campaign.rules.drafts.starts import PARTS
from campaign.rules.files.campaign_file import UPLOAD_LIMIT

MOST_VERSIONS = 1_000_000_000


class NewDraftForm(PlainForm):
    """Choose what a draft begins with."""

    name = LineField(
        label="Name of the war", max_length=LONGEST_NAME, required=False,
        help_text="such as Bohemia 1757; left empty, the war is called as the one that you take",
    )  # fmt: skip
    pack = forms.ChoiceField(label="Begin with", required=False)
    file = forms.FileField(
        label="or with a file", required=False,
        help_text="a campaign file, a map of Azgaar's generator as Full JSON, or GeoJSON; at most 5 MB",
    )  # fmt: skip
    part = forms.ChoiceField(label="Take of a war", choices=list(PARTS.items()), required=False, initial="all")

    def __init__(self, *args: Any, packs: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pack"].choices = [("", "nothing: an empty map"), *packs.items()]  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > UPLOAD_LIMIT:
            raise Remedy(f"it has {file.size:,} bytes, at most {UPLOAD_LIMIT:,} are taken; choose a smaller one.")
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data.get("file") and data.get("pack"):
            raise ValidationError("Choose either a file or a war that ships with Bivouac.")
        if not (data.get("file") or data.get("pack") or data.get("name")):
            raise ValidationError("Name of the war: write one, since an empty map has none.")
        return data


class SeenForm(PlainForm):
    """A change of the draft as its page showed it."""

    seen = WholeNumberField(least=1, most=MOST_VERSIONS, widget=forms.HiddenInput)


class BeginForm(SeenForm):
    """Begin the war."""

    slug = forms.SlugField(
        label="Address", max_length=60,
        help_text="the last part of its web address: letters, digits and hyphens",
    )  # fmt: skip


class RehearsalForm(PlainForm):
    """Ask how often the program is to play a draft."""

    wars = WholeNumberField(label="How many wars", least=1, most=MOST_WARS, initial=20)


class PublishForm(PlainForm):
    """Licence and summary of a war in the library."""

    licence = forms.ChoiceField(label="Licence", choices=SharedWar.Licence.choices)
    summary = forms.CharField(
        label="About the war", max_length=1000, required=False, widget=forms.Textarea({"rows": 3}),
        help_text="for how many players, how long, on which sources",
    )  # fmt: skip

    def clean_summary(self) -> str:
        return readable(self.cleaned_data["summary"])


LONGEST = 2400
"""A scanned map is read more closely than a photograph, and kept larger."""
HELP = (
    f"JPEG, PNG or WebP, at most {MOST_BYTES // 1024 // 1024} MB. Only the referees of the draft see it. It goes into "
    "no file but a PNG or a poster for which you choose it."
)


class RealField(forms.FloatField):
    """A number within bounds, in plain digits."""

    def __init__(self, *, least: float, most: float, **kwargs: Any) -> None:
        self.remedy = f"write a number from {least:,g} to {most:,g}"
        super().__init__(
            min_value=least, max_value=most, widget=forms.NumberInput(attrs={"step": "any"}), **kwargs,
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
