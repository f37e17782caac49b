"""The common record of the smaller systems: arithmetic, land, evening, runs, the same compiled and plain (COM)."""

import pytest

from battles.resolvers.common import ending
from battles.resolvers.common.arith import capacity, rhu, root, strength_left
from battles.resolvers.common.codes import DRAW, EVENING_KEYS, SIDE_UNITS, STREAMS, Grade, Posture, Status
from battles.resolvers.common.general import await_columns
from battles.resolvers.contract.manifest import COMMON_STREAMS
from battles.resolvers.files import battle_file
from battles.resolvers.forecasts.tally import merged, tally_of
from battles.resolvers.values.battle import BattleFile
from tests.battles.resolvers.common.toy import DOOR

ROSTER = "3 Line inf, 2 Light cav, 1 Field art, 1 Elite inf, one 2/4 Line inf"


def toy_file(**more: object) -> BattleFile:
    """A battle of two like armies."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": ROSTER}
        for name, role in (("Blue", "attacker"), ("Red", "defender"))
    ]
    return battle_file.parse(
        {"format": "bivouac.battle/1", "season": "summer", "terrain": "rolling", "sides": sides} | more
    )


@pytest.fixture
def frozen() -> BattleFile:
    return DOOR.freeze(toy_file(), "field")


def test_COM_01_a_manifest_names_the_streams_of_the_common_record() -> None:
    assert COMMON_STREAMS == STREAMS


def test_COM_02() -> None:
    """Halves are rounded upwards, below zero too."""
    assert [rhu(n, 2) for n in (-3, -2, -1, 0, 1, 2, 3)] == [-1, -1, 0, 0, 1, 1, 2]
    assert all(root(n) ** 2 <= n < (root(n) + 1) ** 2 for n in (0, 1, 2, 3, 4, 99, 10**12, 10**14 - 1))


def test_COM_05_COM_E1_to_COM_E3() -> None:
    assert [capacity(3, s, 4) for s in (4, 3, 2, 1)] == [3, 2, 2, 1]
    assert [capacity(3, s, 3) for s in (3, 2, 1)] == [3, 2, 1]
    assert [capacity(4, s, 3) for s in (3, 2, 1)] == [4, 3, 1]


def test_COM_06_COM_E4_COM_E5() -> None:
    """Nothing lost is nothing changed, and more left is never less strength."""
    assert [strength_left(4, left, 3) for left in (3, 2, 1, 0)] == [4, 3, 1, 0]
    assert [strength_left(3, left, 4) for left in (4, 3, 2, 1, 0)] == [3, 2, 2, 1, 0]
    for full, whole in ((3, 4), (4, 3), (24, 4), (4, 4), (2, 1)):
        for s in range(1, whole + 1):
            cap = capacity(full, s, whole)
            after = [strength_left(s, left, cap) for left in range(cap + 1)]
            assert after[-1] == s
            assert after == sorted(after)
            assert after[0] == 0 < min(after[1:])


def test_COM_12_COM_E7_COM_E8() -> None:
    """Spring, summer, fall, winter."""
    assert [ending.turn_limit(15, season) for season in range(4)] == [13, 18, 15, 10]
    assert [ending.turn_limit(12, season) for season in range(4)] == [10, 14, 12, 8]


def test_COM_14() -> None:
    """A quarter lost and a gap of three twentieths make a winner; broken armies lose; two of them draw."""
    assert ending.decision(25, 10, 100, False, False) == (1, 1)
    assert ending.decision(25, 11, 100, False, False) == (2, 0)
    assert ending.decision(24, 0, 100, False, False) == (2, 0)
    assert ending.decision(0, 90, 100, True, False) == (1, 2)
    assert ending.decision(0, 90, 100, False, True) == (0, 2)
    assert ending.decision(50, 50, 100, True, True) == (2, 0)


def test_COM_15() -> None:
    """A side stays at two fifths, leaves above; it leaves when it has lost three twentieths more."""
    assert ending.will_stay(40, 40, 100, False)
    assert not ending.will_stay(41, 41, 100, False)
    assert ending.will_stay(14, 0, 100, False)
    assert not ending.will_stay(15, 0, 100, False)
    assert not ending.will_stay(0, 0, 100, True)


@pytest.mark.parametrize(("evening", "own", "other", "stays", "breaks"), [
    (None, 14, 0, True, False), (None, 15, 0, False, False), (None, 26, 10, False, True), (None, 5, 9, True, False),
    ("hold", 45, 0, True, False), ("hold", 26, 10, True, False),
    ("save", 5, 9, True, False), ("save", 9, 9, False, False), ("save", 26, 10, False, True),
])  # fmt: skip
def test_COM_15_a_plan_holds_the_field_or_saves_the_army(
    evening: str | None, own: int, other: int, stays: bool, breaks: bool
) -> None:
    """Shares of 100; a general of the program breaks off at 25 where the enemy has lost 10 less."""
    data = toy_file().as_dict()
    data["sides"][0]["plan"] = {"evening": evening} if evening else {}
    battle = DOOR.ready(DOOR.freeze(battle_file.parse(data), "field"), "seed")
    assert ending.would_stay(battle, 0, own, other, 100) is stays
    for side, lost in ((0, own), (1, other)):
        battle.start_sp[side] = 100
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
            battle.sp[unit] = battle.cap[unit] = battle.left[unit] = 0
        battle.sp[side * SIDE_UNITS] = battle.cap[side * SIDE_UNITS] = 100
        battle.left[side * SIDE_UNITS] = 100 - lost
    assert [ending.worn_share(battle, 0), ending.worn_share(battle, 1)] == [own, other]
    assert bool(ending.breaks_off(battle, 0, 25, 10, True)) is breaks
    battle.broken[0] = 1
    assert not ending.would_stay(battle, 0, own, other, 100)


def test_COM_14_who_has_won_keeps_the_field_however_much_it_cost(frozen: BattleFile) -> None:
    battle = DOOR.ready(frozen, "seed")
    for unit in (0, 1, 2, 3):
        battle.status[unit] = 3
    for unit in range(200, 207):
        battle.status[unit] = 3
    battle.broken[1] = 1
    ending.judge(battle)
    assert 5 * int(battle.start_sp[0] - ending.side_strength(battle, 0)) > 2 * int(battle.start_sp[0])
    assert (battle.fought, list(battle.stays)) == (0, [1, 0])


def test_COM_14_a_side_that_stays_alone_has_won_the_day(frozen: BattleFile) -> None:
    """Nobody has lost anything; one army breaks off, or saves itself in the evening."""
    for column, value in (("leaves", 1), ("evening", EVENING_KEYS.index("save"))):
        battle = DOOR.ready(frozen, "seed")
        getattr(battle, column)[1] = value
        ending.judge(battle)
        assert (int(battle.fought), int(battle.grade), list(battle.stays)) == (0, Grade.MARGINAL, [1, 0])
    battle = DOOR.ready(frozen, "seed")
    ending.judge(battle)
    assert (battle.fought, battle.grade, list(battle.stays)) == (DRAW, Grade.DRAWN, [1, 1])


def test_COM_15_the_enemy_of_an_army_that_leaves_has_won_whatever_it_lost(frozen: BattleFile) -> None:
    battle = DOOR.ready(frozen, "seed")
    for unit in range(200, 204):
        battle.status[unit] = 3
    battle.leaves[0] = 1
    ending.judge(battle)
    assert (int(battle.fought), int(battle.grade), list(battle.stays)) == (1, Grade.MARGINAL, [0, 1])


@pytest.mark.parametrize(
    ("late", "plan", "awaited"), [(4, None, True), (1, None, True), (0, None, False), (4, "attack", False)]
)
def test_COM_17_an_attack_waits_for_late_columns_unless_it_is_strong_alone(
    late: int, plan: str | None, awaited: bool
) -> None:
    data = toy_file().as_dict()
    data["sides"][0]["plan"] = {"posture": plan} if plan else {}
    battle = DOOR.ready(DOOR.freeze(battle_file.parse(data), "field"), "seed")
    for unit in range(late):
        battle.status[unit] = Status.WAITING
    await_columns(battle)
    assert (int(battle.awaits[0]), int(battle.posture[0])) == ((1, Posture.HOLD) if awaited else (0, Posture.ASSAULT))
    for unit in range(200, 204):
        battle.status[unit] = 3
    await_columns(battle)
    assert (int(battle.awaits[0]), int(battle.posture[0])) == (
        (1, Posture.HOLD) if late == 4 and awaited else (0, Posture.ASSAULT)
    )
    for unit in range(late):
        battle.status[unit] = Status.BOARD
    await_columns(battle)
    assert (int(battle.awaits[0]), int(battle.posture[0])) == (0, Posture.ASSAULT)


def test_runs_are_the_battles_they_stand_for() -> None:
    frozen = DOOR.freeze(toy_file(rules="one_hour"), "field")
    runs = DOOR.tally_runs(frozen, "seed", 3, 12)
    told = merged(tally_of(DOOR.fight(frozen, f"seed/{run}")) for run in range(3, 15))
    mine, theirs = runs.as_dict(), told.as_dict()
    for side, other in zip(mine["sides"], theirs["sides"], strict=True):
        del side["units"], other["units"]
    assert mine == theirs
