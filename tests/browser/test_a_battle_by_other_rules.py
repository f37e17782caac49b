"""A battle on the table by other rules than La Grande Guerre: chosen at the desk, packed, typed in, settled."""

import pytest

from battles.models import Battle
from battles.resolvers.files.fighting import verify
from battles.selectors import report_of
from campaign.models import Campaign
from campaign.services.audit import audit, orphans
from rosters.models import Unit
from tests.browser.conftest import NARROW, Visit, follow
from tests.browser.test_a_battle_on_the_table import (
    ABROAD,
    hold_battles_open,
    open_the_form,
    pack_of,
    run_turn,
    type_in,
    wish_for_the_table,
)
from tests.browser.test_a_first_quarter_of_an_hour import give_order

TERMS = {
    "one_hour": ("hits left", "2", 3), "activation": ("steps left", "3", 3),
    "square_brigadier": ("hits left", "2", 3), "solo_napoleonic": ("figures left", "40", 2),
}  # fmt: skip
"""What is left of a unit is called, what is typed in of it, the strength points that it comes to."""


@pytest.mark.parametrize(
    "rules", ["one_hour", *(pytest.param(one, marks=pytest.mark.soak)
                            for one in ("activation", "square_brigadier", "solo_napoleonic"))]
)  # fmt: skip
def test_a_battle_is_packed_typed_in_and_settled_in_a_systems_own_terms(
    rules: str, war: Campaign, visit: Visit
) -> None:
    left, typed, strength = TERMS[rules]
    desk = visit("referee", f"{ABROAD}desk/terms/")
    desk.locator("select[name=rules]").select_option(rules)
    follow(desk, desk.locator("form:has(select[name=rules]) button").first)
    hold_battles_open(desk)
    avenne, birkenfeld = visit("avenne", ABROAD), visit("birkenfeld", ABROAD, viewport=NARROW)
    give_order(avenne, "Army of the Aven", "March to Crossways")
    give_order(birkenfeld, "Army of the Birke", "March to Crossways")
    run_turn(desk, 1)
    wish_for_the_table(avenne)
    wish_for_the_table(birkenfeld)
    pack = pack_of(avenne)
    assert "COM-13" in pack
    assert "Command dice" not in pack
    assert "Radius" not in pack

    for page in (avenne, birkenfeld):
        open_the_form(page)
        type_in(page)
        if page is avenne:
            page.get_by_label(f"2nd Division: {left}").fill(typed)
        page.get_by_role("button", name="Hand in the result").click()
    birkenfeld.get_by_text("The reports agree: the battle is settled.").wait_for()
    battle = Battle.objects.get()
    assert (battle.state, battle.method, battle.file["rules"]) == ("done", "table", rules)
    assert Unit.objects.get(name="2nd Division").strength == strength
    report = report_of(battle)
    assert report is not None
    assert verify(report).same
    assert audit() + orphans() == []
