"""The rule system of a war and of one battle: chosen by the referee, on the record, in files, on every page."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from base.refusal import Refusal
from battles.models import Battle
from battles.resolvers.core import kernels
from battles.services.held.choosing import change_rules
from battles.services.profiles import create_profile
from campaign.models import Campaign, ChronicleEntry, Engagement, RefereeAct
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.phases.fighting.methods import set_battle_policy, set_battle_rules
from campaign.services.profiles import choose_profile, choose_rules
from tests.battles import drill
from tests.campaign.worlds import Valley, long_valley, march_on_the_ridge
from tests.factories.people import logged_in
from tests.scenarios import World

pytestmark = pytest.mark.django_db

drill.register()


@pytest.fixture
def valley() -> Valley:
    return long_valley()


@pytest.fixture
def desk(valley: Valley) -> Client:
    return logged_in(valley.people["referee"])


def opened(valley: Valley) -> Battle:
    march_on_the_ridge(valley)
    return Engagement.objects.get(battle__isnull=False).battle


def held_open(valley: Valley) -> Battle:
    set_battle_policy(campaign=valley.campaign, days=3, fallback="auto", patience=None, user=valley.people["referee"])
    return opened(valley)


def test_the_desk_changes_the_rules_of_the_battles_to_come(valley: Valley, desk: Client) -> None:
    address = f"/c/{valley.campaign.slug}/desk/"
    assert "Toss a coin" in desk.get(f"{address}terms/").text
    assert desk.post(f"{address}rules/", {"rules": "coin"}).status_code == 302
    valley.campaign.refresh_from_db()
    assert "By Toss a coin, at once by the program." in desk.get(address).text
    page = desk.get(f"{address}terms/").text
    assert "Best of three (COIN-3)" in page
    assert "Stratagems (LGG-S1)" not in page
    assert RefereeAct.objects.get().act == "decided that battles are fought by Toss a coin, with its numbers as shipped"
    battle = opened(valley)
    assert (battle.rules, battle.engine, battle.file["rules"]) == ("coin", "coin 1", "coin")
    assert battle.file["options"] == {"best_of_three": False, "metal": "silver", "max_days": 3, "limit_guns": True}
    assert "Toss a coin" in desk.get(f"/c/{valley.campaign.slug}/battles/{battle.key}/").text
    assert "All by the rules of Toss a coin." in desk.get(f"/c/{valley.campaign.slug}/battles/").text


def test_rules_that_are_not_here_are_refused_and_change_nothing(valley: Valley, desk: Client) -> None:
    assert desk.post(f"/c/{valley.campaign.slug}/desk/rules/", {"rules": "chess"}).status_code == 422
    with pytest.raises(Refusal, match=r"^rules: 'chess' is no rule system here; choose from lgg, "):
        choose_rules(campaign=valley.campaign, rules="chess", actor=valley.people["referee"])
    valley.campaign.refresh_from_db()
    assert (valley.campaign.rules, RefereeAct.objects.count()) == ("lgg", 0)


def test_rules_are_changed_while_orders_are_open(valley: Valley) -> None:
    turn = valley.campaign.turns.get()
    turn.state = "sealed"
    turn.save()
    with pytest.raises(Refusal, match="The rules can be changed only while orders are open"):
        choose_rules(campaign=valley.campaign, rules="coin", actor=valley.people["referee"])


def test_the_desk_sets_the_options_of_the_rules_in_force(valley: Valley, desk: Client) -> None:
    referee = valley.people["referee"]
    campaign = choose_rules(campaign=valley.campaign, rules="coin", actor=referee)
    sent = {"days": "0", "fallback": "auto", "option_best_of_three": "on", "option_metal": "gold", "max_days": "2"}
    assert desk.post(f"/c/{campaign.slug}/desk/policy/", sent).status_code == 302
    campaign.refresh_from_db()
    assert campaign.rule_options == {"best_of_three": True, "metal": "gold"}
    told = "decided that battles are fought with best of three, metal: Gold, 2 days at most"
    assert RefereeAct.objects.filter(act=told.replace("2 days", "two days")).count() == 1
    with pytest.raises(Refusal, match=r"^rule_options\.stratagems: this key is not known"):
        set_battle_rules(campaign=campaign, options={"stratagems": True}, max_days=3, user=referee)
    campaign = choose_rules(campaign=campaign, rules="lgg", actor=referee)
    assert campaign.rule_options == {}


def test_the_desk_shows_how_far_the_rules_are_compiled(
    desk: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIVOUAC_KERNEL_CACHE", str(tmp_path))
    kernels.note_progress(12, 20)
    sentence = "Rules compiled: 12 of 20. Battles are fought meanwhile, only more slowly."
    assert sentence in desk.get("/c/long-valley/desk/").text
    polled = desk.get("/c/long-valley/desk/progress/?of=rules")
    assert (polled.status_code, sentence in polled.text) == (200, True)
    kernels.mark().touch()
    polled = desk.get("/c/long-valley/desk/progress/?of=rules")
    assert (polled.status_code, polled.content) == (286, b"")
    assert "Rules compiled" not in desk.get("/c/long-valley/desk/").text


def test_a_profile_of_other_rules_is_refused_and_put_down_with_its_rules(valley: Valley, desk: Client) -> None:
    referee = valley.people["referee"]
    own = create_profile(owner=referee, name="Booklet", values={})
    coins = create_profile(owner=referee, name="Heavy", values={"toss": {"loser": {"value": 2}}}, rules="coin")
    with pytest.raises(Refusal, match="“Heavy” belongs to Toss a coin; battles here are fought by La Grande Guerre"):
        choose_profile(campaign=valley.campaign, profile=coins, actor=referee)
    campaign = choose_profile(campaign=valley.campaign, profile=own, actor=referee)
    assert choose_rules(campaign=campaign, rules="coin", actor=referee).profile == {}
    page = desk.get(f"/c/{campaign.slug}/desk/terms/").text
    assert "Heavy (Toss a coin)" in page
    assert "Booklet" not in page.split("Numbers of the rules")[1].split("</form>")[0]
    campaign = choose_profile(campaign=campaign, profile=coins, actor=referee)
    assert opened(valley).file["profile"] == {"name": "Heavy", "toss": {"loser": {"value": 2}}}


def test_one_battle_is_fought_by_other_rules_until_it_is_laid_out(valley: Valley, desk: Client) -> None:
    battle = held_open(valley)
    address = f"/c/{valley.campaign.slug}/battles/{battle.key}/"
    assert "change the rules of this battle" in desk.get(address).text
    assert desk.post(f"{address}by/", {"rules": "coin"}).status_code == 302
    before, battle = battle, Battle.objects.get()
    assert (battle.rules, battle.engine, battle.state) == ("coin", "coin 1", "open")
    assert (battle.seed, battle.field_seed, battle.commitment) == (before.seed, before.field_seed, before.commitment)
    assert battle.file["sides"] == before.file["sides"]
    assert RefereeAct.objects.filter(act=f"decided that the {battle.name} is fought by Toss a coin").count() == 1
    assert ChronicleEntry.objects.filter(text=f"{battle.name}: it is fought by Toss a coin.").count() == 1
    valley.campaign.refresh_from_db()
    assert valley.campaign.rules == "lgg"
    battle.entries.create(side=0, part="north", values={}, by="north")
    with pytest.raises(Refusal, match="it is laid out; rules are changed before anything is noted, typed in or fought"):
        change_rules(battle=battle, rules="lgg")
    assert "change the rules of this battle" not in desk.get(address).text


def test_players_neither_see_nor_use_the_door(valley: Valley) -> None:
    battle, player = held_open(valley), Client()
    player.force_login(valley.people["north"])
    address = f"/c/{valley.campaign.slug}/battles/{battle.key}/"
    assert "change the rules" not in player.get(address).text
    assert player.post(f"{address}by/", {"rules": "coin"}).status_code == 403
    assert player.post(f"/c/{valley.campaign.slug}/desk/rules/", {"rules": "coin"}).status_code == 404
    assert Battle.objects.get().rules == "lgg"


def test_a_file_says_the_rules_and_older_files_keep_their_meaning(world: World) -> None:
    referee = User.objects.create_user("referee")
    campaign = choose_rules(campaign=world.campaign, rules="coin", actor=referee)
    set_battle_rules(campaign=campaign, options={"metal": "gold"}, max_days=3, user=referee)
    text = dump_text(campaign)
    data = json.loads(text)
    assert (data["rules"], data["rule_options"]) == ("coin", {"metal": "gold"})
    copy = load_campaign(data=text, slug="copy", actor="referee")
    assert (copy.rules, copy.rule_options) == ("coin", {"metal": "gold"})
    older = {key: value for key, value in data.items() if key not in ("rules", "rule_options")}
    old = load_campaign(data=older | {"battle_stratagems": True}, slug="old", actor="referee")
    assert (old.rules, old.rule_options) == ("lgg", {"stratagems": True, "will": "off", "large_army": 0})
    assert (old.rules_offered, copy.rules_offered) == (True, False)
    running = load_campaign(data=dump_text(old), slug="running", actor="referee")
    assert (running.rule_options, running.rules_offered) == (old.rule_options, True)


def test_a_file_with_options_of_other_rules_is_refused_by_its_place(world: World) -> None:
    data = json.loads(dump_text(world.campaign))
    for more, sentence in (
        ({"rules": "chess"}, "rules: 'chess' is no rule system here"),
        ({"rule_options": {"metal": "gold"}}, "rule_options.metal: this key is not known"),
        ({"rule_options": {"stratagems": 1}}, "rule_options.stratagems: true or false is expected"),
        ({"rules": "coin", "rule_options": {}, "profile": {"combat": {}}}, "profile.combat: this key is not known"),
    ):
        with pytest.raises(Refusal, match=sentence.replace(".", r"\.")):
            load_campaign(data=data | more, slug="another", actor="referee")
    assert Campaign.objects.count() == 1
