"""From the record's journal to events with names: docs/journal.md, event by event."""

from typing import Any

import pytest

from battles.resolvers.common.codes import Skill, Type
from battles.resolvers.core.dice import COMBAT_STREAM, MORALE_STREAM, face_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.engineering.works import demolish, lay_field_work
from battles.resolvers.lgg.files.journal_details import RULES_OF
from battles.resolvers.lgg.files.journal_lines import lines_of
from battles.resolvers.lgg.plane.pieces import lay_line
from battles.resolvers.lgg.record import journal
from battles.resolvers.lgg.record.codes import (
    DRAW,
    NOBODY,
    SIDE_ROLL,
    Activity,
    Cause,
    Face,
    Piece,
    Result,
    Status,
    Work,
)
from battles.resolvers.lgg.record.journal import (
    Die,
    Event,
    Number,
    Part,
    log_event,
    log_modifier,
    log_number,
    log_pose,
    throw,
)
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.setup import new_battle
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.files import with_side

FILE = parse(with_side(0, wings=[{"name": "", "skill": "poor"}]))
FRENCH, ALLIES = 0, SIDE_ROLL


@pytest.fixture
def battle() -> Battle:
    made = new_battle("seed")
    made.day = 1
    return made


def told(battle: Battle) -> list[dict[str, Any]]:
    return list(lines_of(battle, FILE, {"seed": "seed"}, [0, 0, 1]))


def last(battle: Battle) -> dict[str, Any]:
    return told(battle)[-1]


def test_every_event_names_the_rules_it_stands_on() -> None:
    assert set(RULES_OF) == set(journal.EVENTS) - {""}


def test_what_every_event_has(battle: Battle) -> None:
    log_event(battle, Event.BATTLE_START, side=NOBODY)
    log_event(battle, Event.TURN_END, side=1)
    start, end = told(battle)
    assert start == {"n": 1, "ev": "battle_start", "day": 1, "round": 0, "side": None, "seed": "seed", "dice": []} | {
        "rule": ["ENG-2"]
    }
    assert end == {"n": 2, "ev": "turn_end", "day": 1, "round": 0, "side": "Allies", "rule": ["LGG-6.1-c"], "dice": []}


def test_a_unit_deploys_with_a_pose_and_a_commander_with_his_skill(battle: Battle) -> None:
    log_event(battle, Event.DEPLOY, side=0, unit=FRENCH + 1, leader=NOBODY)
    log_pose(battle, 36.12345, 10.0, 1.0, 0.0)
    log_event(battle, Event.DEPLOY, side=0, unit=NOBODY, leader=1, role=1, skill=Skill.GOOD)
    log_pose(battle, 1.0, 2.0, 0.0, -1.0)
    unit, wing = told(battle)
    assert (unit["unit"], unit["pose"]) == ("f2", [36.1235, 10.0, 90.0])
    assert "skill" not in unit
    assert (wing["commander"], wing["role"], wing["skill"]) == ("French first wing", "wing", "good")
    assert wing["pose"] == [1.0, 2.0, 180.0]
    assert "unit" not in wing


def test_an_activation_is_of_a_unit_or_of_a_commander(battle: Battle) -> None:
    log_event(battle, Event.ACTIVATE, side=0, unit=FRENCH, leader=NOBODY, activity=Activity.MOVE, cost=2, left=5)
    log_event(battle, Event.ACTIVATE, side=1, unit=NOBODY, leader=3, activity=Activity.COMMANDER, cost=1, left=4)
    unit, commander = told(battle)
    assert {k: unit[k] for k in ("unit", "activity", "cost", "left")} == {
        "unit": "f1", "activity": "move", "cost": 2, "left": 5,
    }
    assert "commander" not in unit
    assert (commander["commander"], commander["activity"]) == ("Ostermann", "commander")


def test_a_check_carries_its_die_by_name(battle: Battle) -> None:
    face = throw(battle, MORALE_STREAM, 10, Die.CHECK)
    log_event(battle, Event.CHECK, side=0, unit=FRENCH, cause=Cause.INCREMENT, morale=7, passed=int(face <= 7))
    journal.log_rule(battle, code_of("LGG-8.4-f"))
    event = last(battle)
    assert event["die"] == {"name": "check", "stream": "morale", "k": 0, "sides": 10, "face": face}
    assert face == face_of(battle.key, MORALE_STREAM, 0, 10)
    assert event["dice"] == [event["die"]]
    assert (event["cause"], event["morale"], event["pass"]) == ("increment", 7, face <= 7)
    assert event["rule"] == ["LGG-8.3-a", "LGG-8.4-f"]


