"""Forms whose refusals name the field and the remedy. Django's own sentences do neither, so they are put in words here.

Django's sentences are translations that are read late; ours are plain text. That keeps the two apart.
"""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.functional import Promise

from base.pages.fields import Remedy

OUT_OF_DATE = "This page is out of date: load it again, then send it."
UNFIT = "Two of these values do not fit together: correct one of them."
REMEDIES: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.MultipleChoiceField, "choose from those listed"),
    (forms.ModelMultipleChoiceField, "choose from those listed"),
    (forms.ChoiceField, "choose one of those listed"),
    (forms.BooleanField, "tick it"),
    (forms.FileField, "choose a file"),
    (forms.SplitDateTimeField, "write a date and a time, such as 2026-12-24 and 20:00"),
    (forms.DateTimeField, "write a date and a time, such as 2026-12-24 20:00"),
    (forms.DateField, "write a date, such as 1813-08-26"),
    (forms.TimeField, "write a time, such as 20:00"),
    (forms.EmailField, "write a mail address, such as name@example.org"),
    (forms.URLField, "write an address, such as https://example.org/"),
    (forms.SlugField, "write letters from a to z, digits and hyphens, such as autumn-1813"),
    (forms.JSONField, 'write JSON, such as {} or ["a text"]'),
    (UsernameField, "write letters, digits and the signs @ . + - _ alone"),
)
"""What a field takes; the first row that fits counts."""
OF_PASSWORDS = {
    "mismatch": "write the same password twice",
    "incorrect": "write the password that you have now",
    "too_short": "write at least {min_length} characters",
    "too_common": "choose one that nobody guesses; many people use this one",
    "too_similar": "choose one that is less like your name",
    "of_the_site": "add words of your own; this site suggests all of these",
}
"""Remedies of passwords."""
BY_CODE = {
    "null_characters_not_allowed": "leave out control characters",
    "max_length": "shorten it to {limit_value} characters; it has {show_value}",
    "min_length": "write at least {limit_value} characters; it has {show_value}",
    "min_value": "write a number of at least {limit_value:,}",
    "max_value": "write a number of at most {limit_value:,}",
    "unique": "another row has it already; choose a different one",
    "empty": "this file is empty; choose another",
    "contradiction": "choose a file or tick the box that removes it, not both",
} | {f"password_{what}": words for what, words in OF_PASSWORDS.items()}
"""Remedies of what is wrong in one way only."""


class Plainly(forms.BaseForm):
    """Let each error name its field and the remedy; one of a hidden field is shown above all."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Note an error, in plain words where it has only those of Django."""
        for name, found in _by_field(field, error):
            shown = None if name == NON_FIELD_ERRORS or self._is_hidden(name) else name
            super().add_error(shown, self._worded(name, found))

    def _is_hidden(self, name: str) -> bool:
        return name in self.fields and self.fields[name].widget.is_hidden

    def _worded(self, name: str, error: ValidationError) -> ValidationError:
        remedy = _remedy(self.fields.get(name), error)
        if remedy is None:
            return error
        if name not in self.fields:
            return ValidationError(UNFIT, error.code)
        if self._is_hidden(name):
            return ValidationError(OUT_OF_DATE, error.code)
        return ValidationError(f"{name_of(self[name])}: {remedy}", error.code)


class PlainForm(Plainly, forms.Form):
    """A form in plain words."""


class PlainModelForm(Plainly, forms.ModelForm):  # type: ignore[type-arg]
    """A form over a row, in plain words."""


def name_of(field: forms.BoundField) -> str:
    """Return a field's label as the beginning of a sentence."""
    label = str(field.label).removeprefix("or ").rstrip(":")
    return label[:1].upper() + label[1:]


def _by_field(field: str | None, error: Any) -> Iterator[tuple[str, ValidationError]]:
    whole = error if isinstance(error, ValidationError) else ValidationError(error)
    if not hasattr(whole, "error_dict"):
        yield from ((field or NON_FIELD_ERRORS, one) for one in whole.error_list)
        return
    for name, found in whole.error_dict.items():
        yield from ((name, one) for one in found)


def _remedy(field: forms.Field | None, error: ValidationError) -> str | None:
    """Return the remedy of an error; None where it is a sentence of ours that names its field already."""
    if isinstance(error, Remedy):
        return str(error.message)
    code = error.code or ""
    if not isinstance(error.message, Promise) and not code.startswith("password_"):
        return None
    if isinstance(field, forms.FileField) and code == "max_length":
        return f"give the file a shorter name, of {field.max_length} characters at most."
    words = None if code in ("min_value", "max_value") and _knows_bounds(field) else BY_CODE.get(code)
    return f"{taken_by(field) if words is None else words.format(**error.params or {})}."


def _knows_bounds(field: forms.Field | None) -> bool:
    """Return whether the remedy of a field names its bounds; those of a column are not always the field's own."""
    bounds = (getattr(field, "min_value", None), getattr(field, "max_value", None))
    return bool(getattr(field, "remedy", "")) or None not in bounds


def taken_by(field: forms.Field | None) -> str:
    """Describe what a field takes, as an imperative."""
    if remedy := getattr(field, "remedy", ""):
        return str(remedy)
    if isinstance(field, forms.IntegerField):
        return _number(field)
    return next((words for kind, words in REMEDIES if isinstance(field, kind)), "fill it in; it cannot be left empty")


def _number(field: forms.IntegerField) -> str:
    """Describe a number of Django's own fields."""
    kind = "number" if isinstance(field, forms.FloatField | forms.DecimalField) else "whole number"
    least, most = field.min_value, field.max_value
    if least is None or most is None:
        return f"write a {kind}"
    return f"write a {kind} from {least:,} to {most:,}"
