"""Plans of battle of several armies on one side (HR-14)."""

from typing import Any

import pytest

from base.refusal import Refusal
from campaign.rules.fighting.plan import check_plan, plan_of_side
from campaign.rules.theatre import ArmyFacts, LeaderFacts, UnitFacts


def army(ref: str, leader: str | None, strength: int) -> ArmyFacts:
    unit = UnitFacts(key=f"{ref}-u", type="line_inf", arm="foot", guard=False, outriders=False, strength=strength,
                     full=4, morale=7, buy=30, maintenance=3, name="")  # fmt: skip
    return ArmyFacts(
        ref=ref, faction="f", province="p", name=ref, units=(unit,), wings=(), came_from=None, entered_turn=0,
        entered_impulse=0, leader=LeaderFacts(leader, leader, "good") if leader else None, engaged=False,
        garrison=False,
    )  # fmt: skip


ARMIES = (army("a", "ney", 1), army("b", "oudinot", 4))
PLANS: dict[str, dict[str, Any]] = {
    "a": {"posture": "attack", "spare": ["a-u"]}, "b": {"posture": "hold", "reserve": 30, "spare": ["b-u", "gone"]}
}  # fmt: skip
IDS = {"a-u": "a1", "b-u": "a2"}


def test_HR_14_the_commanders_army_decides_and_every_army_spares_its_own():
    assert plan_of_side(ARMIES, "ney", PLANS, IDS) == {"posture": "attack", "spare": ["a1", "a2"]}
    assert plan_of_side(ARMIES, "oudinot", PLANS, IDS) == {"posture": "hold", "reserve": 30, "spare": ["a1", "a2"]}


def test_without_a_leader_the_strongest_army_decides():
    assert plan_of_side(ARMIES, None, PLANS, IDS)["posture"] == "hold"


def test_no_plan_at_all_leaves_the_general_free():
    assert plan_of_side(ARMIES, "ney", {}, IDS) is None
    assert plan_of_side(ARMIES, "ney", {"a": {"spare": ["gone"]}}, IDS) is None


@pytest.mark.parametrize(
    ("plan", "place"),
    [({"posture": "flee"}, "posture"), ({"reserve": 101}, "reserve"), ({"reserve": True}, "reserve"),
     ({"spare": "x"}, "spare"), ({"mood": 1}, "mood"), ([], "object")],
)  # fmt: skip
def test_a_wrong_plan_is_refused_by_its_key(plan, place):
    with pytest.raises(Refusal, match=place):
        check_plan(plan)
