"""Count the printed rows of the smaller rule systems that occur in play, and name the switch of the others (a report).

``python -m lab.general.rows 300`` fights so many battles of each system that has the common record, drawn at random
with every class, weather, season and kind of ground, then a third as many under each value of each option. A row is a
die, a modifier, a word of a result or an event that the system's journal can hold; its rule is that of the event in
which it was seen first.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from battles.resolvers.common.events import Words
from battles.resolvers.contract.manifest import CHOICE, FLAG, Option
from battles.resolvers.contract.registry import name_of, resolver, slugs, system
from tests.battles.resolvers.common.armies import any_battle

Row = tuple[str, str]
"""The kind of a row, ``die``, ``modifier``, ``event`` or the key of its word, and the row itself."""
DRY = "soft ground without rain, as a battle file may have it"
FIRST = 60_000
"""The number of the first battle, far from those of the tests."""


@dataclass
class Sight:
    """The number of battles of a series that held each row, and the rule of its first event."""

    battles: Counter[Row] = field(default_factory=Counter)
    rules: dict[Row, str] = field(default_factory=dict)

    def add(self, journal: Iterable[dict[str, Any]], words: Words) -> None:
        """Add a battle."""
        seen: dict[Row, str] = {}
        for event in journal:
            rule = next((rule for rule in event["rule"] if rule.startswith(words.code)), "")
            for row in rows_of(event, words):
                seen.setdefault(row, rule)
                seen[row] = seen[row] or rule
        self.battles.update(seen.keys())
        for row, rule in seen.items():
            self.rules[row] = self.rules.get(row) or rule


def declared(words: Words) -> Iterator[Row]:
    """List every row that a system's journal can hold."""
    yield from (("die", name) for name in words.dice.values())
    yield from (("modifier", name) for name in words.modifiers.values())
    yield from (("event", kind.name) for kind in words.events.values())
    yield from ((key, word) for key, group in words.words.items() for word in group if word)


def rows_of(event: dict[str, Any], words: Words) -> Iterator[Row]:
    """List the rows that an event holds."""
    yield "event", event["ev"]
    yield from (("die", die["name"]) for die in event["dice"])
    found = event.get("modifiers") or []
    for pairs in found.values() if isinstance(found, dict) else (found,):
        yield from (("modifier", pair[0]) for pair in pairs)
    own = {key: group for kind in words.events.values() if kind.name == event["ev"] for key, group in kind.values}
    for key, value in event.items():
        if isinstance(value, str) and value in words.words.get(own.get(key, key), ()):
            yield own.get(key, key), value


def fought(slug: str, numbers: Iterable[int], options: dict[str, Any], **changed: Any) -> Sight:
    """Fight a series of battles of a system under these options; ``changed`` are values of their files."""
    module, sight = resolver(slug), Sight()
    words: Words = module.DOOR.words  # type: ignore[attr-defined]
    for number in numbers:
        file = any_battle(slug, number)
        file = replace(file, options=replace(file.options, own={**file.options.own, **options}), **changed)
        sight.add(module.fight(module.freeze(file, f"row{number}"), f"row{number}").journal, words)
    return sight


def switches(options: Iterable[Option]) -> Iterator[tuple[str, dict[str, Any]]]:
    """List each value of each option that is not its default: in words, and as an option."""
    for option in options:
        if option.kind == FLAG:
            yield f"{option.label}: {'off' if option.default else 'on'}", {option.key: not option.default}
        elif option.kind == CHOICE:
            others = (one for one in option.choices if one[0] != option.default)
            yield from ((f"{option.label}: {label}", {option.key: key}) for key, label in others)


def report(slug: str, battles: int) -> Iterator[str]:
    """Write a system's table, a line each."""
    words: Words = resolver(slug).DOOR.words  # type: ignore[attr-defined]
    shipped = fought(slug, range(FIRST, FIRST + battles), {})
    under: dict[Row, tuple[str, str]] = {}
    some = range(FIRST, FIRST + max(1, battles // 3))
    series = [(label, fought(slug, some, options)) for label, options in switches(system(slug).options)]
    series.append((DRY, fought(slug, some, {}, ground="soft", weather="normal")))
    for label, sight in series:
        for row in sight.battles:
            under.setdefault(row, (label, sight.rules[row]))
    yield f"## {name_of(slug)}\n"
    yield "| row | rule | seen |\n|---|---|---|"
    for row in dict.fromkeys(declared(words)):
        label, rule = under.get(row, ("never", ""))
        seen = f"in {shipped.battles[row]} of {battles}" if shipped.battles[row] else label
        yield f"| {row[0]}: {row[1]} | {shipped.rules.get(row) or rule} | {seen} |"
    yield ""


if __name__ == "__main__":
    for name in sys.argv[2:] or slugs():
        if hasattr(resolver(name), "DOOR"):
            print("\n".join(report(name, int(sys.argv[1]))), flush=True)
