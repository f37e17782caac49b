"""Forms by which a war is made."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from base.pages.fields import WholeNumberField
from campaign.forms.people import LONGEST_NAME, NO_ADDRESS, clean_name
from campaign.models.rehearsals import MOST_WARS
from campaign.rules.drafts.starts import PARTS
from campaign.rules.files.campaign_file import UPLOAD_LIMIT

MOST_VERSIONS = 1_000_000_000


class NewDraftForm(forms.Form):
    """Choose what a draft begins with."""

    name = forms.CharField(
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

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"], LONGEST_NAME)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > UPLOAD_LIMIT:
            raise ValidationError(f"The file has {file.size:,} bytes; at most {UPLOAD_LIMIT:,} are taken.")
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


class SeenForm(forms.Form):
    """A change of the draft as its page showed it."""

    seen = WholeNumberField(least=1, most=MOST_VERSIONS, widget=forms.HiddenInput)


class BeginForm(SeenForm):
    """Begin the war."""

    slug = forms.SlugField(
        label="Address", max_length=60, error_messages=NO_ADDRESS,
        help_text="the last part of its web address: letters, digits and hyphens",
    )  # fmt: skip


class RehearsalForm(forms.Form):
    """Ask how often the program is to play a draft."""

    wars = WholeNumberField(label="How many wars", least=1, most=MOST_WARS, initial=20)
