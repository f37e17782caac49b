"""Forms by which a battle's method is chosen and its terms are set."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from base.pages.fields import MomentField, Remedy, WholeNumberField
from base.pages.forms import PlainForm
from base.words import number
from battles.forms.options import PREFIX, chosen, option_fields
from battles.resolvers.contract.registry import offered, system
from battles.resolvers.values.battle import MOST_DAYS

QUICK = "ask for a quick result: the program fights it if you are {} times as strong (HR-12)"
WISHES = (("table", "fight it on the table"), ("auto", "let the program fight it"),
          ("quick", QUICK.format("three")), ("concede", "give up the field"))  # fmt: skip
CHOICES = (("table", "on the table"), ("auto", "the program fights it now"), ("ruling", "I rule"))
FALLBACKS = (("auto", "the program fights it"), ("ruling", "the referee rules"))
PATIENCE = {"least": 0, "most": 9999, "required": False}
PATIENCE_HELP = "hours after which one side's result counts alone; 0 or empty: the referee settles it"


class WishForm(PlainForm):
    """Wish for a way to decide a battle."""

    method = forms.ChoiceField(label="Your wish", choices=WISHES, widget=forms.RadioSelect)
    sure = forms.BooleanField(label="I give up the field without a fight", required=False)

    def __init__(self, *args: Any, on_the_table: bool = False, quick: int = 3, **kwargs: Any) -> None:
        """``quick``: the odds that a quick result needs, 0 where the reader's side cannot ask for one any more."""
        super().__init__(*args, **kwargs)
        choices = {**dict(WISHES), "quick": QUICK.format(number(quick))}
        if not quick:
            del choices["quick"]
        self.fields["method"].choices = WISHES[:2] if on_the_table else list(choices.items())  # type: ignore[attr-defined]
        if on_the_table:
            del self.fields["sure"]

    def clean(self) -> dict[str, Any]:
        """Giving up the field wants a second tick."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("method") == "concede" and not data.get("sure"):
            self.add_error("sure", Remedy("tick this to give up the field; it cannot be taken back."))
        return data


STANDING = (("", "choose for each battle"), ("table", "on the table"), ("auto", "by the program"))
OTHERS = "others"


class StandingWishesForm(PlainForm):
    """Set how a faction wants its battles decided, a field for each enemy and one for all others."""

    def __init__(self, *args: Any, enemies: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, name in enemies:
            self.fields[f"against-{key}"] = _standing(f"Against {name}")
        self.fields[OTHERS] = _standing("Against all others")

    def wishes(self) -> dict[str, str]:
        """Return the method by the key of the enemy; all others have none."""
        data = self.cleaned_data
        found = {name.removeprefix("against-"): method for name, method in data.items() if name != OTHERS}
        return found | {"": data[OTHERS]}


def _standing(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=STANDING, required=False)


class ChoiceForm(PlainForm):
    """Choose, as referee, how a battle is decided."""

    method = forms.ChoiceField(label="Decided", choices=CHOICES)


class TermsForm(PlainForm):
    """Play-by date, fall-back and patience of one battle."""

    play_by = MomentField(label="Play by", required=False)
    fallback = forms.ChoiceField(label="Then", choices=FALLBACKS)
    patience = WholeNumberField(label="Patience", help_text=PATIENCE_HELP, **PATIENCE)


class RulesForm(PlainForm):
    """By which rule system battles are fought."""

    rules = forms.ChoiceField(label="Rules")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = offered()  # type: ignore[attr-defined]


class PolicyForm(PlainForm):
    """Set how the battles to come are decided, with the options of their rules."""

    days = WholeNumberField(
        label="Days held open", least=0, most=365, help_text="0: battles are fought at once by the program"
    )
    fallback = forms.ChoiceField(label="Then", choices=FALLBACKS)
    patience = WholeNumberField(label="Patience", help_text=PATIENCE_HELP, **PATIENCE)
    max_days = WholeNumberField(label="Days of fighting at most", least=1, most=MOST_DAYS)

    def __init__(self, *args: Any, rules: str, values: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = system(rules).options
        days = self.fields.pop("max_days")
        self.fields |= option_fields(self.options, values or {}) | {"max_days": days}
        for option in self.options:
            self.fields[PREFIX + option.key].required = False

    def chosen(self) -> dict[str, Any]:
        """Return the options that were sent; a field left empty changes nothing."""
        own = chosen(self.options, self.cleaned_data)
        return {key: value for key, value in own.items() if value not in ("", None)}


class RulingForm(PlainForm):
    """Give the reason for a ruling."""

    reason = forms.CharField(label="Reason", max_length=200, help_text="kept on the record")
