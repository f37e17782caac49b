"""Whole battles that must come out alike, and what the source says of campaigns and armies."""

import numpy as np
import pytest

from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file, verify
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.record.codes import Command
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.report import canonical_lines, digest_of
from campaign.rules.economy import Pay, pay_out
from campaign.rules.fighting.command import command
from campaign.rules.house import shipped
from rosters.rules.catalogue import catalogue, price, skill, upkeep
from rosters.rules.purchase import allowed_points, replacement_price
from tests.battles.resolvers.lgg.stage import stage, stand
from tests.campaign.rules.worlds import army

SMALL = {
    "format": "bivouac.battle/1", "season": "winter", "terrain": "open", "options": {"max_days": 1},
    "sides": [{"name": name, "commander": {"name": "", "skill": "average"}, "roster": "2 Line inf, Light cav"}
              for name in ("Red", "Blue")],
}  # fmt: skip


def test_ST_30_ENG_10_a_battle_fought_again_from_its_report_is_the_same_to_the_byte() -> None:
    report = fight_file(parse(SMALL), "replay")
    again = verify(report)
    assert again.same
    assert canonical_lines(again.again.journal) == canonical_lines(report.journal)
    assert digest_of(list(report.journal)) == report.digest
    assert fight_file(parse(SMALL), "another").digest != report.digest


def field(battle: Battle) -> tuple[object, ...]:
    return tuple(np.asarray(battle[name]).tolist() for name in ("x", "y", "sp", "status", "done", "closed"))


def test_ENG_10_ENG_14_the_state_alone_and_the_dice_decide_what_a_command_does() -> None:
    ends = []
    for _ in (0, 1):
        battle = stage()
        battle.cmd, battle.cmd_unit, battle.cmd_n = Command.MOVE, stand(battle, 0, "line_inf", 36, 12), 1
        battle.cmd_path[0] = (36.0, 20.0, 0.0, 1.0)
        assert apply(battle) == 0
        ends.append(field(battle))
    assert ends[0] == ends[1]


def test_LGG_C3_a_upkeep_comes_first_and_units_are_bought_once_and_kept_each_muster() -> None:
    pays = [Pay("guard", upkeep("elite_inf", True), 50, "a"), Pay("line", upkeep("line_inf"), 30, "a")]
    assert (price("elite_inf", True), upkeep("elite_inf", True)) == (50, 5)
    assert (pay_out(pays, 8, []).points, pay_out(pays, 4, []).points) == (8, 3)


def test_LGG_C3_b_worn_units_are_rebuilt_cheaper_at_home() -> None:
    for key, kind in catalogue().unit_types.items():
        assert replacement_price(key, False, True) <= replacement_price(key, False, False)
        assert replacement_price(key, False, False) * kind.full >= price(key)


def test_LGG_S2_e_the_second_general_of_a_merged_army_may_become_a_wing() -> None:
    one, other = army("a", "red", "p", skill="average"), army("b", "red", "p", skill="good")
    posts = command((one, other), shipped())
    assert posts.commander is not None
    assert (posts.commander.ref, [wing.ref for wing in posts.wings]) == ("b-leader", ["a-leader"])


@pytest.mark.parametrize(("key", "points"), [("poor", 440), ("average", 400), ("good", 360), ("great", 320)])
def test_LGG_S5_a_REC_9_the_skill_is_chosen_first_and_changes_the_base_points(key: str, points: int) -> None:
    assert (catalogue().criteria.base_points, allowed_points(key, 400)) == (400, points)
    assert skill(key).base_percent * 4 == points


def test_HR_2_provinces_are_worth_five_where_nothing_is_said() -> None:
    from campaign.rules.files.rows import ProvinceRow

    fields = ProvinceRow.__dataclass_fields__
    assert (fields["value"].default, fields["town_size"].default, fields["guerrilla_rating"].default) == (5, 1, 0)
