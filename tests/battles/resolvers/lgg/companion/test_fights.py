"""Combats, fires, checks, recovery and rally at the table: dice typed, strengths kept."""

from typing import Any

import pytest

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.common.codes import Skill
from battles.resolvers.contract.notes import EVERYTHING, Reader
from battles.resolvers.lgg.companion.asking import move_price
from battles.resolvers.lgg.companion.forces import combat_question
from battles.resolvers.lgg.record.codes import Status
from battles.resolvers.lgg.sums.exact_odds import Combat, combat_odds

from .hand import Hand, file


def fighting(**more: Any) -> Hand:
    """The French have eight actions, the Allies will have five."""
    return Hand(file(**more)).begin().roll([4, 4], [2, 3])


def combat(hand: Hand, dice: list[int], *attackers: str, defender: str = "a1", **more: Any) -> Hand:
    return hand.note("combat", attackers=list(attackers), defender=defender, dice=dice, **more)


def test_LGG_10_0_d_the_four_results_of_one_combat() -> None:
    # Line on Line, both add 4
    assert combat(fighting(), [10, 3], "f1").table.status("a1") == Status.RALLYABLE
    assert combat(fighting(), [10, 4], "f1").table.hits("a1") == 1
    assert combat(fighting(), [4, 4], "f1").table.hits("f1") == 1
    assert combat(fighting(), [1, 6], "f1").table.hits("f1") == 2


def test_CM1_a_worn_unit_counts_its_campaign_losses() -> None:
    hand = combat(fighting(), [5, 4], "f2")
    assert "7 against 8" in hand.wording.text
    assert hand.table.hits("f2") == 1


def test_LGG_10_0_e_from_squares_the_victors_go_back() -> None:
    # heavy cavalry adds 3, Line in squares 4
    hand = combat(fighting(), [9, 4], "f4")
    assert "the attackers fall back 3 inches from the squares" in hand.wording.text
    assert hand.table.hits("a1") == 1


def test_LGG_14_0_c_beyond_the_radius_a_rout_is_not_rallyable() -> None:
    assert combat(fighting(), [10, 3], "f1", beyond=["a1"]).table.status("a1") == Status.NONRALLYABLE


def test_LGG_14_0_d_guns_go_to_the_non_rallyable_box() -> None:
    # Line adds 4 against guns, horse artillery 2
    assert combat(fighting(), [10, 1], "f1", defender="a4").table.status("a4") == Status.NONRALLYABLE


def test_R_04_the_owner_of_two_beaten_attackers_says_who_takes_the_hits() -> None:
    # 4 + 4 + 1 for both less 2 for the worn one against 4 less 2 for two attackers
    hand = combat(fighting(), [1, 10], "f1", "f2")
    assert "7 against 12" in hand.wording.text
    with pytest.raises(Refusal, match="French chooses first which attacker takes the hits"):
        hand.note("turn_end")
    with pytest.raises(Refusal, match="That is for French"):
        hand.note("hits", by=1, on_first=1)
    with pytest.raises(Refusal, match="one hit in all"):
        hand.note("hits", by=0, on_first=2)
    hand.note("hits", by=0, on_first=0)
    assert (hand.table.hits("f1"), hand.table.hits("f2")) == (0, 1)


def test_only_the_result_may_be_noted() -> None:
    hand = fighting().note("combat", attackers=["f1"], defender="a1", result="attacker_two_hits")
    assert hand.table.hits("f1") == 2


def test_LGG_7_0_i_a_forced_combat_costs_an_action_for_each_attacker() -> None:
    hand = combat(fighting(), [10, 4], "f1", cost=2)
    assert hand.table.battle.actions == 6
    with pytest.raises(Refusal, match="6 left to French, not 7"):
        combat(hand, [10, 4], "f3", cost=7)
    with pytest.raises(Refusal, match="not the turn of Allies"):
        combat(hand, [10, 4], "a1", defender="f1", cost=1)


