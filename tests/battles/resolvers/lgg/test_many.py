"""Many runs of one battle: run k is the battle that ``fight`` tells in full."""

from multiprocessing import get_context

from battles.resolvers.battle_file import BattleFile, parse
from battles.resolvers.lgg.many import fight_many
from battles.resolvers.lgg.resolver import fight, freeze
from battles.resolvers.report import Report
from tests.battles.resolvers.files import SMALL, small

WINNERS = {0: "French", 1: "Allies", 2: None}


def frozen() -> BattleFile:
    roster = "4 Line inf, Elite inf, Light cav, Heavy art"
    sides = [{key: side[key] for key in ("name", "role", "commander")} | {"roster": roster} for side in SMALL["sides"]]
    return freeze(parse(small(sides=sides, terrain="rolling")), "many")


def generals_lost(report: Report, side: str) -> int:
    return sum(e["ev"] == "casualty" and e["lost"] and e["side"] == side for e in report.journal)


def test_run_k_is_the_battle_that_is_fought_with_seed_and_k() -> None:
    file = frozen()
    endings = fight_many(file, "forecast", 3, 4)
    for row, run in enumerate(range(3, 7)):
        report = fight(file, f"forecast/{run}")
        assert WINNERS[endings.winner[row]] == report.outcome.winner
        assert endings.days[row] == report.outcome.days
        assert endings.rounds[row] == report.outcome.rounds
        for number, side in enumerate(report.sides):
            assert list(endings.after[number][row]) == [unit.after for unit in side.units]
            assert endings.lost[number][row].sum() == sum(unit.lost for unit in side.units)
            assert endings.strength[row, number] == sum(unit.after for unit in side.units)
            assert endings.generals[row, number] == generals_lost(report, side.name)


def test_runs_in_two_parts_are_the_runs_in_one() -> None:
    file = frozen()
    whole, first, second = fight_many(file, "s", 0, 4), fight_many(file, "s", 0, 1), fight_many(file, "s", 1, 3)
    assert whole.strength.tolist() == first.strength.tolist() + second.strength.tolist()
    assert whole.winner.tolist() == first.winner.tolist() + second.winner.tolist()


def test_two_processes_fight_the_runs_that_one_fights() -> None:
    file = frozen()
    whole = fight_many(file, "s", 0, 4)
    with get_context("fork").Pool(2) as pool:
        parts = pool.starmap(fight_many, [(file, "s", 0, 2), (file, "s", 2, 2)])
    for name in ("winner", "days", "rounds", "strength", "generals"):
        parted = [row for part in parts for row in getattr(part, name).tolist()]
        assert getattr(whole, name).tolist() == parted


def test_no_runs_are_an_empty_table() -> None:
    assert fight_many(frozen(), "s", 0, 0).strength.shape == (0, 2)
