"""A club evening under each smaller rule system: two players at one table, from the first note to the rosters."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from battles.resolvers.contract.described import MANY, NoteDescription
from battles.resolvers.contract.notes import EVERYTHING, Reader
from battles.resolvers.contract.registry import companion, has
from battles.resolvers.core.dice import STREAMS, face_of, key_of
from battles.resolvers.core.kernels import u64
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import whole_part
from battles.selectors import notes_of
from battles.services.held.companion import create_by_hand, entry_at_table
from battles.services.held.table import hand_in
from rosters.models import Unit
from tests.battles.conformance.conftest import battle_data
from tests.campaign.views.battles.test_companion import Seat
from tests.campaign.worlds import Valley, held_on_the_ridge

pytestmark = pytest.mark.django_db
SMALL = ("one_hour", "my_favourite", "square_brigadier", "activation", "solo_napoleonic")
PLAYED = [slug for slug in SMALL if has(slug, "companion")]
OPTIONS = {"square_brigadier": {"chance": True}}
"""Optional rules that bring a deed to the table."""
LONGEST = 9
"""How many turns are played at most until each deed of the rules has come: a card is dealt by the dice."""


@pytest.fixture(params=PLAYED)
def valley(request: pytest.FixtureRequest) -> Valley:
    return held_on_the_ridge("table", rules=request.param, rule_options=OPTIONS.get(request.param, {}))


@pytest.fixture
def seats(valley: Valley, battle: Battle) -> list[Seat]:
    """North writes for side 0, South for side 1."""
    sides = [side.name.lower() for side in parse(battle.file).sides]
    return [Seat(valley, battle, name) for name in sides]


_LAST: dict[str, Any] = {}


def table_of(battle: Battle) -> Any:
    """The table as the notes lead to it; it is read once for the same notes."""
    notes = notes_of(battle)
    key = json.dumps([battle.key, [[note.number, note.side, note.kind, note.values] for note in notes]])
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = companion(battle.rules).read_notes(parse(battle.file), notes).table
    return _LAST[key]


def first_choice(choices: Any) -> str:
    value, inner = choices[0]
    return first_choice(inner) if isinstance(inner, tuple) else str(value)


def filled(note: NoteDescription) -> dict[str, Any]:
    """What a player who takes the first of everything sends."""
    data: dict[str, Any] = {} if note.side is None else {"side": note.side}
    for field in note.fields:
        if field.kind == MANY:
            data[field.key] = [value for value, _ in field.choices[:2]]
        elif field.choices:
            data[field.key] = first_choice(field.choices)
        elif field.kind == "whole" and field.required:
            data[field.key] = field.least if field.initial is None else field.initial
    return data


class Evening:
    """Both players note whatever is open to them, with the program's dice."""

    def __init__(self, battle: Battle, seats: list[Seat]) -> None:
        self.battle, self.seats, self.door = battle, seats, companion(battle.rules)
        self.kinds: set[str] = set()

    def send(self, side: int, kind: str, note: NoteDescription) -> bool:
        """Send a note as it is described; False where the page refuses it with a sentence."""
        data = filled(note) | {"kind": kind, "seen": self.battle.notes.count(), "act": "roll"}
        answer = self.seats[side].client.post(self.seats[side].url, data)
        assert answer.status_code in (302, 422), (kind, answer.status_code)
        if answer.status_code == 422:
            assert 'class="refusal"' in answer.text or "invalid-feedback" in answer.text, kind
            return False
        self.kinds.add(kind)
        return True

    def open_to(self, side: int) -> tuple[Any, Any]:
        table = table_of(self.battle)
        return table, self.door.screen_of(table, Reader(side))

    def steps(self) -> bool:
        """Take every step that is open to one of the players; False where none is."""
        for side in (0, 1):
            table, screen = self.open_to(side)
            for kind, number in self.door.steps(table, screen).notes:
                if kind not in ("stay",) and self.send(side, kind, self.door.describe(table, screen, kind, number)):
                    return True
        return False

    def fights(self) -> None:
        """Use each tool of the phase that reads a table, plays a card or moves a group, once for each player."""
        game = table_of(self.battle).game
        for one in (*game.lookups, *game.deeds):
            for side in (0, 1):
                table, screen = self.open_to(side)
                if one.key not in {tool.key for tool in self.door.tools(table, screen)}:
                    continue
                note = self.door.describe(table, screen, one.key, None if one in game.lookups else side)
                if not note.nothing:
                    asked = {"tool": one.key} | filled(note)
                    assert self.seats[side].client.get(self.seats[side].url, asked).status_code == 200
                    self.send(side, one.key, note)

    def lacks(self) -> set[str]:
        """Name the deeds of the rules that have not been noted yet."""
        return {deed.key for deed in table_of(self.battle).game.deeds} - self.kinds

    def turns(self) -> None:
        """Play a turn, and on until every deed of the rules has come."""
        for _ in range(LONGEST):
            self.turn()
            if not self.lacks():
                return

    def turn(self) -> None:
        """Play until the turn is over."""
        turn = table_of(self.battle).battle.turn
        for _ in range(40):
            table = table_of(self.battle)
            if table.stage == "over" or table.battle.turn > turn:
                return
            self.fights()
            self.settle_tests()
            assert self.steps(), (table.phase, table.game.must(table_of(self.battle)))
        raise AssertionError("a turn without end")

    def settle_tests(self) -> None:
        """Let everybody who must, do what keeps the phase from ending."""
        for _ in range(30):
            table = table_of(self.battle)
            if table.stage != "fighting" or not table.game.must(table):
                return
            self.fights()
        raise AssertionError(table.game.must(table))


