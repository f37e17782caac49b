"""Who is fielded: guns beyond their limit stay off the table, in a meeting every second unit comes up later."""

from battles.resolvers.common.codes import Status
from battles.resolvers.common.ending import write_back
from battles.resolvers.common.fill import hold_back, limit_guns
from battles.resolvers.values.battle import BattleFile
from tests.battles.resolvers.common.test_common import toy_file
from tests.battles.resolvers.common.toy import DOOR


def with_guns() -> BattleFile:
    sides = [
        {"name": name, "commander": {"name": name, "skill": "good"}, "roster": "4 Line inf, 3 Field art"}
        for name in ("Blue", "Red")
    ]
    return DOOR.freeze(toy_file(sides=sides, options={"limit_guns": True}), "field")


def test_HR_7_one_gun_to_three_others_and_the_rest_comes_back_unchanged() -> None:
    file = with_guns()
    battle = DOOR.ready(file, "seed")
    limit_guns(battle, file)
    assert [int(battle.status[unit]) for unit in range(7)] == [Status.BOARD] * 5 + [Status.OFF_TABLE] * 2
    assert (battle.start_units[0], battle.start_sp[0]) == (5, 17)
    write_back(battle)
    assert [int(battle.roll_sp[row]) for row in range(7)] == [4, 4, 4, 4, 1, 1, 1]
    assert [int(battle.roll_status[row]) for row in range(7)] == [Status.BOARD] * 5 + [Status.OFF_TABLE] * 2


def test_HR_T3_in_a_meeting_every_second_unit_comes_up_in_the_third_turn() -> None:
    battle = DOOR.ready(DOOR.freeze(toy_file(engagement="meeting"), "field"), "seed")
    turns = hold_back(battle)
    assert [turns[unit] for unit in range(8)] == [0, 3] * 4
    assert [int(battle.status[unit]) for unit in range(8)] == [Status.BOARD, Status.WAITING] * 4
    battle.day = 2
    assert set(hold_back(battle).values()) == {0}


def test_HR_T6_who_is_due_at_a_count_waits_for_its_turn() -> None:
    units = [{"id": "b1", "type": "line_inf"}, {"id": "b2", "type": "line_inf", "arrives": 70}]
    sides = [
        {"name": "Blue", "commander": {"name": "Blue", "skill": "good"}, "units": units},
        {"name": "Red", "commander": {"name": "Red", "skill": "good"}, "roster": "2 Line inf"},
    ]
    battle = DOOR.ready(DOOR.freeze(toy_file(sides=sides), "field"), "seed")
    assert hold_back(battle) == {0: 0, 1: -(-70 * int(battle.limit) // 140), 200: 0, 201: 0}
