"""What staying is worth, closing in, and who is led otherwise than by the general (AI-22, AI-25 to AI-27, 19.6)."""

import pytest

from battles.resolvers.battle_file import parse
from battles.resolvers.lgg.doctrine.close import close_in, threatened
from battles.resolvers.lgg.doctrine.naive import decide
from battles.resolvers.lgg.doctrine.plan import plan_turn
from battles.resolvers.lgg.doctrine.posture import ATTACK_POSTURE, HOLD_POSTURE, fear
from battles.resolvers.lgg.doctrine.sector import off_sector
from battles.resolvers.lgg.doctrine.staying import is_hopeless, will_stay
from battles.resolvers.lgg.doctrine.worth import (
    better_to_stay,
    lean_to_stay,
    likely_to_stay,
    part_of_both,
    prospect,
    worth_if_both_stay,
)
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.measures.league.generals import GENERAL, players
from battles.resolvers.lgg.measures.league.grounds import ground
from battles.resolvers.lgg.measures.league.matches import fought, pairing
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.doctrine_numbers import ENEMY_STRENGTH, EVENING_SKILL, LEAST_LOST
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle

from .stage import stage, stand


def evening(own: int, enemies: int = 4, *, day: int = 1) -> Battle:
    """An evening after which a side of so many units that stays wins as likely as it is strong; an enemy's loss counts
    half of an own one."""
    battle = stage()
    battle.general[ENEMY_STRENGTH] = 0.5
    battle.day, battle.pending, battle.asked = day, codes.PEND_STAY, 0
    for side, units in ((0, own), (1, enemies)):
        for n in range(units):
            stand(battle, side, "line_inf", 12 + 4 * n, 12 if side == 0 else 36)
    for days in range(1, codes.DAYS_AHEAD):
        for knot in range(codes.SHARES_OF_TWO):
            part = 0.1 + 0.05 * knot
            battle.tomorrow[days, knot] = [part, 1.0 - part, 1.0 - part, part]
    return battle


def expect(battle: Battle, *row: float) -> None:
    """Let every evening bring the same, whatever the strengths: won, lost, own strength gone, the enemy's gone."""
    for days in range(1, codes.DAYS_AHEAD):
        for knot in range(codes.SHARES_OF_TWO):
            battle.tomorrow[days, knot] = list(row)


@pytest.mark.parametrize(("own", "stays"), [(1, False), (3, False), (5, True), (7, True)])
def test_AI_22_a_beaten_army_leaves_and_a_better_one_stays(own: int, stays: bool) -> None:
    assert will_stay(evening(own), 0) == stays


@pytest.mark.parametrize(("enemy_counts", "stays"), [(0.0, False), (0.5, False), (0.8, True), (1.0, True)])
def test_AI_22_equal_losses_drive_a_side_off_only_if_the_enemys_count_little(enemy_counts: float, stays: bool) -> None:
    """Staying costs 0.3 of the own army and of the enemy's, and wins nothing; leaving costs a field of 0.1."""
    battle = evening(4)
    expect(battle, 0.0, 0.0, 0.3, 0.3)
    battle.general[ENEMY_STRENGTH] = enemy_counts
    battle.stakes[0], battle.capital[1] = [0.1, 0.0, -0.1, 1.0], 1
    assert will_stay(battle, 0) == stays


@pytest.mark.parametrize(("own", "enemies", "stays"), [(4, 4, True), (3, 6, False), (6, 3, True)])
def test_AI_22_a_part_of_the_smaller_army_is_dearer_than_as_much_of_the_larger(
    own: int, enemies: int, stays: bool
) -> None:
    """Both sides lose as many units: of equal armies half, of three units all, of six a half. The field is worth
    little, so that the parts decide."""
    battle = evening(own, enemies)
    expect(battle, 0.0, 0.0, 2 / own if own == enemies else 3 / own, 2 / enemies if own == enemies else 3 / enemies)
    battle.general[ENEMY_STRENGTH] = 1.0
    battle.stakes[0], battle.capital[1] = [0.1, 0.0, -0.1, 1.0], 1
    assert will_stay(battle, 0) == stays


