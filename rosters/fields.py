"""Form fields that take nothing but what they say."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class WholeNumberField(forms.CharField):
    """A whole number in the digits 0 to 9 within bounds; no sign, no underscore, no digits of other scripts."""

    widget = forms.TextInput

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:
        self.least, self.most = least, most
        super().__init__(max_length=len(str(most)) + 3, **kwargs)

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        """The number; refused with its bounds."""
        text = super().to_python(value)
        if text in self.empty_values:
            return None
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(self.most)) + 3
        if not (plain and self.least <= int(text) <= self.most):
            bounds = f"Write a whole number from {self.least:,} to {self.most:,}, such as {self.least}."
            raise ValidationError(self.error_messages.get("invalid", bounds))
        return int(text)

    def run_validators(self, value: Any) -> None:
        """The bounds are checked already; the text's own validators are for texts."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """A phone shows its digits."""
        return {**super().widget_attrs(widget), "inputmode": "numeric", "autocomplete": "off"}
