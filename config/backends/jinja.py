"""Jinja2 as the long parts of pages use it."""

from typing import Any

from django.urls import reverse
from jinja2 import Environment, StrictUndefined

from campaign.views.links import addresses
from config.backends.form_fields import drawn_by_the_pack, drawn_input, kind_of_field


def environment(**options: Any) -> Environment:
    """Everything is escaped; a name that is not there is an error; blocks leave no empty lines."""
    plain = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = Environment(**options | plain | {"autoescape": True})  # noqa: S701 # nosec B701 (it is on)
    made.globals |= {"addresses": addresses, "reverse": reverse}
    for act in (kind_of_field, drawn_input, drawn_by_the_pack):
        made.filters[act.__name__] = act
    return made
