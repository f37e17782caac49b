"""Guns in a line that only face their attacker, and who takes them in the flank then (LGG-9.0-a, e, l, 12.0-d)."""

from battles.resolvers.lgg.fighting.modifiers import DEFEND, flanked
from battles.resolvers.lgg.machine.orders import carry_out
from battles.resolvers.lgg.record.codes import Face
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_attack
from tests.battles.resolvers.lgg.stage import EASTWARD, SOUTHWARD, events, laid, names, second_turn, stand


def attack(battle: Battle, unit: int, target: int, side: int) -> None:
    assert plan_attack(battle, unit, target, side) == 0
    carry_out(battle)


def stormed_gun() -> tuple[Battle, int, int, int]:
    """A gun that looks south with a friend on its left; struck from the right, then on the front of its base."""
    battle, gun, _, first, second = laid((1, "heavy_art", 36, 24), (1, "line_inf", 38.25, 24),
                                         (0, "line_inf", 29, 24, EASTWARD), (0, "line_inf", 36, 15))
    attack(battle, first, gun, Face.RIGHT)
    assert battle.turned_to[gun] == Face.RIGHT
    attack(battle, second, gun, Face.FRONT)
    return battle, gun, first, second


def test_LGG_12_0_d_the_second_attacker_always_strikes_a_side_that_is_not_the_front() -> None:
    battle, gun, _, _ = stormed_gun()
    told = [numbers["where"] for name, numbers in events(battle) if name == "contact"]
    assert told == [Face.RIGHT, Face.LEFT]
    assert flanked(battle, int(battle.combat[gun]), DEFEND)


def test_LGG_9_0_e_it_faces_the_front_of_its_base_again_and_the_journal_says_so() -> None:
    battle, gun, _, _ = stormed_gun()
    assert (battle.turned_to[gun], battle.fx[gun], battle.fy[gun]) == (Face.FRONT, *SOUTHWARD)
    assert names(battle)[-3:] == ["contact", "turned", "turned"]


def test_LGG_9_0_l_the_attack_that_joined_last_goes_on_as_a_flank() -> None:
    battle, gun, first, second = stormed_gun()
    helper = stand(battle, 1, "line_inf", 33.75, 30, SOUTHWARD)
    second_turn(battle)
    attack(battle, helper, first, Face.LEFT)
    fight = int(battle.combat[gun])
    assert [int(unit) for unit in battle.fight_attackers[fight]] == [second, -1]
    assert flanked(battle, fight, DEFEND)
