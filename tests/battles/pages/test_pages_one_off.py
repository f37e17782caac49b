"""One-off battles in the browser: opened, watched, read, downloaded; by their owner alone."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.models import Battle
from battles.services import run_battle
from tests.factories.battles import file_data, one_off
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db

ROSTERS = {
    "kind": "rosters", "name": "Lützen", "season": "spring", "terrain": "open", "weather": "", "ground": "",
    "seed": "1813", "rules": "drill", "first_name": "French", "first_role": "attacker", "first_commander": "Ney",
    "first_skill": "good", "first_roster": "3 Line inf, one 2/4 Line inf", "second_name": "Allies",
    "second_role": "defender", "second_commander": "Wittgenstein", "second_skill": "average",
    "second_roster": "4 Line inf",
}  # fmt: skip


def test_two_pasted_rosters_become_a_battle_that_the_owner_watches_and_reads(mine):
    answer, battle = mine.post("/battles/new/", ROSTERS), Battle.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle.key}/")
    assert b"about to be fought" in mine.get(f"/battles/{battle.key}/").content
    run_battle(battle.pk)
    text = mine.get(f"/battles/{battle.key}/").text
    assert "Lützen" in text
    assert "Wittgenstein" in text
    assert 'class="boxes"' in text
    assert battle.commitment in text


def test_a_roster_is_pasted_or_uploaded_as_a_table(mine):
    table = "sep=;\nTYPE;STRENGTH;count\n;;\nLine inf;;3\nLine inf;2;1\n"
    mine.post("/battles/new/", ROSTERS)
    mine.post("/battles/new/", ROSTERS | {"first_roster": table})
    sent = {"first_roster": "", "first_table": SimpleUploadedFile("north.csv", table.encode())}
    mine.post("/battles/new/", ROSTERS | sent)
    first, *others = [battle.file["sides"] for battle in Battle.objects.order_by("pk")]
    assert len(others) == 2
    assert all(sides == first for sides in others)
    for wrong, sentence in (
        ({"first_roster": ""}, "write or paste the units"),
        ({"first_roster": "type;count\nLne;2"}, "Line 2: "),
    ):
        answer = mine.post("/battles/new/", ROSTERS | wrong)
        assert (answer.status_code, sentence in str(answer.context["rosters"].errors["first_roster"])) == (422, True)


def test_HR_14_several_armies_of_a_side_are_fought_and_forecast_and_a_wrong_line_is_refused(mine):
    further = "II Corps, mark 30, left: 2 Line inf, 1 Light cav\nReserve: Heavy art"
    assert mine.post("/battles/new/", ROSTERS | {"first_further": further}).status_code == 302
    battle = Battle.objects.get()
    rows = [(unit["id"], unit["name"], unit.get("army"), unit.get("arrives"), unit.get("edge"))
            for unit in battle.file["sides"][0]["units"]]  # fmt: skip
    assert rows[3:] == [
        ("French-4", "4th Line infantry", None, None, None),
        ("French-5", "1st Line infantry (II Corps)", "II Corps", 30, "left"),
        ("French-6", "2nd Line infantry (II Corps)", "II Corps", 30, "left"),
        ("French-7", "1st Light cavalry (II Corps)", "II Corps", 30, "left"),
        ("French-8", "1st Heavy artillery (Reserve)", "Reserve", None, None),
    ]
    assert mine.get(f"/battles/{battle.key}/forecast/").status_code == 200
    for wrong, sentence in (
        ("2 Line inf", "is not understood; write an army as in II Corps, mark 30, left: 2 Line inf, Light cav."),
        ("Reserve, left: Heavy art", "Reserve: an edge is for an army that comes late"),
        ("Reserve: Lne inf", 'Reserve: Line 1, column 1: "Lne inf" is not a unit type'),
    ):
        answer = mine.post("/battles/new/", ROSTERS | {"second_further": wrong})
        assert answer.status_code == 422
        assert sentence in answer.context["rosters"].errors["second_further"][0]


def test_the_options_of_the_chosen_rules_and_of_every_battle_are_taken(mine):
    assert 'data-rules="lgg"' in mine.get("/battles/new/").text
    ticked = {"option_lgg_stratagems": "on", "max_days": "1", "limit_guns": "on"}
    mine.post("/battles/new/", ROSTERS | ticked | {"rules": "lgg"})
    options = Battle.objects.get().file["options"]
    assert (options["stratagems"], options["max_days"], options["limit_guns"]) == (True, 1, True)
    mine.post("/battles/new/", ROSTERS | ticked)
    assert "stratagems" not in Battle.objects.latest("pk").file["options"]


def test_the_seed_is_not_shown_before_the_battle_is_settled(mine, owner):
    battle = one_off(owner, seed="never-to-be-guessed")
    for path in ("", "state/", "battle.json"):
        assert b"never-to-be-guessed" not in mine.get(f"/battles/{battle.key}/{path}", follow=True).content
    run_battle(battle.pk)
    assert b"never-to-be-guessed" in mine.get(f"/battles/{battle.key}/").content


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"first_roster": "3 Line inf, 9 Dragons of fire"}, "Dragons"),
    ({"second_roster": ""}, "write or paste the units"), ({"second_name": "french"}, "name them differently"),
    ({"first_role": "defender"}, "one of them has to attack"), ({"season": "monsoon"}, "choose one of those listed"),
    ({"seed": "a\x07b"}, "U+0007"), ({"name": "x" * 121}, "shorten it to 120 characters"),
    ({"first_roster": "one 5/4 Line inf"}, "4"),
])  # fmt: skip
def test_a_wrong_field_is_named_with_its_remedy_and_the_form_is_kept(mine, changed, sentence):
    answer = mine.post("/battles/new/", ROSTERS | changed)
    assert answer.status_code == 422
    text = answer.text
    assert sentence in text
    assert "Wittgenstein" in text
    assert "sides[" not in text
    assert Battle.objects.count() == 0


def test_every_mistaken_roster_is_named_at_once_beside_other_mistakes(mine):
    wrong = {"first_roster": "3 Line inff", "second_roster": "2 hussards à cheval", "max_days": "-4"}
    errors = mine.post("/battles/new/", ROSTERS | wrong).context["rosters"].errors
    assert set(errors) == set(wrong)
    assert "Line inff" in errors["first_roster"][0]
    assert "hussards à cheval" in errors["second_roster"][0]


def test_two_attackers_meet_in_an_encounter(mine):
    mine.post("/battles/new/", ROSTERS | {"second_role": "attacker"})
    assert Battle.objects.get().file["engagement"] == "meeting"


def test_a_battle_file_is_pasted_or_uploaded(mine):
    text = json.dumps(file_data())
    pasted = mine.post("/battles/new/", {"kind": "file", "text": text, "seed": ""})
    upload = SimpleUploadedFile("b.json", text.encode(), "application/json")
    uploaded = mine.post("/battles/new/", {"kind": "file", "upload": upload})
    assert (pasted.status_code, uploaded.status_code) == (302, 302)
    assert Battle.objects.count() == 2
    assert all(len(seed) == 32 for seed in Battle.objects.values_list("seed", flat=True))


@pytest.mark.parametrize(("text", "sentence"), [
    ("{", "line 1, column 2"), ("", "Battle file: paste one here"),
    (json.dumps(file_data(season="never")), "season: "), ("[" * 100_000, "deep"),
    (json.dumps(file_data(rules="unknown")), "rules: "),
])  # fmt: skip
def test_a_wrong_battle_file_is_refused_with_the_place(mine, text, sentence):
    answer = mine.post("/battles/new/", {"kind": "file", "text": text})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert Battle.objects.count() == 0


def test_a_binary_or_endless_upload_is_refused(mine):
    for data in (b"\xff\xfe\x00\x01", b" " * 1_000_001):
        answer = mine.post("/battles/new/", {"kind": "file", "upload": SimpleUploadedFile("b.json", data)})
        assert answer.status_code == 422
    assert Battle.objects.count() == 0


def test_the_page_polls_and_is_sent_on_when_the_battle_is_over(mine, owner):
    battle = one_off(owner)
    address = f"/battles/{battle.key}/state/"
    Battle.objects.update(progress=40)
    answer = mine.get(address, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    assert b'value="40"' in answer.content
    assert mine.get(address)["Location"] == f"/battles/{battle.key}/"
    run_battle(battle.pk)
    over = mine.get(address, HTTP_HX_REQUEST="true")
    assert (over.status_code, over["HX-Redirect"]) == (286, f"/battles/{battle.key}/")


def test_battle_report_and_journal_are_downloaded(mine, owner):
    battle = one_off(owner)
    assert mine.get(f"/battles/{battle.key}/report.json").status_code == 404
    assert mine.get(f"/battles/{battle.key}/journal/").status_code == 404
    run_battle(battle.pk)
    report = mine.get(f"/battles/{battle.key}/report.json")
    assert report["Content-Disposition"] == f'attachment; filename="bautzen-{battle.key}.report.json"'
    assert report.json()["format"] == "bivouac.report/1"
    assert "journal" not in report.json()
    assert mine.get(f"/battles/{battle.key}/battle.json").json() == report.json()["battle"]
    lines = mine.get(f"/battles/{battle.key}/journal.jsonl").text.splitlines()
    assert json.loads(lines[-1])["ev"] == "battle_end"


def test_the_journal_is_paged_and_can_show_the_dice_alone(mine, owner):
    battle = one_off(owner)
    run_battle(battle.pk)
    every = mine.get(f"/battles/{battle.key}/journal/").text
    thrown = mine.get(f"/battles/{battle.key}/journal/?dice=1").text
    assert "The battle ends" in every
    assert "The battle ends" not in thrown
    for nonsense in ("0", "-1", "999", "٣", "x", "9" * 50):
        assert mine.get(f"/battles/{battle.key}/journal/?page={nonsense}").status_code == 200


def test_it_is_fought_again_with_another_seed_on_the_same_field(mine, owner):
    battle = one_off(owner)
    run_battle(battle.pk)
    mine.post(f"/battles/{battle.key}/again/", {"seed": "seed 2"})
    second = Battle.objects.latest("pk")
    assert second.pk != battle.pk
    assert (second.file, second.seed, second.owner) == (battle.file, "seed 2", owner)
    assert mine.post(f"/battles/{battle.key}/again/", {"seed": "\x00"}).status_code == 422


def test_a_failed_battle_says_why_and_is_tried_again(mine, owner):
    battle = one_off(owner)
    Battle.objects.update(state="failed", error="The ground gave way.", attempt=5)
    assert b"The ground gave way." in mine.get(f"/battles/{battle.key}/").content
    mine.post(f"/battles/{battle.key}/retry/")
    assert Battle.objects.get().state == "pending"
    mine.post(f"/battles/{battle.key}/retry/")
    assert Battle.objects.get().state == "pending"


def test_the_example_that_is_offered_can_be_fought(mine):
    form = mine.get("/battles/new/?example=1").context["rosters"]
    filled = {bound.name: bound.value() or "" for bound in form}
    assert mine.post("/battles/new/", {**filled, "kind": "rosters", "rules": "drill"}).status_code == 302


def test_nobody_keeps_all_workers_to_himself(mine, owner):
    first = one_off(owner)
    run_battle(first.pk)
    for n in range(20):
        one_off(owner, seed=str(n))
    answer = mine.post("/battles/new/", ROSTERS)
    assert answer.status_code == 422
    assert b"wait until one of them is over" in answer.content
    again = mine.post(f"/battles/{first.key}/again/", {"seed": ""}, follow=True)
    assert b"wait until one of them is over" in again.content
    assert Battle.objects.count() == 21


OWN = ["", "state/", "journal/", "battle.json", "report.json", "journal.jsonl"]


@pytest.mark.parametrize("path", OWN)
def test_a_foreign_battle_answers_like_one_that_is_not_there(owner, path):
    battle = one_off(owner)
    run_battle(battle.pk)
    stranger = logged_in(User.objects.create(username="stranger"))
    foreign = stranger.get(f"/battles/{battle.key}/{path}")
    assert foreign.status_code == stranger.get(f"/battles/aaaaaaaaaaaa/{path}").status_code == 404
    assert Client().get(f"/battles/{battle.key}/{path}").status_code == 302


def test_strangers_cannot_fight_or_retry_a_foreign_battle(owner):
    battle, stranger = one_off(owner), Client()
    stranger.force_login(User.objects.create(username="stranger"))
    for path in ("again/", "retry/"):
        assert stranger.post(f"/battles/{battle.key}/{path}").status_code == 404
    assert Battle.objects.count() == 1


def test_the_list_shows_own_battles_and_an_empty_one_says_what_to_do(mine, owner):
    assert b"Paste two rosters" in mine.get("/battles/").content
    run_battle(one_off(owner).pk)
    one_off(User.objects.create(username="stranger"), name="Secret meeting")
    text = mine.get("/battles/").text
    assert "Bautzen" in text
    assert text.count("<tr>") == 2


def test_the_list_asks_the_database_as_often_for_thirty_battles_as_for_one(mine, owner, django_assert_num_queries):
    run_battle(one_off(owner).pk)
    with django_assert_num_queries(4):
        mine.get("/battles/")
    for n in range(29):
        run_battle(one_off(owner, seed=str(n)).pk)
    with django_assert_num_queries(4):
        mine.get("/battles/")


def test_the_rules_behind_the_ids_are_explained_to_everybody():
    assert 'id="LGG-10.0-a"' in Client().get("/rules/").text


def test_a_rule_is_found_by_its_id_its_words_and_its_tag():
    def shown(query: str) -> set[str]:
        return set(re.findall(r'<dt id="([^"]+)"', Client().get(f"/rules/?{query}").text))

    assert shown("q=8.5-b") == {"LGG-8.5-b"}
    assert {"ST-07", "LGG-9.0-h"} <= shown("q=SQUARES") < shown("")
    assert shown("tag=REC&q=LGG-12.0") == {"LGG-12.0-a", "LGG-12.0-d", "LGG-12.0-e"}
    assert shown("q=nothing+of+the+kind") == set()


def test_units_that_are_not_to_be_risked_are_named_by_their_places_in_the_roster(mine):
    mine.post("/battles/new/", ROSTERS | {"first_posture": "hold", "first_spare": "1, 4", "second_spare": ""})
    first, second = Battle.objects.get().file["sides"]
    assert (first["plan"]["posture"], first["plan"]["spare"]) == ("hold", ["French-1", "French-4"])
    assert second["plan"] is None


@pytest.mark.parametrize(("typed", "sentence"), [
    ("5", "is no unit of this side"), ("0", "is no unit of this side"), ("-1", "is no number of a unit"),
    ("one", "is no number of a unit"), ("1.5", "is no number of a unit"), ("\u0663", "is no number of a unit"),
])  # fmt: skip
def test_a_unit_to_be_spared_that_is_none_is_refused_in_its_field(mine, typed, sentence):
    answer = mine.post("/battles/new/", ROSTERS | {"first_spare": typed})
    assert answer.status_code == 422
    assert sentence in str(answer.context["rosters"].errors["first_spare"])
    assert not Battle.objects.exists()


def test_HR_30_a_battle_carries_the_types_of_a_chosen_war_that_its_units_are_of(mine):
    own = {
        "war": "bohemia_1866", "rules": "lgg", "first_roster": "3 Breech inf, Line inf",
        "second_further": "Reserve: 2 Rifled art",
    }  # fmt: skip
    assert mine.post("/battles/new/", ROSTERS | own).status_code == 302
    file = Battle.objects.get().file
    assert [(row["short"], row["base"], row.get("attack", 0)) for row in file["unit_types"]] == [
        ("Breech inf", "line_inf", 1), ("Rifled art", "horse_art", 0),
    ]  # fmt: skip
    units = [unit for side in file["sides"] for unit in side["units"]]
    assert sorted(unit["own"] for unit in units if unit.get("own")) == ["Breech inf"] * 3 + ["Rifled art"] * 2
    answer = mine.post("/battles/new/", ROSTERS | own | {"war": ""})
    assert answer.status_code == 422
    assert "Breech" in str(answer.context["rosters"].errors["first_roster"])
