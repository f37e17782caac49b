"""The campaign's general: what he knows, what he wants, what he weighs, and what he never does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from campaign.rules.ending.aims import BY_RULE, Aim, Moment
from campaign.rules.ending.race import Calendar
from campaign.rules.general.aims import plan_of, raised_first
from campaign.rules.general.board import Board, Choice, choice_of
from campaign.rules.general.hardship import Hardship
from campaign.rules.general.known import Known
from campaign.rules.general.level import LEVELS, level_of
from campaign.rules.general.minds import in_his_place
from campaign.rules.general.odds import ground_of, late_worth, odds_of, table
from campaign.rules.general.orders import orders_of
from campaign.rules.general.peace import peace_with
from campaign.rules.general.plans import Planned, plans_of
from campaign.rules.general.rear import depot_sites
from campaign.rules.general.siege_care import AtSiege
from campaign.rules.general.sieges import bound_to_stay
from campaign.rules.general.stakes import DECIDES, stakes_of
from campaign.rules.general.threat import Threat, World, coming_to, threats
from campaign.rules.house import house_rules
from campaign.rules.march.attrition import Year
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts, EdgeFacts, LeaderFacts, ProvinceFacts, Theatre, UnitFacts

OWNERS: Mapping[str, tuple[str | None, int, bool]] = {
    "home": ("red", 12, True), "field": ("red", 5, False), "ridge": (None, 3, False),
    "plain": ("blue", 5, False), "foe": ("blue", 12, True),
}  # fmt: skip
CHAIN = tuple(OWNERS)
HOUSE = house_rules({})


def theatre(**changed: dict[str, Any]) -> Theatre:
    """A road from the red capital to the blue one, by a field, a ridge that is nobody's and a plain."""
    provinces = {
        key: replace(ProvinceFacts(key, key.title(), value=value, controller=owner, home=owner, capital=capital,
                                   depot=capital), **changed.get(key, {}))
        for key, (owner, value, capital) in OWNERS.items()
    }  # fmt: skip
    edges = tuple(EdgeFacts(CHAIN[n], CHAIN[n + 1]) for n in range(4))
    return Theatre(provinces, edges, {frozenset(("red", "blue")): "war"}, factions=("red", "blue"))


def army(province: str, units: int = 4, ref: str = "corps", strength: int = 4, led: bool = True) -> ArmyFacts:
    roster = tuple(UnitFacts(f"{ref}{n}", strength=strength) for n in range(units))
    leader = LeaderFacts(f"g-{ref}", "Somebody", "average") if led else None
    return ArmyFacts(ref, "red", province, ref.title(), roster, leader)


def known(*own: ArmyFacts, foes: dict[str, int] | None = None, land: Theatre | None = None, **more: Any) -> Known:
    land = land or theatre()
    values: dict[str, Any] = {
        "theatre": land, "faction": "red", "turn": 3, "last_turn": 12, "house": HOUSE, "own": own, "idle": own,
        "foes": foes or {}, "ghosts": {}, "friends": {}, "terrain": {},
        "may": lambda a, key: land.edge(a.province, key) is not None,
        "may_force": lambda a, way: land.edge(*way) is not None,
        "toll": lambda a, key, forced: 0.0, "cut": lambda a, key: False,
    }  # fmt: skip
    return Known(**(values | more))


def ordered(seen: Known, level: int = 2) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {ref: (now.kind, now.path) for ref, now in orders_of(seen, level_of(level)).items()}


def test_AI_34_a_higher_level_looks_farther_and_weighs_more_and_every_number_has_one():
    low, middle, high = (LEVELS[number] for number in (1, 2, 3))
    assert low.reach < middle.reach < high.reach
    assert (low.joint, middle.joint, low.replies, middle.replies) == (False, True, False, True)
    assert (level_of(0), level_of(9)) == (low, high)


def test_AI_34_the_number_of_orders_weighed_is_bounded():
    own = [army("field", ref=f"corps{n}") for n in range(12)]
    orders = orders_of(known(*own, foes={"ridge": 8, "plain": 8}), replace(level_of(3), most=40))
    assert set(orders) == {one.ref for one in own}, "who was not weighed any more holds"


def test_AI_35_the_table_of_odds_grows_with_the_odds_and_is_read_between_its_rows():
    for ground, rows in table().items():
        assert [row[0] for row in rows] == sorted({row[0] for row in rows}), ground
        assert all(0 <= value <= 1 for row in rows for value in row[1:]), ground
        assert all(row[1] + row[2] <= 1.0001 for row in rows), ground
        assert rows[-1][1] > 0.85 > 0.5 > rows[0][1], "three to one wins, three to eight does not"
    one, other = table()["open"][3:5]
    assert odds_of(one[0] + other[0], 2.0).attacker == pytest.approx((one[1] + other[1]) / 2)
    assert odds_of(100, 1).attacker == table()["open"][-1][1]
    assert odds_of(1, 100).defender == table()["open"][0][2]


