"""A campaign with a battle on the table goes into its file and comes out of it, results typed so far included."""

import json
from copy import deepcopy
from typing import Any

import pytest

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import UNANSWERED, first_entry
from battles.services import fight_here
from battles.services.held.choosing import choose_method
from battles.services.held.table import hand_in, save_draft
from campaign.models import Campaign, Engagement, EngagementArmy
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.services.audit import audit, orphans
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.files.drafts import draft
from tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def war() -> Campaign:
    """Red and Blue stand in the middle, Red's second army has come up; Red has handed in, Blue has begun."""
    data = draft() | {"battle_days": 7}
    more = {"ref": "red_more", "faction": "red", "name": "More", "province": "west", "roster": "1 Line inf"}
    data["armies"].append(more)
    campaign = load_campaign(data=json.dumps(data), slug="small", actor="somebody")
    for refs in (("red_army", "blue_army"), ("red_more",)):
        for ref in refs:
            give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
        advance_turn(campaign=campaign, actor="the referee")
    battle = battle_of(campaign)
    choose_method(battle=battle, method="table")
    file = parse(battle.file)
    hand_in(battle=battle, side=0, values=first_entry(file, 0), by="red", part=None)
    wrong = {**first_entry(file, 1), **UNANSWERED}
    wrong["units"]["d1"] = {"strength": 0, "fate": "stands"}
    save_draft(battle=battle, side=1, values=wrong, by="blue", part="blue")
    return campaign


def battle_of(campaign: Campaign) -> Battle:
    return Engagement.objects.get(turn__campaign=campaign).battle


def test_a_new_campaign_has_patience_and_an_open_battle_has_it_too(war: Campaign) -> None:
    assert (war.battle_patience, battle_of(war).patience) == (72, 72)


def test_columns_results_and_drafts_come_out_as_they_went_in(war: Campaign) -> None:
    text = dump_text(war)
    copy = load_campaign(data=text, slug="copy", actor="somebody")
    assert dump_text(copy).replace("copy", "small") == text.replace("copy", "small")
    battle = battle_of(copy)
    entries = battle.entries.order_by("side").values_list("side", "part", "handed_in_at")
    assert [(side, part, at is not None) for side, part, at in entries] == [(0, "", True), (1, "blue", False)]
    assert EngagementArmy.objects.get(station__campaign=copy, station__ref="red_more").mark == 60
    battle.entries.update(handed_in_at=None)  # Red takes its result back: a draft again
    choose_method(battle=battle, method="auto")
    assert fight_here(battle)
    assert audit() + orphans() == []


def spoilt(text: str, number: int, change: Any) -> str:
    data = json.loads(text)
    values = deepcopy(data["history"]["entries"][number]["values"])
    data["history"]["entries"][number]["values"] = change(values)
    return json.dumps(data)


@pytest.mark.parametrize(("number", "change", "sentence"), [
    (0, lambda v: {}, "entries[0].values: leaders"),
    (0, lambda v: v | {"units": []}, "entries[0].values: units"),
    (0, lambda v: v | {"units": {"d1": {"strength": 1, "fate": "stands"}}}, "d1 is no unit of yours"),
    (0, lambda v: v | {"leaders": ["promoted"]}, "entries[0].values: leaders[0]"),
    (0, lambda v: v | {"units": v["units"] | {"a1": {"strength": 9, "fate": "stands"}}}, "are more than the"),
    (1, lambda v: v | {"units": {"d1": {"strength": "all", "fate": "stands"}}}, "entries[1].values: units.d1.strength"),
    (1, lambda v: v | {"stayed": "yes"}, "entries[1].values: stayed"),
    (1, lambda v: v | {"days": 99}, "entries[1].values: days"),
])  # fmt: skip
def test_what_nobody_can_have_typed_is_refused_with_its_place(war: Campaign, number, change, sentence) -> None:
    with pytest.raises(CampaignFileError) as refused:
        load_campaign(data=spoilt(dump_text(war), number, change), slug="copy", actor="somebody")
    assert sentence in str(refused.value)
    assert not Campaign.objects.filter(slug="copy").exists()


def test_the_same_party_cannot_have_typed_twice(war: Campaign) -> None:
    data = json.loads(dump_text(war))
    data["history"]["entries"].append(data["history"]["entries"][0])
    with pytest.raises(CampaignFileError, match="the same is recorded already"):
        load_campaign(data=json.dumps(data), slug="copy", actor="somebody")
