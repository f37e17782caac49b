"""The Solo Napoleonic rules as a whole: doors, conversion, plans, odds (COM-19, T6, T8)."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.common.codes import SIDE_UNITS, Status
from battles.resolvers.files.battle_file import parse
from battles.resolvers.solo_napoleonic.codes import WORDS, Side
from battles.resolvers.solo_napoleonic.fighting.shooting import throw_volleys, unsaved
from battles.resolvers.solo_napoleonic.odds import read_question
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.turn import play_turn
from tests.battles.resolvers.solo_napoleonic.armies import frozen, unseen
from tests.battles.resolvers.solo_napoleonic.table import Man, table


def test_SNW_01_battalions_regiments_and_batteries() -> None:
    battle = DOOR.ready(frozen("1 Line inf, 1 Heavy cav, 1 Field art, 1 Horse art"), "seed")
    assert [int(battle.cap[unit]) for unit in range(int(battle.units[0]))] == [18] * 4 + [12] * 3 + [4, 3]
    assert int(battle.start_sp[0]) == 9


@pytest.mark.parametrize(("roster", "points", "units"), [("10 Line inf", 1, 40), ("11 Line inf", 2, 22)])
def test_D9_large_armies_field_a_unit_for_two_points(roster: str, points: int, units: int) -> None:
    battle = DOOR.ready(frozen(roster, "1 Line inf"), "seed")
    assert [int(battle.side_own[side, Side.POINTS]) for side in (0, 1)] == [points, points]
    assert int(battle.units[0]) == units


def test_D9_the_largest_field_a_unit_a_division() -> None:
    battle = DOOR.ready(frozen("101 Line inf", "1 Line inf"), "seed")
    assert (int(battle.units[0]), int(battle.sp[0])) == (101, 4)
    assert int(battle.leaders[0]) <= 64


def test_HR_T3_HR_T6_the_rest_of_an_army_and_late_units_enter_by_their_edge() -> None:
    meeting = DOOR.fight(frozen("4 Line inf", "4 Line inf", engagement="meeting"), "seed")
    assert {event["round"] for event in meeting.journal if event["ev"] == "arrive"} >= {3}
    data = frozen("4 Line inf", "4 Line inf").as_dict()
    data["sides"][0]["units"][1] |= {"arrives": 50, "edge": "left"}
    came = [event for event in DOOR.fight(parse(data), "seed").journal if event["ev"] == "arrive"]
    assert {event["unit"].partition("/")[0] for event in came} == {data["sides"][0]["units"][1]["id"]}
    assert min(event["round"] for event in came) == 7
    assert {event["pose"][2] for event in came} == {90.0}


def test_nobody_stands_over_another_when_armies_deploy() -> None:
    for number in range(4):
        battle, boxes = DOOR.ready(unseen(number), "seed"), []
        for side in (0, 1):
            for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
                if battle.status[unit] != Status.WAITING:
                    w, d = battle.width[unit] // 2, battle.depth[unit] // 2
                    boxes.append((battle.x[unit] - w, battle.y[unit] - d, battle.x[unit] + w, battle.y[unit] + d))
        for i, (a, b, c, d) in enumerate(boxes):
            assert all(c <= e or g <= a or d <= f or h <= b for e, f, g, h in boxes[:i])


def test_T6_a_battle_stopped_at_once_changes_nothing() -> None:
    from battles.resolvers.solo_napoleonic.fighting.losses import write_back

    battle = DOOR.ready(frozen(), "seed")
    before = [int(v) for v in battle.roll_before[:400]]
    write_back(battle)
    assert [int(v) for v in battle.roll_sp[:400]] == before


def test_T8_an_empirical_check_of_a_volley() -> None:
    """50 000 volleys of C infantry at short range: 7/4 fall, within four standard errors."""
    battle = table(Man(0, "line_inf", 900, 400))
    battle.quiet, throws, total, squares = 1, 5_000, 0, 0
    for _ in range(throws):
        dead = sum(unsaved(battle, throw_volleys(battle, 1, 0, 0), 5) for _ in range(10))
        battle.thrown = 0
        total, squares = total + dead, squares + dead * dead
    mean, variance = total / throws, squares / throws - (total / throws) ** 2
    assert abs(mean - 17.5) < 4 * (variance / throws) ** 0.5


@pytest.mark.parametrize(("change", "words"), [
    ({"situation": {"range": 200}}, "out of range"), ({"attackers": [{"type": "heavy_cav"}]}, "does not fire"),
    ({"attackers": [{"type": "engineer"}]}, "does not fight"), ({"kind": "chess"}, "kind"),
])  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(change: dict[str, Any], words: str) -> None:
    asked = {
        "kind": "fire", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"},
        "situation": {"range": 70},
    }  # fmt: skip
    with pytest.raises(Refusal, match=words):
        read_question(asked | change)


def test_a_plan_of_battle_is_followed() -> None:
    data = frozen().as_dict()
    data["sides"][0]["plan"] = {
        "posture": "hold", "sector": "left", "reserve": 50, "break_off": 20,
        "spare": [data["sides"][0]["units"][0]["id"]],
    }  # fmt: skip
    battle = DOOR.ready(parse(data), "seed")
    assert (int(battle.posture[0]), int(battle.spare[0])) == (1, 1)
    marched = []
    for _ in range(2):
        play_turn(battle)
        marched.append(int(battle.y[0]))
    assert max(marched) < 4000


def test_every_event_has_its_words() -> None:
    from battles.resolvers.solo_napoleonic.phrases import PHRASES

    assert {kind.name for kind in WORDS.events.values()} - set(PHRASES) == set()
