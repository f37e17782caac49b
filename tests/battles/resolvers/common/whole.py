"""Whole battles of a system on inches: compiled, by the plain rules, and of like armies with their roles swapped."""

import json
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import Report
from tests.audits.unseen import compiled
from tests.battles.resolvers.common.armies import any_battle

UNSEEN, WHOLE, PINNED = range(900, 910), range(12), range(500, 510)
SOME = 3
"""So many battles are fought by the plain rules as well."""


class Battles:
    """The battles of one system, as ``BATTLES`` of the test module that asks for them."""

    def __init__(self, slug: str, module: str) -> None:
        self.slug, self.module = slug, module
        self.door = resolver(slug).DOOR  # type: ignore[attr-defined]

    @cached_property
    def _compiled(self) -> dict[int, Report]:
        return compiled(self.module, (*UNSEEN, *WHOLE, *PINNED), "BATTLES.plain")

    def fought(self, n: int) -> Report:
        """A battle by the compiled rules."""
        return self._compiled[n]

    def plain(self, n: int) -> Report:
        """The same by the plain ones."""
        report: Report = self.door.fight(self.door.freeze(any_battle(self.slug, n), f"f{n}"), f"s{n}")
        return report

    def check_golden(self, path: Path) -> None:
        """Ten battles have the digests that are kept, some of them by the plain rules too."""
        golden = json.loads(path.read_text())
        assert {str(n): self.fought(n).digest for n in PINNED} == golden
        assert _digests(self.plain(n) for n in PINNED[:SOME]) == [golden[str(n)] for n in PINNED[:SOME]]

    def mirror(self, foot: int, *, swap: bool, runs: int = 24) -> tuple[int, int]:
        """Wins of the first and the second side of two like armies, the first attacking or not."""
        roles = ("defender", "attacker") if swap else ("attacker", "defender")
        sides = [
            {"name": name, "role": role, "commander": {"name": name, "skill": "average"},
             "roster": f"{foot} Line inf, 1 Light cav, 1 Field art"}
            for name, role in zip(("Blue", "Red"), roles, strict=True)
        ]  # fmt: skip
        data = {"format": "bivouac.battle/1", "season": "fall", "terrain": "open", "rules": self.slug, "sides": sides,
                "field": {"width": 60, "depth": 48}}  # fmt: skip
        tally = self.door.tally_runs(self.door.freeze(parse(data), "f"), "mirror", 0, runs)
        return tally.sides[0].wins, tally.sides[1].wins


def _digests(reports: Iterable[Report]) -> list[str]:
    return [report.digest for report in reports]
