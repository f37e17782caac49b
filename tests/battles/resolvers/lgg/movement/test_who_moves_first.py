"""AI-14, AI-29: who does not come up to an enemy who moves after him."""

from battles.resolvers.lgg.doctrine.acts.duty import comes_too_soon
from battles.resolvers.lgg.record.codes import Piece, Role
from battles.resolvers.lgg.record.doctrine_numbers import PATIENCE, SURE_ROLL, WAITS_WITHIN, doctrine_numbers
from battles.resolvers.lgg.record.setup import add_piece
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


def comer(part_of_the_time: float, roll: int = 8) -> tuple[Battle, int]:
    """The same unit, of a side that came to attack and rolled so much against 4."""
    battle, unit = holder(10.0)
    battle.role[:] = [Role.ATTACKER, Role.DEFENDER]
    battle.general[PATIENCE], battle.general[SURE_ROLL] = 0.4, 2.5
    battle.rolled[:] = [roll, 4]
    battle.day, battle.max_days, battle.length, battle.count = 1, 1, 100, int(100 * part_of_the_time)
    return battle, unit


def test_AI_29_a_side_that_came_to_attack_waits_while_there_is_time() -> None:
    assert comes_too_soon(*comer(0.39), 10.0)
    assert not comes_too_soon(*comer(0.4), 10.0)


def test_AI_14_a_side_that_came_to_attack_goes_on_with_a_far_higher_roll() -> None:
    assert comes_too_soon(*comer(0.0, roll=9), 10.0)
    assert not comes_too_soon(*comer(0.0, roll=10), 10.0)


def test_AI_29a_a_side_that_came_to_attack_goes_up_to_its_bank_of_a_stream() -> None:
    battle, unit = comer(0.0)
    add_piece(battle, Piece.OBSTACLE, [(0, 20), (72, 20)])
    assert not comes_too_soon(battle, unit, 10.0)


def test_AI_14_a_side_that_is_much_stronger_goes_on() -> None:
    battle, unit = holder(10.0)
    battle.posture_rho[LINE] = 1.31
    assert not comes_too_soon(battle, unit, 10.0)


def test_AI_14_a_march_back_never_waits() -> None:
    battle, unit = holder(-2.0)
    assert not comes_too_soon(battle, unit, 2.0)
