"""The quick value of a battle for the campaign's general, fought by the engine.

``python -m lab.bench.programs.war_odds RUNS`` prints the table kept in ``campaign/rules/general/odds.toml``.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean

from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.tally import Tally
from rosters.rules.notation import parse_roster

PATTERN = ("Line inf", "Line inf", "Light cav", "Line inf", "Heavy art", "Elite inf", "Heavy cav", "Militia inf")
DEFENDERS, ATTACKERS, ROUGH = 8, (3, 4, 6, 7, 8, 9, 10, 12, 16, 24), "hilly"
FIELDS = 6
MARKS, LATE = (30, 60), ((8, 4), (8, 8), (4, 12))
"""HR-13 The marks of late columns; for each army its units on the table at the start, and its late units."""
GROUNDS: dict[str, dict[str, object]] = {
    "open": {}, "rough": {"terrain": ROUGH}, "river": {"river_crossing": True}, "fortress": {"fortress": True},
}  # fmt: skip


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1])
    print("# Made by `python -m lab.bench.programs.war_odds " + str(runs) + "`; rows are odds, attackers to defenders:")
    print("# [odds, attacker wins, defender wins, share lost by the attacker, share lost by the defender]")
    found = {ground: _printed(ground, runs) for ground in GROUNDS}
    print("\n# What a strength point is worth that comes later than others of its side, by its mark (HR-13).\n[late]")
    for mark in MARKS:
        print(f"{mark} = {worth_of_late(mark, runs, found['open']):.2f}", flush=True)


def _printed(ground: str, runs: int) -> list[list[float]]:
    """Print the rows of a ground and return them."""
    found = []
    print(f"\n{ground} = [")
    for row in rows(ground, runs):
        found.append(row)
        print(f"  [{', '.join(f'{value:.3f}' for value in row)}],", flush=True)
    print("]")
    return found


def worth_of_late(mark: int, runs: int, curve: list[list[float]]) -> float:
    """Return what an attacker's late unit counts for: as many units on the table from the start would win as often."""
    worths = []
    for present, late in LATE:
        tallies = [_tally("open", present, field, runs // FIELDS, (late, mark)) for field in range(FIELDS)]
        share = sum(tally.sides[0].wins for tally in tallies) / sum(tally.runs for tally in tallies)
        worths.append((DEFENDERS * _odds_that_win(curve, share) - present) / late)
    return max(0.0, min(1.0, fmean(worths)))


def _odds_that_win(curve: list[list[float]], share: float) -> float:
    """Return the odds at which attackers win such a share."""
    for low, high in pairwise(curve):
        if low[1] <= share < high[1]:
            return low[0] + (high[0] - low[0]) * (share - low[1]) / (high[1] - low[1])
    return curve[-1][0] if share >= curve[-1][1] else curve[0][0]


def rows(ground: str, runs: int) -> Iterator[list[float]]:
    """Yield a row for each size of the attacker."""
    for attackers in ATTACKERS:
        tallies = [_tally(ground, attackers, field, runs // FIELDS) for field in range(FIELDS)]
        fought = sum(tally.runs for tally in tallies)
        wins = [sum(tally.sides[side].wins for tally in tallies) / fought for side in (0, 1)]
        lost = [sum(t.sides[side].lost for t in tallies) / sum(t.sides[side].before for t in tallies)
                for side in (0, 1)]  # fmt: skip
        yield [attackers / DEFENDERS, *wins, *lost]


def _tally(ground: str, attackers: int, field: int, runs: int, column: tuple[int, int] = (0, 0)) -> Tally:
    """Fight one field; ``column`` is how many units more come late, and their mark."""
    question = Question(parse(_file(ground, attackers, column))).frozen(f"odds {ground} {attackers} {field}")
    return tally_runs(question, f"odds {field}", 0, runs)


def _file(ground: str, attackers: int, column: tuple[int, int] = (0, 0)) -> dict[str, object]:
    sides = [
        {"name": "North", "role": "attacker", "commander": {"name": "North", "skill": "average"},
         "units": _units(attackers, *column), "must_decide": True},
        {"name": "South", "role": "defender", "commander": {"name": "South", "skill": "average"},
         "roster": _roster(DEFENDERS)},
    ]  # fmt: skip
    head = {"format": "bivouac.battle/1", "name": "Odds", "season": "fall", "weather": "normal", "ground": "hard",
            "terrain": "rolling", "field": None, "engagement": "held", "held_whole_turn": True}  # fmt: skip
    return {**head, **GROUNDS[ground], "sides": sides}


def _roster(units: int) -> str:
    return ", ".join(f"1 {PATTERN[n % len(PATTERN)]}" for n in range(units))


def _units(units: int, late: int, mark: int) -> list[dict[str, object]]:
    """Return the attacker's units; the last ones come late as an army of their own."""
    rows: list[dict[str, object]] = []
    for n in range(units + late):
        item = parse_roster(f"1 {PATTERN[n % len(PATTERN)]}")[0]
        row: dict[str, object] = {"id": f"a{n}", "type": item.type}
        rows.append(row | ({"arrives": mark, "edge": "own", "army": "Second"} if n >= units else {}))
    return rows


if __name__ == "__main__":
    main()
