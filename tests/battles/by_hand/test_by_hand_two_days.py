"""Days on a real table through the forms: stratagems, arrivals, a commander lost, pursuit, a night, amalgamation."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.companion.door import read_notes
from battles.resolvers.lgg.companion.state import TableState
from battles.resolvers.lgg.record.codes import Phase
from battles.selectors import notes_of
from battles.services.held.companion import create_by_hand
from tests.battles.resolvers.lgg.companion.hand import file

pytestmark = pytest.mark.django_db


class Table1813:
    """One phone that writes for both sides."""

    def __init__(self, **more: Any) -> None:
        owner = User.objects.create_user("owner", password="sabretache-and-shako-1813")
        self.client = Client()
        self.client.force_login(owner)
        self.battle: Battle = create_by_hand(file=file(**more), seed="two days", owner=owner)
        self.url = f"/battles/{self.battle.key}/table/"
        self.table: TableState

    def send(self, kind: str, *dice: int, status: int = 302, act: str = "typed", **values: Any) -> str:
        data = {"kind": kind, "seen": self.battle.notes.count(), "act": act} | values
        data |= {f"die-{n}": face for n, face in enumerate(dice)}
        answer = self.client.post(self.url, data)
        assert answer.status_code == status, answer.text
        if status != 302:
            return str(answer.text)
        played = read_notes(parse(self.battle.file), notes_of(self.battle))
        self.table = played.table
        return played.lines[-1].wording.text

    def open_tool(self, tool: str, **asked: Any) -> str:
        return str(self.client.get(self.url, {"tool": tool} | asked).text)

    def round(self, first: int = 6, second: int = 6) -> str:
        self.send("roll", first, 6, side=0)
        self.send("roll", second, 5, side=1)
        for kind in ("turns", "turn_end", "turn_end"):
            if kind != "turns" or self.table.phase == Phase.INITIATIVE:
                self.send(kind)
        return self.send("round_end")

    def begin(self) -> None:
        for side in (0, 1):
            self.send("deploy", side=side)
        self.send("day")


def test_stratagems_and_arrivals_through_their_forms() -> None:
    table = Table1813(options={"stratagems": True}, marks={"a2": {"arrives": 20}})
    table.begin()
    assert "Stratagems among the ten chits" in table.open_tool("chits")
    page = table.send("chits", side=1, count=2)
    assert "Allies: two stratagems held." in page
    table.send("roll", 1, 1, side=0)
    table.send("roll", 2, 2, side=1)
    assert "Second Wind" in table.open_tool("stratagem")
    assert "choose the face" in table.send("stratagem", status=422, side=1, which="ST1")
    page = table.send("stratagem", 6, 6, side=1, which="ST1")
    assert "Stratagem of Allies: Second Wind (ST1), 12 instead." in page
    assert "One stratagem a round" in table.send("stratagem", status=422, side=1, which="ST3")
    table.send("turns")
    page = table.send("stratagem", 4, side=0, which="ST2", status=422)
    assert "in the own turn" in page
    for kind in ("turn_end", "turn_end", "round_end"):
        page = table.send(kind)
    assert "2 and 12, count 14 of 100" in page
    assert "A2, due at 20" in table.open_tool("arrive")
    page = table.send("arrive", units="a2")
    assert "Allies: arrival of A2" in page
    table.send("roll", 6, 6, side=0)
    table.send("roll", 1, 1, side=1)
    table.send("turns")
    assert "four actions more" in table.send("stratagem", 4, side=0, which="ST2")


def test_two_days_from_the_first_shot_to_the_end() -> None:
    table = Table1813(season="winter", wings=("poor", "great"))
    table.begin()
    table.send("roll", 6, 6, side=0)
    table.send("roll", 6, 5, side=1)
    assert "36 %" in table.open_tool("fire", firer="f6", target="a1")
    page = table.send("fire", 9, 5, firer="f6", target="a1", cost=1)
    assert "two hits on A1" in page
    assert "12 left" in table.send("spend", amount=-1)
    table.send("check", 8, unit="f1", cause="rough")
    table.send("rout", unit="a2")
    page = table.send("leader", 1, leader="0-0", heir="2")
    assert "Ney is in danger: 1, lost. His successor is great" in page
    page = table.send("recover", 7, unit="f1", cost=1)
    assert "one hit less" in page
    page = table.send("combat", 1, 10, first="f1", second="f2", defender="a3", cost=2)
    assert "their owner says on whom" in page
    assert "one each: F1 and F2" in table.client.get(table.url).text
    assert "one hit on F1 and one hit on F2" in table.send("hits", on_first=1)
    table.send("turn_end")
    assert "Take this die" in table.open_tool("rally")
    table.send("rally", 9, unit="a2", cost=1)
    table.send("turn_end")
    table.send("round_end")
    for _ in range(3):
        page = table.round()
    assert "The day is over." in page
    table.send("stay", side=0, stays="yes")
    page = table.send("stay", side=1, stays="yes")
    assert "There is no pursuit." in page
    evening(table)
    table.client.post(table.url, {"kind": "settle"})
    table.battle.refresh_from_db()
    assert (table.battle.state, table.battle.result.winner) == ("done", "French")
    sides = table.battle.result.report["sides"]
    assert sides[0]["commander"] == {"name": "Ney", "fate": "lost"}
    assert [unit["after"] for unit in sides[1]["units"] if unit["id"] == "a2"] == [0], "A2 lives on in A1"


def evening(table: Table1813) -> None:
    """Recovery, rally, amalgamation and the night; then a second day begins and is broken off."""
    assert "write the face of this die" in table.send("recovery", status=422, side=1)
    table.send("recovery", side=1, act="roll")
    assert "F1 10 not and F2 10 not" in table.send("recovery", 10, 10, side=0)
    page = table.send("rallying", 1, side=1)
    assert "A2 1 rallied" in page
    page = table.send("groups", side=0)
    assert "French: no amalgamation." in page
    refused = table.send("groups", status=422, side=1, **{"group-a1": "A", "group-a3": "A"})
    assert "becomes fewer units than it was" in refused
    strength = table.table.strength("a1")
    groups: dict[str, Any] = {"group-a1": "A", "group-a2": "A"}
    page = table.send("groups", side=1, **groups)
    assert "Allies: amalgamation of A1 and A2." in page
    assert table.table.strength("a1") == strength + 1
    table.send("night")
    page = table.send("day", 1)
    assert "Day 2 begins" in page
    table.send("break_off", side=1, leaves="yes")
    table.round()
    page = table.send("pursuit", 5, 5)
    assert "Nobody is hit." in page
    for kind, side in (("recovery", 0), ("recovery", 1), ("rallying", 0), ("rallying", 1)):
        phase = {"recovery": Phase.EOD_RECOVERY, "rallying": Phase.EOD_RALLY}[kind]
        if table.table.phase == phase and not table.table.done[side]:
            table.send(kind, side=side, act="roll")
    assert table.table.phase == Phase.OVER
