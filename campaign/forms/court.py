"""A player's forms for generals, other factions and captives. Services decide whether it is allowed."""

from django import forms

from base.pages.fields import WholeNumberField


class GeneralForm(forms.Form):
    """An order for a general, by his reference; the army by its key."""

    act = forms.ChoiceField(
        choices=[(key, key) for key in ("post", "swap", "home", "recall")],
        error_messages={"required": "Order: choose one.", "invalid_choice": "Order: choose one of those listed."},
    )
    leader = forms.CharField(max_length=60, error_messages={"required": "General: choose one of yours."})
    other = forms.CharField(max_length=60, required=False)
    army = forms.CharField(max_length=12, required=False)
    wing = forms.BooleanField(required=False)


class RelationForm(forms.Form):
    """Declare or offer: ``<faction>:<relation>``, or both by themselves."""

    faction = forms.CharField(max_length=40, required=False)
    relation = forms.CharField(max_length=60, error_messages={"required": "Change: choose one of those listed."})

    @property
    def pair(self) -> tuple[str, str]:
        """The faction and the relation."""
        first, colon, second = str(self.cleaned_data["relation"]).partition(":")
        return (first, second) if colon else (str(self.cleaned_data["faction"]), first)


class CaptiveForm(forms.Form):
    """An exchange, a ransom or a parole. An exchange names both generals: ``<own>:<other>``, or each by himself."""

    act = forms.ChoiceField(
        choices=[(key, key) for key in ("captives", "ransom", "parole")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "act: choose exchange, ransom or parole."),
    )
    faction = forms.CharField(max_length=40, required=False)
    leader = forms.CharField(max_length=121, error_messages={"required": "Captive: choose one of those listed."})
    other = forms.CharField(max_length=60, required=False)
    points = WholeNumberField(least=1, most=10_000, required=False)

    @property
    def pair(self) -> tuple[str, str]:
        """The general, and the one for whom he is exchanged, if any."""
        leader, _, other = str(self.cleaned_data["leader"]).partition(":")
        return leader, other or str(self.cleaned_data["other"])