def begun(battle: Battle, seats: list[Seat]) -> Evening:
    evening = Evening(battle, seats)
    for _ in range(3):
        assert evening.steps()
    return evening


def test_a_club_evening_from_the_first_turn_to_the_rosters(
    valley: Valley, battle: Battle, seats: list[Seat]
) -> None:  # fmt: skip
    evening = begun(battle, seats)
    assert {"deploy", "day"} <= evening.kinds
    evening.turns()
    assert {look.key for look in table_of(battle).game.lookups} & evening.kinds
    assert not evening.lacks()
    check_dice(battle)
    if table_of(battle).stage != "over":
        seats[1].note("stop")
    units = take_back_and_reload(battle, seats)
    for side, seat in enumerate(seats):
        seat.note("stay", side=side, stays="yes" if table_of(battle).battle.stays[side] else "no")
    check_result(battle, seats, units)


def check_dice(battle: Battle) -> None:
    """Anybody who knows the seed finds every die that the program threw, as the proof of a war does."""
    door, file, notes = companion(battle.rules), parse(battle.file), notes_of(battle)
    thrown: Counter[str] = Counter()
    for place, note in enumerate(notes):
        if note.values.get("rolled"):
            stream, sides = door.dice_wanted(door.read_notes(file, notes[:place]).table, note.kind, note.values)
            key, number = u64(key_of(f"{battle.seed}/table")), STREAMS.index(stream)
            assert note.values["dice"] == [face_of(key, number, thrown[stream] + n, d) for n, d in enumerate(sides)]
            thrown[stream] += len(sides)
    assert thrown


def take_back_and_reload(battle: Battle, seats: list[Seat]) -> list[dict[str, Any]]:
    """The last note is taken back and written again; both phones read the same table afterwards."""
    before = [entry_at_table(battle, whole_part(parse(battle.file), side)) for side in (0, 1)]
    last = battle.notes.last()
    seat = seats[last.side]
    seat.note("undo", of=last.number)
    assert table_of(battle).stage == "fighting"
    assert "is taken back" in seats[1 - last.side].look()
    seat.note(last.kind)
    for one in seats:
        assert "The fighting is over" in one.look()
    after = [entry_at_table(battle, whole_part(parse(battle.file), side)) for side in (0, 1)]
    assert after == before
    return after


def check_result(battle: Battle, seats: list[Seat], units: list[dict[str, Any]]) -> None:
    """The result form is filled in from the table; both hand it in, and the rosters have the losses."""
    for side, seat in enumerate(seats):
        page = seat.client.get(seat.url.replace("table/", "result/"), {"from": "table"})
        assert page.status_code == 200
        text = page.text
        for key, left in units[side]["units"].items():
            found = re.search(rf'name="{side}-{key}-strength" value="(\d+)"', text)
            assert found is not None
            assert (found[1] == "0") == (left["strength"] == 0)
            assert re.search(rf'name="{side}-{key}-fate".*?value="{left["fate"]}" selected', text, re.DOTALL)
    for side in (0, 1):
        hand_in(battle=battle, side=side, values=entry_at_table(battle, whole_part(parse(battle.file), side)), by="n")
    battle.refresh_from_db()
    assert battle.state == Battle.State.DONE
    after = {unit["id"]: unit["after"] for side in battle.result.report["sides"] for unit in side["units"]}
    lost = [unit.id for side in parse(battle.file).sides for unit in side.units if after[unit.id] < unit.strength]
    assert lost, "an evening without losses proves nothing"
    assert {row.unit_id for row in battle.effects.all()}
    for row in battle.effects.all():
        assert Unit.objects.get(pk=row.unit_id).strength == row.after


def test_a_stranger_does_not_sit_at_the_table(battle: Battle, seats: list[Seat]) -> None:
    assert Client().get(seats[0].url).status_code == 302


def test_the_enemy_reads_nothing_before_it_has_set_up(battle: Battle, seats: list[Seat]) -> None:
    door, table = companion(battle.rules), table_of(battle)
    assert door.screen_of(table, Reader(0)).sides[1].units == ()
    assert door.screen_of(table, EVERYTHING).sides[1].units


@pytest.mark.parametrize("rules", PLAYED)
def test_a_battle_of_ones_own_on_a_real_table_is_settled_from_its_notes(rules: str) -> None:
    owner = User.objects.create_user("owner")
    file = parse(battle_data(rules, weather="normal", ground="hard"))
    battle, client = create_by_hand(file=file, seed="1813", owner=owner), Client()
    client.force_login(owner)
    url = f"/battles/{battle.key}/table/"

    def note(kind: str, status: int = 302, **values: Any) -> str:
        answer = client.post(url, {"kind": kind, "seen": battle.notes.count()} | values)
        assert answer.status_code == status, answer.text
        return answer.text

    assert "Nothing has been fought yet" in note("settle", 422)
    for side in (0, 1):
        note("deploy", side=side)
    note("day")
    for unit in [key for key in table_of(battle).slots if key.partition("/")[0] == "a1"]:
        note("unit", unit=unit, strength=0, fate="destroyed")
    note("stop")
    note("settle")
    battle.refresh_from_db()
    assert battle.state == Battle.State.DONE
    (first, *_) = battle.result.report["sides"][1]["units"]
    assert (first["id"], first["after"]) == ("a1", 0)
    assert "This battle is settled." in client.get(url).text
    assert client.get(f"/battles/{battle.key}/").status_code == 200
