"""The evening: stay or leave, pursuit, recovery, rally, amalgamation, the night (LGG-15.0, HR-D2)."""

from fractions import Fraction

import pytest

from battles.resolvers.aftermath.rules import PURSUED_ARMS, victims_arm
from battles.resolvers.common.codes import Type
from battles.resolvers.core.dice import MORALE_STREAM, PURSUIT_STREAM
from battles.resolvers.lgg.day import evening
from battles.resolvers.lgg.day.amalgamation import answer_amalgamate, verify_amalgamate
from battles.resolvers.lgg.doctrine.acts.evening import answer_amalgamation
from battles.resolvers.lgg.record.codes import DRAW, NOBODY, UNDECIDED, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import events, fix, names, rule_of, stage, stand


def dusk(stays: tuple[int, int] = (-1, -1)) -> Battle:
    """A table at the end of the first day; ``stays`` -1 undecided, 0 leaves, 1 stays."""
    battle = stage()
    battle.phase, battle.on_turn = Phase.STAY_LEAVE, NOBODY
    battle["stays"] = stays
    return battle


def run(battle: Battle) -> None:
    """Go through the evening until a question is open or it is over."""
    while battle.pending == Pending.NONE and battle.phase not in (Phase.NIGHT, Phase.OVER):
        evening.step(battle)


def items(battle: Battle, *rows: tuple[int, int]) -> None:
    battle.cmd_items = len(rows)
    for n, row in enumerate(rows):
        battle.cmd_item[n] = row


def finish(battle: Battle) -> None:
    """Answer whatever is asked: no amalgamation."""
    run(battle)
    while battle.pending == Pending.AMALGAMATE:
        items(battle)
        answer_amalgamate(battle)
        run(battle)


@pytest.mark.parametrize(
    ("stays", "winner", "phase"),
    [((1, 1), UNDECIDED, Phase.NIGHT), ((0, 0), DRAW, Phase.OVER), ((1, 0), 0, Phase.OVER),
     ((0, 1), 1, Phase.OVER)],
)
def test_LGG_15_1_a_stay_or_leave(stays: tuple[int, int], winner: int, phase: int) -> None:
    battle = dusk()
    stand(battle, 0, "line_inf", 36, 12)
    run(battle)
    for side in (0, 1):
        assert (battle.pending, battle.asked) == (Pending.STAY, side)
        evening.answer_stay(battle, stays[side])
        run(battle)
    finish(battle)
    assert (battle.winner, battle.phase) == (winner, phase)


def test_HR_D2_a_third_day_that_both_stay_is_a_draw() -> None:
    battle = dusk((1, 1))
    battle.day = 3
    finish(battle)
    assert (battle.winner, battle.phase) == (DRAW, Phase.OVER)


def lights(winner: int, loser: int) -> Battle:
    """Side 0 stays, side 1 leaves, with so many strength points of light cavalry."""
    battle = dusk((1, 0))
    for side, strength in ((0, winner), (1, loser)):
        for n in range(0, strength, 3):
            stand(battle, side, "light_cav", 6.0 + 2 * n, 12 if side == 0 else 36, strength=min(3, strength - n))
    return battle


@pytest.mark.parametrize(("winner", "loser", "dice"), [(6, 2, 4), (3, 3, 0), (2, 6, 0), (3, 0, 3)])
def test_ST_20_LGG_15_3_a_pursuit_dice(winner: int, loser: int, dice: int) -> None:
    assert evening.pursuit_strength(lights(winner, loser)) == dice


def test_LGG_15_2_a_no_pursuit_in_a_draw() -> None:
    battle = lights(6, 0)
    battle["stays"] = 0
    assert evening.pursuit_strength(battle) == 0


@pytest.mark.parametrize(("option", "strength"), [(0, 0), (1, 3)])
def test_LGG_15_2_b_irregulars_count_only_by_option(option: int, strength: int) -> None:
    battle = dusk((1, 0))
    battle.irregulars_pursue = option
    stand(battle, 0, "irreg_cav", 20, 12)
    stand(battle, 0, "irreg_cav", 30, 12, outrider=True)
    assert evening.light_strength(battle, 0) == strength


def test_HR_E_exited_lights_count_only_for_the_side_that_stays() -> None:
    battle = lights(3, 3)
    for unit in (0, 64):
        set_status(battle, unit, Status.EXITED)
    assert [evening.light_strength(battle, side) for side in (0, 1)] == [3, 0]


