"""EX-7: the replay of a one-off battle as pages, data and pictures, for its owner alone."""

import gzip
import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from battles.models import Battle
from battles.pages.replay import film_data, film_page, running_account, still_plate
from battles.pages.tables import loss_chart
from battles.resolvers.files.battle_file import parse
from battles.resolvers.replay.film import film_of
from battles.resolvers.values.report import Report
from battles.selectors import battle_by_key, report_of
from battles.services import create_battle, run_battle
from battles.services.held.choosing import concede, hold_battle
from battles.services.photographs import guest_token, invite_guests
from tests.battles.golden.pin import golden_battles
from tests.battles.replay.told import OPENING, told
from tests.factories.battles import one_off, roster_battle
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def fought(owner: User) -> Battle:
    """The smallest golden battle, settled."""
    golden = golden_battles()["smallest"]
    battle = create_battle(name="Kulm", file=parse(golden["battle"]), field_seed="f", seed=golden["seed"], reference="",
                         unit_ids={}, owner=owner)  # fmt: skip
    run_battle(battle.pk)
    found = battle_by_key(battle.key)
    assert found is not None
    return found


def report(battle: Battle) -> Report:
    found = report_of(battle)
    assert found is not None
    return found


def test_EX_7_the_battle_page_and_the_journal_lead_to_the_replay(fought: Battle, mine: Client) -> None:
    for page in ("", "journal/"):
        text = mine.get(f"/battles/{fought.key}/{page}").text
        assert f"/battles/{fought.key}/replay/" in text
    assert f"/battles/{fought.key}/still.svg" in mine.get(f"/battles/{fought.key}/").text


def test_EX_7_the_page_shows_the_moment_of_its_address(fought: Battle, mine: Client) -> None:
    last = len(report(fought).journal)
    for asked, n in (("0", 0), ("12", 12), (str(last), last), ("99999", last)):
        answer = mine.get(f"/battles/{fought.key}/replay/?at={asked}")
        assert answer.status_code == 200
        assert f'data-at="{n}" data-last="{last}"' in answer.text
        assert "js/replay/replay" in answer.text


@pytest.mark.parametrize("asked", ["", "-1", "x", "1.5", "٣", "99999999999999999999", "1_0"])
def test_EX_7_an_address_that_names_no_event_shows_the_end_of_the_deployment(
    asked: str, fought: Battle, mine: Client
) -> None:
    drawn_up = sum(event["day"] == 0 for event in report(fought).journal)
    answer = mine.get(f"/battles/{fought.key}/replay/", {"at": asked})
    assert f'data-at="{drawn_up}"' in answer.text
    assert mine.get(f"/battles/{fought.key}/still.svg", {"at": asked}).status_code == 200
    assert mine.get(f"/battles/{fought.key}/replay/account/", {"at": asked}).status_code == 200


def test_EX_7_previous_and_next_lead_through_the_whole_battle(fought: Battle) -> None:
    whole = report(fought)
    last = len(whole.journal)
    pages = [film_page(whole, n) for n in range(last + 1)]
    assert all(page is not None for page in pages)
    steps = [page["steps"] for page in pages if page is not None]
    assert [step["on"] for step in steps] == [*range(1, last + 1), None]
    assert [step["back"] for step in steps] == [None, *range(last)]
    firsts = [chapter.n for chapter in pages[0]["chapters"]] if pages[0] else []
    assert all(steps[n]["round_on"] == later for n, later in pairwise(firsts))
    assert all(steps[later]["round_back"] == earlier for earlier, later in pairwise(firsts) if later > 1)


def test_EX_7_the_film_gives_every_moment_by_what_each_event_changes(fought: Battle, mine: Client) -> None:
    told_film = mine.get(f"/battles/{fought.key}/replay/film.json").json()
    film = film_of(report(fought))
    assert film is not None
    now = dict(told_film["start"])
    for n, (ev, changes, *_) in enumerate(told_film["steps"], 1):
        now.update(changes)
        assert now == json.loads(json.dumps(film.at(n)))
        assert ev == film.steps[n - 1].event["ev"]


def test_EX_7_the_film_is_sent_compressed_to_whoever_takes_it_so(fought: Battle, mine: Client) -> None:
    plain = mine.get(f"/battles/{fought.key}/replay/film.json")
    packed = mine.get(f"/battles/{fought.key}/replay/film.json", headers={"accept-encoding": "gzip"})
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 2 < len(plain.content)


