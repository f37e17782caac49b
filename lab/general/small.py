"""The bands of the smaller rule systems (a report, not a test): who wins when, over many battles.

``python -m lab.general.small solo_napoleonic 2000 [match ...]`` fights so many battles of each match on twenty fields,
the roles changed half-way, and prints what the first army wins and loses, and the attacker's share of those decided.
``--set general.hold_range=70`` plays with another number; write lists as ``fire.musket=[75,150]``.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.contract.registry import resolver, slugs
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.tally import Tally
from battles.resolvers.values.battle import BattleFile

FIELDS, ROLES = 20, ("attacker", "defender")
Units = tuple[tuple[str, int], ...]
FOOT, MOUNTED = ("elite_inf", "line_inf", "militia_inf"), ("heavy_cav", "light_cav", "irreg_cav", "field_art")


def army(size: int) -> Units:
    """Return half Line, an eighth each of Elite, light and heavy cavalry and guns."""
    part = size // 8
    others = (("elite_inf", part), ("light_cav", part), ("heavy_cav", part), ("field_art", part))
    return (("line_inf", size - 4 * part), *others)


@dataclass(frozen=True)
class Match:
    """Two armies; ``late`` of the first one's units of these types are due at mark 30."""

    first: Units
    second: Units
    late: int = 0
    who: tuple[str, ...] = FOOT

    def sides(self, attacker: int) -> list[dict[str, Any]]:
        """Return both sides of a battle file."""
        return [
            {"name": name, "role": ROLES[int(n != attacker)], "commander": {"name": name, "skill": "average"},
             "units": [*self._units(n)]}
            for n, name in enumerate(("North", "South"))
        ]  # fmt: skip

    def _units(self, n: int) -> Iterator[dict[str, Any]]:
        late, at = self.late if n == 0 else 0, 0
        for kind, many in (self.first, self.second)[n]:
            for _ in range(many):
                at, waits = at + 1, late > 0 and kind in self.who
                late -= int(waits)
                yield {"id": f"{n}-{at}", "type": kind} | ({"arrives": 30} if waits else {})


TWELVE: Units = (("line_inf", 6), ("elite_inf", 1), ("light_cav", 2), ("heavy_cav", 1), ("field_art", 2))
MATCHES = {
    "like 8": Match(army(8), army(8)),
    "like 16": Match(army(16), army(16)),
    "13:9": Match((*army(8), ("line_inf", 5)), (*army(8), ("line_inf", 1))),
    "16:12": Match(army(16), TWELVE),
    "six late": Match(army(16), TWELVE, late=6),
    "guns late": Match(army(16), TWELVE, late=6, who=MOUNTED),
    "guns": Match((("field_art", 8),), (("field_art", 6),)),
    "Elite:Line": Match((("elite_inf", 8),), (("line_inf", 8),)),
    "Line:Militia": Match((("line_inf", 8),), (("militia_inf", 8),)),
    "heavy:light": Match((("heavy_cav", 8),), (("light_cav", 8),)),
    "light:irregular": Match((("light_cav", 8),), (("irreg_cav", 8),)),
}


@dataclass
class Seen:
    """The endings of a match: of the first army, and of the side that attacked."""

    whole: Tally = field(default_factory=Tally)
    attacker: int = 0

    def add(self, part: Tally, attacker: int) -> None:
        """Add battles in which one side attacked."""
        self.whole.add(part)
        self.attacker += part.sides[attacker].wins

    def line(self, name: str) -> str:
        """Return the figures of a match."""
        runs, (one, two) = self.whole.runs, self.whole.sides
        lost = [100 * side.lost / max(1, side.before) for side in (one, two)]
        turns = sum(length * many for length, many in self.whole.rounds.items()) / runs
        return (f"{name:16} {100 * one.wins / runs:5.1f} : {100 * two.wins / runs:4.1f}, "
                f"{100 * self.whole.draws / runs:4.1f} drawn; lost {lost[0]:4.1f} and {lost[1]:4.1f}; {turns:4.1f} "
                f"turns; attacker {100 * self.attacker / max(1, one.wins + two.wins):4.1f}")  # fmt: skip


def file_of(rules: str, match: Match, attacker: int, number: int, profile: dict[str, Any]) -> BattleFile:
    """Return a battle on one of the twenty fields."""
    data = {"format": "bivouac.battle/1", "name": "Band", "season": "summer", "terrain": "rolling", "rules": rules,
            "profile": profile or None, "sides": match.sides(attacker)}  # fmt: skip
    return resolver(rules).freeze(parse(data), f"band {number}")


def fought(rules: str, match: Match, battles: int, profile: dict[str, Any]) -> Seen:
    """Fight the battles of a match."""
    seen, each = Seen(), max(1, battles // (2 * FIELDS))
    for number in range(FIELDS):
        for attacker in (0, 1):
            file = file_of(rules, match, attacker, number, profile)
            seen.add(tally_runs(Question(file), f"band {number}/{attacker}", 0, each), attacker)
    return seen


def numbers(given: list[str]) -> dict[str, Any]:
    """Read ``section.key=value`` as the values of a profile."""
    made: dict[str, Any] = {}
    for text in given:
        key, _, value = text.partition("=")
        section, _, name = key.partition(".")
        made.setdefault(section, {})[name] = {"value": json.loads(value)}
    return made


def main() -> None:
    """Fight and print."""
    line = argparse.ArgumentParser(prog="small")
    line.add_argument("rules", choices=slugs())
    line.add_argument("battles", type=int)
    line.add_argument("matches", nargs="*")
    line.add_argument("--set", action="append", default=[])
    asked = line.parse_intermixed_args()
    for name in asked.matches or MATCHES:
        print(fought(asked.rules, MATCHES[name], asked.battles, numbers(asked.set)).line(name), flush=True)


if __name__ == "__main__":
    main()
