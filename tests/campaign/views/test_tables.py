"""A battle of the war on the table, through the pages: chosen, typed in by both, ruled, settled."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.models import Battle
from battles.resolvers.battle_file import parse
from campaign.models import Engagement, RefereeAct, Turn
from campaign.services.audit import audit, orphans
from campaign.services.methods import set_battle_policy
from campaign.services.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.worlds import Valley, fresh, long_valley

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    """North has marched upon South's van on the ridge; the battle is held open, and the next turn has begun."""
    valley = long_valley()
    set_battle_policy(
        campaign=valley.campaign, days=7, fallback="auto", patience=None, user=valley.people["referee"]
    )
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    return valley


@pytest.fixture
def battle(valley: Valley) -> Battle:
    return Engagement.objects.get(battle__isnull=False).battle


def as_(valley: Valley, name: str) -> Client:
    client = Client()
    client.force_login(valley.people[name])
    return client


def url(valley: Valley, battle: Battle, name: str = "") -> str:
    return f"/c/{valley.campaign.slug}/battles/{battle.key}/{name}"


def result(battle: Battle, side: int, **changes: Any) -> dict[str, Any]:
    """The form of one side as the page shows it, with North's victory."""
    file = parse(battle.file)
    data: dict[str, Any] = {"stage": "after", "days": 1, "stayed-0": "yes", "stayed-1": "no", "foe_left": ""}
    for unit in file.sides[side].units:
        data |= {f"{side}-{unit.id}-strength": unit.strength, f"{side}-{unit.id}-fate": "stands"}
    for role in range(1 + len(file.sides[side].wings)):
        data[f"{side}-leader-{role}"] = "unhurt"
    return data | changes


def on_the_table(valley: Valley, battle: Battle) -> None:
    as_(valley, "north").post(url(valley, battle, "wish/"), {"method": "table"})
    as_(valley, "south").post(url(valley, battle, "wish/"), {"method": "table"})


def told(answer: Any) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def test_the_war_goes_on_around_an_open_battle_and_its_armies_are_pinned(valley: Valley, battle: Battle) -> None:
    assert valley.turn.number == 2
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    assert Turn.objects.filter(state="closed").count() == 3
    battle.refresh_from_db()
    assert battle.state == "open"
    assert fresh(valley, "north-main").province.key == "ridge"
    page = as_(valley, "north").post(
        f"/c/{valley.campaign.slug}/armies/{fresh(valley, 'north-main').army.key}/order/",
        {"kind": "march", "target": "northgate"},
    )
    assert page.status_code == 422
    assert audit() + orphans() == []


def test_a_battle_on_the_table_from_choice_to_settlement(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    first = parse(battle.file).sides[0].units[0]
    lost = {f"0-{first.id}-strength": first.strength - 1}
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, **lost))
    assert "handed in" in told(answer)
    answer = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1, days=2))
    battle.refresh_from_db()
    assert battle.state == "open"
    page = as_(valley, "referee").get(url(valley, battle, "ruling/")).content.decode()
    assert "Where the two results differ" in page
    assert "Days fought" in page
    data = result(battle, 0, **lost) | result(battle, 1) | {"reason": "one day: both players say so"}
    as_(valley, "referee").post(url(valley, battle, "ruling/"), data)
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("done", "ruling")
    unit = battle.fielded.get(file_id=first.id).unit
    assert unit.strength == first.strength - 1
    assert fresh(valley, "south-van").province.key != "ridge"
    acts = RefereeAct.objects.values_list("act", "reason")
    assert (f"ruled {battle.name}", "one day: both players say so") in acts
    assert audit() + orphans() == []


def test_both_sides_agree_and_a_second_click_counts_once(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0))
    answer = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    assert "the battle is settled" in told(answer)
    again = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    assert again.status_code == 422
    assert "has been settled; a battle counts once" in again.content.decode()
    assert audit() + orphans() == []


@pytest.mark.parametrize(("change", "sentence"), [
    ({"strength": 5}, "it went into the battle with"),
    ({"strength": 0}, "a unit with 0 strength points has routed"),
    ({"strength": "x"}, "it went into the battle with"),
    ({"fate": "asleep"}, "Select a valid choice"),
])  # fmt: skip
def test_a_result_that_cannot_be_is_told_in_place_and_nothing_is_written(valley, battle, change, sentence) -> None:
    on_the_table(valley, battle)
    first = parse(battle.file).sides[0].units[0]
    changes = {f"0-{first.id}-{name}": value for name, value in change.items()}
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, **changes))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not battle.entries.exists()


