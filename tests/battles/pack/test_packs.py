"""The packs of a one-off battle: its owner has both sides, and a pack for either player."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from tests.battles.pack.reading import text_of
from tests.factories.battles import one_off
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User) -> Battle:
    return one_off(owner, rules="lgg")


def get(user: User | None, battle: Battle, path: str = ""):
    client = Client()
    if user:
        client.force_login(user)
    return client.get(f"/battles/{battle.key}/pack/{path}")


def test_its_owner_finds_three_packs_on_the_battles_page(owner, battle):
    client = logged_in(owner)
    assert f"/battles/{battle.key}/pack/" in client.get(f"/battles/{battle.key}/").text
    page = get(owner, battle).text
    assert [f"side={side}&amp;kind=pdf&amp;paper=a4" in page for side in ("both", "1", "2")] == [True] * 3


def test_each_player_gets_his_side_and_no_word_of_the_other(owner, battle):
    sides = [json.loads(get(owner, battle, f"file/?kind=json&side={side}").content)["sides"] for side in ("1", "2")]
    file = parse(battle.file)
    assert [sides[n][n] for n in (0, 1)] == [side.as_dict() for side in file.sides]
    assert [sides[n][1 - n] for n in (0, 1)] == [
        {"name": side.name, "role": side.role, "reported": []} for side in reversed(file.sides)
    ]
    text = text_of(get(owner, battle, "file/?side=1").content)
    assert "Ney" in text
    assert "Wittgenstein" not in text
    assert f"http://testserver/battles/{battle.key}/" in text.replace("\n", "").replace("\u200b", "")
    assert re.search(r"As of \w{3} \d+ \w+ \d{4}, \d\d:\d\d UTC", text)


def test_the_pack_of_both_is_the_battle_file_with_its_field(owner, battle):
    assert json.loads(get(owner, battle, "file/?kind=json").content) == battle.file


def test_another_rule_system_has_a_pack_without_aids(owner):
    other = one_off(owner)
    assert other.rules != "lgg"
    text = text_of(get(owner, other, "file/").content)
    assert "Order of battle: French" in text
    assert "The evening" not in text


def test_the_ground_is_told_piece_by_piece(owner, battle):
    page = get(owner, battle).text
    assert page.count('<th scope="row" class="fw-normal">') == len(battle.file["field"]["pieces"])


def test_nobody_else_has_one(battle):
    other = User.objects.create_user("other", password="x")
    for path in ("", "file/", "file/?kind=json&side=1"):
        assert get(other, battle, path).status_code == 404
        assert get(None, battle, path).status_code == 302


def test_what_there_is_not(owner, battle):
    for path in ("file/?kind=exe", "file/?kind=", "file/?side=3", "file/?side="):
        assert get(owner, battle, path).status_code == 404
    assert get(owner, battle, "file/?paper=a0").status_code == 200


def test_no_copy_is_kept(owner, battle):
    for path in ("", "file/?kind=csv"):
        assert set(get(owner, battle, path)["Cache-Control"].split(", ")) == {"private", "no-store"}
