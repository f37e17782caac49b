"""The doors of a rule system that a war and its pages use: a turn, the file, the table, two worlds, one-off battles."""

import json
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from battles.pages.profiles import shipped_key
from battles.resolvers.contract.registry import has, questions, slugs, system
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import verify
from battles.resolvers.values.report import from_dict
from battles.resolvers.values.typed import unhurt
from battles.selectors import report_of
from battles.services import run_battle
from battles.services.held.settling import settle_typed
from campaign.models import Campaign
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.people.members import make_referee
from campaign.services.profiles import choose_rules
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.battles.conformance.conftest import FIRST_OF, battle_data
from tests.campaign.files.drafts import draft
from tests.campaign.secrecy.test_two_worlds import difference, still_time
from tests.campaign.secrecy.test_two_worlds_held import BETTER, answers, read_by
from tests.campaign.worlds import PLAIN
from tests.factories.people import logged_in
from tests.kept import kept

__all__ = ["still_time"]

pytestmark = pytest.mark.django_db


@kept
def war_under(rules: str, **changes: object) -> Campaign:
    """A small war whose battles are fought by a rule system; two armies march at each other."""
    campaign = load_campaign(data=json.dumps(draft() | {"rules": rules} | changes), slug="war", actor="somebody")
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    return campaign


@kept
def fought_under(rules: str) -> tuple[Campaign, int]:
    """The same after its battle, and the strength of all units before it."""
    campaign = war_under(rules)
    before = sum(Unit.objects.values_list("strength", flat=True))
    advance_turn(campaign=campaign, actor="the referee", wait=True)
    battle = Battle.objects.get()
    if battle.state != Battle.State.DONE:
        run_battle(battle.pk)
    return campaign, before


def test_a_turn_is_fought_settled_and_written_down(rules: str) -> None:
    campaign, before = fought_under(rules)
    battle = Battle.objects.get()
    assert (battle.rules, battle.state) == (rules, "done")
    report = report_of(battle)
    assert report is not None
    assert verify(report).same
    lost = sum(side.lost for side in report.sides)
    assert sum(unit.strength for unit in Unit.objects.all()) <= before - lost
    assert audit() == []
    text = dump_text(campaign)
    assert dump_text(load_campaign(data=text, slug="again", actor="another")) == text


def test_the_rules_are_changed_in_mid_war(rules: str) -> None:
    campaign = load_campaign(data=json.dumps(draft()), slug="war", actor="somebody")
    advance_turn(campaign=campaign, actor="the referee", wait=True)
    choose_rules(campaign=campaign, rules=rules, actor=User.objects.create_user("umpire"))
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    campaign.refresh_from_db()
    advance_turn(campaign=campaign, actor="the referee", wait=True)
    assert Battle.objects.get().rules == rules
    assert audit() == []


def test_every_page_of_a_battle_names_its_rules(rules: str) -> None:
    (campaign, _), user = fought_under(rules), User.objects.create_user("umpire")
    make_referee(campaign=campaign, user=user)
    battle = Battle.objects.get()
    umpire = logged_in(user)
    name, here = system(rules).name, f"/c/war/battles/{battle.key}/"
    for address in ("/c/war/battles/", here, f"{here}numbers/", "/c/war/desk/", "/c/war/numbers/"):
        page = umpire.get(address)
        assert (page.status_code, name in page.text) == (200, True), address
    assert umpire.get(f"{here}journal/").status_code == 200
    assert (f"{here}replay/" in umpire.get(here).text) == has(rules, "watched")
    assert umpire.get(f"{here}replay/").status_code == 200


def test_a_table_battle_goes_from_open_to_settled_by_typed_results(rules: str) -> None:
    advance_turn(campaign=war_under(rules, battle_days=5), actor="the referee", wait=True)
    battle = Battle.objects.get()
    assert battle.state == Battle.State.OPEN
    typed = unhurt(parse(battle.file)).as_dict()
    lost = next(iter(typed["sides"][0]["units"]))
    typed["sides"][0]["units"][lost] = {"strength": 0, "fate": "destroyed"}
    settle_typed(battle=battle, typed=typed, method=Battle.Method.RULING)
    battle.refresh_from_db()
    assert battle.state == Battle.State.DONE
    report = report_of(battle)
    assert report is not None
    assert {unit.id: unit.after for side in report.sides for unit in side.units}[lost] == 0
    assert verify(from_dict(report.as_dict(journal=True))).same
    assert audit() == []