def test_AI_35_walls_count_before_rivers_and_rivers_before_hills():
    assert ground_of("hilly", river=True, fortress=True) == "fortress"
    assert ground_of("hilly", river=True, fortress=False) == "river"
    assert [ground_of(kind, river=False, fortress=False) for kind in ("hilly", "wooded")] == ["rough", "open"]


def test_AI_36_enemies_out_of_sight_count_for_half_and_reports_of_now_go_before():
    seen = known(army("field"), foes={"ridge": 4}, ghosts={"ridge": 9, "foe": 6})
    assert seen.enemy == {"ridge": 14.0, "foe": 10.5}


def test_AI_37_a_prize_is_its_value_with_what_stands_in_it_and_what_the_aims_pay():
    seen = known(army("field"), land=theatre(plain={"fortress": True}), wanted=frozenset({"ridge"}))
    assert seen.prizes == {"home": 12 + 4 + 45, "field": 5, "ridge": 3 + 20, "plain": 5 + 3, "foe": 12 + 4 + 40}


def test_AI_37_armies_go_for_one_target_together_until_it_has_enough():
    own = [army("field", ref=f"corps{n}") for n in range(6)]
    plan = plan_of(known(*own), level_of(2))
    by_target = [plan.targets[one.ref].key for one in own]
    assert by_target[0] == "foe"
    assert by_target.count("foe") >= 1
    assert len(set(by_target)) > 1, "nobody is against them there: a few are enough"


def test_AI_37_a_threatened_capital_is_a_target_too():
    plan = plan_of(known(army("home"), army("ridge", ref="van"), foes={"field": 9}), level_of(2))
    assert plan.targets["corps"].key == "home"
    assert plan.targets["corps"].guarded


def at_stake(faction: str, turn: int, aims: Sequence[Aim], land: Theatre) -> Mapping[str, float]:
    day = date(1813, 8, 15)
    return stakes_of(aims, Moment(land, (), turn, day, {}, HOUSE), Calendar(12, lambda n: day), faction)


def test_AI_37_what_may_end_the_war_soon_is_at_stake_for_both_sides():
    lost = theatre(home={"controller": "blue", "controlled_since": 3})
    for turn, worth in ((3, DECIDES / 2), (4, DECIDES)):
        staked = {"home": worth, "field": DECIDES}
        assert at_stake("red", turn, BY_RULE, lost) == at_stake("blue", turn, BY_RULE, lost) == staked, (
            "the last home too"
        )
    aims = (Aim("provinces", provinces=("ridge",), sides=("red",)),)
    assert at_stake("red", 3, aims, theatre()) == {}
    assert at_stake("blue", 3, aims, theatre(ridge={"controller": "red"})) == {"ridge": DECIDES}


def test_AI_38_in_his_place_the_enemy_sees_us_and_leads_what_is_known_of_him():
    corps = army("home", units=7)
    his = in_his_place(known(corps, foes={"ridge": 4}, ghosts={"plain": 2}), {"corps": "field"})
    assert his is not None
    assert (his.faction, his.foes) == ("blue", {"field": 8})
    assert {one.province: one.strength for one in his.own} == {"ridge": 14, "plain": 4}
    assert his.may(his.own[0], "field")
    peace = replace(theatre(), relations={})
    assert in_his_place(known(corps, land=peace), {"corps": "home"}) is None, "there is no enemy"


def test_AI_38_worlds_in_which_the_same_enemies_come_are_one():
    foe = Threat("ridge", 14.0, {"field": 0.5, "ridge": 0.5})
    goes = Threat("ridge", 14.0, {"field": 1.0})
    worlds = [World(0.5, [foe]), World(0.25, [goes]), World(0.25, [goes])]
    assert coming_to("field", worlds) == [(0.5, [(foe, 0.5)]), (0.5, [(goes, 1.0)])]
    assert coming_to("home", worlds) == [(1.0, [])]


def test_AI_38_an_enemy_marches_where_it_pays_him_and_chances_add_up():
    seen = known(army("home", units=1), foes={"field": 9})
    (foe,) = threats(seen, weighed=True)
    assert sum(foe.chances.values()) == pytest.approx(1.0)
    assert foe.chances["home"] > 0.5 > foe.chances["ridge"]
    (still,) = threats(seen, weighed=False)
    assert still.chances == {"field": 1.0}


