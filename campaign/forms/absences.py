"""Forms of absences and caretakers."""

from typing import Any

from django import forms

from base.pages.fields import MomentField
from campaign.models import Faction, Member


class AbsenceForm(forms.Form):
    """From when until when, and who acts meanwhile."""

    starts = MomentField(label="From")
    ends = MomentField(label="Until")
    deputy = forms.ChoiceField(label="Deputy", required=False, help_text="sees and does what you can until then")

    def __init__(self, *args: Any, members: list[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._members = {str(member.pk): member for member in members}
        named = [(key, _name(member)) for key, member in self._members.items()]
        self.fields["deputy"].choices = [("", "nobody: standing orders"), *named]  # type: ignore[attr-defined]

    def clean_deputy(self) -> Member | None:
        """Return the member who is chosen."""
        return self._members.get(self.cleaned_data["deputy"])


def _name(member: Member) -> str:
    return f"{member.user} ({member.faction or member.get_role_display()})"


class CaretakerForm(forms.Form):
    """Let a caretaker play a faction, or stop him."""

    faction = forms.CharField(max_length=40)
    caretaker = forms.ChoiceField(choices=Faction.Caretaker.choices)
