"""The reader's choice of a zone."""

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django import forms

CHOSEN_ZONE = "zone_chosen"


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of a name that a browser sent; None where there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


@cache
def zones() -> list[tuple[str, str]]:
    """Return every zone by its place, the reader's browser first; made once, for that reads every zone of the
    machine."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix")))
    return [("", "as my browser says"), ("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


class ZoneForm(forms.Form):
    """Choose the zone in which times are shown."""

    zone = forms.ChoiceField(label="Zone", choices=zones, required=False)