def test_AI_36_an_enemy_fortress_out_of_sight_has_a_garrison_and_old_reports_fade():
    walls = theatre(foe={"fortress": True})
    assert known(army("home"), land=walls, unseen=frozenset({"foe", "plain"})).enemy == {"foe": 7.0}
    assert known(army("home"), land=walls, foes={"foe": 9}, unseen=frozenset({"plain"})).enemy == {"foe": 31.5}


def test_AI_39_an_army_before_its_fortress_is_met_and_a_garrison_is_invested():
    walls = replace(theatre(plain={"fortress": True}), sieges=True)
    corps = army("ridge", units=6)
    for units, kind in ((2, "siege"), (9, "battle")):
        seen = known(corps, foes={"plain": units}, land=walls)
        board = Board(seen, [World(1.0, threats(seen, weighed=False))], {})
        gain = board.gain({"corps": choice_of(corps, "march", ("plain",))})
        assert seen.behind_walls("plain") == (kind == "siege")
        assert gain == pytest.approx(0.4 * 8 - 3) if kind == "siege" else gain < -100, "the ridge is given up"


def test_AI_39_a_garrison_behind_walls_helps_no_handful_that_comes_to_its_relief():
    walls = replace(theatre(plain={"fortress": True, "controller": "red", "besieged_since": 2}), sieges=True)
    garrison, corps = army("plain", ref="garrison", led=False), army("ridge", units=1)
    seen = known(garrison, corps, foes={"plain": 9}, land=walls)
    board = Board(seen, [World(1.0, threats(seen, weighed=False))], {})
    assert board.gain({"corps": choice_of(corps, "march", ("plain",))}) < -100


def test_AI_35_a_column_that_comes_after_others_counts_for_less_and_a_good_general_for_more():
    first, second = army("field", ref="first"), army("home", ref="second")
    board = Board(known(first, second), [], {})
    board.choose("second", choice_of(second, "forced", ("field", "ridge")))
    assert board.strength("ridge") == 16, "nobody is there before it"
    board.choose("first", choice_of(first, "march", ("ridge",)))
    assert board.strength("ridge") == pytest.approx(16 + 16 * late_worth(30))
    great = replace(first, leader=LeaderFacts("g", "Somebody", "great"))
    assert Board(known(great), [], {}).strength("field") == pytest.approx(16 * 1.25)


def test_AI_39_an_attack_is_worth_what_the_odds_win_and_hopeless_ones_are_left():
    strong, weak = known(army("field", units=8), foes={"ridge": 4}), known(army("field", units=2), foes={"ridge": 8})
    gains = []
    for seen in (strong, weak):
        board = Board(seen, [World(1.0, threats(seen, weighed=False))], {})
        gains.append(board.gain({"corps": choice_of(seen.own[0], "march", ("ridge",))}))
    odds = odds_of(32, 14)
    worth = (3 + 6) * odds.attacker - 6 * odds.defender + odds.defender_lost * 14 - odds.attacker_lost * 32
    assert gains[0] == pytest.approx(worth)
    assert gains[1] < -100


def test_AI_39_weighing_changes_nothing():
    seen = known(army("field", units=8), foes={"ridge": 4})
    board = Board(seen, [World(1.0, threats(seen, weighed=True))], {})
    change = {"corps": choice_of(seen.own[0], "march", ("ridge",))}
    assert board.gain(change) == board.gain(change)
    assert board.chosen["corps"] == Choice("hold", (), "field")


def test_AI_39_attrition_and_lost_supply_are_reckoned_by_place():
    land = theatre(plain={"guerrillas_active": True, "guerrilla_fights": frozenset({"red"})})
    corps = army("field")
    hard = Hardship(land, [corps], Year(3, "summer"), HOUSE)
    assert [hard.cut(corps, key) for key in ("field", "ridge", "plain")] == [False, False, True]
    assert hard.toll(corps, "field", True) == 0.0, "one hardship alone costs nothing"
    dice = HOUSE["attrition.severe_dice"]
    assert hard.toll(corps, "plain", False) == pytest.approx(4 * dice * 0.3), "Morale 7: three in ten, for each die"


def test_AI_40_two_armies_attack_together_what_one_alone_would_not():
    own = [army("field", units=4, ref="first"), army("home", units=4, ref="second"), army("home", units=2, ref="guard")]
    orders = ordered(known(*own, foes={"ridge": 5}))
    assert orders["first"] == ("march", ("ridge",))
    assert orders["second"] in {("forced", ("field", "ridge")), ("march", ("field",))}
    assert ordered(known(army("field", units=2, ref="first"), foes={"ridge": 5}))["first"][1] != ("ridge",)


