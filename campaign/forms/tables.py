"""Forms by which a battle's method is chosen and its terms are set."""

from typing import Any

from django import forms

from battles.resolvers.battle_file import MOST_DAYS
from rosters.fields import MomentField, WholeNumberField

WISHES = (("table", "fight it on the table"), ("auto", "let the program fight it"), ("concede", "give up the field"))
CHOICES = (("table", "on the table"), ("auto", "the program fights it now"), ("ruling", "I rule"))
FALLBACKS = (("auto", "the program fights it"), ("ruling", "the referee rules"))
PATIENCE = {"least": 0, "most": 9999, "required": False}
PATIENCE_HELP = "hours after which one side's result stands alone; 0 or empty: the referee settles it"


class WishForm(forms.Form):
    """How a side would have its battle decided."""

    method = forms.ChoiceField(label="Your wish", choices=WISHES, widget=forms.RadioSelect)
    sure = forms.BooleanField(label="I give up the field without a fight", required=False)

    def __init__(self, *args: Any, on_the_table: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if on_the_table:
            self.fields["method"].choices = WISHES[:2]  # type: ignore[attr-defined]
            del self.fields["sure"]

    def clean(self) -> dict[str, Any]:
        """Giving up the field wants a second tick."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("method") == "concede" and not data.get("sure"):
            self.add_error("sure", "Tick this to give up the field: it cannot be taken back.")
        return data


class ChoiceForm(forms.Form):
    """How the referee has it decided."""

    method = forms.ChoiceField(label="Decided", choices=CHOICES)


class TermsForm(forms.Form):
    """Play-by date, fall-back and patience of one battle."""

    play_by = MomentField(label="Play by", required=False)
    fallback = forms.ChoiceField(label="Then", choices=FALLBACKS)
    patience = WholeNumberField(label="Patience", help_text=PATIENCE_HELP, **PATIENCE)


class PolicyForm(forms.Form):
    """How the battles to come are decided."""

    days = WholeNumberField(
        label="Days held open", least=0, most=365, help_text="0: battles are fought at once by the program"
    )
    fallback = forms.ChoiceField(label="Then", choices=FALLBACKS)
    patience = WholeNumberField(label="Patience", help_text=PATIENCE_HELP, **PATIENCE)
    stratagems = forms.BooleanField(label="Stratagems (LGG-S1)", required=False)
    sudden_death = forms.BooleanField(label="Sudden death (LGG-S3)", required=False)
    max_days = WholeNumberField(label="Days of fighting at most", least=1, most=MOST_DAYS)


class RulingForm(forms.Form):
    """Why the referee ruled as he did."""

    reason = forms.CharField(label="Reason", max_length=200, help_text="stands on the record")