def test_a_draft_is_kept_and_shown_again(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    first = parse(battle.file).sides[0].units[0]
    data = result(battle, 0, draft="1", **{f"0-{first.id}-strength": 1})
    as_(valley, "north").post(url(valley, battle, "result/"), data)
    page = as_(valley, "north").get(url(valley, battle, "result/")).content.decode()
    assert "A draft of" in page
    assert f'name="0-{first.id}-strength" value="1"' in page
    assert battle.entries.get().handed_in_at is None


def test_a_filled_in_table_counts_instead_of_the_rows(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north = as_(valley, "north")
    text = north.get(url(valley, battle, "result.csv")).content.decode()
    lines = text.splitlines()
    first = lines[1].split(",")
    lines[1] = ",".join([first[0], "1", "stands", first[3]])
    sent = SimpleUploadedFile("result.csv", "\n".join(lines).encode())
    north.post(url(valley, battle, "result/"), result(battle, 0) | {"table": sent})
    assert battle.entries.get().values["units"][first[0]] == {"strength": 1, "fate": "stands"}


def test_the_doors_are_shut_to_everybody_else(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    for reader, pages in (("west", ("result/", "ruling/")), ("observer", ("result/",)), ("north", ("ruling/",))):
        for page in pages:
            assert as_(valley, reader).get(url(valley, battle, page)).status_code in (403, 404), (reader, page)


def test_a_side_gives_up_the_field_only_with_a_second_tick(valley: Valley, battle: Battle) -> None:
    south = as_(valley, "south")
    south.post(url(valley, battle, "wish/"), {"method": "concede"})
    battle.refresh_from_db()
    assert battle.state == "open"
    south.post(url(valley, battle, "wish/"), {"method": "concede", "sure": "on"})
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("done", "concede")
    assert fresh(valley, "south-van").province.key != "ridge"


def test_the_enemys_units_are_not_in_a_sides_form(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    file = parse(battle.file)
    page = as_(valley, "north").get(url(valley, battle, "result/")).content.decode()
    assert all(f'name="0-{unit.id}-strength"' in page for unit in file.sides[0].units)
    assert not [unit.id for unit in file.sides[1].units if f"-{unit.id}-" in page]
    assert 'name="1-' not in page


def test_nobody_takes_his_losses_back_by_giving_up_what_is_on_the_table(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, foe_left="0"))
    south = as_(valley, "south")
    answer = south.post(url(valley, battle, "wish/"), {"method": "concede", "sure": "on"})
    assert "is on the table: type in the result" in told(answer)
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("open", "table")
    assert 'value="concede"' not in south.get(url(valley, battle)).content.decode()


@pytest.mark.parametrize(("table", "sentence"), [
    ("unit,strength,fate\na\rb,1,stands\n", "is no unit of North"),
    ("unit,strength,fate\n{id},1,=1+1\n", "Line 2: the fate of"),
    ("unit,strength,fate\n{id},1,sta\x00nds\n", "Line 2: the fate of"),
    ("unit,strength,fate\n{id},\u0663,stands\n", "is no whole number"),
])  # fmt: skip
def test_a_table_that_is_none_is_told_by_its_line_even_as_a_draft(valley, battle, table, sentence) -> None:
    on_the_table(valley, battle)
    text = table.replace("{id}", parse(battle.file).sides[0].units[0].id)
    sent = SimpleUploadedFile("result.csv", text.encode())
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, draft="1") | {"table": sent})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not battle.entries.exists()


def test_only_plain_digits_are_numbers(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, first = as_(valley, "north"), parse(battle.file).sides[0].units[0]
    for field in (f"0-{first.id}-strength", "days", "foe_left"):
        for text in ("\u0663", "1_0", "+1", "1.0", "-1", "NaN", "9" * 5000):
            answer = north.post(url(valley, battle, "result/"), result(battle, 0, draft="1", **{field: text}))
            assert answer.status_code == 422, (field, text[:9])
    assert not battle.entries.exists()


def test_HR_14_an_ally_under_anothers_general_gives_up_nothing(db: None) -> None:
    valley = long_valley()
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=None, user=valley.people["referee"])
    ally = fresh(valley, "west-main")
    ally.province = valley.provinces["highfield"]
    ally.save()
    for ref in ("north-main", "west-main"):
        give_order(station=fresh(valley, ref), kind="march", path=["ridge"], actor="tester")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    battle = Engagement.objects.get(battle__isnull=False).battle
    for wanted in ({"method": "concede", "sure": "on"}, {"method": "table"}):
        answer = as_(valley, "west").post(url(valley, battle, "wish/"), wanted)
        assert "North commands your side of" in told(answer)
    battle.refresh_from_db()
    assert battle.state == "open"
    assert not battle.wishes.exists()
    as_(valley, "north").post(url(valley, battle, "wish/"), {"method": "concede", "sure": "on"})
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("done", "concede")
