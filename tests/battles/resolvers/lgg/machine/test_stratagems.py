"""Stratagems: chits, windows, who is asked, what the five do (LGG-S1, REC-6, ENG-17, R-41)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest

from battles.resolvers.core.dice import (
    CASUALTY_STREAM,
    COMBAT_STREAM,
    COMMAND_STREAM,
    FIRE_STREAM,
    MORALE_STREAM,
    key_of,
)
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.legal import legal
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.movement.attack import make_contact
from battles.resolvers.lgg.record.codes import Activity, Command, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import new_battle, set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    CONFUSION,
    FORTUNE_OF_WAR,
    PRESENCE_OF_MIND,
    REDOUBLED_EFFORT,
    SECOND_WIND,
    deal_chits,
    in_order,
)
from tests.battles.resolvers.lgg.mob import spoken
from tests.battles.resolvers.lgg.stage import (
    NORTHWARD,
    events,
    fix,
    lead,
    names,
    path,
    rule_of,
    second_turn,
    stage,
    stand,
)


def table(chits: tuple[int, int] = (3, 3)) -> Battle:
    """The turn of side 0 with stratagems in play."""
    battle = stage()
    battle.stratagems = 1
    battle["chits"] = chits
    return battle


def command(battle: Battle, cmd: int, unit: int = -1, target: int = -1, arg: int = 0) -> str:
    """Give one command; the rule that refuses it."""
    battle.cmd, battle.cmd_unit, battle.cmd_target, battle.cmd_arg = cmd, unit, target, arg
    return rule_of(apply(battle))


def pass_on(battle: Battle) -> list[int]:
    """Pass every question; the sides that were asked."""
    asked = []
    while battle.pending == Pending.STRATAGEM:
        asked.append(int(battle.asked))
        assert command(battle, Command.PASS) == ""
    return asked


def last(battle: Battle, name: str) -> dict[str, int]:
    return [numbers for event, numbers in events(battle) if event == name][-1]


EXACT = {n: Fraction(comb(6, n) * comb(9, 10 - n), comb(15, 10)) for n in range(1, 7)}


def test_E60_the_chances_of_the_draw_by_enumeration() -> None:
    expected = [Fraction(2, 1001), Fraction(45, 1001), Fraction(240, 1001), Fraction(60, 143), Fraction(36, 143),
                Fraction(6, 143)]
    assert [EXACT[n] for n in range(1, 7)] == expected
    assert sum(EXACT.values()) == 1


def test_E61_the_mean_draw_is_four() -> None:
    assert sum(n * chance for n, chance in EXACT.items()) == 4


def test_LGG_S1_a_the_draws_of_the_engine_agree_with_E60() -> None:
    battles = 1500
    seen: Counter[int] = Counter()
    battle = new_battle("chits")
    battle.stratagems = 1
    for n in range(battles):
        battle.key, battle.entries = key_of(f"chits {n}"), 0
        deal_chits(battle)
        seen.update(int(count) for count in battle.chits)
    for n, chance in EXACT.items():
        share, error = seen[n] / (2 * battles), sqrt(chance * (1 - chance) / (2 * battles))
        assert abs(share - chance) <= 4 * error


def test_LGG_S1_a_ten_dice_of_their_own_stream_for_each_side() -> None:
    battle = new_battle("chits")
    battle.stratagems = 1
    deal_chits(battle)
    assert (names(battle), battle.dice[2], sum(battle.dice)) == (["chits", "chits"], 20, 20)


def test_LGG_S1_a_without_stratagems_nothing_is_drawn() -> None:
    battle = new_battle("chits")
    deal_chits(battle)
    assert (sum(battle.dice), int(battle.events)) == (0, 0)


def rolls(battle: Battle, *faces: int) -> None:
    """The start of a round whose command dice show these faces, 2d6 a side."""
    battle.phase, battle.round_no = Phase.COMMAND, 1
    fix(battle, COMMAND_STREAM, *faces, sides=6)
    advance(battle)


def test_ENG_17_on_the_command_rolls_the_lower_side_is_asked_first() -> None:
    battle = table()
    rolls(battle, 6, 6, 1, 2)
    assert (battle.phase, battle.pending, battle.asked) == (Phase.INITIATIVE, Pending.STRATAGEM, 1)
    assert pass_on(battle) == [1, 0]
    assert (battle.phase, battle.first) == (Phase.TURN_FIRST, 0)


@pytest.mark.parametrize(("first_before", "asked"), [(-1, 1), (0, 1), (1, 0)])
def test_ENG_17_on_a_tie_the_side_that_was_second_is_asked_first(first_before: int, asked: int) -> None:
    battle = table()
    battle.first_before = first_before
    rolls(battle, 4, 3, 2, 5)
    assert battle.asked == asked


def test_ST1_the_whole_roll_is_thrown_again_and_initiative_judged_after_it() -> None:
    battle = table()
    rolls(battle, 1, 2, 1, 1)
    fix(battle, COMMAND_STREAM, 6, 6, sides=6)
    assert (command(battle, Command.PLAY, arg=SECOND_WIND), list(battle.rolled)) == ("", [3, 12])
    assert (battle.chits[1], battle.stratagem_used[1], battle.asked) == (2, 1, 0)
    pass_on(battle)
    assert (battle.first, battle.actions) == (1, 12)
    assert names(battle) == ["command_roll", "command_roll", "stratagem", "command_roll", "initiative"]


def test_LGG_6_1_b_second_wind_comes_before_the_tie_is_thrown_again() -> None:
    battle = table()
    battle.round_no = 1
    battle.phase = Phase.COMMAND
    fix(battle, COMMAND_STREAM, 3, 3, 2, 4, sides=6)
    advance(battle)
    assert (battle.pending, battle.dice[COMMAND_STREAM]) == (Pending.STRATAGEM, 4)
    assert pass_on(battle) == [1, 0]
    assert battle.dice[COMMAND_STREAM] >= 8
    assert battle.rolled[0] != battle.rolled[1]
    assert battle.phase == Phase.TURN_FIRST


def test_ST2_a_die_of_more_actions_counts_toward_the_day() -> None:
    battle = table()
    battle["rolled"], battle["own_roll"], battle.actions = (5, 4), (5, 4), 5
    fix(battle, COMMAND_STREAM, 6, sides=6)
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == ""
    assert (battle.actions, battle.extra_actions[0], battle.chits[0]) == (11, 6, 2)
    for _ in range(2):
        assert command(battle, Command.END_TURN) == ""
    assert battle.count == 5 + 4 + 6


def test_ST2_only_before_the_last_action_is_spent() -> None:
    battle = table()
    battle.actions = 0
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == "REC-6"


def test_ST_29_a_second_stratagem_in_a_round_is_refused() -> None:
    battle = table()
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == ""
    before = spoken(battle)
    assert (command(battle, Command.PLAY, arg=REDOUBLED_EFFORT), spoken(battle)) == ("LGG-S1-b", before)


def test_LGG_S1_a_without_chits_a_side_is_asked_but_cannot_play() -> None:
    battle = table(chits=(0, 0))
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == "LGG-S1-a"
    unit = stand(battle, 0, "line_inf", 36, 12, strength=4)
    battle.sp[unit] = 3
    assert command(battle, Command.RECOVER, unit) == ""
    assert (battle.pending, battle.asked) == (Pending.STRATAGEM, 0)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == "LGG-S1-a"


def test_ENG_17_without_stratagems_nothing_is_asked() -> None:
    battle = table()
    battle.stratagems = 0
    unit = stand(battle, 0, "line_inf", 36, 12)
    battle.sp[unit] = 3
    assert (command(battle, Command.RECOVER, unit), battle.pending) == ("", Pending.NONE)
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == "ENG-14"


def recovering(*faces: int) -> tuple[Battle, int]:
    battle = table()
    unit = stand(battle, 0, "line_inf", 36, 12)
    battle.sp[unit] = 3
    fix(battle, MORALE_STREAM, *faces)
    assert command(battle, Command.RECOVER, unit) == ""
    return battle, unit


def test_ST3_a_failed_recovery_is_thrown_again() -> None:
    battle, unit = recovering(9, 4)
    assert (battle.sp[unit], battle.asked) == (3, 0)
    assert (command(battle, Command.PLAY, arg=FORTUNE_OF_WAR), battle.sp[unit]) == ("", 4)
    assert last(battle, "stratagem") == {"stratagem": 3, "unit": 0, "before": 9, "after": 4}
    assert last(battle, "recover")["passed"] == 1


def test_ST3_a_pass_lets_the_die_stand() -> None:
    battle, unit = recovering(9, 4)
    assert command(battle, Command.PASS) == ""
    assert (battle.sp[unit], battle.dice[MORALE_STREAM], last(battle, "recover")["passed"]) == (3, 1, 0)


def test_ST4_is_not_for_an_enemy_recovery() -> None:
    battle, _ = recovering(9, 4)
    assert command(battle, Command.PLAY, arg=CONFUSION) == "REC-6"
    pass_on(battle)
    assert "stratagem" not in names(battle)


def test_R_41_only_play_or_pass_while_the_die_lies() -> None:
    battle, unit = recovering(9, 4)
    before = spoken(battle)
    for cmd in (Command.END_TURN, Command.MOVE, Command.RECOVER, Command.NONE):
        assert command(battle, cmd, unit) == "ENG-15"
    for wrong in (SECOND_WIND, REDOUBLED_EFFORT, PRESENCE_OF_MIND):
        assert command(battle, Command.PLAY, unit, arg=wrong) == "REC-6"
    assert spoken(battle) == before


def test_ST3_a_failed_rally_is_thrown_again_where_it_was_to_stand() -> None:
    battle = table()
    unit = stand(battle, 0, "line_inf", 36, 12)
    set_status(battle, unit, Status.RALLYABLE)
    battle.sp[unit] = 0
    battle.cmd_x, battle.cmd_y, battle.cmd_fx, battle.cmd_fy = 30.0, 8.0, 0.0, 1.0
    fix(battle, MORALE_STREAM, 10, 7)
    assert command(battle, Command.RALLY, unit) == ""
    battle.cmd_x, battle.cmd_y = 50.0, 40.0
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == ""
    assert (battle.status[unit], battle.sp[unit], battle.x[unit], battle.y[unit]) == (Status.BOARD, 1, 30.0, 8.0)


def firing(*faces: int) -> tuple[Battle, int, int]:
    battle = table()
    gun, foe = stand(battle, 0, "heavy_art", 36, 20), stand(battle, 1, "line_inf", 36, 28)
    fix(battle, FIRE_STREAM, *faces)
    assert command(battle, Command.FIRE, gun, foe) == ""
    return battle, gun, foe


def test_LGG_S1_c_on_the_same_die_its_owner_decides_before_the_enemy() -> None:
    battle, _, _ = firing(5, 5)
    assert (battle.asked, battle.question) == (0, 0)
    assert (command(battle, Command.PLAY, arg=CONFUSION), command(battle, Command.PASS)) == ("REC-6", "")
    assert (battle.asked, battle.question) == (1, 1)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == "REC-6"


def test_ENG_17_both_sides_are_asked_about_both_dice_the_owner_first() -> None:
    battle, _, _ = firing(5, 5)
    assert (pass_on(battle)[:4], last(battle, "fire")["total_firer"]) == ([0, 1, 1, 0], 7)


def test_ST4_confusion_makes_the_enemy_throw_again_and_the_die_is_settled() -> None:
    battle, _, foe = firing(10, 2, 1)
    assert (command(battle, Command.PASS), battle.asked) == ("", 1)
    assert (command(battle, Command.PLAY, arg=CONFUSION), battle.asked, battle.question) == ("", 0, 3)
    pass_on(battle)
    assert (last(battle, "fire")["total_firer"], last(battle, "fire")["hits"], battle.sp[foe]) == (3, 1, 3)


def test_REC_6_a_die_thrown_again_is_never_thrown_a_third_time() -> None:
    battle, _, _ = firing(1, 5, 10)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == ""
    assert (battle.question, battle.asked) == (2, 1)
    assert (command(battle, Command.PASS), battle.asked, last(battle, "fire")["total_firer"]) == ("", 1, 12)


def test_LGG_S1_b_each_player_has_one_stratagem_a_round() -> None:
    battle, _, foe = firing(1, 9, 10, 2)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == ""
    assert (command(battle, Command.PLAY, arg=FORTUNE_OF_WAR), list(battle.stratagem_used)) == ("", [1, 1])
    assert (battle.sp[foe], battle.pending) == (2, Pending.NONE)


def fighting(*faces: int) -> tuple[Battle, int, int]:
    battle = table()
    one, two = stand(battle, 0, "line_inf", 36, 20), stand(battle, 1, "line_inf", 36, 23)
    make_contact(battle, one, two, 0)
    battle.agenda_n = 0
    fix(battle, COMBAT_STREAM, *faces)
    assert command(battle, Command.FORCE, target=0) == ""
    return battle, one, two


def test_E63_fortune_of_war_lifts_an_even_attack_from_45_to_61_and_a_half_per_cent() -> None:
    won = Fraction(0)
    for attack, defence in product(range(1, 11), repeat=2):
        won += Fraction(10 if attack > defence else 10 - defence, 1000)
    assert won == Fraction(615, 1000)


@pytest.mark.parametrize(("again", "sp"), [(9, (4, 3)), (5, (3, 4))])
def test_ST3_the_attacker_throws_again_and_the_new_face_decides(again: int, sp: tuple[int, int]) -> None:
    battle, one, two = fighting(3, 6, again)
    assert (battle.asked, command(battle, Command.PLAY, arg=FORTUNE_OF_WAR)) == (0, "")
    pass_on(battle)
    assert (battle.sp[one], battle.sp[two]) == sp
    assert last(battle, "combat")["total_attack"] == 4 + again


def test_ST3_the_defender_throws_his_own_die_again() -> None:
    battle, one, two = fighting(6, 3, 9)
    for _ in range(2):
        assert command(battle, Command.PASS) == ""
    assert (battle.asked, command(battle, Command.PLAY, arg=FORTUNE_OF_WAR)) == (1, "")
    pass_on(battle)
    assert (battle.sp[one], battle.sp[two]) == (3, 4)


def marching(*faces: int) -> tuple[Battle, int]:
    """A march of three increments, 30" to the east, by a unit that passes its checks on 7 or less."""
    battle = table()
    unit = stand(battle, 0, "line_inf", 20, 6, strength=1)
    lead(battle, 0, 36, 6)
    fix(battle, MORALE_STREAM, *faces)
    path(battle, Command.MOVE, unit, (50, 6, *NORTHWARD))
    assert rule_of(apply(battle)) == ""
    return battle, unit


