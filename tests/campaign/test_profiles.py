"""A campaign under a profile of the referee's (ENG-2): chosen on the desk, carried by every battle from then on."""

import json
import re
from typing import Any

import pytest

from base.refusal import Refusal
from battles.models import Battle, RulesProfile
from battles.services.profiles import create_profile
from campaign.models import Account, RefereeAct
from campaign.rules.files.campaign_file import CampaignFileError, loads
from campaign.selectors.war import war_of
from campaign.services.audit import audit_campaign
from campaign.services.files.files import copy_campaign, dump_text
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.profiles import choose_profile
from campaign.services.record.points import balances
from campaign.services.sheet.offers import market_of
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.rules.catalogue import catalogue
from tests.campaign.worlds import FixedKeys, Valley, fresh, long_valley
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
OWN = {"combat": {"CM3": {"value": -1}}, "units": {"line_inf": {"maintenance": {"value": 5}, "buy": {"value": 33}}}}


@pytest.fixture
def valley(drilled) -> Valley:
    return long_valley(muster_every=1)


def profile_of(valley: Valley, values: dict[str, Any] | None = None) -> RulesProfile:
    return create_profile(owner=valley.people["referee"], name="Booklet", values=OWN if values is None else values)


def test_ENG_2_the_referee_chooses_on_the_desk_and_every_member_reads_the_numbers(valley):
    profile, desk = profile_of(valley), logged_in(valley.people["referee"])
    assert b"Booklet" in desk.get("/c/long-valley/desk/terms/").content
    desk.post("/c/long-valley/desk/profile/", {"profile": profile.key})
    valley.campaign.refresh_from_db()
    assert valley.campaign.profile == {"name": "Booklet"} | OWN
    assert "Booklet" in RefereeAct.objects.latest("pk").act
    page = logged_in(valley.people["observer"]).get("/c/long-valley/numbers/").text
    assert profile.digest in page
    assert "instead of -2" in page
    assert logged_in(valley.people["stranger"]).get("/c/long-valley/numbers/").status_code == 404


def test_ENG_1_the_units_opened_from_a_war_have_the_numbers_of_its_profile(valley):
    reader = logged_in(valley.people["north"])
    assert 'href="/units/"' in reader.get("/c/long-valley/").text
    valley.campaign.profile = {"name": "Booklet"} | OWN
    valley.campaign.save()
    assert 'href="/c/long-valley/units/"' in reader.get("/c/long-valley/").text

    def costs(path):
        page = reader.get(path).text
        rows = re.findall(r'<th scope="row">Line Infantry.*?</tr>', page, re.DOTALL | re.IGNORECASE)
        return [number for row in rows[:2] for number in re.findall(r"<td[^>]*>\s*([\d,]+)", row)[-2:]]

    assert costs("/units/") == ["30", "3", "4", "8"]  # E120: ceil(30 / 8), ceil(30 / 4)
    assert costs("/c/long-valley/units/") == ["33", "5", "5", "9"]  # ceil(33 / 8), ceil(33 / 4)
    assert logged_in(valley.people["stranger"]).get("/c/long-valley/units/").status_code == 404


def test_ENG_2_players_and_profiles_of_others_are_refused_alike(valley):
    profile = profile_of(valley)
    other = create_profile(owner=valley.people["north"], name="North's", values=OWN)
    assert logged_in(valley.people["north"]).post(
        "/c/long-valley/desk/profile/", {"profile": other.key}).status_code == 404  # fmt: skip
    desk = logged_in(valley.people["referee"])
    answer = desk.post("/c/long-valley/desk/profile/", {"profile": other.key}, follow=True)
    assert "Profile: choose one of those listed." in answer.text
    desk.post("/c/long-valley/desk/profile/", {"profile": profile.key})
    desk.post("/c/long-valley/desk/profile/", {"profile": "keep"})
    valley.campaign.refresh_from_db()
    assert valley.campaign.profile["name"] == "Booklet"


def test_ENG_2_new_battles_carry_the_numbers_and_an_open_one_keeps_its_own(valley):
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    profile = profile_of(valley)
    choose_profile(campaign=valley.campaign, profile=profile, actor=valley.people["referee"])
    with FixedKeys(3):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    battle = Battle.objects.get()
    assert battle.file["profile"] == profile.values
    assert battle.profile_hash == profile.digest
    choose_profile(campaign=valley.campaign, profile=None, actor=valley.people["referee"])
    battle.refresh_from_db()
    assert battle.file["profile"] == profile.values
    page = logged_in(valley.people["observer"]).get(f"/c/long-valley/battles/{battle.key}/").text
    assert "Booklet" in page
    assert profile.digest in page


