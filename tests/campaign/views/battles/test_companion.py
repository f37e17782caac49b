"""The companion through its pages: two players and a referee at one table."""

import re
import time
from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, TableNote
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.typed import unhurt
from battles.services.held.choosing import choose_method
from battles.services.held.settling import settle_typed
from tests.campaign.worlds import Valley, held_on_the_ridge

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    return held_on_the_ridge("table")


class Seat:
    """Somebody at the table, with a phone."""

    def __init__(self, valley: Valley, battle: Battle, name: str) -> None:
        self.client, self.battle = Client(), battle
        self.client.force_login(valley.people[name])
        self.url = f"/c/{valley.campaign.slug}/battles/{battle.key}/table/"

    def look(self, **asked: Any) -> str:
        answer = self.client.get(self.url, asked)
        assert answer.status_code == 200
        return answer.text

    def note(self, kind: str, *, status: int = 302, seen: int | None = None, **values: Any) -> str:
        data = {"kind": kind, "seen": self.battle.notes.count() if seen is None else seen} | values
        answer = self.client.post(self.url, data)
        assert answer.status_code == status, answer.text
        return answer.text


@pytest.fixture
def north(valley: Valley, battle: Battle) -> Seat:
    return Seat(valley, battle, "north")


@pytest.fixture
def south(valley: Valley, battle: Battle) -> Seat:
    return Seat(valley, battle, "south")


def ids(battle: Battle, side: int, *types: str) -> list[str]:
    return [unit.id for unit in parse(battle.file).sides[side].units if unit.type in types]


def first_day(north: Seat, south: Seat) -> None:
    north.note("deploy")
    south.note("deploy")
    north.note("day", act="roll")
    for seat, side, faces in ((north, 0, (6, 4)), (south, 1, (2, 3))):
        seat.note("roll", side=side, act="typed", **{f"die-{n}": face for n, face in enumerate(faces)})


def settle(battle: Battle) -> None:
    """The referee has ruled it: nobody was hurt, and South has left."""
    typed = unhurt(parse(battle.file)).as_dict()
    typed["sides"][1]["stayed"] = False
    settle_typed(battle=battle, typed=typed, method=Battle.Method.RULING)


def test_nobody_else_sits_at_the_table(valley: Valley, battle: Battle, north: Seat) -> None:
    for name in ("west", "observer"):
        if name in valley.people:
            assert Seat(valley, battle, name).client.get(north.url).status_code == 404
    assert Client().get(north.url).status_code == 302


