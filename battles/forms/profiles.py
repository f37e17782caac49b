"""Forms of rules profiles: a copy under a new name, an uploaded file."""

from typing import Any

from django import forms

from base import place as reading
from base.pages.forms import PlainForm
from base.place import JsonPlace
from base.refusal import Refusal
from battles.pages.profiles import FORMAT
from battles.resolvers.contract.registry import DEFAULT, resolver, slugs

LIMIT = 200_000


class CopyForm(PlainForm):
    """A new profile: a copy of the shipped numbers or of another profile."""

    name = forms.CharField(max_length=80, label="Name of the new profile")
    source = forms.ChoiceField(required=False, label="Copy of")

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].choices = choices  # type: ignore[attr-defined]


class UploadForm(PlainForm):
    """A profile from a file."""

    upload = forms.FileField(label="Profile file", help_text=f"JSON in the format {FORMAT}.", max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name, self.rules, self.warning = "", DEFAULT, ""
        self.values: dict[str, Any] = {}

    def clean(self) -> None:
        """Read the file strictly."""
        if self.errors:
            return
        try:
            self._read(reading.loads(self.cleaned_data["upload"].read(LIMIT + 1), limit=LIMIT))
        except Refusal as refusal:
            self.add_error("upload", str(refusal))

    def _read(self, data: object) -> None:
        file = JsonPlace(data, "")
        if not isinstance(data, dict) or file.at("format").value != FORMAT:
            file.refuse(f'this is no profile; a file whose format is "{FORMAT}" is expected.')
        file.object(required=("format", "name", "values"), optional=("rules", "hash"))
        self.name = file.at("name").text(most=80)
        self.rules = file.at("rules").choice(slugs(), DEFAULT)
        values = file.at("values")
        self.values = dict(values.value) if isinstance(values.value, dict) else dict(values.object().value)
        given_hash = file.at("hash").text(most=80) if file.has("hash") else ""
        if given_hash and given_hash != resolver(self.rules).profile_hash(self.values | {"name": self.name}):
            self.warning = "Its hash differs here: the shipped numbers have changed since it was made."
