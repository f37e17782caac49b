"""How the program leads a side of its own: it keeps its capitals and goes for prizes farther off."""

from campaign.rules.program import program_orders
from campaign.rules.standing import Now
from tests.campaign.rules.general.test_caretaker import army, outlook


def test_AI_33_an_idle_army_goes_onward_to_a_prize_farther_off():
    corps, guard = army("capital"), army("capital", ref="guard")
    given = program_orders(outlook(corps, guard), [corps, guard])
    assert given == {"corps": Now("march", ("field",)), "guard": Now("hold")}, "the ridge is two marches away: 9 - 6"


def test_AI_33_nobody_marches_towards_a_stronger_enemy():
    corps, guard = army("capital"), army("capital", ref="guard")
    strong = outlook(corps, guard, enemies={"ridge": 20, "plain": 20, "foe": 20})
    assert set(program_orders(strong, [corps, guard]).values()) == {Now("hold")}


def test_AI_33_a_threatened_capital_is_relieved_by_as_many_as_it_needs():
    guard, near, far = army("capital", ref="guard"), army("field", ref="near"), army("ridge", ref="far")
    assert program_orders(outlook(guard, far, enemies={"field": 4}), [guard])["guard"] == Now("hold")
    beside = outlook(guard, near, enemies={"field": 8})
    assert program_orders(beside, [guard, near]) == {"guard": Now("hold"), "near": Now("march", ("capital",))}


def test_AI_33_attrition_on_the_first_march_keeps_an_army_where_it_is():
    corps, guard = army("capital"), army("capital", ref="guard")
    assert set(program_orders(outlook(corps, guard, met=1), [corps, guard]).values()) == {Now("hold")}
