"""The answer to a question about odds, in words: chances, totals, and what counts for whom with its tag."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battles.resolvers.contract.explanations import explanation_of
from battles.resolvers.contract.registry import offered, questions
from battles.resolvers.journal.phrases import phrases_of
from rosters.rules.catalogue import TAGS


@dataclass(frozen=True)
class ChanceLine:
    """One result with its chance, exactly and in per cent."""

    label: str
    fraction: str
    per_cent: str
    width: float
    decimal: str


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


def odds_choice(rules: str, kind: str) -> dict[str, Any]:
    """Return the choices beside the form: rule systems with odds, this system's questions, and the open one."""
    asked = questions(rules)
    here = next(question for question in asked if question.key == kind)
    systems = [{"slug": slug, "name": name, "here": slug == rules} for slug, name in offered("odds") if questions(slug)]
    forms = [{"key": one.key, "title": one.title, "here": one.key == kind} for one in asked]
    return {"rules": rules, "kind": kind, "asked": here, "systems": systems, "questions": forms}


def odds_page(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of ``forecasts/_odds.html``. An answer has its chances; the rest is shown where there is
    some."""
    words = phrases_of(answer["rules"]).odds
    fire = answer["kind"] == "fire"
    names = {"attack": "Battery" if fire else "Attack", "defend": "Target" if fire else "Defence"}
    chances = tuple(_chance(in_words(words, key), chance) for key, chance in answer.get("chances", {}).items())
    beaten = "The target is broken" if fire else "The defender is broken"
    return {
        "chances": chances,
        "breaks": _chance(beaten, answer["defender_breaks"]) if "defender_breaks" in answer else None,
        "columns": tuple(_column(answer, key, name, words) for key, name in names.items() if key in _totals(answer)),
        "squares": answer.get("squares", False),
        "expected": _expected(answer),
        "value": f"{answer['value']['decimal']:+.2f}".replace("-", "−") if "value" in answer else "",
        "counted": tuple(_line(one, words) for one in answer.get("counted", ())),
        "means": tuple(_chance(in_words(words, key), mean) for key, mean in answer.get("means", {}).items()),
        "profile": answer["profile"],
    }


def in_words(words: Mapping[str, str], key: str) -> str:
    """Put a key of an answer into words."""
    return words.get(key) or key.replace("_", " ").capitalize()


def _totals(answer: Mapping[str, Any]) -> Mapping[str, int]:
    totals: Mapping[str, int] = answer.get("totals", {})
    return totals


def _chance(label: str, chance: Mapping[str, Any]) -> ChanceLine:
    per_cent = 100 * chance["decimal"]
    return ChanceLine(label, chance["fraction"], f"{per_cent:.4g} %", per_cent, f"{chance['decimal']:.4g}")


def _column(answer: Mapping[str, Any], key: str, name: str, words: Mapping[str, str]) -> Column:
    values = answer.get("cv", {}).get(key, "")
    listed = values if isinstance(values, list) else [values]
    lines = tuple(_line(one, words) for one in answer["modifiers"][key])
    return Column(name, " and ".join(str(value) for value in listed), lines, answer["totals"][key])


def _line(one: Mapping[str, Any], words: Mapping[str, str]) -> CountLine:
    text = words.get(one["id"]) or explanation_of(one["id"]) or one.get("text", "")
    value = f"{one['value']:+d}".replace("-", "−")
    return CountLine(one["id"].replace("_", " "), value, text, TAGS.get(one.get("tag", ""), ""))


def _expected(answer: Mapping[str, Any]) -> str:
    hits = answer.get("expected_hits")
    if not hits:
        return ""
    text = f"{hits['defender']['decimal']:g} on the {'target' if answer['kind'] == 'fire' else 'defender'}"
    return f"{text}, {hits['attackers']['decimal']:g} on the attackers" if "attackers" in hits else text
