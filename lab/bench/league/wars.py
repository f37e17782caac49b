"""A league of wars: the program's general of each level against simple generals and the caretakers before him, sides
exchanged, on the shipped wars and generated ones. Every figure is a report, not a failure."""

import json
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from base.refusal import Refusal
from campaign.rules.rehearsed.figures import QUIET, Share, quiet_turns
from campaign.rules.rehearsed.played import WarPlayed
from campaign.services.files.packs import SHIPPED, read_pack
from campaign.services.rehearsal.apart import Task, play_apart
from lab.bench.plan import Plan
from lab.bench.small_war import small_war
from lab.bench.table import AT_MOST, Figure

SCALE = 400 / log(10)
CERTAIN = 1.96
STEPS, LONGEST, CLOSE = 200, 1.0, 1e-10
"""Newton's steps at most, how far one may go, and when they are at the end."""


@dataclass(frozen=True)
class Result:
    """The points that the first player took from the second in so many games; a draw is half a point."""

    first: str
    second: str
    points: float
    games: int


@dataclass(frozen=True)
class Rating:
    """A player's Elo against the anchor's, with half the width of its interval of 95 %."""

    player: str
    elo: float
    error: float


def ratings(results: Sequence[Result], anchor: str) -> list[Rating]:
    """Return the ratings of all players but the anchor, the best first; the anchor's is 0.

    Each pairing counts one drawn game more than was played: otherwise a player who lost every game would have none.
    Every player must be connected with the anchor by games.
    """
    players = sorted({name for one in results for name in (one.first, one.second)} - {anchor})
    place = {name: number for number, name in enumerate(players)}
    rows = np.array([_row(one, place) for one in results])
    games = np.array([one.games + 1.0 for one in results])
    points = np.array([one.points + 0.5 for one in results])
    values, errors = _likeliest(rows, games, points)
    found = [Rating(name, SCALE * float(values[n]), CERTAIN * SCALE * float(errors[n])) for name, n in place.items()]
    return sorted(found, key=lambda one: (-one.elo, one.player))


def _row(one: Result, place: dict[str, int]) -> list[float]:
    """Return whose rating counts for the first player, and whose against him."""
    row = [0.0] * len(place)
    for name, sign in ((one.first, 1.0), (one.second, -1.0)):
        if name in place:
            row[place[name]] += sign
    return row


def _likeliest(rows: np.ndarray, games: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the likeliest ratings and their standard errors, by Newton's method; the likelihood has one summit."""
    values = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ values))
        information = rows.T @ (rows * (games * chances * (1 - chances))[:, None])
        step = np.linalg.solve(information, rows.T @ (points - games * chances))
        values += np.clip(step, -LONGEST, LONGEST)
        if np.abs(step).max() < CLOSE:
            break
    return values, np.sqrt(np.diag(np.linalg.inv(information)))


LEAST = {"idle": 95, "random": 95, "caretaker": 70, "bolder": 70, "low": 65}
"""What the middle level is to win, in per cent of the wars of a pairing; a draw counts half."""
ANCHOR = "middle"
RIVALS = (*LEAST, "greedy", "turtle", "rusher")
PAIRINGS = (*((ANCHOR, rival) for rival in RIVALS), ("high", ANCHOR))
TURNS = {"two_valleys": 12}
MIRRORS = {f"mirror_{seed}": seed for seed in (1, 2)}
PROCESSES = 2
Pairing = tuple[str, str]


@dataclass(frozen=True)
class Match:
    """A war of a pairing: who leads the first side, and who the other."""

    pairing: Pairing
    place: str
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


