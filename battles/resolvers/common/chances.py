"""Exact chances of the smaller systems: pools of dice, units of a question, the JSON of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.common.codes import ARM_KEYS, TYPE_KEYS
from battles.resolvers.common.numbers import NumberTable
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.common.squares import clear_squares
from battles.resolvers.contract.manifest import OddsQuestion, Option
from battles.resolvers.contract.options import numbered, read_option, with_options
from rosters.rules.catalogue import catalogue

FIGHTERS = ("foot", "cav", "art")
Questions = Sequence[OddsQuestion]


@dataclass(frozen=True)
class Asked:
    """A unit of a question: its type, its strength, whether it is Guard."""

    type: str
    strength: int
    guard: bool


def read_unit(place: JsonPlace, arms: tuple[str, ...] = FIGHTERS) -> Asked:
    """Return a unit by its type; at full strength unless the question has another."""
    place.object(required=("type",), optional=("guard", "outriders", "strength", "name"))
    kind = catalogue().unit_types[place.at("type").choice(catalogue().unit_types)]
    if kind.arm not in arms:
        place.at("type").refuse(f"{kind.key} does not fight here; choose a unit of another arm.")
    guard = place.at("guard").flag(False)
    if guard and not kind.may_be_guard:
        place.at("guard").refuse(f"{kind.key} cannot be Guard; use false.")
    strength = place.at("strength").integer(1, kind.full) if place.has("strength") else kind.full
    return Asked(kind.key, strength, guard)


def read_profile(file: JsonPlace, numbers: NumberTable, options: Sequence[Option]) -> dict[str, Any]:
    """ENG-2 Return the profile of a question, its options over it; Refusal with the path of a wrong key."""
    return with_options(_profile(file.at("profile"), numbers), options, _options(file.at("options"), options))


def _profile(place: JsonPlace, numbers: NumberTable) -> dict[str, Any]:
    if place.value is None:
        return {}
    if not isinstance(place.value, dict):
        place.object()
    profile = dict(place.value)
    try:
        numbers.values(profile)
    except Refusal as refusal:
        raise Refusal(f"{place.path}.{refusal}") from refusal
    return profile


def _options(place: JsonPlace, options: Sequence[Option]) -> dict[str, bool | int | str]:
    if place.value is None:
        return {}
    known = numbered(options)
    place.object(optional=tuple(option.key for option in known))
    return {option.key: read_option(place.at(option.key), option) for option in known}


def small_board(numbers: NumberTable, profile: Mapping[str, Any], size: int) -> Battle:
    """Return an empty square board with the numbers of a profile, on which a question is played out."""
    battle = blank(logged=False)
    numbers.fill(battle, profile)
    battle.columns = battle.lines = battle.board_width = battle.board_depth = size
    battle.cell = battle.quiet = 1
    clear_squares(battle)
    return battle


def put_in(battle: Battle, unit: int, asked: Asked) -> None:
    """Make a unit of a question a unit of the record; where it stands is the system's to say."""
    kind = catalogue().unit_types[asked.type]
    battle.arm[unit], battle.kind[unit] = ARM_KEYS.index(kind.arm), TYPE_KEYS.index(kind.key)
    battle.guard[unit], battle.sp[unit], battle.full[unit] = int(asked.guard), asked.strength, kind.full
    battle.status[unit] = 1
    side = unit // 200
    battle.units[side] = max(int(battle.units[side]), unit % 200 + 1)


def face_chance(needed: int, sides: int = 6) -> Fraction:
    """Return the chance of a die to show a face or more."""
    return Fraction(min(sides, max(0, sides + 1 - needed)), sides)


def pool_chances(dice: int, hit: Fraction) -> list[Fraction]:
    """Return the chances of no hit, one, two … with a pool of dice."""
    return [comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits) for hits in range(dice + 1)]


def at_least(chances: list[Fraction], least: int) -> Fraction:
    """Return the chance of so many hits or more."""
    return sum(chances[max(0, least) :], Fraction(0))


def mean(chances: list[Fraction]) -> Fraction:
    """Return the hits that are to be expected."""
    return sum((n * chance for n, chance in enumerate(chances)), Fraction(0))


def exact(chance: Fraction) -> dict[str, Any]:
    """Return a fraction, exactly and as a decimal number."""
    return {"fraction": str(chance), "decimal": float(chance)}


def read_kind(data: object, slug: str, questions: Questions, *, single: bool) -> tuple[JsonPlace, OddsQuestion]:
    """Return the place of a question in an object read from JSON, and what is asked; ``single``: one unit may be
    enough."""
    file = JsonPlace(data)
    needed, other = ("attackers", "defender") if single else ("defender", "attackers")
    file.object(required=("kind", needed), optional=(other, "situation", "rules", "profile", "options"))
    file.at("rules").choice((slug,), slug)
    kind = file.at("kind").choice(tuple(one.key for one in questions))
    return file, next(one for one in questions if one.key == kind)


def situation_of(file: JsonPlace) -> JsonPlace:
    """Return the situation of a question; empty where it names none."""
    return file.at("situation") if file.has("situation") else JsonPlace({}, "situation")


def read_pair(file: JsonPlace, asked: OddsQuestion) -> tuple[Asked, Asked]:
    """Return the unit that acts and the one that is struck; the same one where a question is about one alone."""
    (place,) = file.at("attackers").items(least=1, most=1)
    first = read_unit(place, asked.units[0].arms or FIGHTERS)
    if not file.has("defender") and asked.key != "morale":
        file.at("defender").refuse("a unit is expected; name the one that is struck.")
    return first, read_unit(file.at("defender")) if file.has("defender") else first


def read_situation(asked: OddsQuestion, place: JsonPlace) -> dict[str, Any]:
    """Ticks, choices and numbers of a situation; what is left out has its usual value."""
    place.object(optional=tuple(str(row[0]) for row in (*asked.ticks, *asked.choices, *asked.numbers)))
    given: dict[str, Any] = {key: place.at(key).flag(False) for key, _ in asked.ticks}
    for key, _, choices in asked.choices:
        given[key] = place.at(key).choice(tuple(value for value, _ in choices), choices[0][0])
    for key, _, least, most, usual in asked.numbers:
        given[key] = place.at(key).integer(least, most) if place.has(key) else usual
    return given
