"""The quick value of a battle for the campaign's general, fought by the engine.

``python -m lab.bench.programs.war_odds RUNS`` prints the table kept in ``campaign/rules/general/odds.toml``.
"""

import sys
from collections.abc import Iterator

from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.tally import Tally

PATTERN = ("Line inf", "Line inf", "Light cav", "Line inf", "Heavy art", "Elite inf", "Heavy cav", "Militia inf")
DEFENDERS, ATTACKERS, ROUGH = 8, (3, 4, 6, 8, 10, 12, 16, 24), "hilly"
FIELDS = 6
GROUNDS: dict[str, dict[str, object]] = {
    "open": {}, "rough": {"terrain": ROUGH}, "river": {"river_crossing": True}, "fortress": {"fortress": True},
}  # fmt: skip


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1])
    print("# Made by `python -m lab.bench.programs.war_odds " + str(runs) + "`; rows are odds, attackers to defenders:")
    print("# [odds, attacker wins, defender wins, share lost by the attacker, share lost by the defender]")
    for ground in GROUNDS:
        print(f"\n{ground} = [")
        for row in rows(ground, runs):
            print(f"  [{', '.join(f'{value:.3f}' for value in row)}],", flush=True)
        print("]")


def rows(ground: str, runs: int) -> Iterator[list[float]]:
    """Yield a row for each size of the attacker."""
    for attackers in ATTACKERS:
        tallies = [_tally(ground, attackers, field, runs // FIELDS) for field in range(FIELDS)]
        fought = sum(tally.runs for tally in tallies)
        wins = [sum(tally.sides[side].wins for tally in tallies) / fought for side in (0, 1)]
        lost = [sum(t.sides[side].lost for t in tallies) / sum(t.sides[side].before for t in tallies)
                for side in (0, 1)]  # fmt: skip
        yield [attackers / DEFENDERS, *wins, *lost]


def _tally(ground: str, attackers: int, field: int, runs: int) -> Tally:
    question = Question(parse(_file(ground, attackers))).frozen(f"odds {ground} {attackers} {field}")
    return tally_runs(question, f"odds {field}", 0, runs)


def _file(ground: str, attackers: int) -> dict[str, object]:
    sides = [
        {"name": "North", "role": "attacker", "commander": {"name": "North", "skill": "average"},
         "roster": _roster(attackers), "must_decide": True},
        {"name": "South", "role": "defender", "commander": {"name": "South", "skill": "average"},
         "roster": _roster(DEFENDERS)},
    ]  # fmt: skip
    head = {"format": "bivouac.battle/1", "name": "Odds", "season": "fall", "weather": "normal", "ground": "hard",
            "terrain": "rolling", "field": None, "engagement": "held", "held_whole_turn": True}  # fmt: skip
    return {**head, **GROUNDS[ground], "sides": sides}


def _roster(units: int) -> str:
    return ", ".join(f"1 {PATTERN[n % len(PATTERN)]}" for n in range(units))


if __name__ == "__main__":
    main()
