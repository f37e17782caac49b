"""The names under which people write unit types: short, long, plural, with or without "infantry" and "cavalry"."""

from collections.abc import Iterable

from rosters.rules.catalogue import catalogue
from rosters.rules.own_types import OwnTypes

_SAME = {
    "infantry": "inf",
    "foot": "inf",
    "cavalry": "cav",
    "artillery": "art",
    "arty": "art",
    "gun": "art",
    "battery": "art",
    "batterie": "art",
    "irreg": "irregular",
    "12 pdr": "12pdr",
    "12 pounder": "12pdr",
    "12pounder": "12pdr",
}
_FILLERS = {"division", "unit", "of", ""}
_NAMES = {
    "elite_inf": ("elite inf", "elite"),
    "line_inf": ("line inf", "line"),
    "militia_inf": ("militia inf", "militia"),
    "heavy_cav": ("heavy cav",),
    "light_cav": ("light cav",),
    "irreg_cav": ("irregular cav", "irregular", "militia cav"),
    "heavy_art": ("heavy art", "heavy inf art", "heavy 12pdr", "12pdr", "12pdr art", "heavy 12pdr art"),
    "horse_art": ("horse art",),
    "field_art": ("field art", "field inf art"),
    "engineer": ("engineer",),
    "pontoon": ("pontoon", "pontoon train"),
}
_KEYS = {name: key for key, names in _NAMES.items() for name in names}


def find_type(words: Iterable[str]) -> str | None:
    """Return the key of the type that these words name, or None."""
    plain = " ".join(filter(None, (_plain(word) for word in words)))
    key = _KEYS.get(plain)
    return key if key in catalogue().unit_types else None


def find_own(words: Iterable[str], own: OwnTypes) -> str | None:
    """HR-30 Return the short name of the own type that these words name, in the singular or plural, or None."""
    plain = " ".join(filter(None, (_plain(word) for word in words)))
    named = {plain_name(name): kind.short for kind in own.values() for name in (kind.plural, kind.name, kind.short)}
    return named.get(plain) if plain else None


def plain_name(name: str) -> str:
    """Return a name as names of types are compared."""
    return " ".join(filter(None, (_plain(word) for word in name.split())))


def _plain(word: str) -> str:
    parts = word.lower().replace("_", " ").replace("-", " ").rstrip(". ")
    singular = " ".join(part.removesuffix("s") for part in parts.split())
    if singular in _SAME:
        return _SAME[singular]
    return " ".join(_SAME.get(part, part) for part in singular.split() if part not in _FILLERS)
