"""A battle of one's own on a real table: opened for it, kept by its owner, settled from it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from base.refusal import Refusal
from battles.forms.one_off import EXAMPLE
from battles.models import Battle
from battles.services import run_battle
from battles.services.held.companion import create_by_hand
from battles.services.opening import UNFINISHED_AT_ONCE
from rosters.rules.notation import parse_roster
from tests.factories.battles import file_of

pytestmark = pytest.mark.django_db


def opened(mine: Client) -> Battle:
    form = {"kind": "rosters", "by": "hand", "first_name": "French", "first_role": "attacker",
            "second_name": "Allies", "second_role": "defender", "second_skill": "average", "terrain": "open",
            "weather": "normal", "ground": "hard", "seed": "", "rules": "lgg"}  # fmt: skip
    answer = mine.post("/battles/new/", EXAMPLE | form)
    assert answer.status_code == 302, answer.text
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.key}/table/"
    return battle


def note(mine: Client, battle: Battle, kind: str, status: int = 302, **values: Any) -> str:
    data = {"kind": kind, "seen": battle.notes.count()} | values
    answer = mine.post(f"/battles/{battle.key}/table/", data)
    assert answer.status_code == status, answer.text
    return answer.text if status != 302 else answer["Location"]


def test_it_waits_on_the_table_and_no_worker_takes_it(mine: Client) -> None:
    battle = opened(mine)
    assert (battle.state, battle.method) == ("open", "table")
    assert not run_battle(battle.pk)
    assert "At the table: the companion" in mine.get(f"/battles/{battle.key}/").text


def test_the_owner_writes_for_both_sides_and_settles_it_once(mine: Client) -> None:
    battle = opened(mine)
    assert "Nothing has been fought yet" in note(mine, battle, "settle", 422)
    for side in (0, 1):
        note(mine, battle, "deploy", side=side)
    note(mine, battle, "day", act="roll")
    unit = battle.file["sides"][1]["units"][0]["id"]
    note(mine, battle, "unit", unit=unit, strength=1, fate="stands")
    assert note(mine, battle, "settle") == f"/battles/{battle.key}/"
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("done", "table")
    told = battle.result.report["sides"][1]["units"][0]
    assert (told["before"], told["id"]) == (4, unit)
    assert told["after"] in (1, 2), "the program has rolled the evening's recovery"
    page = mine.get(f"/battles/{battle.key}/table/").text
    assert "This battle is settled." in page
    assert 'name="kind"' not in page
    assert mine.get(f"/battles/{battle.key}/").status_code == 200


def test_the_program_may_fight_it_after_all(mine: Client, django_capture_on_commit_callbacks: Any) -> None:
    battle = opened(mine)
    mine.post(f"/battles/{battle.key}/table/give-up/")
    battle.refresh_from_db()
    assert battle.state in ("pending", "running", "done")
    assert mine.get(f"/battles/{battle.key}/table/").status_code == 302


def test_nobody_else_comes_to_it(mine: Client) -> None:
    battle, stranger = opened(mine), Client()
    stranger.force_login(User.objects.create_user("stranger", password="sabretache-and-shako-1813"))
    for address in ("table/", "table/news/", ""):
        assert stranger.get(f"/battles/{battle.key}/{address}").status_code == 404
    assert stranger.post(f"/battles/{battle.key}/table/give-up/").status_code == 404


def test_nobody_keeps_more_tables_than_he_can_play(owner: User) -> None:
    for _ in range(UNFINISHED_AT_ONCE):
        create_by_hand(file=file_of(rules="lgg"), seed="", owner=owner)
    with pytest.raises(Refusal, match="are on the table"):
        create_by_hand(file=file_of(rules="lgg"), seed="", owner=owner)


def test_REC_7_engineers_are_kept_through_the_page(mine: Client, owner: User) -> None:
    ours, theirs = parse_roster("2 Line inf, 1 Engineer, 1 Pontoon train"), parse_roster("2 Line inf")
    file = file_of(ours, theirs, rules="lgg", weather="normal", ground="hard")
    battle = create_by_hand(file=file, seed="", owner=owner)
    for side in (0, 1):
        note(mine, battle, "deploy", side=side)
    note(mine, battle, "day", act="roll")
    for side, faces in ((0, (6, 4)), (1, (2, 3))):
        note(mine, battle, "roll", side=side, act="typed", **{f"die-{n}": face for n, face in enumerate(faces)})
    page = mine.get(f"/battles/{battle.key}/table/", {"tool": "work"}).text
    engineer, train = (unit.id for unit in file.sides[0].units if unit.type in ("engineer", "pontoon"))
    assert f'<option value="{engineer}">' in page
    assert f'<option value="{train}">' in page
    sent: dict[str, Any] = {"unit": engineer, "work": "EA1", "cost": 1}
    assert "choose the pontoon train" in note(mine, battle, "work", 422, act="roll", **sent)
    note(mine, battle, "work", act="typed", train=train, **sent, **{"die-0": 7})
    assert (
        "at work on a pontoon bridge, 7 against Morale 7: one success of 2"
        in mine.get(f"/battles/{battle.key}/table/").text
    )


def test_several_notes_of_a_step_each_have_their_heading(mine: Client, owner: User) -> None:
    file = file_of(rules="solo_napoleonic", weather="normal", ground="hard")
    battle = create_by_hand(file=file, seed="", owner=owner)
    for side in (0, 1):
        note(mine, battle, "deploy", side=side)
    note(mine, battle, "day")
    page = mine.get(f"/battles/{battle.key}/table/").text
    for name in (side.name for side in file.sides):
        assert f"Chance card: {name}</h3>" in page
        assert f"Control: {name}</h3>" in page