def test_LGG_8_3_b_the_checks_of_increments_are_asked_about_before_the_march() -> None:
    battle, unit = marching(8, 6, 7)
    assert (battle.x[unit], battle.asked) == (20.0, 0)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == ""
    assert (battle.x[unit], battle.status[unit]) == (50.0, Status.BOARD)
    assert names(battle) == ["activate", "stratagem", "move", "check", "check"]


def test_LGG_8_3_b_a_unit_that_breaks_has_marched_no_farther() -> None:
    battle, unit = marching(8, 6)
    assert command(battle, Command.PASS) == ""
    assert (battle.x[unit], battle.status[unit]) == (32.0, Status.RALLYABLE)
    assert names(battle)[:5] == ["activate", "move", "check", "hit", "rout"]
    assert battle.dice[MORALE_STREAM] == 1


def test_ST3_a_general_may_be_saved() -> None:
    battle = table()
    unit = stand(battle, 1, "line_inf", 36, 30)
    lead(battle, 0, 36, 22)
    second_turn(battle)
    fix(battle, CASUALTY_STREAM, 1, 2)
    path(battle, Command.MOVE, unit, (36, 18, 0.0, -1.0))
    assert rule_of(apply(battle)) == ""
    assert (battle.pending, battle.asked) == (Pending.STRATAGEM, 0)
    assert command(battle, Command.PLAY, arg=FORTUNE_OF_WAR) == ""
    assert (last(battle, "casualty")["lost"], battle.lead_skill[0]) == (0, 1)