def test_a_move_has_its_path_and_names_the_piece_of_the_file_that_halted_it(battle: Battle) -> None:
    log_event(battle, Event.MOVE, side=0, unit=FRENCH, increments=2, surcharges=1, halted_by=2)
    log_pose(battle, 1.0, 2.0, 0.0, 1.0)
    log_pose(battle, 1.0, 20.5, -1.0, 0.0)
    event = last(battle)
    assert event["path"] == [[1.0, 2.0, 0.0], [1.0, 20.5, 270.0]]
    assert (event["increments"], event["surcharges"], event["halted_by"]) == (2, 1, 1)
    log_event(battle, Event.MOVE, side=0, unit=FRENCH, increments=1, surcharges=0, halted_by=NOBODY)
    assert last(battle)["halted_by"] is None


def test_a_combat_has_both_columns(battle: Battle) -> None:
    battle.roll[0], battle.roll[1], battle.roll[64] = FRENCH, FRENCH + 1, ALLIES + 1
    attack, defend = (throw(battle, COMBAT_STREAM, 10, name) for name in (Die.ATTACK, Die.DEFEND))
    log_event(battle, Event.COMBAT, side=0, combat=3, defender=ALLIES + 1, forced=1, total_attack=12, total_defend=9,
              result=Result.DEFENDER_HIT)
    journal.log_unit(battle, Part.ATTACKER, 0, 4)
    journal.log_unit(battle, Part.ATTACKER, 1, 2)
    journal.log_unit(battle, Part.DEFENDER, 64, 4)
    log_modifier(battle, 0, 1, -1)
    log_modifier(battle, 1, 3, -2)
    event = last(battle)
    assert (event["combat"], event["forced"], event["result"]) == (3, True, "defender_hit")
    assert (event["attackers"], event["defender"]) == (["f1", "f2"], FILE.sides[1].units[1].id)
    assert event["cv"] == {"attack": [4, 2], "defend": 4}
    assert event["modifiers"] == {"attack": [["CM1", -1]], "defend": [["CM3", -2]]}
    assert event["totals"] == {"attack": 12, "defend": 9}
    dice = [(die["name"], die["k"], die["face"]) for die in event["dice"]]
    assert dice == [("attack", 0, attack), ("defend", 1, defend)]


def test_contact_rout_and_hit(battle: Battle) -> None:
    log_event(battle, Event.CONTACT, side=0, attacker=FRENCH, defender=ALLIES, where=Face.REAR, combat=7)
    log_event(battle, Event.ROUT, side=1, unit=ALLIES, box=Status.RALLYABLE)
    log_event(battle, Event.HIT, side=1, unit=ALLIES, sp=3)
    contact, rout, hit = told(battle)
    assert (contact["where"], contact["combat"]) == ("rear", 7)
    assert rout["box"] == "rallyable"
    assert (hit["unit"], hit["sp"]) == (FILE.sides[1].units[0].id, 3)


def test_numbers_of_both_sides_stand_under_their_names(battle: Battle) -> None:
    log_event(battle, Event.ROUND_END, side=NOBODY, roll_0=8, roll_1=5, weather_add=1, count=14)
    log_event(battle, Event.STAY_LEAVE, side=NOBODY, choice_0=1)
    log_event(battle, Event.PURSUIT, side=0, light_0=6, light_1=3, dice=3)
    end, choices, pursuit = told(battle)
    assert (end["rolls"], end["weather_add"], end["count"]) == ({"French": 8, "Allies": 5}, 1, 14)
    assert choices["choices"] == {"French": "stay", "Allies": "leave"}
    assert (pursuit["light"], pursuit["allotment"], pursuit["dice"]) == ({"French": 6, "Allies": 3}, [], [])