def test_AI_21_a_better_general_is_worth_more_on_another_day() -> None:
    battle = evening(4)
    battle.general[EVENING_SKILL], battle.lead_skill[0] = 0.5, battle.lead_skill[codes.LEADERS] + 1
    assert part_of_both(battle, 0) == pytest.approx(1.5 / 2.5)


def test_AI_22_on_the_last_evening_nobody_leaves() -> None:
    assert will_stay(evening(1, day=3), 0)


@pytest.mark.parametrize(("won", "drawn", "lost", "strength", "stays"), [
    (0.3, 0.0, -3.0, 1.0, True), (0.3, 0.0, -0.3, 1.0, True), (0.3, 0.0, -0.3, 4.0, False),
    (0.3, -0.3, -0.3, 1.0, False),
])  # fmt: skip
def test_AI_22_what_is_at_stake_decides(won: float, drawn: float, lost: float, strength: float, stays: bool) -> None:
    battle = evening(3)
    expect(battle, 0.05, 0.2, 0.3, 0.3)
    battle.stakes[0], battle.capital[1] = [won, drawn, lost, strength], 1
    assert will_stay(battle, 0) == stays


@pytest.mark.parametrize(("used", "stays"), [(1.0, False), (0.6, False), (0.0, True)])
def test_AI_22_an_enemy_who_does_not_stir_drives_nobody_off_the_field(used: float, stays: bool) -> None:
    battle = evening(3)
    expect(battle, 0.05, 0.2, 0.3, 0.3)
    battle.stakes[0], battle.capital[1] = [0.07, 0.0, -0.07, 4.0], 1
    battle.liveliness[0] = used - 1.0
    assert will_stay(battle, 0) == stays


def test_AI_22_whom_staying_costs_less_is_the_likelier_to_stay() -> None:
    battle = evening(3)
    assert likely_to_stay(battle, 0) < likely_to_stay(battle, 1) == 1.0
    battle.capital[0] = 1
    assert likely_to_stay(battle, 0) == 1.0


def test_AI_22_where_both_are_worth_the_same_a_die_decides() -> None:
    battle = evening(4)
    expect(battle, 0.0, 0.0, 0.0, 0.0)
    battle.stakes[0] = [0.3, -0.3, -0.3, 1.0]
    assert lean_to_stay(battle, 0) == 0.0
    seen = set()
    for _ in range(20):
        seen.add(bool(will_stay(battle, 0)))
    assert seen == {False, True}


def test_AI_22_the_weaker_stays_while_it_is_likelier_to_draw_than_to_lose() -> None:
    battle = evening(3)
    expect(battle, 0.0, 0.2, 0.25, 0.2)
    assert will_stay(battle, 0)


def test_AI_25_nobody_breaks_off_who_has_lost_little() -> None:
    battle = evening(1)
    expect(battle, 0.0, 1.0, 1.0, 0.0)
    battle.general[LEAST_LOST] = -9.0
    assert is_hopeless(battle, 0)
    battle.general[LEAST_LOST] = 2.0
    assert not is_hopeless(battle, 0)


def test_AI_22_staying_is_worth_the_more_the_likelier_the_enemy_leaves() -> None:
    battle = evening(3)
    assert better_to_stay(battle, 0, 0.2) > better_to_stay(battle, 0, 0.8)


@pytest.mark.parametrize(("part", "days", "chance"), [
    (0.5, 1.0, 0.5), (0.525, 1.0, 0.525), (0.5, 0.5, 0.25), (0.0, 2.0, 0.1),
])  # fmt: skip
def test_AI_21_the_table_of_tomorrow_is_read_between_its_knots(part: float, days: float, chance: float) -> None:
    assert prospect(evening(1), part, days, codes.CHANCE_WON) == pytest.approx(chance, abs=2e-3)


def test_AI_21_the_shipped_table_favours_the_stronger() -> None:
    battle = evening(4)
    weaker = fill(ground(0, "table", usual=True), "seed", shipped_profile())
    for column, way in ((codes.CHANCE_WON, 1), (codes.CHANCE_LOST, -1), (codes.OWN_LOSS, -1), (codes.ENEMY_LOSS, 1)):
        seen = [prospect(weaker, 0.1 + 0.05 * n, 1.0, column) for n in range(codes.SHARES_OF_TWO)]
        assert [way * one for one in seen] == sorted(way * one for one in seen)
    assert worth_if_both_stay(battle, 0, 1.0) == pytest.approx(worth_if_both_stay(battle, 1, 1.0))