def enemy_acts(chits: tuple[int, int] = (3, 3)) -> Battle:
    """Side 0 has moved a unit; side 1 is asked, with a worn unit, a battery and a target for it."""
    battle = table(chits)
    mover = stand(battle, 0, "line_inf", 20, 10)
    stand(battle, 0, "line_inf", 36, 30)
    stand(battle, 1, "heavy_art", 36, 38)
    battle.sp[stand(battle, 1, "line_inf", 50, 42)] = 3
    path(battle, Command.MOVE, mover, (20, 14, *NORTHWARD))
    assert rule_of(apply(battle)) == ""
    assert (battle.pending, battle.asked) == (Pending.STRATAGEM, 1)
    return battle


def presence(battle: Battle, activity: int, unit: int, target: int = -1) -> str:
    battle.cmd_side = activity
    return command(battle, Command.PLAY, unit, target, PRESENCE_OF_MIND)


def test_ST5_a_battery_fires_in_the_enemy_turn_at_no_cost_and_is_closed() -> None:
    battle = enemy_acts()
    before = int(battle.actions)
    assert presence(battle, Activity.FIRE, 64, 1) == ""
    pass_on(battle)
    assert (battle.actions, battle.closed[64], battle.on_turn, battle.open_unit) == (before, 1, 0, 0)
    assert names(battle)[-3:] == ["stratagem", "activate", "fire"] or "fire" in names(battle)
    assert last(battle, "activate")["cost"] == 0


