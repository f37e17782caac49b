"""A league of wars: the program's general of each level against simple generals and the caretakers before him, sides
exchanged, on the shipped wars and generated ones. Every figure is a report, not a failure."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from typing import Any

from campaign.rules.rehearsed.figures import QUIET, Share, quiet_turns
from campaign.rules.rehearsed.played import WarPlayed
from campaign.services.files.packs import SHIPPED, read_pack
from campaign.services.rehearsal.apart import Task, play_apart
from lab.bench.figure import AT_MOST, Figure
from lab.bench.plan import Plan
from lab.bench.small_war import small_war

LEAST = {"idle": 95, "random": 95, "caretaker": 70, "bolder": 70, "low": 65}
"""What the middle level is to win, in per cent of the wars of a pairing; a draw counts half."""
RIVALS = (*LEAST, "greedy", "turtle", "rusher")
PAIRINGS = (*(("middle", rival) for rival in RIVALS), ("high", "middle"))
TURNS = {"two_valleys": 12}
GENERATED = (1, 2)
PROCESSES = 2


@dataclass(frozen=True)
class Match:
    """A war of a pairing: who leads the first side, and who the other."""

    pairing: tuple[str, str]
    data: dict[str, Any]
    swapped: bool

    @property
    def sides(self) -> tuple[list[str], list[str]]:
        """The factions of the pairing's first player and of its second."""
        keys = [row["key"] for row in self.data["factions"]]
        first, rest = keys[:1], keys[1:]
        return (rest, first) if self.swapped else (first, rest)

    @property
    def players(self) -> dict[str, str]:
        """The player of each faction."""
        return {key: name for side, name in zip(self.sides, self.pairing, strict=True) for key in side}

    def points(self, war: WarPlayed) -> float:
        """Return 1 where the first player's side won, a half for a draw."""
        return float(bool(set(self.sides[0]) & set(war.winner))) if war.winner else 0.5


def maps() -> list[dict[str, Any]]:
    """Return the wars of the league: those that ship with the program and have two sides, and generated ones."""
    shipped = {name: json.loads(read_pack(name)) for name in SHIPPED}
    for name, data in shipped.items():
        data["calendar"]["last_turn"] = TURNS.get(name, data["calendar"]["last_turn"])
    return [*filter(_two_sided, shipped.values()), *map(small_war, GENERATED)]


def _two_sided(data: dict[str, Any]) -> bool:
    """Return whether all but the first faction are on one side: none of them is at war with another of them."""
    first = data["factions"][0]["key"]
    return not any(row["kind"] == "war" and first not in row["between"] for row in data.get("relations", ()))


def figures(plan: Plan) -> list[Figure]:
    """Return a row for each pairing, and how often wars go wrong."""
    matches = list(_matches(plan.league_wars))
    tasks = [Task(match.data, f"league {n // 2}", n, match.players) for n, match in enumerate(matches)]
    points, wars = defaultdict[tuple[str, str], list[float]](list), list[WarPlayed]()
    for war in play_apart(tasks, PROCESSES):
        points[matches[war.number].pairing].append(matches[war.number].points(war))
        if "middle" in war.players.values():
            wars.append(war)
    return [*(_pairing(*pairing, points[pairing]) for pairing in PAIRINGS), *_conduct(wars)]


def _matches(wars: int) -> Iterator[Match]:
    """Yield each pairing on each map with the sides exchanged, so many times."""
    for pairing in PAIRINGS:
        for data in maps() * wars:
            yield from (Match(pairing, data, swapped) for swapped in (False, True))


def _pairing(first: str, second: str, points: list[float]) -> Figure:
    share = sum(points) / len(points)
    error = Share(round(sum(points)), len(points)).error
    elo = -400 * log10(1 / min(0.99, max(0.01, share)) - 1)
    note = f"{points.count(1.0)} won, {points.count(0.0)} lost of {len(points)}; ± {100 * error:.0f} %, Elo {elo:+.0f}"
    limit = LEAST.get(second) if first == "middle" else None
    return Figure(f"wars_{first}_{second}", f"{first} against {second}", round(100 * share, 1), "%", limit,
                  note=note, binding=False)  # fmt: skip


def _conduct(wars: list[WarPlayed]) -> list[Figure]:
    quiet = sum(quiet_turns(war) >= QUIET for war in wars)
    half = sum(war.half_taken > 0 for war in wars)
    return [
        Figure("wars_quiet", f"wars with {QUIET} turns without contact", quiet, "", 0, AT_MOST, binding=False),
        Figure("wars_half", "wars with a fortress left half taken", half, "", 0, AT_MOST, binding=False),
    ]
