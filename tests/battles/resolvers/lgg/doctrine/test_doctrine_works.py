"""What the general has his engineers do (AI-20)."""

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.lgg.doctrine.acts.works import consider_works, plan_works
from battles.resolvers.lgg.doctrine.sees.choice import chosen, start_choice
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, DELAY_POSTURE, HOLD_POSTURE
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import Command, Edge, Phase, Work
from battles.resolvers.lgg.record.setup import add_leader, add_piece, add_unit, new_battle
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.invariants import broken
from tests.battles.resolvers.lgg.stage import NORTHWARD, SOUTHWARD, events, stage, stand


def proposal(battle: Battle) -> tuple[int, int, int]:
    """The command, unit and work that the engineers of side 0 offer."""
    start_choice(battle, 0, 0.3)
    consider_works(battle, 0)
    if not chosen(battle, 0):
        return (0, 0, 0)
    assert verify(battle) == 0
    return int(battle.cmd), int(battle.cmd_unit), int(battle.cmd_arg)


def field(posture: int, rho: float = 1.0) -> Battle:
    battle = stage()
    battle.posture[0], battle.posture_rho[0] = posture, rho
    return battle


def test_AI_20_on_hold_an_engineer_beside_the_line_entrenches() -> None:
    battle = field(HOLD_POSTURE)
    engineer = stand(battle, 0, "engineer", 36, 14.25)
    assert proposal(battle) == (0, 0, 0)
    stand(battle, 0, "line_inf", 38.35, 13.5)
    assert proposal(battle) == (Command.ENGINEER, engineer, Work.EA4)
    battle.posture[0] = ATTACK_POSTURE
    assert proposal(battle) == (0, 0, 0)


def test_AI_20_on_hold_an_engineer_is_wanted_beside_the_unit_without_shelter() -> None:
    battle = field(HOLD_POSTURE)
    foot, engineer = stand(battle, 0, "line_inf", 36, 13.5), stand(battle, 0, "engineer", 40, 8)
    plan_works(battle, 0)
    place(battle, engineer, *(float(battle.want[engineer, n]) for n in range(4)))
    assert battle.y[engineer] + 0.75 == battle.y[foot] + 1.5
    assert proposal(battle) == (Command.ENGINEER, engineer, Work.EA4)


@pytest.mark.parametrize(("rho", "bridges"), [(1.0, True), (0.99, False)])
def test_AI_20_a_river_before_an_attack_is_bridged_from_equal_strength_on(rho: float, bridges: bool) -> None:
    battle = field(ATTACK_POSTURE, rho)
    add_piece(battle, "obstacle", [(0, 24), (72, 24)], river=True)
    stand(battle, 0, "line_inf", 36, 10)
    stand(battle, 1, "line_inf", 36, 38)
    engineer, train = stand(battle, 0, "engineer", 30, 10), stand(battle, 0, "pontoon", 42, 10)
    plan_works(battle, 0)
    assert [bool(battle.want_rate[unit] > 0) for unit in (engineer, train)] == [bridges, bridges]
    if bridges:
        for unit in (engineer, train):
            place(battle, unit, *(float(battle.want[unit, n]) for n in range(4)))
        assert proposal(battle) == (Command.ENGINEER, engineer, Work.EA1)


def test_AI_20_no_second_bridge_beside_a_bridge() -> None:
    battle = field(ATTACK_POSTURE)
    add_piece(battle, "obstacle", [(0, 24), (72, 24)], river=True)
    add_piece(battle, "bridge", [(40, 22), (40, 26)])
    stand(battle, 0, "line_inf", 36, 10)
    stand(battle, 1, "line_inf", 36, 38)
    engineer = stand(battle, 0, "engineer", 30, 10)
    plan_works(battle, 0)
    assert battle.want_rate[engineer] == 0


def delaying() -> tuple[Battle, int]:
    battle = field(DELAY_POSTURE)
    add_piece(battle, "obstacle", [(0, 24), (72, 24)], impassable=True, river=True)
    add_piece(battle, "bridge", [(36, 22), (36, 26)])
    stand(battle, 0, "line_inf", 20, 10)
    stand(battle, 1, "line_inf", 36, 38)
    return battle, stand(battle, 0, "engineer", 30, 10)


def test_AI_20_a_delaying_side_breaks_the_bridge_before_the_enemy() -> None:
    battle, engineer = delaying()
    plan_works(battle, 0)
    assert [float(battle.want[engineer, n]) for n in range(4)] == [36, 21.25, *NORTHWARD]
    place(battle, engineer, 36, 21.25, *NORTHWARD)
    assert proposal(battle) == (Command.ENGINEER, engineer, Work.EA2)


def test_AI_20_not_while_own_units_are_beyond_it() -> None:
    battle, engineer = delaying()
    stand(battle, 0, "light_cav", 60, 30, SOUTHWARD)
    place(battle, engineer, 36, 21.25, *NORTHWARD)
    assert proposal(battle) == (0, 0, 0)


def test_REC_7_a_work_begun_is_gone_on_with_whatever_the_posture() -> None:
    battle = field(ATTACK_POSTURE)
    engineer = stand(battle, 0, "engineer", 36, 14.25)
    battle.work[engineer], battle.work_at[engineer], battle.successes[engineer] = Work.EA4, -1, 1
    assert proposal(battle) == (Command.ENGINEER, engineer, Work.EA4)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_AI_20_a_battle_with_engineers_wings_outriders_and_columns_is_fought_to_its_end(seed: str) -> None:
    battle = new_battle(seed)
    battle.held_whole_turn = 1
    add_piece(battle, "obstacle", [(0, 24), (72, 24)], river=True)
    for side in (0, 1):
        for role in range(3):
            add_leader(battle, side, role, Skill.AVERAGE)
        for kind in ("line_inf",) * 4 + ("heavy_cav", "heavy_art", "engineer", "engineer", "pontoon"):
            add_unit(battle, side, kind)
        add_unit(battle, side, "irreg_cav", outrider=True)
        for _ in range(2):
            add_unit(battle, side, "line_inf", arrives=25, edge=Edge.WEST)
    play(battle)
    assert (battle.phase, broken(battle), battle.refused) == (Phase.OVER, [], 0)
    assert {name for name, _ in events(battle)} >= {"engineer", "arrive", "battle_end"}