def test_EX_7_the_account_tells_every_event_of_its_round_and_no_other(fought: Battle, mine: Client) -> None:
    whole = report(fought)
    seen: list[int] = []
    at = 1
    while at <= len(whole.journal):
        page = running_account(whole, at)
        numbers = [entry.n for entry in page["lines"]]
        text = mine.get(f"/battles/{fought.key}/replay/account/?at={at}").text
        assert [f'id="event-{n}"' in text for n in numbers] == [True] * len(numbers)
        seen += numbers
        at = page["chapter"].last + 1
    assert seen == [event["n"] for event in whole.journal]


def test_EX_7_the_still_is_a_picture_that_needs_nothing_else(fought: Battle, mine: Client) -> None:
    answer = mine.get(f"/battles/{fought.key}/still.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    tree = ElementTree.fromstring(answer.content)  # noqa: S314 our own picture
    assert tree.tag == f"{SVG}svg"
    assert tree.attrib["aria-label"]
    assert [node.tag for node in tree.iter() if node.tag in (f"{SVG}style", f"{SVG}script", f"{SVG}image")] == []
    bases = [node for node in tree.iter(f"{SVG}rect") if node.get("class") == "rp-base"]
    assert len(bases) == 4
    assert all(node.get("fill") and node.get("stroke") for node in bases)


FORGED = "</script><img src=x onerror=alert(1)>\"'&{{7*7}}"


def forged(owner: User) -> Battle:
    """The smallest golden battle, fought by people with markup for names."""
    data = golden_battles()["smallest"]["battle"]
    for number, side in enumerate(data["sides"]):
        side["name"] = f"{number}{FORGED}"
        side["commander"]["name"] = f"General {FORGED}"
        side["units"] = [
            {"id": f"{number}{kind}", "name": f"{kind} {FORGED}", "type": kind} for kind in ("line_inf", "light_cav")
        ]
        del side["roster"]
    battle = create_battle(name=FORGED, file=parse(data), field_seed="f", seed="seed", reference="", unit_ids={},
                         owner=owner)  # fmt: skip
    run_battle(battle.pk)
    return battle


def test_EX_7_forged_names_stay_text_in_film_account_and_pictures(owner: User, mine: Client) -> None:
    battle = forged(owner)
    film = mine.get(f"/battles/{battle.key}/replay/film.json")
    assert (film["Content-Type"], film["X-Content-Type-Options"]) == ("application/json", "nosniff")
    assert [name[1:] for name in film.json()["sides"]] == [FORGED, FORGED]
    for page in ("", "replay/", "replay/?at=40", "replay/account/?at=40", "journal/", "table/", "pack/"):
        answer = mine.get(f"/battles/{battle.key}/{page}", follow=True)
        text = answer.text
        assert answer.status_code == 200
        assert "<img src=x" not in text, page
        assert "49" not in text.partition("onerror")[2][:40], page
    assert "&lt;img src=x" in mine.get(f"/battles/{battle.key}/replay/account/?at=40").text
    still = mine.get(f"/battles/{battle.key}/still.svg").content
    assert not [node for node in ElementTree.fromstring(still).iter() if node.tag.endswith("img")]  # noqa: S314


def test_EX_7_nobody_else_sees_it_and_before_the_battle_there_is_nothing(owner: User, fought: Battle) -> None:
    paths = ("replay/", "replay/film.json", "replay/account/", "still.svg")
    stranger = Client()
    assert [stranger.get(f"/battles/{fought.key}/{path}").status_code for path in paths] == [302] * 4
    stranger.force_login(User.objects.create(username="stranger"))
    assert [stranger.get(f"/battles/{fought.key}/{path}").status_code for path in paths] == [404] * 4
    client = logged_in(owner)
    waiting = one_off(owner)
    assert [client.get(f"/battles/{waiting.key}/{path}").status_code for path in paths] == [404] * 4


def test_EX_7_a_battle_that_was_typed_in_says_that_there_is_nothing_to_watch(owner: User, mine: Client) -> None:
    battle = roster_battle(rules="lgg")
    hold_battle(battle=battle, play_by=timezone.now())
    concede(battle=battle, side=0)
    Battle.objects.filter(pk=battle.pk).update(owner=owner)
    typed = battle_by_key(battle.key)
    assert typed is not None
    assert film_data(report(typed)) is None
    for path in (f"/battles/{battle.key}/", f"/battles/{battle.key}/replay/"):
        assert "there is no replay" in mine.get(path).text
    assert mine.get(f"/battles/{battle.key}/replay/film.json").status_code == 404
    assert mine.get(f"/battles/{battle.key}/still.svg").status_code == 404


def test_EX_7_a_plan_of_battle_is_no_part_of_a_replay(fought: Battle) -> None:
    whole = report(fought)
    planned = {**whole.battle, "sides": [{**side, "plan": {"posture": "delay"}} for side in whole.battle["sides"]]}
    other = replace(whole, battle=planned)
    for n in range(0, len(whole.journal), 7):
        assert film_page(other, n) == film_page(whole, n)
        assert still_plate(other, n) == still_plate(whole, n)
    assert film_data(other) == film_data(whole)


def test_EX_7_the_chart_is_a_staircase_of_the_losses() -> None:
    """Of 11 points one side loses 4 at the ninth of ten events: its curve falls at 540 of 600, by 4/11 of 84."""
    rout = {"ev": "rout", "side": "French", "unit": "f1", "box": "rallyable", "cause": "combat"}
    film = film_of(told(rout, {"ev": "turn_end", "side": "French"}))
    assert film is not None
    assert len(film.steps) == OPENING + 2 == 10
    chart = loss_chart(film, 5)
    assert (chart.curves[0].path, chart.curves[1].path) == ("M0 8H540V38.5H600", "M0 53.8H600")
    assert (chart.here, chart.most) == (300.0, 11)


def test_EX_7_the_roll_tells_each_unit_at_the_moment_in_words() -> None:
    rout = {"ev": "rout", "side": "French", "unit": "f1", "box": "nonrallyable", "cause": "combat"}
    page = film_page(told(rout), OPENING + 1)
    assert page is not None
    assert [(row.name, row.side, row.kind, row.strength, row.full, row.where) for row in page["roll"]] == [
        ("F1", "French", "line infantry", 0, 4, "not rallyable"),
        ("F2", "French", "light cavalry", 3, 3, "on the table"),
        ("F3", "French", "line infantry", 4, 4, "still to come"),
        ("A1", "Allies", "line infantry", 4, 4, "on the table"),
        ("A2", "Allies", "heavy artillery", 1, 1, "on the table"),
    ]


def test_EX_7_facts_stand_above_the_table() -> None:
    roll = {"ev": "command_roll", "side": "French", "total": 9, "rerolled": False}
    first = {"ev": "initiative", "side": "French", "first": "French", "tie": False}
    activate = {"ev": "activate", "side": "French", "unit": "f1", "activity": "move", "cost": 8, "left": 1}
    page = film_page(told(roll, {**roll, "side": "Allies", "total": 7}, first, activate), OPENING + 4)
    assert page is not None
    assert page["facts"] == {
        "sky": "clear, hard ground", "radius": "20″", "count": "0 of 100", "turn": "French, 1 action left",
        "rolls": "9 : 7", "strength": "French 11, Allies 5",
    }  # fmt: skip


def test_a_report_at_hand_holds_the_reasons_that_its_reader_may_read_and_no_others(fought: Battle) -> None:
    sides = [side.name for side in report(fought).sides]
    for _ in range(2):
        for plans in ((), (0,), (1,), (0, 1), (1, 0)):
            found = report_of(fought, plans=plans)
            assert found is not None
            assert {reason["side"] for reason in found.reasons} == {sides[n] for n in plans}
    assert report_of(fought, plans=(0, 1)) is report_of(fought, plans=(1, 0))


def test_a_journal_that_was_archived_leaves_the_reports_at_hand(fought: Battle) -> None:
    assert report(fought).journal
    fought.result.journal = b""
    assert not report(fought).journal


def test_a_replay_leads_each_reader_to_his_own_addresses(fought: Battle, mine: Client) -> None:
    token = guest_token(invite_guests(battle=fought))
    own, guests = f"/battles/{fought.key}/replay/film.json", f"/battles/watch/{token}/film.json"
    for _ in range(2):
        page = mine.get(f"/battles/{fought.key}/replay/").text
        seen = Client().get(f"/battles/watch/{token}/").text
        assert own in page
        assert guests not in page
        assert guests in seen
        assert fought.key not in seen
