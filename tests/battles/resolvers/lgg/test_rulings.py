"""Rulings R-46 to R-54: works at the side that was struck, rallies of who had acted, rounding, generals apart."""

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.lgg.command.commanders import stand_blocked
from battles.resolvers.lgg.command.fights import drop_attacker
from battles.resolvers.lgg.command.morale import rout
from battles.resolvers.lgg.day.arrivals import free_beside
from battles.resolvers.lgg.day.evening import sudden_death
from battles.resolvers.lgg.fighting.modifiers import flanked
from battles.resolvers.lgg.movement.attack import make_contact
from battles.resolvers.lgg.movement.contact import behind_obstacle, join, open_fight, parted, see_bridge
from battles.resolvers.lgg.movement.fallback import foe_in_way
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Cause, Command, Face, Phase, Status
from battles.resolvers.lgg.record.setup import add_leader, add_piece
from battles.resolvers.lgg.turn.activities import verify_rally
from tests.battles.resolvers.lgg.stage import EASTWARD, SOUTHWARD, WESTWARD, laid, lead, rule_of, stage, stand


@pytest.mark.parametrize(("x", "bonus", "across"), [
    (34.8, 1, False), (34.4, 1, False), (35.4, 0, True), (32.9, 0, False),
])  # fmt: skip
def test_R_46_a_line_near_the_side_that_was_struck_shelters_it(x: float, bonus: int, across: bool) -> None:
    battle, foe, unit = laid(("obstacle", [(x, 10.0), (x, 30.0)]), (1, "line_inf", 36, 20, SOUTHWARD),
                             (0, "line_inf", 33, 20, EASTWARD))
    assert behind_obstacle(battle, unit, foe, Face.RIGHT) == bool(bonus)
    assert parted(battle, unit, battle.x[unit], battle.y[unit], foe, Face.RIGHT) == across


@pytest.mark.parametrize(("closed", "forced", "rule"), [(1, 0, "LGG-14.0-e"), (0, 1, "LGG-14.0-e"), (0, 0, "")])
def test_R_47_who_had_acted_before_its_rout_is_not_rallied_in_that_round(closed: int, forced: int, rule: str) -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    battle.closed[unit] = max(closed, forced)
    rout(battle, unit, Cause.DOUBLED)
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.RALLY, unit, 30.0, 12.0
    battle.cmd_fx, battle.cmd_fy = 0.0, 1.0
    assert rule_of(verify_rally(battle)) == rule


def test_R_47_a_unit_that_is_open_when_it_breaks_has_acted() -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    battle.open_unit = unit
    rout(battle, unit, Cause.DOUBLED)
    assert battle.done[unit, Activity.RECOVER] == 1


def test_R_48_an_enemy_that_is_touched_already_does_not_bar_the_way_back() -> None:
    battle, unit, foe, beside = laid((0, "line_inf", 36, 20), (1, "line_inf", 36, 23, SOUTHWARD),
                                     (1, "line_inf", 39.01, 20, WESTWARD))
    battle.combats, battle.fight_defender[0], battle.fight_attackers[0, 0] = 1, foe, unit
    battle.fight_attackers[0, 1] = NOBODY
    assert not foe_in_way(battle, 0, unit, 0.0, -3.0)
    assert foe_in_way(battle, 0, unit, 2.0, -3.0)
    assert battle.status[beside] == Status.BOARD


def test_R_49_the_flank_is_that_of_who_is_still_in_contact() -> None:
    battle, foe, front, side = laid((1, "line_inf", 36, 20, SOUTHWARD), (0, "line_inf", 36, 17),
                                    (0, "line_inf", 33, 20, EASTWARD))
    battle.combats, battle.fight_open[0], battle.fight_defender[0] = 1, 1, foe
    battle.fight_attackers[0, 0], battle.fight_attackers[0, 1] = front, side
    battle.fight_sides[0, 0], battle.fight_sides[0, 1], battle.fight_flank[0] = 0, Face.RIGHT, 1
    battle.combat[foe], battle.combat[front], battle.combat[side] = 0, 0, 0
    drop_attacker(battle, 0, side)
    battle.status[side] = Status.RALLYABLE
    assert not flanked(battle, 0, 1)


@pytest.mark.parametrize(("y", "bonus"), [(20.0, 1), (18.0, 1), (17.9, 0)])
def test_R_51_over_a_bridge_is_between_its_ends(y: float, bonus: int) -> None:
    battle = stage()
    add_piece(battle, "bridge", [(36.0, 18.0), (36.0, 22.0)], width=2.0)
    foe = stand(battle, 1, "line_inf", 36, y + 3.0, SOUTHWARD)
    unit, fight = stand(battle, 0, "line_inf", 36, y), open_fight(battle, foe)
    join(battle, fight, unit, Face.FRONT)
    see_bridge(battle, fight, unit)
    assert battle.fight_hindered[fight, 0] == bonus


def test_R_51_an_attacker_that_slides_onto_the_bridge_comes_over_it() -> None:
    battle = stage()
    add_piece(battle, "bridge", [(38.5, 24.0), (42.5, 24.0)], width=2.0)
    gun = stand(battle, 0, "heavy_art", 36, 24)
    unit = stand(battle, 1, "line_inf", 38.25, 24.47, (-1.0, 0.0))
    make_contact(battle, unit, gun, Face.RIGHT)
    assert (battle.x[unit], battle.fight_hindered[0, 0]) == (39.0, 1)


@pytest.mark.parametrize(("tournament", "phase"), [(1, Phase.OVER), (0, Phase.PURSUIT)])
def test_R_52_after_a_tournament_nothing_follows(tournament: int, phase: int) -> None:
    battle = stage()
    battle.sudden_death, battle.tournament = 1, tournament
    rout(battle, stand(battle, 0, "line_inf", 36, 12), Cause.DOUBLED)
    stand(battle, 1, "line_inf", 36, 40)
    assert sudden_death(battle)
    assert battle.phase == phase


@pytest.mark.parametrize(("x", "blocked"), [(36.0, True), (38.9, True), (39.0, False)])
def test_R_54_generals_of_one_side_stand_apart(x: float, blocked: bool) -> None:
    battle = stage()
    wing = add_leader(battle, 0, 1, Skill.AVERAGE)
    lead(battle, 0, 36.0, 6.0)
    assert stand_blocked(battle, wing, x, 6.0) == blocked
    assert abs(free_beside(battle, wing, 36.0, 6.0) - 36.0) >= 3.0
