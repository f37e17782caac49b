"""Where a beaten unit goes, to a hair: past enemies, off a bridge (LGG-10.2-a, d, 3.0-n)."""

import pytest

from battles.resolvers.lgg.machine.orders import carry_out
from battles.resolvers.lgg.movement.fallback import FREE, SHUT, place_state
from battles.resolvers.lgg.record.codes import NOBODY
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_attack
from tests.battles.resolvers.lgg.stage import NORTHWARD, laid, stage, stand

SLANT = 0.7071067811865476


def beaten(x: float = 36.0) -> tuple[Battle, int]:
    """A defender at (x, 22), struck from the south."""
    battle, unit, foe = laid((0, "line_inf", x, 15), (1, "line_inf", x, 22))
    assert plan_attack(battle, unit, foe, -1) == 0
    carry_out(battle)
    return battle, foe


@pytest.mark.parametrize(("off", "expected"), [(0.0199, SHUT), (0.0201, FREE)])
def test_LGG_10_2_a_an_enemy_beside_the_way_is_touched_within_a_fiftieth_of_an_inch(off: float, expected: int) -> None:
    battle, foe = beaten()
    stand(battle, 0, "line_inf", 39 + off, 25.3, NORTHWARD)
    assert place_state(battle, int(battle.combat[foe]), foe, 0.0, 3.0) == expected


@pytest.mark.parametrize(("off", "expected"), [(0.0141, SHUT), (0.0143, FREE)])
def test_LGG_10_2_a_a_corner_is_passed_by_the_distance_of_the_nearest_points(off: float, expected: int) -> None:
    battle, foe = beaten()
    stand(battle, 0, "line_inf", 39 + off, 28 + off, NORTHWARD)
    assert place_state(battle, int(battle.combat[foe]), foe, 0.0, 3.0) == expected


def at_a_bridge() -> tuple[Battle, int]:
    """A big river runs north and south at x = 36; the beaten unit stands on the bridge at y = 22, its middle east."""
    battle = stage()
    add_piece(battle, "obstacle", [(36, 0), (36, 48)], impassable=True, river=True)
    add_piece(battle, "bridge", [(34, 22), (38, 22)], width=2)
    unit, foe = stand(battle, 0, "line_inf", 36.8, 15), stand(battle, 1, "line_inf", 36.8, 22)
    assert plan_attack(battle, unit, foe, -1) != NOBODY
    battle.fight_defender[0], battle.fight_attackers[0] = foe, (unit, NOBODY)
    return battle, foe


def test_LGG_3_0_n_it_goes_back_off_a_bridge_if_it_ends_beside_the_river() -> None:
    battle, foe = at_a_bridge()
    assert place_state(battle, 0, foe, 3.0 * SLANT, 3.0 * SLANT) == FREE


def test_LGG_10_2_a_it_does_not_end_astride_of_the_river_nor_cross_it_beside_the_bridge() -> None:
    battle, foe = at_a_bridge()
    assert (place_state(battle, 0, foe, 0.0, 3.0), place_state(battle, 0, foe, -2.4, 3.6)) == (SHUT, SHUT)
