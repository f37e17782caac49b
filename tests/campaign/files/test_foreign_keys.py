"""A campaign file changes nothing outside its own campaign, whatever keys and names it brings."""

import json
from typing import Any

import pytest
from django.db.models import Max

from battles.models import Battle
from campaign.models import Account, Campaign, PointsEntry, SheetLine
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.record.points import account, post_points
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from rosters.models import StrengthLine, Unit
from rosters.services import post_strength
from tests.campaign.files.drafts import draft
from tests.kept import kept

pytestmark = pytest.mark.django_db
TAKEN = 50


@pytest.fixture
def war(drilled: None) -> Campaign:
    return after_a_turn()


@kept
def after_a_turn() -> Campaign:
    """The small war in its second turn, after a battle in the middle."""
    campaign = load_campaign(data=draft(), slug="small", actor="the host")
    march(campaign)
    return campaign


def march(campaign: Campaign, wait: bool = True) -> None:
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    advance_turn(campaign=campaign, actor="the referee", wait=wait)


def dumped(campaign: Campaign) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(dump_text(campaign))
    return told


def with_points(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The file with one point of income more for each key."""
    entry = {"source": "income", "target": "treasury/blue", "amount": 1, "reason": "A gift", "rule": "", "turn": 1}
    data["history"]["points"] += [entry | {"idempotency": key} for key in keys]
    return data


def balance(campaign: Campaign, kind: str, faction: str) -> int:
    return Account.objects.get(campaign=campaign, faction__key=faction, kind=kind).balance


def test_a_file_cannot_make_a_purchase_elsewhere_free(war: Campaign) -> None:
    newest = SheetLine.objects.aggregate(Max("pk"))["pk__max"] or 0
    keys = [f"sheet:{newest + n}:{what}" for n in range(1, TAKEN) for what in ("reserved", "spent")]
    load_campaign(data=with_points(dumped(war), *keys), slug="mine", actor="x")
    red, west = war.factions.get(key="red"), war.provinces.get(key="west")
    before = balance(war, "treasury", "red")
    line = buy_unit(faction=red, province=west, type_key="militia_inf", actor="Red player")
    assert line.cost > 0
    assert f"sheet:{line.pk}:reserved" in keys
    assert balance(war, "treasury", "red") == before - line.cost
    assert audit() == []


def test_a_file_cannot_take_a_rival_s_income(war: Campaign) -> None:
    newest = Campaign.objects.aggregate(Max("pk"))["pk__max"]
    keys = [f"c{pk}:t{turn}.1:income:{who}" for pk in (war.pk, newest + 1, newest + 2) for turn in (1, 2, 3)
            for who in ("west", "east", "middle")]  # fmt: skip
    for campaign in (war, load_campaign(data=with_points(dumped(war), *keys), slug="mine", actor="x")):
        advance_turn(campaign=campaign, actor="the referee")
        paid = PointsEntry.objects.filter(campaign=campaign, source__kind="income", turn=3, rule="HR-5")
        assert paid.values("target").distinct().count() == 2
    assert audit() == []


def test_a_file_cannot_keep_a_battle_from_being_settled(drilled: None) -> None:
    victim = load_campaign(data=draft(), slug="victim", actor="x")
    march(victim, wait=False)
    battle = Battle.objects.get(engagement__turn__campaign=victim)
    data = dumped(load_campaign(data=draft(), slug="other", actor="x"))
    units = Unit.objects.filter(army__station__campaign=victim).values_list("key", flat=True)
    keys = [f"battle/{battle.key}/{unit}/{what}" for unit in units for what in ("lost", "moved")]
    data["history"]["strength"] += [
        {"unit": "u1", "delta": change, "after": 4 + min(change, 0), "cause": "event", "actor": "", "rule": "",
         "note": "", "idempotency": key}
        for key, change in zip(keys, (-1, 1) * len(keys), strict=False)
    ]  # fmt: skip
    load_campaign(data=data, slug="mine", actor="x")
    advance_turn(campaign=victim, actor="the referee")
    battle.refresh_from_db()
    assert battle.state == Battle.State.DONE
    assert StrengthLine.objects.filter(unit__army__station__campaign=victim, cause="battle").exists()
    assert audit() == []


def test_names_of_a_file_are_written_as_they_came(war: Campaign) -> None:
    names = ["sheet:1:reserved", f"c{war.pk}:t1.1:income:red", "file:a", "x {unit:u1} {campaign} turn:small:1", "{war}"]
    names += list(
        PointsEntry.objects.filter(campaign=war).exclude(idempotency=None).values_list("idempotency", flat=True)
    )
    text = dump_text(load_campaign(data=with_points(dumped(war), *names), slug="mine", actor="x"))
    assert [row.get("idempotency") for row in json.loads(text)["history"]["points"]][-len(names) :] == names
    for slug in ("once", "twice"):
        assert dump_text(load_campaign(data=text, slug=slug, actor="x")) == text


def test_a_dump_is_loaded_beside_its_original_twice_and_all_go_on(war: Campaign) -> None:
    text = dump_text(war)
    wars = [war, *(load_campaign(data=text, slug=slug, actor="x") for slug in ("first", "second"))]
    for campaign in wars:
        advance_turn(campaign=campaign, actor="the referee")
    texts = [dump_text(campaign) for campaign in wars]
    assert [campaign.turns.count() for campaign in wars] == [3, 3, 3]
    keys = [[row.get("idempotency") for row in json.loads(text)["history"]["points"]] for text in texts]
    assert keys[0] == keys[1] == keys[2]
    assert audit() == []


def test_keys_of_the_program_stand_for_the_same_step_in_a_copy(war: Campaign) -> None:
    hit = StrengthLine.objects.filter(unit__army__station__campaign=war, cause="battle").select_related("unit")[0]
    battle = Battle.objects.get(engagement__turn__campaign=war)
    StrengthLine.objects.filter(pk=hit.pk).update(idempotency=f"battle/{battle.key}/{hit.unit.key}/lost")
    copied = load_campaign(data=dump_text(war), slug="copy", actor="x")
    first = PointsEntry.objects.get(campaign=copied, idempotency=f"c{copied.pk}:t1.1:income:west")
    again = post_points(source=account(campaign=copied, kind="income"), target=first.target, amount=first.amount,
                        reason="", reference="", actor="", rule="", turn=1, key=first.idempotency)  # fmt: skip
    assert again == first
    line = StrengthLine.objects.get(unit__army__station__campaign=copied, idempotency__endswith="/lost")
    own = Battle.objects.get(engagement__turn__campaign=copied)
    assert line.idempotency == f"battle/{own.key}/{line.unit.key}/lost"
    assert post_strength(unit=line.unit, delta=line.delta, cause="battle", reference="", actor="",
                         key=line.idempotency) == line  # fmt: skip


@pytest.mark.parametrize(("key", "why"), [
    ("{war}:t3.1:income:red", "it is the key of another turn, or of one that has not begun"),
    ("{war}:t1.2:income:red", "it is the key of another turn, or of one that has not begun"),
    ("{war}:later", "it is the key of another turn, or of one that has not begun"),
    ("{line:s99}:reserved", "there is no line s99 in the sheet"),
    ("{line:x}:reserved", "there is no line x in the sheet"),
    ("battle/{battle:b7}/{unit:u1}/lost", "b7 is no battle of this file that is settled"),
])  # fmt: skip
def test_a_key_of_what_is_still_to_come_is_refused(war: Campaign, key: str, why: str) -> None:
    data = with_points(dumped(war), key)
    place = len(data["history"]["points"]) - 1
    with pytest.raises(CampaignFileError) as refused:
        load_campaign(data=data, slug="mine", actor="x")
    assert str(refused.value) == f"history.points[{place}].idempotency: {why}; leave it out."


def test_a_step_that_the_open_turn_has_before_it_cannot_be_taken(war: Campaign) -> None:
    data = with_points(dumped(war))
    entry = data["history"]["points"][0] | {"turn": 2, "idempotency": "{war}:t2.1:pay:red_army"}
    data["history"]["points"].append(entry)
    with pytest.raises(CampaignFileError, match="it is the key of a step that turn 2 has still before it"):
        load_campaign(data=data, slug="mine", actor="x")


def test_a_reference_that_grows_too_long_is_refused(war: Campaign) -> None:
    data = dumped(war)
    data["history"]["points"][0]["reference"] = "{campaign}" * 12
    with pytest.raises(
        CampaignFileError, match=r"^history\.points\[0\]\.reference: with its names put in it is longer"
    ):
        load_campaign(data=data, slug="a-slug-of-twenty-one", actor="x")


def test_what_looks_like_a_token_comes_back_as_it_was(war: Campaign) -> None:
    line = SheetLine.objects.create(turn=war.turns.last(), faction=war.factions.first(), kind="split", state="refused",
                                    details={"name": "{campaign} {brace} {unit:u1} f1 {war}"})  # fmt: skip
    text = dump_text(war)
    copied = load_campaign(data=text, slug="copy", actor="x")
    assert SheetLine.objects.get(turn__campaign=copied, kind="split").details == line.details
    assert dump_text(copied) == text