@pytest.mark.parametrize("rules", sorted({*slugs()} - {"coin", "drill"}))  # those that only the tests have hide nothing
def test_two_worlds_that_differ_to_a_rival_alone_read_alike(rules: str, still_time: None) -> None:
    questions = read_by("north", rules)
    plain, hidden = answers(PLAIN, questions, ("north",), rules), answers(BETTER, questions, ("north",), rules)
    leaks = [f"{q}: {difference(plain[q], hidden[q])}" for q in questions if plain[q] != hidden[q]]
    assert not leaks, "\n".join(leaks[:20])
    assert sum(answer.status == 200 for answer in plain.values()) > 5
    mine = [replace(one, reader="south") for one in questions[-3:]]
    assert answers(PLAIN, mine, ("south",), rules) != answers(BETTER, mine, ("south",), rules)


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner")


@pytest.fixture
def mine(owner: User) -> Client:
    return logged_in(owner)


def test_a_one_off_battle_is_opened_fought_forecast_and_read(rules: str, mine: Client) -> None:
    sent = {"kind": "file", "text": json.dumps(battle_data(rules)), "seed": "1813"}
    assert mine.post("/battles/new/", sent).status_code == 302
    battle = Battle.objects.get()
    run_battle(battle.pk)
    page = mine.get(f"/battles/{battle.key}/").text
    assert system(rules).name in page
    assert "French" in page
    for path in ("journal/", "report.json", "battle.json", "numbers/", "forecast/"):
        assert mine.get(f"/battles/{battle.key}/{path}").status_code == 200, path
    assert system(rules).name in mine.get("/battles/").text
    assert system(rules).name in mine.get(f"/battles/{battle.key}/forecast/").text


def test_a_real_table_is_laid_where_there_is_a_companion_and_refused_elsewhere(rules: str, mine: Client) -> None:
    sent = {"kind": "file", "text": json.dumps(battle_data(rules)), "seed": "1813", "by": "hand"}
    answer = mine.post("/battles/new/", sent)
    if has(rules, "companion"):
        assert answer.status_code == 302
        assert system(rules).name in mine.get(answer["Location"]).text
    else:
        assert answer.status_code == 422
        assert f"{system(rules).name} has no companion for a real table" in unescape(answer.text)
        assert not Battle.objects.exists()


def test_the_form_of_a_battle_offers_the_rules(rules: str, mine: Client) -> None:
    page = mine.get("/battles/new/").text
    assert f'<option value="{rules}"' in page


@pytest.mark.door("odds")
def test_its_odds_are_asked_by_a_form(rules: str) -> None:
    for asked in questions(rules):
        assert asked.title in Client().get("/odds/", {"rules": rules}).text
        units = {f"{unit.place}_type": FIRST_OF[unit.arms[0] if unit.arms else "foot"] for unit in asked.units}
        numbers = {row[0]: "" for row in asked.numbers}
        answer = Client().get("/odds/", {"rules": rules, "kind": asked.key} | units | numbers)
        assert (answer.status_code, " %" in answer.text) == (200, True), asked.key
    assert questions(rules)


def test_its_numbers_can_be_read_copied_and_compared(rules: str, mine: Client) -> None:
    key = shipped_key(rules)
    assert system(rules).name in mine.get(f"/battles/profiles/{key}/").text
    assert mine.post("/battles/profiles/new/", {"name": "My own", "source": key}).status_code == 302
    assert mine.get(f"/battles/profiles/{key}/profile.json").json()["rules"] == rules
    assert mine.get("/battles/profiles/").status_code == 200
    assert mine.get(f"/battles/profiles/compare/?first={key}&second={key}").status_code == 200
