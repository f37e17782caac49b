"""AI-14, AI-29: a side that holds the province does not come up to an enemy who moves after it."""

from battles.resolvers.lgg.doctrine.duty import comes_too_soon
from battles.resolvers.lgg.record.codes import Role
from battles.resolvers.lgg.record.doctrine_numbers import WAITS_WITHIN, doctrine_numbers
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import stage, stand

LINE = 0


def holder(ahead: float) -> tuple[Battle, int]:
    """A line unit of a side that holds the province, 27 inches from the enemy's base, wanted so far ahead."""
    battle = stage()
    battle.role[:] = [Role.DEFENDER, Role.ATTACKER]
    battle.general[WAITS_WITHIN] = doctrine_numbers()[WAITS_WITHIN]
    unit = stand(battle, LINE, "line_inf", 36.0, 8.0)
    stand(battle, 1 - LINE, "line_inf", 36.0, 38.0)
    battle.want[unit] = (36.0, 8.0 + ahead, 0.0, 1.0)
    return battle, unit


def test_AI_14_a_march_that_ends_within_reach_waits() -> None:
    assert comes_too_soon(*holder(10.0), 10.0)
    assert not comes_too_soon(*holder(9.0), 9.0), "27 less 9 are the 18 inches of cavalry"


def test_AI_14_the_side_that_moves_second_goes_on() -> None:
    battle, unit = holder(10.0)
    battle.first = 1 - LINE
    assert not comes_too_soon(battle, unit, 10.0)


def test_AI_29_a_side_that_came_to_attack_goes_on() -> None:
    battle, unit = holder(10.0)
    battle.role[:] = [Role.ATTACKER, Role.DEFENDER]
    assert not comes_too_soon(battle, unit, 10.0)


def test_AI_14_a_side_that_is_much_stronger_goes_on() -> None:
    battle, unit = holder(10.0)
    battle.posture_rho[LINE] = 1.31
    assert not comes_too_soon(battle, unit, 10.0)


def test_AI_14_a_march_back_never_waits() -> None:
    battle, unit = holder(-2.0)
    assert not comes_too_soon(battle, unit, 2.0)
