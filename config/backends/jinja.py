"""Jinja2 as the long parts of pages use it."""

from typing import Any

from crispy_forms.templatetags.crispy_forms_filters import as_crispy_field
from django.forms import (
    BoundField,
    CheckboxInput,
    CheckboxSelectMultiple,
    ClearableFileInput,
    FileInput,
    MultiWidget,
    RadioSelect,
    Select,
)
from django.forms.renderers import DjangoTemplates, Jinja2
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined

from campaign.views.record import addresses

PACK = "bootstrap5"
RARE = (CheckboxSelectMultiple, RadioSelect, FileInput, ClearableFileInput, MultiWidget)


def kind_of_field(field: BoundField) -> str:
    """Name the kind of a field's input: hidden, rare, checkbox, select or plain."""
    widget = field.field.widget
    if field.is_hidden:
        return "hidden"
    if isinstance(widget, RARE) or field.use_fieldset:
        return "rare"
    return "checkbox" if isinstance(widget, CheckboxInput) else "select" if isinstance(widget, Select) else "plain"


def drawn_input(field: BoundField, style: str) -> SafeString:
    """Draw the input itself, with the classes that crispy gives it."""
    widget = field.field.widget
    names = [*widget.attrs.get("class", "").split(), type(widget).__name__.lower(), style]
    if field.errors:
        names.append("is-invalid")
    return field.as_widget(attrs={"class": " ".join(dict.fromkeys(names))})


def drawn_by_the_pack(field: BoundField) -> SafeString:
    """Draw a field as crispy's pack does."""
    text: SafeString = as_crispy_field(field, PACK)
    return text


def short_number(value: float) -> str:
    """Return a number without a fraction that is nothing: of a large map's picture some two kilobytes."""
    return f"{value:g}"


class WidgetRenderer(Jinja2):
    """Draws Django's own widgets by Jinja2, and those of others, such as the admin's, by Django's templates."""

    @cached_property
    def others(self) -> DjangoTemplates:
        """Django's usual renderer."""
        return DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """Return the template of a widget or of a list of errors."""
        own = template_name.startswith("django/")
        return super().get_template(template_name) if own else self.others.get_template(template_name)


def environment(**options: Any) -> Environment:
    """Everything is escaped; a name that is not there is an error; blocks leave no empty lines."""
    plain = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = Environment(**options | plain | {"autoescape": True})  # noqa: S701 # nosec B701 (it is on)
    made.globals |= {"addresses": addresses, "reverse": reverse}
    for act in (kind_of_field, drawn_input, drawn_by_the_pack, short_number):
        made.filters[act.__name__] = act
    return made