def test_E50_a_pursuit_die() -> None:
    faces = [victims_arm(face) for face in range(1, 7)]
    shares = [Fraction(faces.count(arm), 6) for arm in (*PURSUED_ARMS, -1)]
    assert shares == [Fraction(1, 3), Fraction(1, 6), Fraction(1, 6), Fraction(1, 3)]
    assert 1 - shares[3] == Fraction(2, 3)


def pursued(*faces: int) -> Battle:
    """A pursuit of side 1 whose dice show these faces, one for each strength point of light cavalry."""
    battle = lights(len(faces), 0)
    stand(battle, 1, "line_inf", 30, 36)
    stand(battle, 1, "militia_inf", 36, 36, strength=1)
    fix(battle, PURSUIT_STREAM, *faces, sides=6)
    run(battle)
    return battle


def test_LGG_15_3_b_the_loser_places_the_hits_on_the_right_arm() -> None:
    battle = pursued(1, 2, 5)
    line, militia = 64, 65
    assert (battle.pending, battle.asked) == (Pending.PURSUIT, 1)
    for wrong in ([(line, 1)], [(militia, 2)], [(line, 3)], [(line, 1), (line, 1)], [(0, 2)]):
        items(battle, *wrong)
        assert rule_of(evening.verify_pursuit(battle)) == "LGG-15.3-b"
    items(battle, (line, 1), (militia, 1))
    assert rule_of(evening.verify_pursuit(battle)) == ""
    evening.answer_pursuit(battle)
    assert (battle.sp[line], battle.status[militia]) == (3, Status.NONRALLYABLE)
    assert names(battle)[-4:] == ["pursuit", "hit", "hit", "rout"]


def test_ST_21_hits_without_a_target_are_lost() -> None:
    battle = pursued(3, 4, 4)
    assert battle.pending != Pending.PURSUIT
    assert battle.sp[64] == 4
    assert "pursuit" in names(battle)


@pytest.mark.parametrize(("box", "pursuit", "chance"), [
    (Status.RALLYABLE, 0, Fraction(7, 10)), (Status.NONRALLYABLE, 0, Fraction(1, 2)),
    (Status.RALLYABLE, 1, Fraction(3, 5)), (Status.NONRALLYABLE, 1, Fraction(2, 5)),
])
def test_E41_LGG_15_4_b_R_39_evening_rally_of_line_infantry(box: int, pursuit: int, chance: Fraction) -> None:
    good = 0
    for face in range(1, 11):
        battle = dusk((1, 1))
        unit = stand(battle, 1, "line_inf", 36, 36)
        set_status(battle, unit, box)
        battle.sp[unit], battle.pursued[1], battle.phase = 0, pursuit, Phase.EOD_RALLY
        fix(battle, MORALE_STREAM, face)
        evening.step(battle)
        good += int(battle.sp[unit])
        assert bool(battle.status[unit] == Status.ELIMINATED) is bool(battle.sp[unit] == 0)
    assert Fraction(good, 10) == chance


def test_LGG_15_4_a_every_unit_with_hits_tries_once_wherever_it_is() -> None:
    battle = dusk((1, 1))
    near, far = stand(battle, 0, "line_inf", 36, 12), stand(battle, 0, "heavy_cav", 70, 46)
    stand(battle, 0, "heavy_art", 20, 12)
    battle.sp[near], battle.sp[far], battle.phase = 2, 1, Phase.EOD_RECOVERY
    fix(battle, MORALE_STREAM, 7, 8)
    evening.step(battle)
    assert (battle.sp[near], battle.sp[far]) == (3, 1)
    assert names(battle) == ["eod_recover", "eod_recover"]


def test_ST_20_LGG_15_4_c_a_pursued_side_adds_one_to_its_rolls() -> None:
    battle = dusk((0, 1))
    unit = stand(battle, 0, "line_inf", 36, 12)
    battle.sp[unit], battle.pursued[0], battle.phase = 2, 1, Phase.EOD_RECOVERY
    fix(battle, MORALE_STREAM, 7)
    evening.step(battle)
    assert battle.sp[unit] == 2


def worn(*units: tuple[str, int]) -> tuple[Battle, list[int]]:
    battle = dusk((1, 1))
    battle.phase, battle.asked, battle.pending = Phase.AMALGAMATE, 0, Pending.AMALGAMATE
    return battle, [stand(battle, 0, kind, 8.0 + 4 * n, 12, strength=sp) for n, (kind, sp) in enumerate(units)]


