"""The unit types of a war in a battle file (HR-30): those of its units, each over a type of the catalogue."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from base.place import JsonPlace
from rosters.rules.catalogue import Catalogue
from rosters.rules.own_types import DIFFERENCE, LONGEST, LONGEST_SIGN, MOST, OwnType, OwnTypes

_NUMBERS = {"buy": (0, 10_000), "maintenance": (0, 10_000), "morale": (1, 9)}
_DIFFERENCES = ("attack", "defend", "fire")


def read_own_types(place: JsonPlace, known: Catalogue) -> OwnTypes:
    """HR-30 Return the own types of a battle file by their short names."""
    made: dict[str, OwnType] = {}
    for item in place.items(most=MOST):
        kind = _read(item, known)
        if kind.short in made:
            item.at("short").refuse(f'"{kind.short}" is used twice; give each type its own name.')
        made[kind.short] = kind
    return made


def _read(place: JsonPlace, known: Catalogue) -> OwnType:
    place.object(required=("short", "base"), optional=("name", "plural", "sign", *_NUMBERS, *_DIFFERENCES))
    short = place.at("short").text(most=LONGEST)
    base = known.unit_types[place.at("base").choice(known.unit_types)]
    name = place.at("name").text(most=60) if place.has("name") else short
    buy, maintenance, morale = (_number(place, key, int(getattr(base, key)), _NUMBERS[key]) for key in _NUMBERS)
    attack, defend, fire = (_number(place, key, 0, (-DIFFERENCE, DIFFERENCE)) for key in _DIFFERENCES)
    return OwnType(
        short=short, base=base.key, name=name, plural=place.at("plural").text(most=60) if place.has("plural") else name,
        sign=place.at("sign").text(most=LONGEST_SIGN) if place.has("sign") else "",
        buy=buy, maintenance=maintenance, morale=morale, attack=attack, defend=defend, fire=fire,
    )  # fmt: skip


def _number(place: JsonPlace, key: str, without: int, bounds: tuple[int, int]) -> int:
    return place.at(key).integer(*bounds) if place.has(key) else without


def own_type_row(kind: OwnType) -> dict[str, Any]:
    """Return an own type as in a battle file: what its base has too, and who may raise it, is left out."""
    row = asdict(kind)
    del row["raised_by"]
    return {key: value for key, value in row.items() if value or key in _NUMBERS}


def named_in(rows: Iterable[str], own: OwnTypes) -> list[dict[str, Any]]:
    """Return those of the own types that units name, as rows of a battle file in the order of their names."""
    return [own_type_row(own[short]) for short in sorted({name for name in rows if name}) if short in own]
