"""A plan of battle is followed where it matters: the sector, the delay, and what the measure of plans counts (19.6)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.aims import least_gain
from battles.resolvers.lgg.doctrine.acts.staying import must_go
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, DELAY_POSTURE, HOLD_POSTURE, is_bound
from battles.resolvers.lgg.doctrine.sees.sector import choose_sector, measure_front, sector_of, sector_score
from battles.resolvers.lgg.record.codes import Status
from battles.resolvers.lgg.record.doctrine_numbers import OFF_SECTOR
from battles.resolvers.lgg.record.setup import add_unit
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.plans import GROUNDS, try_plan
from tests.battles.resolvers.lgg.stage import stage, stand


def front(*enemies: int) -> Battle:
    """A line of nine units, and so many enemies before its left, centre and right."""
    battle = stage()
    battle.rounds, battle.posture[0] = 1, ATTACK_POSTURE
    for n in range(9):
        stand(battle, 0, "line_inf", 12 + 6 * n, 12)
    for third, many in enumerate(enemies):
        for n in range(many):
            stand(battle, 1, "line_inf", 11 + 18 * third + 4 * n, 36)
    measure_front(battle, 0)
    look_anew(battle, 0)
    return battle


def test_AI_8_an_attack_chooses_its_sector_anew_after_holding() -> None:
    battle = front(1, 4, 5)
    battle.posture[0] = HOLD_POSTURE
    choose_sector(battle, 0)
    assert sector_of(battle, 0) == 2, "the reserve goes where the enemy is strong"
    battle.posture[0] = ATTACK_POSTURE
    choose_sector(battle, 0)
    assert sector_of(battle, 0) == 0, "and the blow where he is weak, at once"


@pytest.mark.parametrize(("enemies", "held"), [((1, 4, 4), 0), ((4, 1, 4), 1), ((4, 4, 1), 2)])
def test_AI_8_a_sector_is_kept_while_another_is_only_a_little_better(enemies: tuple[int, ...], held: int) -> None:
    battle = front(*enemies)
    choose_sector(battle, 0)
    assert sector_of(battle, 0) == held
    others = [sector for sector in range(3) if sector != held]
    while sector_score(battle, 0, held) >= max(sector_score(battle, 0, sector) for sector in others):
        stand(battle, 1, "militia_inf", 14 + 18 * held, 44, strength=1)
        look_anew(battle, 0)
    battle.rounds = 20
    choose_sector(battle, 0)
    assert (sector_of(battle, 0), battle.sector_since[0]) == (held, 20.0)


@pytest.mark.parametrize("kind", ["line_inf", "heavy_cav", "irreg_cav"])
def test_AI_8_every_arm_pays_for_a_blow_outside_the_sector_of_a_plan(kind: str) -> None:
    battle = stage()
    battle.posture[0] = ATTACK_POSTURE
    unit, target = stand(battle, 0, kind, 20, 20), stand(battle, 1, "militia_inf", 20, 28, strength=1)
    battle.attack_from[0], battle.attack_to[0] = 40.0, 60.0
    free = least_gain(battle, unit, target, True)
    battle.plan_sector[0] = 2
    assert least_gain(battle, unit, target, True) == free + battle.general[OFF_SECTOR]
    battle.attack_from[0] = 10.0
    assert least_gain(battle, unit, target, True) == free


def test_AI_22_an_army_that_gains_time_leaves_by_night_unless_help_is_coming() -> None:
    battle = front(1, 1, 1)
    battle.day, battle.plan_posture[0] = 1, DELAY_POSTURE
    assert must_go(battle, 0)
    row = add_unit(battle, 0, "line_inf", None)
    battle.roll_arrives[row] = 200
    assert not must_go(battle, 0)
    battle.day = 2
    assert is_bound(battle, 0)
    battle.roll_status[row] = Status.ELIMINATED
    assert not is_bound(battle, 0), "once the help is there, the order is carried out"
    assert not must_go(battle, 0)


def test_19_6_the_measure_counts_what_a_plan_came_to() -> None:
    seen = try_plan(next(n for n, one in enumerate(GROUNDS) if one.name == "ridge and town"), "delay", 7, 1)
    assert (seen.battles, seen.count["days"]) == (1, 1)
    assert seen.won + seen.lost <= 1
    assert sum(seen.count[f"third {n}"] for n in range(3)) == seen.count["blows"] >= seen.count["led"]
