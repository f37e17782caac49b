"""Form fields that take nothing but what they name."""

import secrets
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import lazy

FIRST_YEAR, LAST_YEAR = 1970, 9000


class Remedy(ValidationError):
    """A refusal that holds the remedy alone; the form puts the field's name before it."""


class WholeNumberField(forms.CharField):
    """A whole number in the digits 0 to 9 within bounds; no sign, no underscore, no digits of other scripts."""

    widget = forms.TextInput

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:
        self.least, self.most = least, most
        super().__init__(max_length=len(str(most)) + 3, **kwargs)

    @property
    def remedy(self) -> str:
        """The bounds and an example."""
        return f"write a whole number from {self.least:,} to {self.most:,}, such as {self.least}"

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        """Return the number; refused with its bounds."""
        text = super().to_python(value)
        if text is None or text in self.empty_values:
            return None
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(self.most)) + 3
        if not (plain and self.least <= int(text) <= self.most):
            own = self.error_messages.get("invalid")
            raise ValidationError(own) if own else Remedy(f"{self.remedy}.")
        return int(text)

    def run_validators(self, value: Any) -> None:
        """The bounds are checked already; the text's own validators are for texts."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Ask a phone for its keyboard of digits."""
        return {**super().widget_attrs(widget), "inputmode": "numeric", "autocomplete": "off"}


class OnceField(forms.CharField):
    """The key of a form, new each time the form is drawn: two clicks without JavaScript send the same one."""

    def __init__(self) -> None:
        widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        super().__init__(max_length=64, required=False, widget=widget, initial=lambda: secrets.token_urlsafe(24))


class MomentField(forms.DateTimeField):
    """A date and a time in the reader's zone, which the label names; no time that a change of clocks blurs."""

    def __init__(self, *, label: str, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        self.sentence = f"{label}: write a date and a time, such as 2026-12-24 20:00."
        messages = {"required": self.sentence}
        super().__init__(label=_in_zone(label), input_formats=formats, widget=widget, error_messages=messages, **kwargs)
        self.name = label

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment, aware; refused with the field's name and an example."""
        with timezone.override("UTC"):
            try:
                plain = super().to_python(value)
            except ValidationError:
                raise ValidationError(self.sentence) from None
        if plain is not None and not FIRST_YEAR <= plain.year <= LAST_YEAR:
            raise ValidationError(f"{self.name}: choose a year from {FIRST_YEAR} to {LAST_YEAR}.")
        return plain and _aware(plain.replace(tzinfo=None), self.name)


def _in_zone(label: str) -> Any:
    return lazy(lambda: f"{label} ({timezone.get_current_timezone_name()})", str)()


def _aware(plain: datetime, name: str) -> datetime:
    moment = plain.replace(tzinfo=timezone.get_current_timezone())
    if moment.utcoffset() != moment.replace(fold=1).utcoffset():
        zone = timezone.get_current_timezone_name()
        raise ValidationError(
            f"{name}: the clocks of {zone} change then, and {plain:%H:%M} on {plain:%Y-%m-%d} is not a clear time; "
            "choose one some hours earlier or later."
        )
    return moment
