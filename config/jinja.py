"""Jinja2 as the long parts of pages use it."""

from typing import Any

from jinja2 import Environment, StrictUndefined


def environment(**options: Any) -> Environment:
    """Everything is escaped; a name that is not there is an error; blocks leave no empty lines."""
    plain = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    return Environment(**options | plain | {"autoescape": True})  # noqa: S701 # nosec B701 (it is on)