def test_AI_40_every_order_has_its_reason_and_the_same_knowledge_gives_the_same_orders():
    own = [army("field", ref="first"), army("home", ref="guard"), army("ridge", ref="van", strength=2)]
    seen = known(*own, foes={"plain": 3})
    first, again = orders_of(seen, level_of(3)), orders_of(seen, level_of(3))
    assert first == again
    assert all(now.why for now in first.values())


def test_AI_41_a_capital_is_not_left_open_to_an_enemy_within_two_marches():
    guard = army("home", ref="guard")
    assert ordered(known(guard, foes={"ridge": 1}))["guard"][0] in ("hold", "support", "rest")
    assert ordered(known(guard))["guard"][0] in ("march", "forced"), "nobody is near: it goes for the prize"


def test_AI_41_a_fortress_that_is_half_taken_is_held_by_the_strongest():
    land = theatre(plain={"fortress": True, "fortress_held_by": "red"})
    own = [army("plain", ref="first", units=5), army("plain", ref="second")]
    bound = bound_to_stay(AtSiege(land, own, {}, HOUSE), "red", own)
    assert bound == {"first": ("hold", "the fortress is held until it falls")}
    orders = orders_of(known(*own, land=land, bound=bound), level_of(2))
    assert orders["first"] == Now("hold", (), "the fortress is held until it falls")


def test_AI_41_the_garrison_of_a_fortress_stays():
    land, garrison = theatre(field={"fortress": True}), army("field", led=False)
    assert bound_to_stay(AtSiege(land, [garrison], {}, HOUSE), "red", [garrison])["corps"][0] == "hold"


def test_AI_41_a_capital_is_left_for_a_place_that_decides_the_war():
    guard, other = army("home", ref="guard"), theatre(field={"controller": "blue", "home": "red", "capital": True})
    seen = known(guard, foes={"field": 3}, land=other, stakes={"field": 120.0})
    assert ordered(seen)["guard"] == ("march", ("field",))
    assert ordered(replace(seen, stakes={}))["guard"][1] == ()


def test_AI_42_units_are_raised_first_where_a_capital_is_threatened():
    assert raised_first(known(army("home"), foes={"ridge": 4})) == ["home"]
    assert raised_first(known(army("home"), foes={"plain": 4})) == []


def test_AI_43_peace_is_offered_by_a_side_that_has_lost_its_capital_to_three_times_its_strength():
    lost = theatre(home={"controller": "blue"})
    assert peace_with(known(army("field"), foes={"home": 15}, land=lost)) == ["blue"]
    assert peace_with(known(army("field"), foes={"home": 13}, land=lost)) == []
    assert peace_with(known(army("field"), foes={"plain": 15})) == []


def test_AI_44_a_depot_is_wanted_where_it_brings_the_farthest_army_nearest_on_own_ground():
    near, far = army("home", ref="near"), army("field", ref="far")
    seen = known(near, far)
    assert depot_sites(seen, {"near": 0, "far": 2}) == [], "two marches are near enough"
    assert depot_sites(seen, {"near": 0, "far": 3}) == ["field"], "the ridge is nobody's, and home has a depot"
    assert depot_sites(known(army("ridge", ref="far")), {"far": None}) == ["field"], "cut off, it wants one beside it"


def planned(corps: ArmyFacts, now: Now, **more: Any) -> Planned:
    return plans_of(known(corps, **more), {corps.ref: now})[corps.ref]


def test_AI_47_the_last_capital_is_held_at_any_cost_and_all_else_is_left_to_the_general_on_the_field():
    assert planned(army("field"), Now("avoid")).plan == {}
    assert planned(army("home"), Now("hold")) == Planned({"evening": "hold"}, "the capital is held at any cost")
    assert planned(army("field"), Now("march", ("home",))).plan == {"evening": "hold"}
    assert planned(army("field"), Now("march", ("ridge",))) == Planned({}), "his general on the field judges better"
    second = theatre(plain={"controller": "red", "home": "red", "capital": True})
    assert planned(army("home"), Now("hold"), land=second).plan == {}, "another one is left"


def test_AI_47_worn_units_are_spared_but_never_more_than_a_third():
    worn = replace(army("field", units=6), units=tuple(
        replace(unit, strength=1 if n < 3 else 4, buy=20 + n) for n, unit in enumerate(army("field", units=6).units)
    ))  # fmt: skip
    assert planned(worn, Now("hold")) == Planned({"spare": ["corps2", "corps1"]}, "its worn units are spared")
    assert planned(army("field", strength=2), Now("hold")).plan == {}
