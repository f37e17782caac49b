"""Since you were here: a player who was away for two turns learns what happened and what to do."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from base.words import counted
from battles.models import Battle
from campaign.models import Campaign, Member
from campaign.services.files.files import load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.record.chronicle import write_entry
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.standing import give_standing
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.news.debrief import debrief
from lab.bench.large_war import Size, large_war
from tests.campaign.worlds import Valley, fresh, held_on_the_ridge, known_by, long_valley, march_on_the_ridge
from tests.factories.campaign import station
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


def visit(valley: Valley, name: str) -> str:
    return logged_in(valley.people[name]).get(reverse("game:map", args=["long-valley"])).text


def test_a_player_reads_that_a_caretaker_gives_his_orders_and_how_to_stop_him(valley):
    valley.campaign.factions.filter(key="south").update(caretaker="on")
    advance_turn(campaign=valley.campaign, actor="tester")
    assert debrief(known_by(valley, "south")).to_do[0].text.startswith("A caretaker leads your faction")
    give_order(station=fresh(valley, "south-main"), kind="hold", path=[], actor="south")
    assert debrief(known_by(valley, "south")).to_do[0].text.startswith("Give orders")


def test_after_two_turns_away_the_first_page_tells_what_happened_and_what_to_do(valley, drilled):
    assert "This turn so far" in visit(valley, "south")
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    for _ in range(2):
        advance_turn(campaign=valley.campaign, actor="tester")
    battle, told = Battle.objects.get(), debrief(known_by(valley, "south"))
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
    return [item.text for item in debrief(known_by(valley, name)).waiting]


def test_a_battle_that_waits_for_a_choice_or_a_result_is_to_be_done():
    valley = held_on_the_ridge()
    battle = Battle.objects.get()
    assert f"Choose how the {battle.name} is decided." in waiting(valley, "south")
    Battle.objects.update(method="table")
    assert f"Type in your result of the {battle.name}." in waiting(valley, "south")
    assert all(battle.name not in text for text in waiting(valley, "west"))


def test_a_debrief_takes_a_fixed_number_of_queries(valley, django_assert_max_num_queries):
    reader = known_by(valley, "south")
    with django_assert_max_num_queries(26):
        debrief(reader)


def test_who_was_away_reads_what_happened_to_him_first_and_then_what_to_do(valley, drilled):
    visit(valley, "south")
    give_standing(station=fresh(valley, "south-rear"), kind="rest", actor="south")
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    for _ in range(2):
        advance_turn(campaign=valley.campaign, actor="tester")
    told = debrief(known_by(valley, "south"))
    lost = sum(line.points for line in told.losses)
    (battle,) = told.battles
    assert told.summary.startswith(
        f"one battle of yours ({battle.fate}); {counted(lost, 'strength point')} of yours lost; "
    )
    assert any(line.kind == "standing" and "South Rear" in line.text for line in told.lines)
    assert "standing" not in {line.kind for line in debrief(known_by(valley, "north")).lines}
    assert told.was_away
    assert all(line.own != line.public for line in told.lines if line.kind in ("standing", "retreat"))
    page, first = visit(valley, "south"), told.five[0]
    happened = page.index(
        f'Since you were here (turn 1):</strong><ul class="mb-1"><li>{first[0].upper()}{first[1:]}</li>'
    )
    assert happened < page.index("What to do next") < page.index("What happened since turn 1")
    assert happened < page.index('id="tour"'), "the tour waits behind it"


def test_a_debrief_goes_eight_turns_back_however_long_the_reader_was_away():
    war = load_campaign(data=large_war(Size(provinces=9, armies=5, turns=12, battles=1)), slug="long", actor="tester")
    reader = User.objects.create_user("reader")
    Member.objects.create(campaign=war, user=reader, role="player", faction=war.factions.order_by("order", "pk")[0])
    told = debrief(knowledge_of(war, reader))
    assert (told.since, sorted(line.turn for line in told.battles)) == (4, [4, 5, 6, 7, 8, 9, 10, 11])


def test_what_changed_is_told_in_at_most_five_lines_and_a_turn_taken_back_first(drilled):
    valley = long_valley(map={"view": [0, 0, 800, 200]})
    visit(valley, "south")
    march_on_the_ridge(valley)
    told = debrief(known_by(valley, "south"))
    assert not told.taken_back
    assert 1 < len(told.five) <= 5
    roll_back(campaign=valley.campaign, turn=1, reason="A wrong order.", user=valley.people["referee"])
    valley.campaign.refresh_from_db()
    for name in ("south", "north", "observer"):
        told = debrief(known_by(valley, name))
        assert "A wrong order." in told.five[0]
        assert "The war was taken back:</strong>" in visit(valley, name)


def test_HR_12_those_who_overrun_an_army_read_it_among_their_own_news(drilled):
    valley = long_valley()
    weak = valley.provinces["backwood"]
    station(valley.factions["south"], valley.provinces["ridge"], "one 1/4 Line inf", "south-picket", None)
    valley.campaign.stations.filter(ref="south-van").update(province=weak)
    march_on_the_ridge(valley)
    own = [line.text for line in debrief(known_by(valley, "north")).own_lines if line.kind == "overran"]
    assert own == ["North Main overran South Picket at Ridge."]
    others = [line.text for line in debrief(known_by(valley, "west")).lines if line.kind == "overrun"]
    assert others == ["An army was overrun at Ridge."]


def test_HR_17_an_enemy_general_is_news_of_the_war_and_ones_own_is_ones_own(drilled):
    valley = long_valley()
    both = [valley.factions["north"], valley.factions["south"]]
    for of in ("north", "south"):
        write_entry(turn=valley.turn, phase="P9", kind="general", text=f"{of} was wounded at Ridge.", audience=both,
                    rule="HR-17", details={"of": of})  # fmt: skip
    told = debrief(known_by(valley, "north"))
    assert [line.text for line in told.own_lines if line.kind == "general"] == ["north was wounded at Ridge."]
    assert [line.text for line in told.other_lines if line.kind == "general"] == ["south was wounded at Ridge."]


def test_after_the_end_of_a_war_a_reader_is_told_of_its_last_turn_and_of_none_that_he_has_read(valley, drilled):
    visit(valley, "south")
    advance_turn(campaign=valley.campaign, actor="tester")
    assert "Since you were here (turn 1)" in visit(valley, "south")
    valley.campaign.turns.update(state="closed")
    Campaign.objects.update(state=Campaign.State.FINISHED, winner="North wins")
    for _ in range(2):
        told = debrief(known_by(valley, "south"))
        assert (told.since, told.was_away) == (2, True)
        assert all(line.turn >= 2 for line in told.lines)
        assert "turn 1)" not in visit(valley, "south")
