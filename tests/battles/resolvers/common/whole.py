"""Whole battles of the five smaller systems: by the plain rules, and in a process of their own by compiled ones."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from tests.audits.unseen import armies, conditions
from tests.battles.resolvers.common.armies import any_battle
from tests.battles.resolvers.common.grid_battles import any_file, bands, file_of
from tests.battles.resolvers.solo_napoleonic.armies import unseen

RANDOM, UNSEEN, PINNED = range(12), range(100, 120), range(200, 210)
"""Numbers of battles: at random, those that no auditor was written for, and those whose digests are kept."""
SOME = PINNED[:3]
"""So many battles are fought by the plain rules as well."""
GRIDS = ("activation", "square_brigadier")
SQUARE_OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"first": True, "weapons": "1"}, {"irregular": "1", "militia": True}, {"weapons": "3", "carbines": False},
)  # fmt: skip
"""Battles with and without the optional rules; battle and terrain differ from each to the next of the same."""
Named = tuple[BattleFile, str]


def on_inches(slug: str, n: int) -> Named:
    """Return a battle file of a system that plays on inches, with its seed."""
    number = n + 300 if n in PINNED else n + 800 if n in UNSEEN else n
    return resolver(slug).freeze(any_battle(slug, number), f"f{number}"), f"s{number}"


def on_millimetres(_: str, n: int) -> Named:
    """Return the same of the Solo Napoleonic rules."""
    if n in PINNED:
        return unseen(n - 100), f"golden {n - 200}"
    return unseen(n % 90), f"seed {n % 90}"


def on_squares(slug: str, n: int) -> Named:
    """Return the same of a system that plays on squares."""
    if n in UNSEEN:
        own = SQUARE_OPTIONS[n % 4] if slug == "square_brigadier" else {}
        options = {"max_days": 1} | own
        return file_of(slug, *armies(n - 100), options=options, **conditions(n - 100)), f"unseen {n - 100}"
    return any_file(slug, n % 200), f"golden {n - 200}" if n in PINNED else f"random {n}"


FILES: Mapping[str, Callable[[str, int], Named]] = {
    "one_hour": on_inches, "my_favourite": on_inches, "solo_napoleonic": on_millimetres, "activation": on_squares,
    "square_brigadier": on_squares,
}  # fmt: skip


def plain(slug: str, n: int) -> Report:
    """Return a battle as the rules of this process fight it."""
    report: Report = resolver(slug).fight(*FILES[slug](slug, n))
    return report


@dataclass(frozen=True)
class Fought:
    """What compiled rules come to: the battles by their numbers, and on squares the shares won."""

    battles: Mapping[int, Report]
    bands: Mapping[str, tuple[float, float]]


def all_of(slug: str) -> Fought:
    """Fight all battles of a system."""
    numbers = (*RANDOM, *UNSEEN, *PINNED)
    return Fought({n: plain(slug, n) for n in numbers}, bands(slug) if slug in GRIDS else {})


@cache
def fought(slug: str) -> Fought:
    """Return the same by compiled rules, in a process of their own: many times as quick."""
    code = (
        "import pickle, sys, tests.environment; from tests.battles.resolvers.common.whole import all_of;"
        f"sys.stdout.buffer.write(pickle.dumps(all_of({slug!r})))"
    )
    told = subprocess.run([sys.executable, "-c", code], env={**os.environ, "BIVOUAC_KERNELS": "1"}, check=True,
                          stdout=subprocess.PIPE)  # fmt: skip
    found: Fought = pickle.loads(told.stdout)  # noqa: S301 (our own)
    return found


def golden(slug: str) -> list[str]:
    """Return the digests that are kept."""
    kept = json.loads((Path(__file__).parents[1] / slug / "golden.json").read_text(encoding="utf-8"))
    return list(kept.values()) if isinstance(kept, dict) else list(kept)


def mirror(slug: str, foot: int, *, swap: bool, runs: int = 24) -> tuple[int, int]:
    """Return the wins of the first and the second side of two like armies, the first attacking or not."""
    roles = ("defender", "attacker") if swap else ("attacker", "defender")
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"},
         "roster": f"{foot} Line inf, 1 Light cav, 1 Field art"}
        for name, role in zip(("Blue", "Red"), roles, strict=True)
    ]  # fmt: skip
    data = {"format": "bivouac.battle/1", "season": "fall", "terrain": "open", "rules": slug, "sides": sides,
            "field": {"width": 60, "depth": 48}}  # fmt: skip
    door = resolver(slug).DOOR  # type: ignore[attr-defined]
    tally = door.tally_runs(door.freeze(parse(data), "f"), "mirror", 0, runs)
    return tally.sides[0].wins, tally.sides[1].wins