def test_a_new_general_is_named_from_then_on(battle: Battle) -> None:
    log_event(battle, Event.CASUALTY, side=0, leader=0, by=ALLIES, lost=1)
    log_pose(battle, 1.0, 2.0, 0.0, 1.0)
    log_event(battle, Event.COMMAND_CHANGE, side=0, leader=0, old=0, new=3, skill=1)
    log_event(battle, Event.COMMANDER_MOVE, side=0)
    log_pose(battle, 3.0, 2.0, 0.0, 1.0)
    casualty, change, move = told(battle)
    assert (casualty["commander"], casualty["lost"], casualty["by"]) == ("Vandamme", True, FILE.sides[1].units[0].id)
    assert (change["old"], change["new"], change["role"], change["skill"]) == (
        "Vandamme", "French subordinate 1", "army", "average",
    )
    assert move["commander"] == "French subordinate 1"


def test_amalgamation_lists_its_groups(battle: Battle) -> None:
    battle.roll[0], battle.roll[1] = FRENCH, FRENCH + 1
    log_event(battle, Event.AMALGAMATE, side=0)
    journal.log_unit(battle, Part.MEMBER, 0, 0)
    journal.log_unit(battle, Part.MEMBER, 1, 0)
    journal.log_unit(battle, Part.MADE, 0, 0)
    log_number(battle, Number.SP, 3)
    log_number(battle, Number.TYPE, Type.LIGHT_CAV)
    log_number(battle, Number.GUARD, 0)
    made = [{"unit": "f1", "sp": 3, "type": "light_cav", "guard": False}]
    assert last(battle)["groups"] == [{"members": ["f1", "f2"], "made": made}]


def test_REC_7_an_attempt_and_a_finished_work_with_its_new_piece(battle: Battle) -> None:
    throw(battle, MORALE_STREAM, 10, Die.ENGINEER)
    log_event(battle, Event.ENGINEER, side=0, unit=FRENCH, work=Work.EA4, passed=1, successes=1)
    log_event(battle, Event.ENGINEER, side=1, unit=ALLIES, work=Work.EA4, passed=1, successes=2)
    battle.pieces = 3
    lay_field_work(battle, 1, 10.0, 20.0, 14.0, 20.0)
    first, second = told(battle)
    assert (first["work"], first["pass"], first["successes"], first["die"]["name"]) == ("EA4", True, 1, "engineer")
    assert "piece" not in first
    assert second["piece"] == {
        "number": 2, "kind": "obstacle", "shape": [[10.0, 20.0], [14.0, 20.0]], "cover": "hard", "halt": True,
        "impassable": False, "built_by": "Allies",
    }


def test_REC_7_a_bridge_that_is_taken_away(battle: Battle) -> None:
    battle.pieces = 3
    bridge = lay_line(battle, Piece.BRIDGE, 10.0, 18.0, 10.0, 22.0)
    battle.piece_width[bridge] = 2.0
    log_event(battle, Event.ENGINEER, side=0, unit=FRENCH, work=Work.EA2, passed=1, successes=1)
    demolish(battle, bridge)
    gone = last(battle)
    assert gone["removed"] == {"number": 2, "kind": "bridge", "shape": [[10.0, 18.0], [10.0, 22.0]], "width": 2.0}
    assert "piece" not in gone


@pytest.mark.parametrize(("winner", "name", "kind"), [(0, "French", "victory"), (DRAW, None, "draw")])
def test_the_end_names_its_winner(battle: Battle, winner: int, name: str | None, kind: str) -> None:
    log_event(battle, Event.BATTLE_END, side=NOBODY, winner=winner)
    assert (last(battle)["winner"], last(battle)["kind"]) == (name, kind)


def test_a_facing_just_short_of_a_full_turn_reads_nought(battle: Battle) -> None:
    log_event(battle, Event.TURNED, side=0, unit=FRENCH)
    log_pose(battle, 1.0, 2.0, -1e-9, 1.0)
    assert last(battle)["pose"] == [1.0, 2.0, 0.0]


def test_LGG_9_0_a_a_base_that_only_faces_its_attacker_is_told_with_its_own_pose(battle: Battle) -> None:
    log_event(battle, Event.TURNED, side=FRENCH, unit=FRENCH)
    log_pose(battle, 10.0, 20.0, 1.0, 0.0)
    log_pose(battle, 10.0, 20.0, 0.0, 1.0)
    event = told(battle)[-1]
    assert (event["pose"], event["combat_facing"]) == ([10.0, 20.0, 0.0], 90.0)