def test_ST5_a_unit_recovers_in_the_enemy_turn() -> None:
    battle = enemy_acts()
    fix(battle, MORALE_STREAM, 5)
    assert presence(battle, Activity.RECOVER, 65) == ""
    pass_on(battle)
    assert (battle.sp[65], battle.closed[65], battle.presence) == (4, 1, -1)


def test_ST5_not_for_an_attack_nor_beyond_the_radius_nor_for_the_enemy() -> None:
    battle = enemy_acts()
    before = spoken(battle)
    assert presence(battle, Activity.ATTACK, 65, 1) == "REC-6"
    assert presence(battle, Activity.FIRE, 0, 64) == "ENG-15"
    lead(battle, 1, 44, 47)
    battle.radius = 3.0
    assert presence(battle, Activity.RECOVER, 65) == "REC-6"
    battle.radius = 20.0
    lead(battle, 1, 36, 42)
    assert spoken(battle) == before


@pytest.mark.parametrize(("far", "rule"), [(12.0, ""), (13.0, "REC-6")])
def test_ST5_a_move_of_one_increment(far: float, rule: str) -> None:
    battle = enemy_acts()
    battle.cmd_n = 1
    battle.cmd_path[0] = (50.0 - far, 42.0, 0.0, -1.0)
    assert presence(battle, Activity.MOVE, 65) == rule


