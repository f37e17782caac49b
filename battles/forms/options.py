"""Form fields for the options of a rule system, as its manifest describes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from base.words import listed
from battles.resolvers.contract.manifest import CHOICE, WHOLE, Option, by_the_letter
from battles.resolvers.contract.registry import systems

PREFIX = "option_"
LETTER = "letter"
YES = "True"
YES_NO = ((YES, "yes"), ("False", "no"))
"""The words of a flag that is on by default: an empty box and a form without the field are not the same answer."""


def option_fields(options: Sequence[Option], values: Mapping[str, Any], prefix: str = PREFIX) -> dict[str, forms.Field]:
    """Return a field for each option, filled in with its value, or with its default."""
    own = {prefix + option.key: _field(option, values.get(option.key, option.default)) for option in options}
    return own | _letter(options, prefix)


def _letter(options: Sequence[Option], prefix: str) -> dict[str, forms.Field]:
    """Make one tick that leaves out every house rule among the options."""
    names = [f"{option.label} ({option.rule})" for option in options if option.letter is not None]
    if not names:
        return {}
    text = f"Switches off, whatever is chosen above: {listed(names)}."
    return {prefix + LETTER: forms.BooleanField(required=False, label="The source’s letter", help_text=text)}


def _field(option: Option, value: Any) -> forms.Field:
    label = f"{option.label} ({option.rule})" if option.rule else option.label
    arguments: dict[str, Any] = {"label": label, "help_text": option.help, "initial": value}
    if option.kind == WHOLE:
        return WholeNumberField(least=option.least, most=option.most, **arguments)
    if option.kind == CHOICE:
        return forms.ChoiceField(choices=option.choices, **arguments)
    if option.default:
        return forms.TypedChoiceField(choices=YES_NO, coerce=YES.__eq__, **arguments | {"initial": str(value)})
    return forms.BooleanField(required=False, **arguments)


def of_systems(values: Mapping[str, Mapping[str, Any]]) -> dict[str, forms.Field]:
    """Return the option fields of every rule system; ``values`` are those set already, by its slug. None is
    required."""
    made: dict[str, forms.Field] = {}
    for slug, found in systems().items():
        made |= option_fields(found.options, values.get(slug, {}), prefix_of(slug))
    for field in made.values():
        field.required = False
    return made


def prefix_of(slug: str) -> str:
    """Return how the fields of a rule system begin in a form of several."""
    return f"{PREFIX}{slug}_"


def sets_of(form: forms.Form) -> list[tuple[str, str, list[forms.BoundField]]]:
    """List the rule systems that have options: slug, name, the fields of the form."""
    sets = [
        (slug, found.name, [form[name] for name in option_fields(found.options, {}, prefix_of(slug))])
        for slug, found in systems().items()
    ]
    return [one for one in sets if one[2]]


def chosen_of(form: forms.Form, slug: str) -> dict[str, Any]:
    """Return the options of a rule system that were sent; a field left empty has its default."""
    own = chosen(systems()[slug].options, form.cleaned_data, prefix_of(slug))
    return {key: value for key, value in own.items() if value not in ("", None)}


def chosen(options: Sequence[Option], cleaned: Mapping[str, Any], prefix: str = PREFIX) -> dict[str, Any]:
    """Return the options that a form was sent with."""
    own = {option.key: cleaned[prefix + option.key] for option in options if prefix + option.key in cleaned}
    return own | (by_the_letter(options) if cleaned.get(prefix + LETTER) else {})
