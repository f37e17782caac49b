"""The answer to a question about odds, in words: chances, totals, and what counts for whom with its tag."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battles.resolvers.explanations import explanation_of
from rosters.rules.catalogue import TAGS

RESULTS = {
    "rout": "The defender routs",
    "defender_hit": "The defender takes a hit and falls back",
    "attacker_hit": "The attackers take a hit and fall back",
    "attacker_two_hits": "The attackers take two hits and fall back",
    "nothing": "Nothing",
    "one_hit": "One hit",
    "two_hits": "Two hits",
}
FIRE_WORDS = {
    "FP": "fire power of the battery", "flank": "the battery is not to the target's front", "guard": "Guard artillery",
    "soft_ground": "soft ground", "elevation": "different elevations", "cavalry": "cavalry as a target",
    "artillery": "artillery as a target", "engineer": "engineers as a target", "vehicle": "vehicles as a target",
    "soft_cover": "soft cover", "hard_cover": "hard cover", "infantry": "infantry as a target",
}  # fmt: skip


@dataclass(frozen=True)
class ChanceLine:
    """One result with its chance, exactly and in per cent."""

    label: str
    fraction: str
    per_cent: str
    width: float


@dataclass(frozen=True)
class CountLine:
    """A modifier: its id, its value with a sign, what it is, where its number comes from."""

    id: str
    value: str
    text: str
    tag: str


@dataclass(frozen=True)
class Column:
    """One side: combat value, modifiers, what it adds to its die."""

    name: str
    values: str
    lines: tuple[CountLine, ...]
    total: int


def odds_page(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The context of ``battles/_odds.html``."""
    fire = answer["kind"] == "fire"
    names = {"attack": "Battery" if fire else "Attack", "defend": "Target" if fire else "Defence"}
    chances = tuple(_chance(RESULTS[key], chance) for key, chance in answer["chances"].items())
    return {
        "chances": chances,
        "breaks": _chance("The target is broken" if fire else "The defender is broken", answer["defender_breaks"]),
        "columns": tuple(_column(answer, key, name) for key, name in names.items()),
        "squares": answer.get("squares", False),
        "expected": _expected(answer),
        "value": f"{answer['value']['decimal']:+.2f}".replace("-", "−"),
        "profile": answer["profile"],
    }


def _chance(label: str, chance: Mapping[str, Any]) -> ChanceLine:
    per_cent = 100 * chance["decimal"]
    return ChanceLine(label, chance["fraction"], f"{per_cent:g} %", per_cent)


def _column(answer: Mapping[str, Any], key: str, name: str) -> Column:
    values = answer.get("cv", {}).get(key, "")
    listed = values if isinstance(values, list) else [values]
    lines = tuple(_line(one) for one in answer["modifiers"][key])
    return Column(name, " and ".join(str(value) for value in listed), lines, answer["totals"][key])


def _line(one: Mapping[str, Any]) -> CountLine:
    text = FIRE_WORDS.get(one["id"]) or explanation_of(one["id"])
    value = f"{one['value']:+d}".replace("-", "−")
    return CountLine(one["id"].replace("_", " "), value, text, TAGS.get(one["tag"], ""))


def _expected(answer: Mapping[str, Any]) -> str:
    hits = answer["expected_hits"]
    told = f"{hits['defender']['decimal']:g} on the {'target' if answer['kind'] == 'fire' else 'defender'}"
    return f"{told}, {hits['attackers']['decimal']:g} on the attackers" if "attackers" in hits else told
