"""Form fields for the options of a rule system, as its manifest describes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from battles.resolvers.contract import CHOICE, WHOLE, Option
from rosters.fields import WholeNumberField

PREFIX = "option_"


def option_fields(options: Sequence[Option], values: Mapping[str, Any], prefix: str = PREFIX) -> dict[str, forms.Field]:
    """Return a field for each option, filled in with its value, or with its default."""
    return {prefix + option.key: _field(option, values.get(option.key, option.default)) for option in options}


def _field(option: Option, value: Any) -> forms.Field:
    label = f"{option.label} ({option.rule})" if option.rule else option.label
    arguments: dict[str, Any] = {"label": label, "help_text": option.help, "initial": value}
    if option.kind == WHOLE:
        return WholeNumberField(least=option.least, most=option.most, **arguments)
    if option.kind == CHOICE:
        return forms.ChoiceField(choices=option.choices, **arguments)
    return forms.BooleanField(required=False, **arguments)


def chosen(options: Sequence[Option], cleaned: Mapping[str, Any], prefix: str = PREFIX) -> dict[str, Any]:
    """Return the options that a form was sent with."""
    return {option.key: cleaned[prefix + option.key] for option in options if prefix + option.key in cleaned}
