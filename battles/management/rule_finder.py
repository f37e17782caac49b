"""The places of a rule: the functions that name its id, the tests that prove it, the numbers that belong to it."""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from base.refusal import Refusal
from battles.resolvers.contract.explanations import Explanation, explanations
from battles.resolvers.contract.registry import systems

APPS = ("base", "battles", "rosters", "campaign", "lab")
_USERS = ("companion", "doctrine")
"""Rooms whose functions name rules that others keep: they are listed after those."""
_COUNTING = "lab"
"""What measures names the rules that it counts, and keeps none."""
_SECTION = r"(?:(?:\d|1[0-6])\.\d|[SC]\d)"
"""A section of a printed book: 8.5, S1."""


@dataclass(frozen=True)
class SourcePlace:
    """A function in the source: where it stands, its name, and the first line of its docstring."""

    path: str
    line: int
    name: str
    sentence: str


@dataclass(frozen=True)
class Number:
    """A number of a table with its tag and source."""

    path: str
    name: str
    value: Any
    tag: str
    source: str


def explained(text: str) -> Explanation:
    """Return the rule of an id, in any case and with or without its book; raises Refusal with ids like it."""
    known = {key.upper(): entry for key, entry in explanations().items()}
    wanted = text.strip().upper()
    found = next((known[key] for key in (wanted, *(f"{code}-{wanted}" for code in _codes())) if key in known), None)
    if found is None:
        like = get_close_matches(wanted, [*known, wanted], n=4, cutoff=0.6)
        hint = ", ".join(known[key].id for key in like if key in known)
        raise Refusal(f'"{text[:40]}" is not a rule id{f"; did you mean {hint}" if hint else ""}.')
    return found


def keepers(rule: str, root: Path) -> list[SourcePlace]:
    """Return the functions and classes that keep a rule; first those whose docstring begins with it, and those that
    use it after those that are it."""
    return keepers_among(rule, [place for app in APPS for place in _places(root, app)])


def keepers_among(rule: str, places: Sequence[SourcePlace]) -> list[SourcePlace]:
    """Return those of some functions that name a rule or that its explanation names; else those of rules it refers
    to."""
    entry = explanations().get(rule)
    named, kept = _named(rule), entry.kept if entry else ()
    found = [place for place in places if named.search(_in_full(place.sentence)) or _dotted(place) in kept]
    if not found and entry:
        found = [place for other in entry.see for place in keepers_among(other, places)]
    return sorted(found, key=lambda place: (not _in_full(place.sentence).startswith(rule), _uses(place)))


def _uses(place: SourcePlace) -> bool:
    return Path(place.path).parent.name in _USERS


def _dotted(place: SourcePlace) -> str:
    return f"{Path(place.path).stem}.{place.name}"


def proofs(rule: str, root: Path) -> list[SourcePlace]:
    """Return the tests named after the rule, or whose docstring names it; else those of the rule whose tests hold it
    too."""
    why = why_untested(rule, root)
    return proofs(why.removeprefix("see "), root) if why.startswith("see ") else _tests_of(rule, root)


def why_untested(rule: str, root: Path) -> str:
    """Return the reason why no test is named after a rule; empty where one is."""
    lists = sorted((root / "tests" / "rules").glob("ids*.toml"))
    tables = [table for path in lists for table in tomllib.loads(path.read_text(encoding="utf-8")).values()]
    return next((str(table[rule]) for table in tables if table.get(rule, "tested") != "tested"), "")


def _tests_of(rule: str, root: Path) -> list[SourcePlace]:
    named, word = _named(rule), re.sub(r"[-.]", "_", rule)
    called = re.compile(rf"(?:^test|_){re.escape(word)}(?:_|$)")
    tests = [place for place in _places(root, "tests") if place.name.startswith("test_")]
    return [test for test in tests if called.search(test.name) or named.search(_in_full(test.sentence))]


def numbers(rule: str, root: Path) -> list[Number]:
    """Return the numbers whose name is the rule's, or whose source is the rule or its section."""
    section = re.fullmatch(rf"(?:{_books()})-(\d+\.\d+|[SC]\d+)(?:-[a-z])?", rule)
    words = [_named(rule), *([_named(section.group(1))] if section else [])]
    return [number for number in _numbers(root)
            if number.name.rpartition(".")[2] == rule or any(word.search(number.source) for word in words)]  # fmt: skip


def _in_full(sentence: str) -> str:
    """Ids in short written out: "b to d" and "b, c, d" after a section are three ids, and so a further section."""
    before = ""
    while sentence != before:
        before, sentence = sentence, _further(_books()).sub(r"\1\2-", sentence)
    books = _books()
    return re.sub(rf"((?:{books})-[\w.]+-)([a-z])((?:, [a-z]\b)*)(?: to ([a-z])\b)?", _written_out, sentence)


@cache
def _further(books: str) -> re.Pattern[str]:
    """Return where sections outside the book follow an id with it: 8.1-a, c, 7.0-d."""
    return re.compile(rf"(({books})-[\w.]+(?:-[a-z])?(?:(?:,| to) [a-z]\b)*, )(?={_SECTION})")


def _codes() -> list[str]:
    """Return the books whose rules have ids: the codes of the rule systems, the default's first."""
    return [system.code for system in systems().values()]


def _books() -> str:
    return "|".join(map(re.escape, _codes()))


def _written_out(found: re.Match[str]) -> str:
    stem, first, more, last = found.groups()
    letters = [first, *more.replace(",", "").split()]
    letters += [chr(code) for code in range(ord(first) + 1, ord(last) + 1)] if last else []
    return " ".join(stem + letter for letter in letters)


def _named(rule: str) -> re.Pattern[str]:
    """Return the id as a word of its own: HR-1 is not in HR-12, nor 8.5 in 18.5."""
    return re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.\d)")


def _places(root: Path, folder: str) -> Iterator[SourcePlace]:
    for path in sorted((root / folder).rglob("*.py")):
        if path.is_relative_to(root / _COUNTING):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                sentence = (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")
                yield SourcePlace(str(path.relative_to(root)), node.lineno, node.name, sentence)


def _numbers(root: Path) -> Iterator[Number]:
    for app in APPS:
        for path in sorted((root / app).rglob("*.toml")):
            if path.name != "rules.toml":
                table = tomllib.loads(path.read_text(encoding="utf-8"))
                yield from _leaves(str(path.relative_to(root)), "", table)


def _leaves(path: str, name: str, table: dict[str, Any]) -> Iterator[Number]:
    """Yield the entries of a table that carry a value with its source."""
    if "value" in table and "source" in table:
        yield Number(path, name, table["value"], str(table.get("tag", "")), str(table["source"]))
        return
    for key, part in table.items():
        if isinstance(part, dict):
            yield from _leaves(path, f"{name}.{key}" if name else key, part)