@pytest.mark.parametrize(("attackers", "defender", "sentence"), [
    (["f1", "f1"], "a1", "attacks once"), (["f1", "a2"], "a1", "belong to one side"),
    (["f1"], "f2", "attackers' own side"), (["f6"], "a1", "may not attack"),
    (["nobody"], "a1", "no unit on this table"),
])
def test_combats_that_cannot_be(attackers: list[str], defender: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        combat(fighting(), [1, 1], *attackers, defender=defender)


def test_who_has_routed_fights_no_more() -> None:
    with pytest.raises(Refusal, match="A1: not on the table"):
        combat(combat(fighting(), [10, 3], "f1"), [1, 1], "f3")


def test_LGG_13_0_c_a_battery_fires_once_a_round() -> None:
    hand = fighting().note("fire", firer="f6", target="a1", dice=[9, 5])
    assert "11 against 5: two hits" in hand.wording.text
    assert hand.table.hits("a1") == 2
    with pytest.raises(Refusal, match="fired already in this round"):
        hand.note("fire", firer="f6", target="a2", dice=[1, 1])
    hand.end_round().roll([4, 4], [2, 3]).note("fire", firer="f6", target="a1", dice=[1, 10])
    assert hand.table.hits("a1") == 2


def test_LGG_13_0_d_a_unit_is_broken_by_fire() -> None:
    # light cavalry with one strength point left, 2 for cavalry as a target
    assert fighting().note("fire", firer="f6", target="a3", dice=[9, 2]).table.status("a3") == Status.RALLYABLE


def test_LGG_8_3_a_a_failed_check_is_a_hit() -> None:
    assert fighting().note("check", unit="f1", cause="increment", dice=[7]).table.hits("f1") == 0
    assert fighting().note("check", unit="f1", cause="increment", dice=[8]).table.hits("f1") == 1


def test_LGG_8_4_f_guns_throw_a_failed_check_of_terrain_once_more() -> None:
    assert fighting().note("check", unit="f6", cause="obstacle", dice=[9, 7]).table.is_here("f6")
    assert not fighting().note("check", unit="f6", cause="obstacle", dice=[9, 8]).table.is_here("f6")


def test_LGG_14_0_a_recovery_needs_a_hit_of_this_battle() -> None:
    with pytest.raises(Refusal, match="no hit of this battle"):
        fighting().note("recover", unit="f2", dice=[1])
    hand = combat(fighting(), [4, 4], "f1").note("recover", unit="f1", dice=[7], cost=1)
    assert (hand.table.hits("f1"), hand.table.battle.actions) == (0, 7)


def test_LGG_14_0_e_rally_brings_back_one_strength_point_once_a_round() -> None:
    hand = fighting().note("rout", unit="f1").note("rally", unit="f1", dice=[8], cost=1)
    assert hand.table.status("f1") == Status.RALLYABLE
    with pytest.raises(Refusal, match="tried already in this round"):
        hand.note("rally", unit="f1", dice=[1])
    hand.end_round().roll([4, 4], [2, 3]).note("rally", unit="f1", dice=[7])
    assert (hand.table.is_here("f1"), hand.table.strength("f1")) == (True, 1)


def test_LGG_14_0_e_beyond_the_radius_nobody_rallies_by_day() -> None:
    with pytest.raises(Refusal, match="not in the Rallyable box"):
        fighting().note("rout", unit="f1", beyond=True).note("rally", unit="f1", dice=[1])


def test_LGG_16_0_b_d_a_lost_commander_is_followed_by_one_a_skill_lower() -> None:
    hand = Hand(file(skills=("good", "average"))).begin().roll([4, 4], [2, 3])
    hand.note("leader", side=0, role=0, dice=[2])
    assert hand.table.lost == (set(), set())
    hand.note("leader", side=0, role=0, dice=[1])
    assert hand.table.lost == ({0}, set())
    assert hand.table.battle.lead_skill[0] == Skill.AVERAGE


def test_LGG_S2_f_of_two_wings_the_named_one_takes_over() -> None:
    hand = fighting(wings=("poor", "great")).note("leader", side=0, role=0, dice=[1], heir=2)
    assert (hand.table.battle.lead_skill[0], hand.table.battle.lead_who[0]) == (Skill.GREAT, 2)


def test_E80_a_move_of_29_inches_outward_costs_five_actions_and_two_checks() -> None:
    told = move_price(fighting().table, "f1", 0.0, 29.0, 29.0)
    assert (told.price, told.checks) == (5, 2)
    assert [(one.ends_at, one.price) for one in told.increments] == [(12.0, 1), (24.0, 2), (29.0, 2)]


def test_LGG_8_2_light_cavalry_pays_no_surcharge_and_guns_move_one_increment() -> None:
    table = fighting().table
    assert move_price(table, "f5", 0.0, 36.0, 36.0).price == 2
    assert move_price(table, "f6", 0.0, 12.0, 12.0).price == 1
    assert "LGG-8.2-b" in move_price(table, "f6", 0.0, 13.0, 13.0).why


def test_LGG_7_0_d_nobody_ends_beyond_double_the_radius() -> None:
    told = move_price(fighting().table, "f1", 30.0, 12.0, 42.0)
    assert told.price is None
    assert "LGG-7.0-d" in told.why


def test_distances_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Refusal, match="measure again"):
        move_price(fighting().table, "f1", 10.0, 5.0, 30.0)


def test_a_move_across_comes_nearer_on_the_way_and_costs_what_its_ends_cost() -> None:
    told = move_price(fighting().table, "f1", 18.0, 12.0, 18.0)
    assert (told.price, told.checks) == (1, 0)


def totals(hand: Hand, reader: Reader) -> tuple[int, int]:
    question = combat_question(hand.table, JsonPlace({"attackers": ["f1"], "defender": "a3"}), reader)
    assert isinstance(question.asked, Combat)
    return combat_odds(question.asked, question.profile).totals


def test_what_an_enemy_has_lost_before_the_battle_is_told_only_by_fighting_it() -> None:
    # light cavalry defends with 2 against foot; two strength points are missing
    hand = fighting()
    assert totals(hand, Reader(1)) == totals(hand, EVERYTHING)
    assert totals(hand, Reader(0)) == (totals(hand, EVERYTHING)[0], totals(hand, EVERYTHING)[1] + 2)
    assert totals(hand, Reader(1, frozenset(["a1"]))) == totals(hand, Reader(0)), "an ally knows no more"
    combat(hand, [1, 10], "f3", defender="a3")
    assert totals(hand, Reader(0)) == totals(hand, EVERYTHING)


def test_units_of_one_name_are_told_with_their_sides() -> None:
    hand = combat(fighting(marks={key: {"name": "1st Line infantry"} for key in ("f1", "a1")}), [10, 3], "f1")
    assert hand.wording.text == (
        "Attack of 1st Line infantry (French) on 1st Line infantry (Allies), dice 10 and 3, 14 against 7: "
        "1st Line infantry (Allies), routed into the Rallyable box; one attacker occupies the ground."
    )
    assert "F3 on A2" in combat(hand, [4, 4], "f3", defender="a2").wording.text


def test_a_name_does_not_tell_of_an_enemy_who_is_not_set_up() -> None:
    hand = Hand(file(marks={key: {"name": "1st Line infantry"} for key in ("f1", "a1")})).note("deploy", side=0)
    assert hand.table.name("f1") == "1st Line infantry"
    assert hand.note("deploy", side=1).table.name("f1") == "1st Line infantry (French)"