def test_a_battle_that_has_left_the_table_keeps_its_log_to_be_read(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    south.note("break_off", leaves="yes")
    settle(battle)
    page = north.look()
    assert "This battle is settled." in page
    home = north.url.removesuffix("table/")
    assert f'href="{north.url}">What was noted at the table' in north.client.get(home).text
    assert "Log: 6 notes" in page
    assert "South: a secret note." in page
    assert 'name="kind"' not in page
    assert "will break off" in south.look()
    assert north.client.post(north.url, {"kind": "undo", "of": 4, "seen": 6}).status_code == 302
    assert battle.notes.count() == 6


def test_the_log_is_read_while_the_program_fights_in_the_place_of_the_players(
    battle: Battle, north: Seat, south: Seat
) -> None:
    first_day(north, south)
    choose_method(battle=battle, method="auto")
    assert "This battle is not on the table any more." in north.look()


def test_strangers_do_not_read_the_log_of_a_battle_that_is_over(
    valley: Valley, battle: Battle, north: Seat, south: Seat
) -> None:
    first_day(north, south)
    settle(battle)
    for name in set(valley.people) - {"north", "south", "referee"}:
        stranger = Seat(valley, battle, name).client
        assert (stranger.get(north.url).status_code, stranger.get(north.url + "news/").status_code) == (404, 404), name
    assert "This battle is settled." in Seat(valley, battle, "referee").look()


def test_a_table_on_which_nothing_was_noted_leads_back_to_the_battle(battle: Battle, north: Seat) -> None:
    choose_method(battle=battle, method="auto")
    answer = north.client.get(north.url)
    assert (answer.status_code, answer["Location"]) == (302, north.url.removesuffix("table/"))


def test_a_phone_left_open_hears_that_the_battle_is_settled_and_asks_no_more(battle: Battle, north: Seat) -> None:
    settle(battle)
    answer = north.client.get(north.url + "news/", {"seen": 0}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 286
    page = answer.text
    assert "This battle is settled." in page
    assert north.url.removesuffix("table/") in page
    assert "every 5s" not in page
    assert north.client.get(north.url + "news/").status_code == 302


def test_a_side_sees_the_enemy_only_when_he_has_set_up(battle: Battle, north: Seat, south: Seat) -> None:
    own, enemy = (len(side.units) for side in parse(battle.file).sides)
    page = north.look()
    assert "Not set up yet." in page
    assert page.count('class="boxes"') == own
    south.note("deploy")
    assert "Waiting for North: setting up." in south.look()
    assert north.look().count('class="boxes"') == own + enemy


def test_the_odds_come_before_the_dice_and_the_strengths_after(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    (attacker, *_), (defender, *_) = ids(battle, 0, "line_inf"), ids(battle, 1, "line_inf")
    asked: dict[str, Any] = {"tool": "combat", "first": attacker, "defender": defender}
    page = north.look(**asked)
    for chance in ("9 %", "36 %", "46 %"):
        assert chance in page
    assert "You learn more when that unit fights" in page
    assert "You learn more when that unit fights" not in Seat.look(south, tool="unit")
    north.note("combat", act="typed", **asked, **{"die-0": 10, "die-1": 4}, cost=1)
    assert "a hit on" in north.look()
    assert battle.notes.last().values["dice"] == [10, 4]


def test_what_is_refused_stands_beside_its_field_with_what_was_typed(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    (attacker, *_), (defender, *_) = ids(battle, 0, "heavy_cav"), ids(battle, 1, "line_inf")
    page = north.note("combat", status=422, first=attacker, defender=defender, town="on", act="roll", cost=0)
    assert "only infantry may attack a town block" in page
    page = north.note("combat", status=422, first=attacker, defender=defender, act="typed", cost=0)
    assert "choose the face of every die" in page
    assert f'<option value="{attacker}" selected>' in page
    assert "10 left to North, not 11" in north.note("spend", status=422, amount=11)
    assert battle.notes.count() == 5


@pytest.mark.parametrize("kind", ["", "charge", "hits", "allot", "undo", "stay", "recovery", "groups"])
def test_notes_out_of_place_are_refused_with_a_sentence(north: Seat, kind: str, battle: Battle) -> None:
    assert 'role="alert"' in north.note(kind, status=422, stays="yes", of="7", act="roll")
    assert not battle.notes.exists()


def test_a_phone_hears_of_what_the_other_has_noted(north: Seat, south: Seat) -> None:
    htmx: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
    news = north.url + "news/"
    assert north.client.get(news, {"seen": 0}, **htmx).status_code == 204
    south.note("deploy")
    assert "Something new" in north.client.get(news, {"seen": 0}, **htmx).text
    assert north.client.get(news, {"seen": 0}).status_code == 302


def chosen_from(page: str, field: str) -> list[str]:
    """The labels of the groups of a drop-down."""
    (_, select) = page.split(f'<select name="{field}"')
    return re.findall('<optgroup label="(.*?)">', select.split("</select>")[0])


def test_attackers_and_batteries_are_of_the_side_on_turn_and_targets_of_its_enemy(north: Seat, south: Seat) -> None:
    first_day(north, south)
    combat, fire = south.look(tool="combat"), south.look(tool="fire")
    assert [chosen_from(combat, name) for name in ("first", "second", "defender")] == [
        ["North", "South"], ["North", "South"], ["South", "North"]]  # fmt: skip
    assert [chosen_from(fire, name) for name in ("firer", "target")] == [["North"], ["South"]]
    north.note("turn_end")
    assert chosen_from(north.look(tool="combat"), "first") == ["South", "North"]


def test_a_tool_without_anybody_to_choose_says_so(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    assert "Nobody is in the Rallyable box of the side on turn." in north.look(tool="rally")
    for gun in ids(battle, 0, "heavy_art", "horse_art", "medium_art", "light_art"):
        north.note("unit", unit=gun, strength=0, fate="destroyed")
    page = north.look(tool="fire")
    assert "No guns stand on the table that could fire" in page
    assert 'name="firer"' not in page


def test_the_referee_writes_for_both(valley: Valley, battle: Battle) -> None:
    referee = Seat(valley, battle, "referee")
    for side in (0, 1):
        referee.note("deploy", side=side)
    referee.note("day", act="roll")
    assert referee.look(tool="break_off").count("fights on") == 2
    (unit, *_) = ids(battle, 1, "line_inf")
    referee.note("unit", unit=unit, strength=1, fate="stands")
    assert "?from=table" in referee.look()
    page = referee.client.get(referee.url.replace("table/", "ruling/"), {"from": "table"}).text
    assert f'name="1-{unit}-strength" value="1"' in page


def test_a_secret_answer_is_shown_to_its_own_side_alone(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    south.note("break_off", leaves="yes")
    assert "South: a secret note." in north.look()
    assert "will break off" not in north.look()
    assert "breaks off at the end of this round" in south.look()


def test_the_result_form_is_filled_in_and_nothing_is_kept(battle: Battle, north: Seat, south: Seat) -> None:
    form = north.url.replace("table/", "result/")
    early = north.client.get(form, {"from": "table"}).text
    assert "Nothing has been fought yet" in early
    assert "filled in from the companion" not in early
    first_day(north, south)
    (unit, *_) = ids(battle, 0, "line_inf")
    north.note("unit", unit=unit, strength=1, fate="stands")
    assert f'href="{form}?from=table"' in north.look()
    page = north.client.get(form, {"from": "table"}).text
    assert f'name="0-{unit}-strength" value="1"' in page
    assert page.count(" checked") == 1  # where the paper ends; nobody has said who stays
    assert not battle.entries.exists()


def test_an_earlier_draft_is_not_replaced_in_silence(battle: Battle, north: Seat, south: Seat) -> None:
    form = north.url.replace("table/", "result/")
    first_day(north, south)
    file = parse(battle.file)
    (unit, *_) = ids(battle, 0, "line_inf")
    data: dict[str, Any] = {f"0-{one.id}-strength": one.strength for one in file.sides[0].units}
    data |= {f"0-{one.id}-fate": "stands" for one in file.sides[0].units} | {"0-leader-0": "unhurt"}
    north.client.post(form, data | {f"0-{unit}-strength": 2, "days": 1, "foe_left": 7, "draft": 1})
    page = north.client.get(form, {"from": "table"}).text
    assert "Sending it replaces your draft of" in page
    assert 'name="foe_left" value="7"' in page
    assert battle.entries.get().values["units"][unit]["strength"] == 2
    assert f'name="0-{unit}-strength" value="2"' in north.client.get(form).text


def test_notes_that_make_no_table_lead_back_to_the_battle(battle: Battle, north: Seat) -> None:
    TableNote.objects.create(battle=battle, number=1, kind="spend", by="north", values={"amount": 1})
    answer = north.client.get(north.url, follow=True)
    assert answer.redirect_chain == [(north.url.replace("table/", ""), 302)]
    assert "The notes of this table cannot be read" in answer.text


def test_every_tool_opens_for_a_player(battle: Battle, north: Seat, south: Seat) -> None:
    first_day(north, south)
    for tool in ("combat", "fire", "move", "check", "recover", "rally", "rout", "leader", "break_off", "unit"):
        assert 'id="tool"' in north.look(tool=tool), tool
    assert 'id="tool"' not in north.look(tool="nonsense")
    price = north.look(tool="move", unit=ids(battle, 0, "line_inf")[0], begins=0, length=29, ends=29)
    assert "measure again" in price or "Spend 5" in price


@pytest.mark.parametrize(("notes", "seconds"), [(60, 0.2), (200, 0.5)])
def test_a_page_is_made_quickly(battle: Battle, north: Seat, south: Seat, notes: int, seconds: float) -> None:
    """In seconds of the processor; the best of three, since others may be at work on it."""
    first_day(north, south)
    spent = [TableNote(battle=battle, number=6 + n, side=0, kind="spend", by="north",
                       values={"amount": 1 if n % 2 == 0 else -1}) for n in range(notes)]  # fmt: skip
    TableNote.objects.bulk_create(spent)
    north.look()
    took = []
    for _ in range(3):
        started = time.process_time()
        north.look()
        took.append(time.process_time() - started)
    assert min(took) < seconds


def test_a_phone_that_sends_later_gets_a_word_and_writes_nothing_twice(
    battle: Battle, north: Seat, south: Seat
) -> None:
    sent = {"kind": "deploy", "seen": 0, "later": "1", "key": "0123456789abcdef" * 2}
    for _ in range(2):
        answer = north.client.post(north.url, sent)
        assert (answer.status_code, answer.content) == (204, b"")
    assert battle.notes.count() == 1
    south.note("deploy")
    clash = north.client.post(north.url, {"kind": "deploy", "seen": 0, "later": "1", "key": "f" * 32})
    assert (clash.status_code, clash.headers["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert clash.text
    assert "<" not in clash.text
    assert "no-store" in clash.headers["Cache-Control"]
    assert north.client.post(north.url, {"kind": "nonsense", "later": "1"}).text.startswith("Nothing of this kind")
    assert battle.notes.count() == 2


def test_a_note_whose_answer_was_lost_is_taken_though_it_would_be_refused_now(
    battle: Battle, north: Seat, south: Seat
) -> None:
    """10 against 1 routs the defender, who can be chosen no more; only a note that is new is refused for that."""
    first_day(north, south)
    attacker, defender = (ids(battle, side, "line_inf")[0] for side in (0, 1))
    sent = {"kind": "combat", "first": attacker, "defender": defender, "act": "typed", "die-0": 10, "die-1": 1,
            "cost": 1, "seen": 5, "later": "1"}  # fmt: skip
    assert [north.client.post(north.url, sent | {"key": "a" * 32}).status_code for _ in range(2)] == [204, 204]
    again = north.client.post(north.url, sent | {"key": "b" * 32})
    assert (again.status_code, again.text) == (
        422, "Defender: this choice is no longer open; choose again at the table."
    )  # fmt: skip
    assert battle.notes.count() == 6


def test_a_phone_that_sends_after_the_end_hears_that_nothing_was_written(
    battle: Battle, north: Seat, south: Seat
) -> None:
    first_day(north, south)
    settle(battle)
    answer = north.client.post(north.url, {"kind": "spend", "amount": 1, "seen": 5, "later": "1"})
    assert (answer.status_code, answer.text) == (409, "This battle is settled. Nothing was written.")
    assert battle.notes.count() == 5


@pytest.mark.parametrize("key", ["", "x", "A" * 32, "0" * 33, "\x00" * 32, "²" * 32])
def test_a_key_without_sense_is_none(battle: Battle, north: Seat, key: str) -> None:
    answer = north.client.post(north.url, {"kind": "deploy", "seen": 0, "later": "1", "key": key, "after": [key]})
    assert (answer.status_code, battle.notes.get().key) == (204, "")
