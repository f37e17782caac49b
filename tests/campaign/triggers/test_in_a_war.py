"""HR-29 Arrivals and triggers in a war: once each, also after a roll-back, shown to those whom the file names."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from base.refusal import Refusal
from campaign.models import Campaign, ChronicleEntry, Faction, Leader, Member, Notice, PointsEntry, Relation, Station
from campaign.rules.files.campaign_file import loads
from campaign.rules.kinds import Role
from campaign.rules.proof.war import look_through, read_dump
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.turn import advance_turn
from tests.campaign.drafts.hands import browser
from tests.campaign.files.drafts import draft
from tests.campaign.history.steps import bytes_of, umpire
from tests.campaign.triggers.wars import CEDED, RELIEF, TRUCE, small_war

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def run(campaign: Campaign) -> None:
    advance_turn(campaign=campaign, actor="the referee")
    campaign.refresh_from_db()


def member(campaign: Campaign, name: str, role: str, faction: str = "") -> Client:
    client = browser(name)
    own = Faction.objects.filter(campaign=campaign, key=faction).first()
    Member.objects.create(campaign=campaign, user=User.objects.get(username=name), role=role, faction=own)
    return client


def told(campaign: Campaign, kind: str) -> list[tuple[int, str, bool, list[str]]]:
    rows = ChronicleEntry.objects.filter(campaign=campaign, kind=kind).order_by("pk")
    return [(row.turn, row.text, row.public, [one.key for one in row.audience.all()]) for row in rows]


def test_HR_29_an_army_arrives_once_with_its_generals_and_points() -> None:
    war = small_war(RELIEF)
    assert not Station.objects.filter(ref="relief").exists()
    run(war)
    relief = Station.objects.get(ref="relief")
    assert (relief.province.key, relief.leader.name, [one.name for one in relief.wings.all()]) == (
        "east", "Azur", ["Indigo"]
    )  # fmt: skip
    assert sorted(relief.army.units.values_list("type", "strength")) == [("light_cav", 3), *2 * [("line_inf", 4)]]
    posted = PointsEntry.objects.get(rule="HR-29")
    assert (posted.amount, posted.target.faction.key, posted.turn) == (33, "blue", 2)
    assert Leader.objects.filter(name="Cyan", skill="great").count() == 1
    assert told(war, "trigger") == [(2, "The relief of Blue has come.", False, ["blue"])]
    assert [line[1] for line in told(war, "arrival")] == [
        "Relief arrives at East.", "33 points arrive for Blue.", "Cyan joins the war."
    ]  # fmt: skip
    run(war)
    assert Station.objects.filter(ref__startswith="relief").count() == 1
    assert (len(told(war, "trigger")), audit()) == (1, [])


def test_HR_29_a_war_is_rolled_back_past_an_arrival_and_played_again_with_the_same_bytes() -> None:
    war = small_war(RELIEF, CEDED, TRUCE)
    run(war)
    run(war)
    run(war)
    after = bytes_of(war)
    assert [row["fired"] for row in war.triggers] == [2, 2, 2]
    roll_back(campaign=war, turn=1, reason="A wrong order", user=umpire())
    war.refresh_from_db()
    assert "fired" not in war.triggers[0]
    assert not Station.objects.filter(ref="relief").exists()
    assert not Leader.objects.filter(name__in=("Azur", "Indigo", "Cyan")).exists()
    for _ in range(3):
        run(war)
    assert bytes_of(war) == after
    assert audit() == []


def test_HR_29_a_file_with_triggers_is_dumped_loaded_and_proved() -> None:
    war = small_war(RELIEF, CEDED, TRUCE)
    for _ in range(3):
        run(war)
    text = dump_text(war)
    assert dump_text(load_campaign(data=text, slug="again", actor="x")) == text
    found = look_through(read_dump(text))
    assert [str(fault) for fault in found] == []
    spoilt = json.loads(text)
    spoilt["triggers"][0]["fired"] = 3
    assert any("the chronicle has it on [2]" in str(fault) for fault in look_through(read_dump(json.dumps(spoilt))))


def test_HR_29_a_province_without_enemies_goes_over_and_a_relation_changes() -> None:
    war = small_war(CEDED, TRUCE)
    run(war)
    held = dict(war.provinces.values_list("key", "controller__key"))
    assert held == {"west": "red", "middle": "blue", "east": "blue"}
    assert told(war, "control") == [(2, "Blue takes Middle.", True, [])]
    assert (Relation.objects.get().kind, Relation.objects.get().since) == ("neutral", 2)
    assert told(war, "trigger") == [
        (2, "Middle goes over to Blue.", True, []), (2, "The kings have met.", False, [])
    ]  # fmt: skip
    assert "Red" in told(war, "relation")[0][1]


def test_HR_29_an_arrival_waits_while_an_enemy_is_in_its_place() -> None:
    war = small_war({**RELIEF, "effects": [{**RELIEF["effects"][0], "provinces": ["west"]}]})
    run(war)
    run(war)
    assert not Station.objects.filter(ref="relief").exists()
    assert "fired" not in war.triggers[0]
    Station.objects.filter(ref="red_army").update(province=war.provinces.get(key="middle"))
    run(war)
    assert Station.objects.get(ref="relief").province.key == "west"


def test_HR_29_a_trigger_ends_the_war_when_its_turn_closes() -> None:
    end = {"key": "peace", "text": "Peace is signed.", "conditions": [{"kind": "date", "on": "1809-06-01"}],
           "effects": [{"kind": "end", "winners": ["red"]}]}  # fmt: skip
    war = small_war(end)
    run(war)
    assert war.state == "running"
    run(war)
    assert (war.state, war.winner, war.triggers[0]["fired"]) == ("finished", "Red", 2)
    assert told(war, "victory")[-1][1].endswith("Peace is signed.")


def test_HR_29_only_those_whom_the_file_names_expect_an_arrival_and_read_of_it() -> None:
    war = small_war(RELIEF, TRUCE)
    red, blue = member(war, "rolf", Role.PLAYER, "red"), member(war, "bea", Role.PLAYER, "blue")
    referee, observer = member(war, "anna", Role.REFEREE), member(war, "otto", Role.OBSERVER)
    page = "/c/small/aims/"
    assert "Relief (Blue) arrives at East" in blue.get(page).text
    assert "What is expected" not in red.get(page).text + observer.get(page).text
    assert "The kings have met." in referee.get(page).text
    run(war)
    assert "The relief of Blue has come." in blue.get("/c/small/chronicle/").text
    assert "What is expected" not in blue.get(page).text
    for client in (red, observer):
        assert "relief" not in client.get("/c/small/chronicle/").text.lower()
    heard = set(
        Notice.objects.filter(text="The relief of Blue has come.").values_list("member__user__username", flat=True)
    )
    assert heard == {"bea"}


@pytest.mark.parametrize(("change", "sentence"), [
    ({"conditions": []}, "triggers[0].conditions: give at least one"),
    ({"readers": ["green"]}, 'triggers[0].readers[0]: there is no "green" among the factions'),
    ({"conditions": [{"kind": "date"}]}, "triggers[0].conditions[0].on: this key is missing."),
    ({"conditions": [{"kind": "destroyed", "army": "x"}]}, 'there is no army "x"'),
    ({"effects": [{"kind": "army", "faction": "blue", "name": "A", "roster": "1 Line inf"}]}, "name the province"),
    ({"effects": [{"kind": "province", "faction": "red", "provinces": ["moon"]}]}, 'there is no "moon"'),
    ({"effects": [{"kind": "points", "faction": "red"}]}, "give a faction and points"),
    ({"effects": [{"kind": "rain"}]}, "triggers[0].effects[0].kind"),
])  # fmt: skip
def test_HR_29_a_wrong_trigger_is_refused_by_its_place(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        loads(json.dumps(draft() | {"triggers": [RELIEF | change]}))
    assert sentence in str(refused.value)
