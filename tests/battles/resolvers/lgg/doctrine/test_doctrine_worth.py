"""What staying is worth, closing in, and who is led otherwise than by the general (AI-22, AI-25 to AI-27, 19.6)."""

from math import comb

import pytest

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.doctrine.acts.naive import decide
from battles.resolvers.lgg.doctrine.acts.staying import will_stay
from battles.resolvers.lgg.doctrine.plans.close import close_in, threatened
from battles.resolvers.lgg.doctrine.plans.distance import behind_time, measure_distance
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.plans.worth import chance_to_break_first, decided_in, likely_to_stay, units_ahead
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, HOLD_POSTURE, fear
from battles.resolvers.lgg.doctrine.sees.sector import off_sector
from battles.resolvers.lgg.fighting.value import will_gained, will_lost
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import Command, Conduct, Pending, Role, Stake, Status
from battles.resolvers.lgg.record.doctrine_numbers import ENEMY_STRENGTH, FIELD_WORTH
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.generals import GENERAL, players
from lab.general.league.grounds import ground
from lab.general.league.matches import fought, pairing
from tests.battles.resolvers.lgg.stage import stage, stand


def evening(own: int, enemies: int = 4, *, day: int = 1) -> Battle:
    """An evening after which a side of so many units stands against so many."""
    battle = stage()
    battle.general[ENEMY_STRENGTH] = 0.5
    battle.day, battle.pending, battle.asked = day, Pending.STAY, 0
    for side, units in ((0, own), (1, enemies)):
        for n in range(units):
            stand(battle, side, "line_inf", 12 + 4 * n, 12 if side == 0 else 36)
    return battle


@pytest.mark.parametrize(("own", "stays"), [(1, False), (3, False), (5, True), (7, True)])
def test_AI_22_a_beaten_army_leaves_and_a_better_one_stays(own: int, stays: bool) -> None:
    assert will_stay(evening(own), 0) == stays


def test_AI_22_on_the_last_evening_nobody_leaves() -> None:
    assert will_stay(evening(1, day=3), 0)


def test_AI_22_whom_staying_costs_less_is_the_likelier_to_stay() -> None:
    battle = evening(3)
    assert likely_to_stay(battle, 0) < likely_to_stay(battle, 1)
    battle.capital[0] = 1
    assert likely_to_stay(battle, 0) == 1.0


@pytest.mark.parametrize(("word", "lost", "strength"), [("hold", -3.0, 1 / 3), ("save", -0.4, 3.0), (None, -0.4, 1.0)])
def test_AI_22_the_file_has_stakes_and_the_plan_changes_them(word: str | None, lost: float, strength: float) -> None:
    data = ground(0, "stakes", usual=True).as_dict()
    data["sides"][0] |= {"stakes": {"won": 50, "drawn": 5, "lost": -40}, "plan": {"evening": word} if word else None}
    battle = fill(parse(data), "seed", shipped_profile())
    assert battle.stakes[0][Stake.LOST] == pytest.approx(lost)
    assert battle.stakes[0][Stake.STRENGTH] == pytest.approx(strength)
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
    (Conduct.IDLE, Pending.NONE, Command.END_TURN, 0), (Conduct.IDLE, Pending.STAY, Command.STAY_LEAVE, 1),
    (Conduct.ALWAYS_STAYS, Pending.BREAK_OFF, Command.BREAK_OFF, 0),
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
    assert (battle.fault, battle.refused) == (0, 0)


@pytest.mark.parametrize(("own", "enemy", "part"), [(1, 1, 0.5), (5, 5, 0.5), (2, 4, 0.6), (6, 3, 0.3), (1, 9, 0.7)])
def test_AI_28_who_breaks_first_is_a_race_counted_out(own: int, enemy: int, part: float) -> None:
    exact = sum(comb(enemy - 1 + lost, lost) * part**enemy * (1 - part) ** lost for lost in range(own))
    assert chance_to_break_first(own, enemy, part) == pytest.approx(exact)


@pytest.mark.parametrize(("boxes", "more"), [((), 0), ((Status.RALLYABLE,), 1), ((Status.RALLYABLE,) * 3, 2),
                                             ((Status.NONRALLYABLE,) * 2, 1),
                                             ((Status.ELIMINATED,) * 3, 0)])  # fmt: skip
def test_AI_21_in_the_evening_broken_units_count_by_their_chance_to_rally(boxes: tuple[int, ...], more: int) -> None:
    """A line unit has seven chances in ten, or five from the other box: 0.7, 2.1 and 1 units of these."""
    battle = evening(6)
    for unit, box in enumerate(boxes):
        battle.status[unit] = box
    in_the_evening = units_ahead(battle, 0)
    battle.pending = Pending.BREAK_OFF
    assert in_the_evening - units_ahead(battle, 0) == more


@pytest.mark.parametrize("strength", [1, 2, 4])
def test_AI_28_hits_bring_an_army_nearer_to_breaking_up_to_a_whole_unit(strength: int) -> None:
    battle = evening(4)
    battle.break_worth[0], battle.sp[0] = 60.0, strength
    steps = 0.0
    for left in range(strength, 0, -1):
        battle.sp[0] = left
        steps += will_lost(battle, 0, 1)
    assert steps == pytest.approx(60.0 * (1 - 1 / (1 + strength)))
    battle.sp[0] = strength - 1
    assert will_gained(battle, 0) == pytest.approx(60.0 * (1 / strength - 1 / (strength + 1)))


@pytest.mark.parametrize(("rho", "times"), [(0.5, 1.0), (1.5, 1.5), (3.0, 2.0)])
def test_AI_28_the_stronger_side_counts_its_own_broken_units_the_more(rho: float, times: float) -> None:
    battle = evening(4)
    look_anew(battle, 0)
    battle.roll_before[:], battle.general[FIELD_WORTH] = battle.roll_full, 0.4
    battle.will, battle.posture_rho[0], battle.role[0] = 1, rho, Role.DEFENDER
    measure_distance(battle, 0)
    assert battle.break_worth[1] > 0.0
    assert battle.break_worth[0] == pytest.approx(times * battle.break_worth[1])


def test_AI_29_a_battle_is_the_likelier_decided_the_more_days_it_has() -> None:
    battle = evening(4)
    assert [decided_in(battle, days) for days in (0.0, 1.0)] == pytest.approx([0.0, 1.0 - 1.0 / 2.2**2])


@pytest.mark.parametrize(
    ("role", "count", "late"), [(Role.ATTACKER, 50, 1 / 6), (Role.ATTACKER, 100, 1 / 3), (Role.DEFENDER, 100, 0.0)]
)
def test_AI_29_only_the_side_that_came_is_behind_its_time(role: int, count: int, late: float) -> None:
    battle = evening(4)
    battle.role[0], battle.count = role, count
    assert behind_time(battle, 0) == pytest.approx(late)
