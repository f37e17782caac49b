"""Notes in the database: one after the other, once each, with dice that anybody can check afterwards."""

from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle, TableNote
from battles.pages.battle import BattleLinks, battle_page, battle_view
from battles.resolvers.core.dice import STREAMS, face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import whole_part
from battles.services.held.choosing import choose_method, hold_battle
from battles.services.held.companion import entry_at_table, note_down, settle_from_table, take_back
from battles.services.held.table import hand_in
from tests.factories.battles import roster_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    battle = roster_battle(rules="lgg", weather="normal", ground="hard")
    hold_battle(battle=battle, play_by=timezone.now() + timedelta(days=7))
    choose_method(battle=battle, method="table")
    battle.refresh_from_db()
    return battle


def write(
    battle: Battle,
    kind: str,
    values: dict[str, Any] | None = None,
    *,
    side: int | None = None,
    seen: int | None = None,
    roll: bool = False,
) -> TableNote:
    last = battle.notes.count() if seen is None else seen
    return note_down(battle=battle, side=side, kind=kind, values=values or {}, seen=last, by="somebody", roll=roll)


def begin(battle: Battle) -> None:
    write(battle, "deploy", {"side": 0}, side=0)
    write(battle, "deploy", {"side": 1}, side=1)
    write(battle, "day")


def rolled(battle: Battle, n: int) -> int:
    """Die n of the command stream of this table, as anybody reckons it who knows the seed."""
    return face_of(key_of(f"{battle.seed}/table"), STREAMS.index("command"), n, 6)


def test_the_programs_dice_follow_from_the_seed_and_are_never_thrown_twice(battle: Battle) -> None:
    begin(battle)
    first = write(battle, "roll", {"side": 0}, roll=True)
    assert first.values["dice"] == [rolled(battle, 0), rolled(battle, 1)]
    take_back(battle=battle, side=None, number=first.number, seen=first.number, by="somebody")
    again = write(battle, "roll", {"side": 0}, roll=True)
    assert again.values["dice"] == [rolled(battle, 2), rolled(battle, 3)]
    assert "rolled" not in write(battle, "roll", {"side": 1, "dice": [1, 1]}).values


def test_what_is_refused_is_not_written(battle: Battle) -> None:
    begin(battle)
    for kind, values in (("roll", {"side": 0, "dice": [7, 7]}), ("spend", {"amount": 1}), ("charge", {})):
        with pytest.raises(Refusal):
            write(battle, kind, values)
    assert battle.notes.count() == 3


def test_LGG_6_1_a_a_side_notes_its_command_roll_itself(battle: Battle) -> None:
    begin(battle)
    for roll in (False, True):
        with pytest.raises(Refusal, match=r"^That is for .* to note"):
            write(battle, "roll", {"side": 0, "dice": [1, 1]}, side=1, roll=roll)
    assert battle.notes.count() == 3


def test_nothing_is_noted_before_or_after_the_battle_is_on_the_table() -> None:
    battle = roster_battle(rules="lgg")
    with pytest.raises(Refusal, match="being fought by the program"):
        write(battle, "deploy", {"side": 0})
    hold_battle(battle=battle, play_by=None)
    with pytest.raises(Refusal, match="choose the table first"):
        write(battle, "deploy", {"side": 0})
    assert battle.notes.count() == 0


def test_the_result_form_is_filled_in_and_settles_the_battle(battle: Battle) -> None:
    begin(battle)
    write(battle, "roll", {"side": 0, "dice": [6, 6]})
    write(battle, "roll", {"side": 1, "dice": [6, 5]})
    write(battle, "unit", {"unit": "a4", "strength": 0, "fate": "destroyed"}, side=1)
    write(battle, "unit", {"unit": "f1", "strength": 2, "fate": "stands"}, side=0)
    file = parse(battle.file)
    own, theirs = (entry_at_table(battle, whole_part(file, side)) for side in (0, 1))
    assert not battle.entries.exists()
    assert own["units"]["f1"] == {"strength": 2, "fate": "stands"}
    assert (own["stage"], own["days"], own["stayed"]) == ("before", 1, [None, None])
    assert own["foe_left"] is None
    with pytest.raises(Refusal, match="stayed"):
        hand_in(battle=battle, side=0, values=own, by="north")
    said = {"stayed": [True, False]}
    assert not hand_in(battle=battle, side=0, values=own | said, by="north")
    assert hand_in(battle=battle, side=1, values=theirs | said, by="south")
    battle.refresh_from_db()
    assert battle.state == Battle.State.DONE
    assert battle.result.report["sides"][1]["units"][3]["after"] == 0
    told = battle_view(battle, BattleLinks("", ""), full=True).evening
    assert [(passage.title, passage.text) for passage in told] == []
    assert battle_view(battle, BattleLinks("", ""), full=False).evening == ()


def test_the_page_of_a_battle_tells_an_evening_at_the_table_from_its_notes(battle: Battle) -> None:
    begin(battle)
    write(battle, "roll", {"side": 0, "dice": [6, 6]})
    write(battle, "roll", {"side": 1, "dice": [6, 5]})
    write(battle, "combat", {"attackers": ["f1"], "defender": "a1", "result": "rout"})
    settle_from_table(battle=battle)
    battle.refresh_from_db()
    view = battle_view(battle, BattleLinks("", ""), full=True)
    assert [passage.title for passage in view.evening] == ["Day 1, round 1, under a clear sky, hard ground"]
    assert view.evening[0].text.startswith("The French")
    assert " broke the Allies' " in view.evening[0].text
    page = render_to_string("battles/_dispatch.html", battle_page(view))
    assert view.evening[0].title in page


def test_a_note_that_is_sent_again_by_its_key_is_written_once(battle: Battle) -> None:
    begin(battle)
    sent: dict[str, Any] = {
        "battle": battle, "side": 0, "kind": "roll", "values": {"side": 0, "dice": [6, 6]}, "seen": 3,
        "by": "north",
    }  # fmt: skip
    first, again = (note_down(**sent, key="a" * 32) for _ in range(2))
    assert first.pk == again.pk
    assert battle.notes.count() == 4
    with pytest.raises(Refusal, match="saved already"):
        note_down(**{**sent, "side": 1}, key="a" * 32)
    write(battle, "roll", {"side": 1, "dice": [1, 1]})
    assert battle.notes.filter(key="").count() == 4


def test_notes_kept_on_a_phone_know_one_another_and_clash_with_what_others_noted(battle: Battle) -> None:
    begin(battle)
    write(battle, "roll", {"side": 0, "dice": [6, 6]}, side=0)
    write(battle, "roll", {"side": 1, "dice": [1, 1]}, side=1)
    spend: dict[str, Any] = {
        "battle": battle, "side": 0, "kind": "spend", "values": {"amount": 1}, "seen": 5, "by": "north",
    }  # fmt: skip
    note_down(**spend, key="a" * 32)
    with pytest.raises(Refusal, match="Meanwhile north has noted"):
        note_down(**spend, key="b" * 32)
    assert note_down(**spend, key="b" * 32, after=["a" * 32]).number == 7
    write(battle, "spend", {"amount": 1}, side=None)
    with pytest.raises(Refusal, match="Meanwhile somebody has noted"):
        note_down(**spend, key="c" * 32, after=["a" * 32, "b" * 32])
    assert battle.notes.count() == 8