def group(battle: Battle, units: list[int]) -> str:
    items(battle, *[(unit, 0) for unit in units])
    code = verify_amalgamate(battle)
    if code == 0:
        answer_amalgamate(battle)
    return rule_of(code)


def test_ST_22_two_and_three_quarters_are_refused() -> None:
    battle, units = worn(("line_inf", 2), ("line_inf", 3))
    assert group(battle, units) == "LGG-15.5-b"


def test_ST_22_three_worn_units_make_two_full_ones() -> None:
    battle, units = worn(("line_inf", 3), ("line_inf", 3), ("line_inf", 2))
    assert (group(battle, units), [int(battle.sp[unit]) for unit in units]) == ("", [4, 4, 0])
    assert (battle.status[units[2]], battle.roll_into[2]) == (Status.AMALGAMATED, 0)
    assert [int(moved) for moved in battle.roll_moved[:3]] == [-1, -1, 2]


def test_ST_22_line_and_militia_make_militia() -> None:
    battle, units = worn(("line_inf", 2), ("militia_inf", 2))
    assert group(battle, units) == ""
    assert (battle.type[units[0]], battle.sp[units[0]]) == (Type.MILITIA_INF, 4)


@pytest.mark.parametrize("units", [
    [("heavy_cav", 1), ("light_cav", 1)], [("line_inf", 1), ("light_cav", 1)],
    [("heavy_art", 1), ("heavy_art", 1)], [("engineer", 1), ("engineer", 1)],
])
def test_LGG_15_5_a_d_unlike_units_and_guns_do_not_converge(units: list[tuple[str, int]]) -> None:
    battle, slots = worn(*units)
    assert group(battle, slots) == "LGG-15.5-a"


def test_HR_14_units_of_different_armies_do_not_converge() -> None:
    battle, units = worn(("line_inf", 1), ("line_inf", 1))
    battle.roll_army[battle.roll[units[1]]] = 1
    assert group(battle, units) == "LGG-15.5-a"
    battle.roll_army[battle.roll[units[1]]] = 0
    assert group(battle, units) == ""


def test_AI_23_the_general_amalgamates_within_each_army() -> None:
    battle, units = worn(*[("line_inf", 2)] * 4)
    for place, unit in enumerate(units):
        battle.roll_army[battle.roll[unit]] = place % 2
    battle.asked = 0
    answer_amalgamation(battle)
    found = {tuple(int(x) for x in battle.cmd_item[n]) for n in range(battle.cmd_items)}
    groups = {frozenset(unit for unit, number in found if number == group) for _, group in found}
    assert groups == {frozenset(units[::2]), frozenset(units[1::2])}


def test_LGG_15_5_c_guard_is_kept_only_among_guard() -> None:
    battle, _ = worn()
    guard = [stand(battle, 0, "elite_inf", 8.0 + 4 * n, 20, strength=2, guard=True) for n in range(2)]
    plain = stand(battle, 0, "elite_inf", 30, 20, strength=2)
    battle, mixed = battle.copy(), [guard[0], plain]
    assert (group(battle, mixed), battle.guard[guard[0]]) == ("", 0)


def test_LGG_15_5_c_guard_cavalry_and_others_are_different_types() -> None:
    battle, _ = worn()
    one = stand(battle, 0, "heavy_cav", 8, 20, strength=1, guard=True)
    assert group(battle, [one, stand(battle, 0, "heavy_cav", 12, 20, strength=1)]) == "LGG-15.5-a"


def test_LGG_15_5_d_starting_strengths_are_shared_from_the_top() -> None:
    battle, units = worn(("line_inf", 4), ("line_inf", 3), ("line_inf", 2))
    battle.sp[units[0]], battle.sp[units[1]], battle.sp[units[2]] = 3, 1, 1
    assert group(battle, units) == ""
    assert [(int(battle.sp[unit]), int(battle.start[unit])) for unit in units[:2]] == [(4, 4), (1, 4)]


def test_LGG_15_6_b_hits_become_losses_when_the_battle_ends() -> None:
    battle = dusk((1, 0))
    battle.sp[stand(battle, 0, "line_inf", 36, 12)], battle.phase = 2, Phase.AMALGAMATE
    finish(battle)
    assert (battle.roll_before[0], battle.roll_after[0]) == (4, 2)
    assert events(battle)[-1][0] == "battle_end"
