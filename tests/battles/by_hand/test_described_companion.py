"""A companion that is nothing but a description: rendered, noted, taken back and settled through the common pages."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.selectors import report_of
from battles.services.held.companion import create_by_hand
from tests.battles import drill
from tests.battles.conformance.conftest import battle_data
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    drill.register()
    owner = User.objects.create_user("owner")
    return create_by_hand(file=parse(battle_data("coin")), seed="1813", owner=owner)


@pytest.fixture
def owner(battle: Battle) -> Client:
    return logged_in(battle.owner)


def look(owner: Client, battle: Battle) -> str:
    answer = owner.get(f"/battles/{battle.key}/table/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def note(owner: Client, battle: Battle, kind: str, status: int = 302, **sent: object) -> str:
    data = {"kind": kind, "seen": battle.notes.count()} | sent
    answer = owner.post(f"/battles/{battle.key}/table/", data)
    assert answer.status_code == status, answer.text
    return answer.text


def test_its_notes_are_shown_as_they_are_described(battle: Battle, owner: Client) -> None:
    page = look(owner, battle)
    assert "<legend>1 French, 2 Allies</legend>" in page
    assert page.count('name="die-0"') == 2
    assert "Toss 1" in page
    assert "Enough?" not in page
    note(owner, battle, "toss", act="typed", **{"die-0": 2})
    page = look(owner, battle)
    assert "The coin shows 2: Allies." in page
    assert "Toss 2" in page
    assert '<option value="late">it is late</option>' in page


def test_the_program_throws_from_the_stream_of_its_rules(battle: Battle, owner: Client) -> None:
    faces = [face_of(key_of("1813/table"), 0, n, 2) for n in range(3)]
    for _ in faces:
        note(owner, battle, "toss", act="roll")
    assert [one.values for one in battle.notes.all()] == [{"dice": [face], "rolled": True} for face in faces]


def test_what_is_refused_stands_beside_its_field(battle: Battle, owner: Client) -> None:
    assert "choose the face of every die" in note(owner, battle, "toss", 422, act="typed")
    assert "choose one of those listed" in note(owner, battle, "toss", 422, act="typed", **{"die-0": 3})
    assert "Nothing of this kind is noted" in note(owner, battle, "deploy", 422)
    note(owner, battle, "toss", act="typed", **{"die-0": 1})
    assert "this choice is no longer open" in note(owner, battle, "stop", 422, why="hungry")
    assert "look at the table" in note(owner, battle, "toss", 422, act="typed", seen=0, **{"die-0": 1})
    assert battle.notes.count() == 1


def test_it_is_stopped_taken_back_and_settled(battle: Battle, owner: Client) -> None:
    assert "Nothing has been tossed yet" in note(owner, battle, "settle", 422)
    for face in (1, 2, 1):
        note(owner, battle, "toss", act="typed", **{"die-0": face})
    note(owner, battle, "stop", why="late")
    assert "The coin is put away" in look(owner, battle)
    assert "put away" in note(owner, battle, "toss", 422, act="roll")
    note(owner, battle, "undo", of=4)
    assert "The next toss" in look(owner, battle)
    note(owner, battle, "settle")
    battle.refresh_from_db()
    report = report_of(battle)
    assert battle.state == Battle.State.DONE
    assert report is not None
    assert [[unit.lost for unit in side.units] for side in report.sides] == [[0] * 5, [1] * 5]
    assert report.outcome.winner == "French"
