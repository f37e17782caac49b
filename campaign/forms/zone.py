"""The reader's choice of a zone."""

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from base.pages.fields import Remedy
from base.pages.forms import PlainForm

CHOSEN_ZONE = "zone_chosen"


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of a name that a browser sent; None where there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@cache
def zones() -> dict[str, str]:
    """Return every zone by what a reader types for it, in small letters; made once, for that reads every zone of the
    machine."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix")))
    return {name.replace("_", " ").lower(): name for name in ("UTC", *places)}


@cache
def _listed() -> SafeString:
    """Draw the list from which a browser offers what matches the typed letters."""
    names = ((name.replace("_", " "),) for name in zones().values())
    return format_html('<datalist id="zones">{}</datalist>', format_html_join("", '<option value="{}">', names))


class ZoneInput(forms.TextInput):
    """A field to type in, with the list of zones beside it; a browser searches the list."""

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        """Draw the field and its list."""
        return super().render(*args, **kwargs) + _listed()

    def format_value(self, value: Any) -> str | None:
        """Show a zone without the underscores of its name."""
        return str(value).replace("_", " ") if value else None


class ZoneField(forms.CharField):
    """A zone, typed or taken from the list: its name, or only its city."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"list": "zones", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(max_length=60, widget=ZoneInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> str:
        """Return the name of the zone; refused with examples where none or several have it."""
        typed = " ".join(str(super().clean(value)).replace("_", " ").lower().split())
        if not typed or typed in zones():
            return zones().get(typed, "")
        cities = [name for key, name in zones().items() if key.rpartition("/")[2] == typed]
        if len(cities) != 1:
            raise Remedy("write a city of the list, such as Berlin or America/New York.")
        return cities[0]


class ZoneForm(PlainForm):
    """Choose the zone in which times are shown."""

    zone = ZoneField(label="Zone", required=False, help_text="Type a city; empty: as my browser says.")
