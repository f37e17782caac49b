"""The form by which a referee publishes a war."""

from django import forms

from base.signs import readable
from campaign.models import SharedWar


class PublishForm(forms.Form):
    """Licence and summary of a war in the library."""

    licence = forms.ChoiceField(label="Licence", choices=SharedWar.Licence.choices)
    summary = forms.CharField(
        label="About the war", max_length=1000, required=False, widget=forms.Textarea({"rows": 3}),
        help_text="for how many players, how long, on which sources",
    )  # fmt: skip

    def clean_summary(self) -> str:
        return readable(self.cleaned_data["summary"])