def test_ST5_a_unit_withdraws_from_an_attack_in_the_enemy_turn() -> None:
    battle, one, two = table(), 0, 64
    stand(battle, 0, "line_inf", 36, 20)
    stand(battle, 1, "line_inf", 36, 23)
    stand(battle, 0, "line_inf", 10, 10)
    lead(battle, 1, 36, 30)
    make_contact(battle, one, two, 0)
    in_order(battle, 0)
    path(battle, Command.MOVE, 1, (10, 12, *NORTHWARD))
    assert rule_of(apply(battle)) == ""
    battle.cmd_n = 1
    battle.cmd_path[0] = (36.0, 28.0, 0.0, -1.0)
    assert presence(battle, Activity.WITHDRAW, two) == ""
    assert (battle.y[two], battle.combat[one], battle.closed[one]) == (28.0, -1, 1)


def test_ST5_the_enemy_is_asked_only_between_two_activations() -> None:
    battle = table()
    one = stand(battle, 0, "line_inf", 20, 10)
    battle.actions = 1
    path(battle, Command.MOVE, one, (20, 14, *NORTHWARD))
    assert (rule_of(apply(battle)), battle.pending) == ("", Pending.NONE)


def test_ENG_11_the_open_question_lists_play_and_pass() -> None:
    offered = {(offer.command, offer.rule) for offer in legal(enemy_acts(chits=(3, 0)))}
    assert ("pass", "") in offered
    assert {rule for name, rule in offered if name == "play"} == {"REC-6", "LGG-S1-a"}


def test_ENG_11_redoubled_effort_is_offered_in_a_turn() -> None:
    battle = table(chits=(1, 0))
    assert [(offer.price, offer.rule) for offer in legal(battle) if offer.command == "play"] == [(0, "")]
    battle.stratagems = 0
    assert not [offer for offer in legal(battle) if offer.command == "play"]


def test_LGG_S1_b_a_new_round_gives_a_new_chance() -> None:
    battle = table()
    stand(battle, 0, "line_inf", 36, 12)
    stand(battle, 1, "line_inf", 36, 40)
    assert command(battle, Command.PLAY, arg=REDOUBLED_EFFORT) == ""
    battle.phase = Phase.COUNT
    battle.breaks_off[:] = [0, 0]
    advance(battle)
    assert (battle.round_no, list(battle.stratagem_used)) == (2, [0, 0])
