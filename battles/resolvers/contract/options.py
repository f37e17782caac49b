"""The options of a rule system: one read from JSON, and the numbers that they set (ENG-2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from base.place import JsonPlace
from battles.resolvers.contract.manifest import CHOICE, WHOLE, Option


def read_option(place: JsonPlace, option: Option) -> bool | int | str:
    """Return the value of an option at `place`, or its default; raises Refusal with the path of a wrong one."""
    if place.value is None:
        return option.default
    if option.kind == WHOLE:
        return place.integer(option.least, option.most)
    return place.choice([key for key, _ in option.choices]) if option.kind == CHOICE else place.flag()


def numbered(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options that set a number, and so count in a question about odds."""
    return tuple(option for option in options if option.number)


def with_options(profile: Mapping[str, Any], options: Sequence[Option], own: Mapping[str, Any]) -> dict[str, Any]:
    """ENG-2 Return a profile with the numbers over it that the options of a battle set."""
    made = dict(profile)
    for option in options:
        value = own.get(option.key, option.default)
        if option.number and value != option.default:
            section, _, key = option.number.partition(".")
            entry = {"value": int(value) if option.kind == CHOICE else value}
            made[section] = {**made.get(section, {}), key: entry}
    return made