@pytest.mark.parametrize(("word", "lost", "strength"), [("hold", -3.0, 1 / 3), ("save", -0.4, 3.0), (None, -0.4, 1.0)])
def test_AI_22_the_file_has_stakes_and_the_plan_changes_them(word: str | None, lost: float, strength: float) -> None:
    data = ground(0, "stakes", usual=True).as_dict()
    data["sides"][0] |= {"stakes": {"won": 50, "drawn": 5, "lost": -40}, "plan": {"evening": word} if word else None}
    battle = fill(parse(data), "seed", shipped_profile())
    assert battle.stakes[0][codes.LOST] == pytest.approx(lost)
    assert battle.stakes[0][codes.STRENGTH] == pytest.approx(strength)
    assert parse(data).as_dict()["sides"][0]["stakes"]["won"] == 50


def in_line(posture: int) -> Battle:
    """Three units and a reserve against three far off."""
    battle = stage()
    battle.rounds, battle.role[:] = 1, [0, 1]
    battle.plan_posture[0] = posture
    for n in range(3):
        stand(battle, 0, "line_inf", 30 + 4 * n, 12)
        stand(battle, 1, "line_inf", 30 + 4 * n, 30)
    stand(battle, 0, "elite_inf", 50, 8)
    return battle


def test_AI_27_who_waits_in_his_place_goes_up_to_the_enemy() -> None:
    battle = in_line(ATTACK_POSTURE)
    plan_turn(battle, 0)
    battle.want_rate[0] = 0.0
    close_in(battle, 0)
    assert battle.want_rate[0] > 0.0
    assert battle.want[0][1] > battle.y[0]


def test_AI_26_the_reserve_goes_behind_the_point_that_is_threatened() -> None:
    battle = in_line(HOLD_POSTURE)
    place(battle, 65, 34.0, 26.0, 0.0, -1.0)
    plan_turn(battle, 0)
    assert threatened(battle, 0) == 1
    battle.want_rate[3] = 0.0
    close_in(battle, 0)
    assert abs(battle.want[3][0] - battle.x[1]) < 4.0
    assert battle.want[3][1] < battle.y[1]


def test_AI_3_an_enemy_who_lets_his_actions_go_unused_is_feared_less() -> None:
    battle = in_line(ATTACK_POSTURE)
    before = fear(battle, 0)
    battle.liveliness[0] = -1.0
    assert fear(battle, 0) < before


@pytest.mark.parametrize(("x", "off"), [(30.0, False), (60.0, True)])
def test_AI_8_a_plan_names_the_sector_that_is_attacked(x: float, off: bool) -> None:
    battle = in_line(ATTACK_POSTURE)
    battle.posture[0], battle.plan_sector[0] = ATTACK_POSTURE, 0
    battle.attack_from[0], battle.attack_to[0], battle.x[64] = 25.0, 40.0, x
    assert off_sector(battle, 64) == off


@pytest.mark.parametrize(("conduct", "pending", "cmd", "arg"), [
    (codes.IDLE, codes.PEND_NONE, codes.CMD_END_TURN, 0), (codes.IDLE, codes.PEND_STAY, codes.CMD_STAY_LEAVE, 1),
    (codes.ALWAYS_STAYS, codes.PEND_BREAK_OFF, codes.CMD_BREAK_OFF, 0),
])  # fmt: skip
def test_naive_sides_of_the_league_do_as_they_are_called(conduct: int, pending: int, cmd: int, arg: int) -> None:
    battle = evening(1)
    battle.conduct[0], battle.pending = conduct, pending
    decide(battle)
    assert (battle.cmd, battle.cmd_arg) == (cmd, arg)


def test_naive_an_idle_army_loses_more_strength() -> None:
    score = pairing(GENERAL, players()["idle"], 1, "idle", usual=True)
    assert score.lost[1] > score.lost[0]


def test_naive_a_random_side_only_ever_does_what_is_legal() -> None:
    battle = fought(ground(0, "chance"), "chance", (players()["random"], GENERAL))
    assert battle.fault == 0
    assert battle.refused == 0