def maps(wanted: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """Return the wars of the league by name, or those that are wanted: shipped ones of two sides, and mirrors.

    Any ``mirror_N`` may be wanted.
    """
    shipped = {name: _with_turns(name) for name in SHIPPED}
    found = {name: data for name, data in shipped.items() if _two_sided(data)}
    found |= {name: small_war(seed) for name, seed in MIRRORS.items()}
    found |= {name: small_war(int(name[7:])) for name in wanted if name.startswith("mirror_") and name[7:].isdecimal()}
    if unknown := set(wanted) - set(found):
        raise Refusal(f"--map: there is no {unknown.pop()}; choose from {', '.join(found)}, or any mirror_N.")
    return {name: data for name, data in found.items() if name in (wanted or found)}


def _with_turns(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(read_pack(name))
    data["calendar"]["last_turn"] = TURNS.get(name, data["calendar"]["last_turn"])
    return data


def _two_sided(data: dict[str, Any]) -> bool:
    """Return whether all but the first faction are on one side: none of them is at war with another of them."""
    first = data["factions"][0]["key"]
    return not any(row["kind"] == "war" and first not in row["between"] for row in data.get("relations", ()))


def figures(plan: Plan) -> list[Figure]:
    """Return a row for each pairing and each player's Elo, and how often wars go wrong."""
    pairings = [one for one in PAIRINGS if not plan.rivals or set(one) & set(plan.rivals)]
    matches = list(_matches(maps(plan.maps), pairings, plan.league_wars))
    tasks = [Task(match.data, f"league {n // 2}", n, match.players) for n, match in enumerate(matches)]
    points, wars = defaultdict[Pairing, list[float]](list), list[WarPlayed]()
    for war in play_apart(tasks, PROCESSES):
        match = matches[war.number]
        points[match.pairing].append(match.points(war))
        _report(match, war)
        if ANCHOR in war.players.values():
            wars.append(war)
    shares = [_pairing(*pairing, points[pairing]) for pairing in pairings]
    return [*shares, *_elo(points), *_conduct(wars)]


def _matches(places: Mapping[str, dict[str, Any]], pairings: list[Pairing], wars: int) -> Iterator[Match]:
    """Yield each pairing on each map with the sides exchanged, so many times."""
    for _ in range(wars):
        for name, data in places.items():
            for pairing in pairings:
                yield from (Match(pairing, name, data, swapped) for swapped in (False, True))


def _report(match: Match, war: WarPlayed) -> None:
    """Print a war as it gets done: a league takes hours."""
    first, second = match.pairing
    print(f"{match.place}: {first} ({', '.join(match.sides[0])}) against {second}: {match.points(war):g},"
          f" {war.length} turns", file=sys.stderr, flush=True)  # fmt: skip


def _pairing(first: str, second: str, points: list[float]) -> Figure:
    share = sum(points) / len(points)
    error = Share(round(sum(points)), len(points)).error
    note = f"{points.count(1.0)} won, {points.count(0.0)} lost of {len(points)}; ± {100 * error:.0f} %"
    limit = LEAST.get(second) if first == ANCHOR else None
    return Figure(f"wars_{first}_{second}", f"{first} against {second}", round(100 * share, 1), "%", limit,
                  note=note, binding=False)  # fmt: skip


def _elo(points: Mapping[Pairing, list[float]]) -> Iterator[Figure]:
    """Yield each player's Elo, the middle level's being 0."""
    results = [Result(*pairing, sum(found), len(found)) for pairing, found in points.items()]
    for one in ratings(results, ANCHOR):
        yield Figure(f"wars_elo_{one.player}", f"Elo of {one.player}", round(one.elo), "",
                     note=f"± {one.error:.0f}; {ANCHOR} is 0", binding=False)  # fmt: skip


def _conduct(wars: list[WarPlayed]) -> list[Figure]:
    quiet = sum(quiet_turns(war) >= QUIET for war in wars)
    half = sum(war.half_taken > 0 for war in wars)
    return [
        Figure("wars_quiet", f"wars with {QUIET} turns without contact", quiet, "", 0, AT_MOST, binding=False),
        Figure("wars_half", "wars with a fortress left half taken", half, "", 0, AT_MOST, binding=False),
    ]