def test_ENG_2_a_later_change_of_the_profile_does_not_reach_the_war(valley):
    choose_profile(campaign=valley.campaign, profile=profile_of(valley), actor=valley.people["referee"])
    RulesProfile.objects.update(values={"name": "Booklet", "combat": {"CM3": {"value": -9}}})
    valley.campaign.refresh_from_db()
    assert valley.campaign.profile["combat"]["CM3"]["value"] == -1


def test_HR_6_upkeep_and_prices_follow_the_profile_and_nothing_is_lost(valley):
    turn, north = valley.turn, valley.factions["north"]
    before = upkeep_of(war_of(turn), north)
    lines = sum(u.type == "line_inf" for a in war_of(turn).armies if a.faction == "north" for u in a.units)
    reserved = balances(factions=[north])[north.pk, Account.Kind.RESERVED]
    shipped = catalogue().unit_types["line_inf"].maintenance
    choose_profile(campaign=valley.campaign, profile=profile_of(valley), actor=valley.people["referee"])
    valley.campaign.refresh_from_db()
    turn = valley.turn
    assert upkeep_of(war_of(turn), north) == before + lines * (5 - shipped)
    assert balances(factions=[north])[north.pk, Account.Kind.RESERVED] == reserved + lines * (5 - shipped)
    found = market_of(faction=north, province="northgate", turn=turn)
    offers = {offer.type: offer.price for offer in found.units}
    assert (offers["line_inf"], offers["elite_inf"]) == (33, 40)
    choose_profile(campaign=valley.campaign, profile=None, actor=valley.people["referee"])
    assert balances(factions=[north])[north.pk, Account.Kind.RESERVED] == reserved
    assert audit_campaign(campaign=valley.campaign) == []


def test_ENG_2_the_profile_waits_for_open_orders(valley):
    valley.campaign.turns.update(state="fighting")
    with pytest.raises(Refusal, match="while orders are open"):
        choose_profile(campaign=valley.campaign, profile=profile_of(valley), actor=valley.people["referee"])


def test_ENG_3_rosters_keep_the_full_strengths(valley):
    profile = profile_of(valley, {})
    RulesProfile.objects.update(values={"units": {"engineer": {"full": {"value": 2}}}})
    profile.refresh_from_db()
    with pytest.raises(Refusal, match=r"units\.engineer\.full: "):
        choose_profile(campaign=valley.campaign, profile=profile, actor=valley.people["referee"])


def test_ENG_2_the_profile_goes_with_the_campaigns_file(valley):
    choose_profile(campaign=valley.campaign, profile=profile_of(valley), actor=valley.people["referee"])
    valley.campaign.refresh_from_db()
    valley.campaign.map = {"view": [0, 0, 800, 300]}
    valley.campaign.save()
    text = dump_text(valley.campaign)
    made = copy_campaign(campaign=valley.campaign, slug="copy", name=valley.campaign.name, actor="tester")
    assert made.profile == valley.campaign.profile
    bad = json.loads(text) | {"profile": {"combat": {"CM3": {"value": 99}}}}
    with pytest.raises(CampaignFileError, match=r"profile\.combat\.CM3: "):
        loads(json.dumps(bad))


def test_ENG_2_a_member_copies_the_numbers_of_his_war(valley):
    choose_profile(campaign=valley.campaign, profile=profile_of(valley), actor=valley.people["referee"])
    logged_in(valley.people["west"]).post("/c/long-valley/numbers/copy/")
    made = RulesProfile.objects.get(owner=valley.people["west"])
    assert made.name == "Booklet (The Long Valley)"
    assert made.digest == RulesProfile.objects.get(owner=valley.people["referee"]).digest


@pytest.mark.parametrize("chosen", ["nowhere", "a\x00b", "9" * 5000])
def test_a_profile_that_nobody_offered_is_refused_in_a_sentence(valley, chosen):
    desk, acts = logged_in(valley.people["referee"]), RefereeAct.objects.count()
    answer = desk.post("/c/long-valley/desk/profile/", {"profile": chosen}, follow=True)
    assert "Profile: choose one of those listed." in answer.text
    valley.campaign.refresh_from_db()
    assert (valley.campaign.profile, RefereeAct.objects.count()) == ({}, acts)
