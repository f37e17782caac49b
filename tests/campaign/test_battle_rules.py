"""The supplementary rules of a campaign's battles: said on the desk, written into every file from then on."""

from typing import Any

import pytest

from base.refusal import Refusal
from campaign.models import Campaign, Engagement, RefereeAct
from campaign.services.phases.fighting.methods import set_battle_rules
from tests.campaign.worlds import Valley, long_valley, march_on_the_ridge
from tests.factories.people import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def valley() -> Valley:
    return long_valley()


def options_of_a_battle(valley: Valley) -> dict[str, Any]:
    march_on_the_ridge(valley)
    told: dict[Any, Any] = Engagement.objects.get(battle__isnull=False).battle.file["options"]
    return told


def test_without_a_word_of_the_referee_the_supplementary_rules_are_left_out(valley: Valley) -> None:
    assert options_of_a_battle(valley) == {
        "stratagems": False, "sudden_death": False, "will": "1/3", "large_army": 16, "max_days": 3, "limit_guns": True,
    }  # fmt: skip


def test_what_the_desk_says_stands_in_the_next_battles_file_and_on_the_record(valley: Valley) -> None:
    desk = logged_in(valley.people["referee"])
    assert "Stratagems (LGG-S1)" in desk.get(f"/c/{valley.campaign.slug}/desk/terms/").text
    sent = {"days": "0", "fallback": "auto", "option_stratagems": "on", "option_sudden_death": "on", "max_days": "1"}
    assert desk.post(f"/c/{valley.campaign.slug}/desk/policy/", sent).status_code == 302
    valley.campaign.refresh_from_db()
    assert options_of_a_battle(valley) == {
        "stratagems": True, "sudden_death": True, "will": "1/3", "large_army": 16, "max_days": 1, "limit_guns": True,
    }  # fmt: skip
    told = ("decided that battles are fought with stratagems, with sudden death, the will of an army: a third, "
            "units to a command roll: 16, one day at most")  # fmt: skip
    assert RefereeAct.objects.filter(act=told).count() == 1


def test_other_days_than_one_to_three_are_refused_and_change_nothing(valley: Valley) -> None:
    desk = logged_in(valley.people["referee"])
    for days in ("0", "4", "-1", "", "1.5"):
        desk.post(f"/c/{valley.campaign.slug}/desk/policy/", {"days": "5", "fallback": "auto", "max_days": days})
    valley.campaign.refresh_from_db()
    assert (valley.campaign.battle_days, valley.campaign.battle_max_days) == (0, 3)
    with pytest.raises(Refusal, match="write 1 to 3"):
        set_battle_rules(
            campaign=valley.campaign, options={"stratagems": True}, max_days=4, user=valley.people["referee"]
        )


def test_HR_26_HR_27_a_war_that_is_older_than_the_rules_waits_for_its_referee_and_one_tick_keeps_the_letter(
    valley: Valley,
) -> None:
    Campaign.objects.update(rule_options={"will": "off", "large_army": 0}, rules_offered=True)
    desk = logged_in(valley.people["referee"])
    page = desk.get(f"/c/{valley.campaign.slug}/desk/").text
    assert "New house rules wait for you" in page
    assert "(HR-26): An army leaves once more than this share" in page
    sent = {"days": "0", "fallback": "auto", "max_days": "3", "option_will": "2/5", "option_letter": "on"}
    assert desk.post(f"/c/{valley.campaign.slug}/desk/policy/", sent).status_code == 302
    valley.campaign.refresh_from_db()
    assert valley.campaign.rule_options == {"will": "off", "large_army": 0}
    assert RefereeAct.objects.filter(act__contains="the will of an army: off, nobody must leave").count() == 1
    assert "New house rules" not in desk.get(f"/c/{valley.campaign.slug}/desk/").text
    sent = {"days": "0", "fallback": "auto", "max_days": "3", "option_will": "2/5"}
    desk.post(f"/c/{valley.campaign.slug}/desk/policy/", sent)
    valley.campaign.refresh_from_db()
    assert valley.campaign.rule_options == {"will": "2/5", "large_army": 0}, "a field that is not sent changes nothing"
