"""Legal attacks that the general has to find: past a nearer enemy, straight ahead, off the middle (AI-12, AI-27)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.duty import recovery_score
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.plans.hunt import hunt, seek_place
from battles.resolvers.lgg.doctrine.sees.attack import find_attack
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.sides import could_reach, open_shifts_of, quadrant_of
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.record.codes import NOBODY, SIDE_SLOTS, Command, Piece
from battles.resolvers.lgg.record.doctrine_numbers import HUNT_RECOVER, LEAST_WORTH
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import laid, path, stage, stand

FRONT, RIGHT, REAR, LEFT = range(4)
ENEMY = SIDE_SLOTS


def facing_each_other(x: float, y: float) -> tuple[Battle, int]:
    """Return line infantry of the enemy in the middle of the table, its front to the south, and ours at a point."""
    battle, _, unit = laid((1, "line_inf", 36, 36), (0, "line_inf", x, y))
    look_anew(battle, 0)
    return battle, unit


@pytest.mark.parametrize(("equal", "part"), [(0, 1.0), (1, 0.5)])
def test_AI_24_a_recovery_counts_less_for_a_side_that_hunts_an_equal(equal: int, part: float) -> None:
    battle, unit = facing_each_other(36, 10)
    battle.general[HUNT_RECOVER] = 0.5
    before = recovery_score(battle, unit)
    battle.hunts_an_equal[0] = equal
    assert recovery_score(battle, unit) == pytest.approx(before * part)


@pytest.mark.parametrize("aside", [0.0, 0.012, 0.1, -1.3])
def test_LGG_8_5_i_a_unit_that_touches_an_enemy_strikes_where_it_is(aside: float) -> None:
    battle, unit = facing_each_other(36 + aside, 32.99)
    assert find_attack(battle, unit, ENEMY, FRONT)
    assert apply(battle) == 0
    assert battle.combat[unit] != NOBODY
    assert battle.x[unit] == pytest.approx(36 + aside)


def test_LGG_8_5_j_an_attack_goes_round_where_another_enemy_is_nearer() -> None:
    """Straight from where the unit is, the enemy before it would be the nearer one when the zone begins."""
    battle, unit = facing_each_other(32, 26.7)
    stand(battle, 1, "line_inf", 32.5, 36)
    look_anew(battle, 0)
    path(battle, Command.ATTACK, unit, (36, 33, 0, 1), target=ENEMY, side=FRONT)
    assert apply(battle) != 0
    assert find_attack(battle, unit, ENEMY, FRONT)
    assert (battle.cmd_n, apply(battle)) == (2, 0)
    assert battle.combat[unit] == battle.combat[ENEMY] != NOBODY


def test_LGG_8_5_a_a_place_off_the_middle_of_a_side_may_be_the_only_one_in_reach() -> None:
    """From 9.8" ahead and 8.6" aside the middle is 13" off, the nearest place 11.8"."""
    battle, unit = facing_each_other(44.6, 23.2)
    quadrant = quadrant_of(battle, ENEMY, battle.x[unit], battle.y[unit])
    assert quadrant == FRONT
    assert could_reach(battle, unit, ENEMY, FRONT, quadrant, 0)
    assert find_attack(battle, unit, ENEMY, FRONT)
    assert apply(battle) == 0


@pytest.mark.parametrize(("y", "room"), [(43.4, True), (43.6, False), (46.4, False)])
def test_LGG_9_0_c_a_side_without_room_on_the_table_is_shut(y: float, room: bool) -> None:
    """The table is 48" deep: a base and a half of 3" have room behind an enemy up to 43.5"."""
    battle, _ = laid((1, "line_inf", 36, y))
    look_anew(battle, 0)
    assert (open_shifts_of(battle, ENEMY, REAR) != 0) == room
    assert open_shifts_of(battle, ENEMY, FRONT) != 0


def across_a_stream() -> tuple[Battle, int]:
    """Return a side that hunts one enemy whom a stream parts from its unit."""
    battle = stage()
    add_piece(battle, Piece.OBSTACLE, [[0, 30], [72, 30]])
    stand(battle, 1, "line_inf", 36, 36)
    unit = stand(battle, 0, "line_inf", 36, 20)
    battle.hunted_left[0] = 1.0
    look_anew(battle, 0)
    return battle, unit


def test_AI_27_no_hunter_waits_for_its_blow_behind_a_stream() -> None:
    battle, unit = across_a_stream()
    assert not seek_place(battle, unit, 0.0, 1.0)
    hunt(battle, unit)
    assert tuple(battle.want[unit]) == pytest.approx((36, 28.5, 0, 1))


def test_AI_12_a_turn_ends_where_nothing_is_worth_an_action() -> None:
    battle = stage()
    battle.general[LEAST_WORTH] = 0.0
    choose(battle)
    assert battle.cmd == Command.END_TURN
