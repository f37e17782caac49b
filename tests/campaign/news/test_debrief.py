"""Since you were here: a player who was away for two turns learns what happened and what to do."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.resolvers.words import counted
from bench.large_war import Size, large_war
from campaign.models import Member
from campaign.services.files.files import load_campaign
from campaign.services.phases.methods import set_battle_policy
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.standing import give_standing
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.debrief import debrief
from tests.campaign.worlds import Valley, fresh, long_valley

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    return long_valley()


def visit(valley: Valley, name: str) -> str:
    client = Client()
    client.force_login(valley.people[name])
    return client.get(reverse("game:map", args=["long-valley"])).content.decode()


def known(valley: Valley, name: str):
    valley.campaign.refresh_from_db()
    return knowledge_of(valley.campaign, valley.people[name])


def test_a_player_reads_that_a_caretaker_gives_his_orders_and_how_to_stop_him(valley):
    valley.campaign.factions.filter(key="south").update(caretaker="on")
    advance_turn(campaign=valley.campaign, actor="tester")
    first = debrief(known(valley, "south")).to_do[0].text
    assert first.startswith("A caretaker leads your faction")
    give_order(station=fresh(valley, "south-main"), kind="hold", path=[], actor="south")
    assert debrief(known(valley, "south")).to_do[0].text.startswith("Give orders")


def test_after_two_turns_away_the_first_page_tells_what_happened_and_what_to_do(valley, drilled):
    assert "This turn so far" in visit(valley, "south")
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    for _ in range(2):
        advance_turn(campaign=valley.campaign, actor="tester")
    battle = Battle.objects.get()
    told = debrief(known(valley, "south"))
    assert (told.since, [line.key for line in told.battles]) == (1, [battle.key])
    lost = sum(line.points for line in told.losses)
    assert lost == -sum(
        line.delta for unit in battle.fielded.filter(unit__army__station__faction__key="south")
        for line in unit.unit.lines.filter(delta__lt=0)
    )  # fmt: skip
    assert any("come into sight" in line.text or "moved" in line.text for line in told.sightings)
    assert told.to_do[0].text.startswith("Give orders")
    page = visit(valley, "south")
    assert "Since you were here (turn 1)" in page
    assert battle.name in page
    assert "Since you were here (turn 1)" in visit(valley, "south"), "a second look shows it again"
    advance_turn(campaign=valley.campaign, actor="tester")
    assert "Since you were here (turn 3)" in visit(valley, "south")


def waiting(valley: Valley, name: str) -> list[str]:
    return [item.text for item in debrief(known(valley, name)).waiting]


def test_a_battle_that_waits_for_a_choice_or_a_result_is_to_be_done(valley):
    set_battle_policy(campaign=valley.campaign, days=5, fallback="auto", patience=72, user=valley.people["referee"])
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="tester")
    battle = Battle.objects.get()
    assert f"Choose how the {battle.name} is decided." in waiting(valley, "south")
    Battle.objects.update(method="table")
    assert f"Type in your result of the {battle.name}." in waiting(valley, "south")
    assert all(battle.name not in text for text in waiting(valley, "west"))


def test_a_debrief_takes_a_fixed_number_of_queries(valley, django_assert_max_num_queries):
    reader = known(valley, "south")
    with django_assert_max_num_queries(26):
        debrief(reader)


def test_who_was_away_reads_what_happened_to_him_first_and_then_what_to_do(valley, drilled):
    visit(valley, "south")
    give_standing(station=fresh(valley, "south-rear"), kind="rest", actor="south")
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    for _ in range(2):
        advance_turn(campaign=valley.campaign, actor="tester")
    told = debrief(known(valley, "south"))
    lost = sum(line.points for line in told.losses)
    (battle,) = told.battles
    assert told.summary.startswith(
        f"one battle of yours ({battle.fate}); {counted(lost, 'strength point')} of yours lost; "
    )
    assert any(line.kind == "standing" and "South Rear" in line.text for line in told.lines)
    assert "standing" not in {line.kind for line in debrief(known(valley, "north")).lines}
    assert told.was_away
    assert all(line.own != line.public for line in told.lines if line.kind in ("standing", "retreat"))
    page = visit(valley, "south")
    happened = page.index(f"Since you were here (turn 1):</strong> {told.summary}.")
    assert happened < page.index("What to do next") < page.index("What happened since turn 1")
    assert happened < page.index('id="tour"'), "the tour waits behind it"


def test_a_debrief_goes_eight_turns_back_however_long_the_reader_was_away():
    war = load_campaign(data=large_war(Size(provinces=9, armies=5, turns=12, battles=1)), slug="long", actor="tester")
    reader = User.objects.create_user("reader")
    Member.objects.create(campaign=war, user=reader, role="player", faction=war.factions.order_by("order", "pk")[0])
    told = debrief(knowledge_of(war, reader))
    assert (told.since, sorted(line.turn for line in told.battles)) == (4, [4, 5, 6, 7, 8, 9, 10, 11])
