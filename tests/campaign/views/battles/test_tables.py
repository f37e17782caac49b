"""A battle of the war on the table, through the pages: chosen, typed in by both, ruled, settled."""

import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import finish_file
from battles.resolvers.values.typed import unhurt
from battles.services.held import settling
from battles.services.held.table import version_of
from campaign.models import Campaign, Engagement, RefereeAct, Turn
from campaign.services.audit import audit, orphans
from campaign.services.phases.fighting.methods import give_up, rule, set_battle_policy
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.worlds import Valley, as_, fresh, held_on_the_ridge, long_valley
from tests.kept import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    return held_on_the_ridge()


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


def ruling(battle: Battle, reason: str, **changes: Any) -> dict[str, Any]:
    """The referee's form as the page shows it."""
    data = result(battle, 0) | result(battle, 1) | {"reason": reason} | changes
    return {name: value for name, value in data.items() if name != "foe_left"}


def version(battle: Battle, side: int) -> dict[str, str]:
    """What a page that is loaded now knows of a side's result."""
    return {"seen": version_of(battle.entries.filter(side=side).first())}


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
    assert (battle.state, fresh(valley, "north-main").province.key) == ("open", "ridge")
    page = as_(valley, "north").post(
        f"/c/{valley.campaign.slug}/armies/{fresh(valley, 'north-main').army.key}/order/",
        {"kind": "march", "target": "northgate"},
    )
    assert (page.status_code, audit() + orphans()) == (422, [])


def test_a_battle_on_the_table_from_choice_to_settlement(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    first = parse(battle.file).sides[0].units[0]
    lost = {f"0-{first.id}-strength": first.strength - 1}
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, **lost))
    assert "handed in" in told(answer)
    answer = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1, days=2))
    battle.refresh_from_db()
    assert battle.state == "open"
    page = as_(valley, "referee").get(url(valley, battle, "ruling/")).text
    assert "Where the two results differ" in page
    assert "Days fought" in page
    data = ruling(battle, "one day: both players say so", **lost)
    as_(valley, "referee").post(url(valley, battle, "ruling/"), data)
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("done", "ruling")
    assert battle.fielded.get(file_id=first.id).unit.strength == first.strength - 1
    assert fresh(valley, "south-van").province.key != "ridge"
    acts = RefereeAct.objects.values_list("act", "reason")
    assert (f"ruled the {battle.name}", "one day: both players say so") in acts
    assert audit() + orphans() == []


def test_the_ruling_says_whose_account_it_begins_from_and_may_switch(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0))
    as_(valley, "south").post(
        url(valley, battle, "result/"), result(battle, 1, days=2, ended="1", **{"stayed-1": "yes"})
    )
    referee, page = as_(valley, "referee"), url(valley, battle, "ruling/")
    shown = referee.get(page).text
    assert "begins as <strong>North</strong> reports it" in shown
    assert 'name="days" value="1"' in shown
    assert 'href="?from=2">South</a>' in shown
    assert "The entries differ: 1 by North, 2 by South." in shown
    assert "The entries differ: left the field by North, stayed by South." in shown
    shown = referee.get(page, {"from": "2"}).text
    assert "begins as <strong>South</strong> reports it" in shown
    assert 'name="days" value="2"' in shown
    assert 'href="?from=1">North</a>' in shown
    assert "<strong>North</strong>" in referee.get(page, {"from": "9"}).text
    assert "the companion" not in shown
    battle.notes.create(number=1, side=0, kind="deploy", by="north", values={})
    assert 'href="?from=table"' in referee.get(page).text


def test_both_sides_agree_and_a_second_click_counts_once(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0))
    answer = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    assert "the battle is settled" in told(answer)
    again = as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    assert again["Location"] == url(valley, battle)
    assert told(again).endswith(
        f"{battle.name} has been settled; a battle counts once. It was fought on the table, and its result typed in. "
        "Ask the referee if the result is wrong."
    )
    assert audit() + orphans() == []


def test_HR_12_the_stronger_side_may_have_a_quick_result_and_asks_once(valley: Valley, battle: Battle) -> None:
    south, north = as_(valley, "south"), as_(valley, "north")
    south.post(url(valley, battle, "wish/"), {"method": "quick"})
    battle.refresh_from_db()
    told = list(valley.campaign.chronicle.filter(kind="method", public=True).values_list("text", flat=True))
    assert (battle.state, told) == ("open", [f"{battle}: South asks for a quick result; the odds are below 3 to 1."])
    page = north.get(url(valley, battle)).text
    assert ("asked for a quick result; refused" in page, 'value="quick"' in page) == (True, True)
    assert 'value="quick"' not in south.get(url(valley, battle)).text
    answer = south.post(url(valley, battle, "wish/"), {"method": "quick"})
    assert "has asked for a quick result already" in str(list(get_messages(answer.wsgi_request))[-1])
    Campaign.objects.update(house_rules={"contact.quick_ratio": 2})
    north.post(url(valley, battle, "wish/"), {"method": "quick"})
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("pending", "auto")


def test_a_draft_is_kept_and_shown_again(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    first = parse(battle.file).sides[0].units[0]
    data = result(battle, 0, draft="1", **{f"0-{first.id}-strength": 1})
    as_(valley, "north").post(url(valley, battle, "result/"), data)
    page = as_(valley, "north").get(url(valley, battle, "result/")).text
    assert "A draft of" in page
    assert f'name="0-{first.id}-strength" value="1"' in page
    assert battle.entries.get().handed_in_at is None


def test_nobody_is_taken_to_have_stayed_and_what_is_missing_is_named(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north = as_(valley, "north")
    assert " checked" not in north.get(url(valley, battle, "result/")).text
    sent = {key: value for key, value in result(battle, 0).items() if key not in ("stage", "stayed-0", "stayed-1")}
    answer = north.post(url(valley, battle, "result/"), sent)
    page = answer.text
    assert answer.status_code == 422
    for sentence in ("These figures are from: choose", "North: choose whether it stayed", "South: choose whether it"):
        assert page.count(sentence) == 2  # at the head of the page, and beside the field
    assert not battle.entries.exists()
    ruled = as_(valley, "referee").post(url(valley, battle, "ruling/"), sent | {"reason": "because"})
    assert "South: choose whether it stayed" in ruled.text
    battle.refresh_from_db()
    assert battle.state == "open"


def test_a_draft_leaves_open_what_nobody_has_said(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north = as_(valley, "north")
    sent = {key: value for key, value in result(battle, 0).items() if key not in ("stage", "stayed-1")}
    north.post(url(valley, battle, "result/"), sent | {"draft": "1"})
    assert battle.entries.get().values["stage"] is None
    assert battle.entries.get().values["stayed"] == [True, None]
    assert north.get(url(valley, battle, "result/")).text.count(" checked") == 1


@pytest.mark.parametrize("parted", [",", ";"])
def test_a_filled_in_table_counts_instead_of_the_rows(valley: Valley, battle: Battle, parted: str) -> None:
    on_the_table(valley, battle)
    north = as_(valley, "north")
    lines = north.get(url(valley, battle, "result.csv")).text.splitlines()
    first = lines[1].split(",")
    lines[1] = ",".join([first[0], "1", "stands", first[3]])
    sent = SimpleUploadedFile("result.csv", "\n".join(lines).replace(",", parted).encode())
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
    page = as_(valley, "north").get(url(valley, battle, "result/")).text
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
    assert 'value="concede"' not in south.get(url(valley, battle)).text


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
    assert sentence in answer.text
    assert not battle.entries.exists()


def test_only_plain_digits_are_numbers(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, first = as_(valley, "north"), parse(battle.file).sides[0].units[0]
    for field in (f"0-{first.id}-strength", "days", "foe_left"):
        for text in ("\u0663", "1_0", "+1", "1.0", "-1", "NaN", "9" * 5000):
            answer = north.post(url(valley, battle, "result/"), result(battle, 0, draft="1", **{field: text}))
            assert answer.status_code == 422, (field, text[:9])
    assert not battle.entries.exists()


@pytest.fixture
@kept
def allies(db: None) -> Valley:
    """North and West have marched upon South's van together, under North's general."""
    valley = long_valley()
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=None, user=valley.people["referee"])
    ally = fresh(valley, "west-main")
    ally.province = valley.provinces["highfield"]
    ally.save()
    for ref in ("north-main", "west-main"):
        give_order(station=fresh(valley, ref), kind="march", path=["ridge"], actor="tester")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    return valley


def own(battle: Battle, who: str, **changes: Any) -> dict[str, Any]:
    """The form of one faction of the allies, as its page shows it."""
    file = parse(battle.file)
    ref = {"north": "north-main", "west": "west-main"}[who]
    strangers = [unit.id for unit in file.sides[0].units if unit.army != ref]
    data = {key: value for key, value in result(battle, 0).items() if not any(f"-{id}-" in key for id in strangers)}
    role = {"north": 0, "west": 1}[who]
    del data[f"0-leader-{1 - role}"]
    return data | changes


def test_an_ally_sees_and_types_his_own_units_and_generals_only(allies: Valley) -> None:
    battle = Engagement.objects.get(battle__isnull=False).battle
    on_the_table(allies, battle)
    units = parse(battle.file).sides[0].units
    for who, ref, general, other in (("north", "north-main", 0, 1), ("west", "west-main", 1, 0)):
        page = as_(allies, who).get(url(allies, battle, "result/")).text
        table = as_(allies, who).get(url(allies, battle, "result.csv")).text
        for unit in units:
            assert (f'name="0-{unit.id}-strength"' in page) is (unit.army == ref), (who, unit.id)
            assert (f"{unit.id}," in table) is (unit.army == ref), (who, unit.id)
        assert f'name="0-leader-{general}"' in page
        assert f'name="0-leader-{other}"' not in page


def test_the_side_of_allies_is_settled_when_both_have_handed_in(allies: Valley) -> None:
    battle = Engagement.objects.get(battle__isnull=False).battle
    on_the_table(allies, battle)
    last = parse(battle.file).sides[0].units[-1]
    assert last.army == "west-main"
    as_(allies, "south").post(url(allies, battle, "result/"), result(battle, 1))
    as_(allies, "north").post(url(allies, battle, "result/"), own(battle, "north"))
    assert "No result has come from West" in as_(allies, "referee").get(url(allies, battle, "ruling/")).text
    answer = as_(allies, "west").post(
        url(allies, battle, "result/"), own(battle, "west", **{f"0-{last.id}-strength": last.strength - 1})
    )
    assert "the battle is settled" in told(answer)
    assert battle.fielded.get(file_id=last.id).unit.strength == last.strength - 1
    assert audit() + orphans() == []


def test_an_allys_table_takes_no_unit_of_the_other(allies: Valley) -> None:
    battle = Engagement.objects.get(battle__isnull=False).battle
    on_the_table(allies, battle)
    sent = SimpleUploadedFile("result.csv", as_(allies, "north").get(url(allies, battle, "result.csv")).content)
    answer = as_(allies, "west").post(url(allies, battle, "result/"), own(battle, "west") | {"table": sent})
    assert answer.status_code == 422
    assert "is no unit of " in answer.text
    assert not battle.entries.exists()


def test_HR_14_an_ally_under_anothers_general_gives_up_nothing(allies: Valley) -> None:
    valley = allies
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


def nothing_written(battle: Battle, state: str = "open") -> None:
    battle.refresh_from_db()
    assert battle.state == state
    assert not battle.entries.exists()
    assert not battle.effects.exists()
    assert audit() + orphans() == []


NO_STRENGTHS = ("-1", "1.5", "1,5", "1/4", "9999", "", "  ", "one", "\u00b2", "1\u0000", "0x1", "1e1")
NOT_OF_THE_FIELD = (
    ("foe_left", "10000"), ("foe_left", "-1"), ("days", "0"), ("days", "4"), ("days", "10"), ("stage", "during"),
    ("stayed-0", "maybe"), ("0-leader-0", "promoted"),
)  # fmt: skip


def test_a_strength_that_is_no_count_of_this_unit_is_refused_in_its_place(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, first = as_(valley, "north"), parse(battle.file).sides[0].units[0]
    for text in NO_STRENGTHS:
        answer = north.post(url(valley, battle, "result/"), result(battle, 0, **{f"0-{first.id}-strength": text}))
        assert answer.status_code == 422, text
        remedy = f"it went into the battle with {first.strength}; type 0 to {first.strength}."
        assert remedy in answer.text, text
    nothing_written(battle)


def test_what_cannot_be_of_the_field_is_refused_and_what_was_typed_is_kept(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, first = as_(valley, "north"), parse(battle.file).sides[0].units[0]
    for field, text in NOT_OF_THE_FIELD:
        data = result(battle, 0, **{field: text, f"0-{first.id}-strength": 1})
        answer = north.post(url(valley, battle, "result/"), data)
        assert answer.status_code == 422, (field, text)
        assert f'name="0-{first.id}-strength" value="1"' in answer.text, (field, text)
    nothing_written(battle)


def test_days_are_at_most_those_of_the_battle_by_form_and_by_ruling(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    sentence = "Days fought: this battle lasts 3 days at most; write 1 to 3."
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, days=9))
    assert (answer.status_code, sentence in answer.text) == (422, True)
    ruled = result(battle, 0) | result(battle, 1) | {"reason": "so it was", "days": 4}
    answer = as_(valley, "referee").post(url(valley, battle, "ruling/"), ruled)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    nothing_written(battle)


def test_LGG_15_4_b_a_box_after_the_evening_is_told_as_a_loss(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, first = as_(valley, "north"), parse(battle.file).sides[0].units[0]
    assert "a unit still in a box is lost" in north.get(url(valley, battle, "result/")).text
    boxed = {f"0-{first.id}-strength": 0, f"0-{first.id}-fate": "rallyable"}
    north.post(url(valley, battle, "result/"), result(battle, 0, **boxed))
    as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    page = north.get(url(valley, battle)).text
    assert "was destroyed." in page
    assert '<em class="small">destroyed</em>' in page
    assert '<em class="small">rallied</em>' not in page
    assert battle.fielded.get(file_id=first.id).unit.status == "lost"


def test_units_of_the_enemy_in_the_form_are_refused_and_nothing_is_written(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    foe = parse(battle.file).sides[1].units[0]
    for field, what in ((f"0-{foe.id}-strength", "unit"), (f"1-{foe.id}-strength", "unit"),
                        (f"1-{foe.id}-fate", "unit"), ("0-z9-fate", "unit"), ("1-leader-0", "general")):  # fmt: skip
        for act in ("hand_in", "draft"):
            answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0) | {field: 1, act: 1})
            assert answer.status_code == 422, (field, act)
            assert f"is no {what} of yours; take the rows of your own" in answer.text, (field, act)
    nothing_written(battle)


def test_a_settled_battle_takes_no_ruling_and_no_result_and_says_by_what(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    data = ruling(battle, "seen at the table")
    as_(valley, "referee").post(url(valley, battle, "ruling/"), data)
    battle.refresh_from_db()
    before = battle.result.report
    settled = f"{battle.name} has been settled; a battle counts once. The referee ruled it."
    asked = " Ask the referee if the result is wrong."
    for who, door, ask in (("referee", "ruling/", ""), ("north", "result/", asked)):
        for answer in (as_(valley, who).get(url(valley, battle, door)),
                       as_(valley, who).post(url(valley, battle, door), data)):  # fmt: skip
            assert answer["Location"] == url(valley, battle)
            assert told(answer).endswith(f"{settled}{ask}")
    battle.refresh_from_db()
    assert battle.result.report == before


def test_a_typed_battle_tells_what_its_journal_holds_and_what_verifies(valley, battle, tmp_path, capsys) -> None:
    on_the_table(valley, battle)
    for number, name in enumerate(("north", "south")):
        as_(valley, name).post(url(valley, battle, "result/"), result(battle, number))
    north = as_(valley, "north")
    page = north.get(url(valley, battle)).text
    assert "Journal: every die" in page
    assert "journal holds the result as entered and the dice of the evening" in page
    assert "no journal of its moves" not in page
    file = tmp_path / "report.json"
    file.write_bytes(north.get(url(valley, battle, "report/")).content)
    call_command("verify_battle", str(file))
    said = capsys.readouterr().out
    assert "its result was typed in, so there is no fight to repeat" in said
    assert "sealed" not in said


def test_the_desk_says_first_what_waits_for_a_ruling(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    desk, referee = f"/c/{valley.campaign.slug}/desk/", as_(valley, "referee")
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0))
    page = referee.get(desk).text
    assert "Battles that wait for you" not in page
    assert "on the table, until" in page
    as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1, days=2))
    page = referee.get(desk).text
    assert f'{battle.name}: results differ: <a href="{url(valley, battle, "ruling/")}">rule</a>' in page
    assert page.index("results differ") < page.index("turn-title")
    assert "waits for your ruling" in page
    assert "with the players" not in page
    battle.entries.filter(side=1).delete()
    Battle.objects.filter(pk=battle.pk).update(play_by="2026-01-01T00:00Z")
    assert f"{battle.name}: the play-by date has passed: <a" in referee.get(desk).text


def test_players_are_told_in_which_points_their_results_differ(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    left = sum(unit.strength for unit in parse(battle.file).sides[1].units)
    north, south = as_(valley, "north"), as_(valley, "south")
    north.post(url(valley, battle, "result/"), result(battle, 0, foe_left=left - 1))
    assert "They differ in" not in north.get(url(valley, battle)).text
    south.post(url(valley, battle, "result/"), result(battle, 1, days=2))
    for client in (north, south):
        assert "<li>Days fought: 1 by North, 2 by South</li>" in client.get(url(valley, battle)).text
    enemy = "<li>the strength that the enemy has left: his own count differs from yours</li>"
    own = "<li>the strength that you have left: the enemy counted another</li>"
    assert enemy not in north.get(url(valley, battle)).text
    assert own in south.get(url(valley, battle)).text
    south.post(url(valley, battle, "result/"), result(battle, 1) | version(battle, 1))
    page = north.get(url(valley, battle)).text
    assert enemy in page
    assert f"{left} points" not in page
    assert "They differ in" not in as_(valley, "observer").get(url(valley, battle)).text


def bad_tables(file_id: str, others: list[str], foe: str, most: int) -> dict[str, tuple[bytes, str]]:
    """Tables that are refused: what is sent, and a part of the sentence."""
    head, rest = "unit,strength,fate\n", "".join(f"{key},1,stands\n" for key in others)
    one = f"{head}{{}}{rest}"
    return {
        "above the start": (one.format(f"{file_id},{most + 1},stands\n").encode(), f"are more than the {most} it went"),
        "negative": (one.format(f"{file_id},-1,stands\n").encode(), "Line 2: the strength of"),
        "a fraction": (one.format(f"{file_id},2/4,stands\n").encode(), "Line 2: the strength of"),
        "with a point": (one.format(f"{file_id},1.0,stands\n").encode(), "Line 2: the strength of"),
        "standing with nothing": (one.format(f"{file_id},0,stands\n").encode(), "has routed"),
        "the enemy's unit": (one.format(f"{file_id},1,stands\n{foe},1,stands\n").encode(), f"Line 3: {foe} is no unit"),
        "nobody's unit": (one.format("z99,1,stands\n").encode(), "Line 2: z99 is no unit"),
        "twice": (one.format(f"{file_id},1,stands\n{file_id},1,stands\n").encode(), "is there twice"),
        "one left out": (one.format("").encode(), f"{file_id} is missing"),
        "no head": (f"{file_id},1,stands\n".encode(), "Line 1: the column unit is missing"),
        "empty": (b"", "Line 1: the column unit is missing"),
        "huge": (b"unit,strength,fate\n" + b"x" * 200_001, "at most 200,000 bytes are read"),
        "one left out of Excel's Unicode text": (one.format("").encode("utf-16"), f"{file_id} is missing"),
        "Latin-1": (f"{head}caf\u00e9,1,stands\n".encode("latin-1"), "caf\u00e9"),
        "a picture": (bytes(range(256)) * 4, "this is not text"),
    }  # fmt: skip


def test_a_table_that_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    north, (first, *others) = as_(valley, "north"), parse(battle.file).sides[0].units
    foe = parse(battle.file).sides[1].units[0].id
    for which, (data, sentence) in bad_tables(first.id, [unit.id for unit in others], foe, first.strength).items():
        sent = SimpleUploadedFile("result.csv", data)
        answer = north.post(url(valley, battle, "result/"), result(battle, 0) | {"table": sent})
        assert answer.status_code == 422, which
        assert sentence in answer.text, which
    nothing_written(battle)


def test_a_table_as_spreadsheets_save_it_is_taken(valley: Valley, battle: Battle) -> None:
    """sep=;, capitals in the heads, rows without a word, a byte order mark."""
    on_the_table(valley, battle)
    units = parse(battle.file).sides[0].units
    lines = [f"{unit.id};{unit.strength};Stands;" for unit in units]
    data = "\r\n".join(["\ufeffsep=;", "UNIT;Strength;FATE;name", ";;;", *lines, ";;;", ""]).encode()
    sent = {"table": SimpleUploadedFile("result.csv", data)}
    assert "handed in" in told(as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0) | sent))
    kept = battle.entries.get().values["units"]
    assert kept == {unit.id: {"strength": unit.strength, "fate": "stands"} for unit in units}


@pytest.fixture
def reckoned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many transactions are open whenever an evening is reckoned, beyond that of the test."""
    outside, seen = len(connection.savepoint_ids), []

    def finish(*args: Any) -> Any:
        seen.append(len(connection.savepoint_ids) - outside)
        return finish_file(*args)

    monkeypatch.setattr(settling, "finish_file", finish)
    return seen


def test_the_evening_of_two_results_is_reckoned_before_any_row_is_locked(
    valley: Valley, battle: Battle, reckoned: list[int]
) -> None:
    on_the_table(valley, battle)
    for side, name in enumerate(("north", "south")):
        as_(valley, name).post(url(valley, battle, "result/"), result(battle, side))
    assert (Battle.objects.get(pk=battle.pk).state, reckoned) == ("done", [0])


def test_so_is_that_of_a_side_that_gives_up_the_field(valley: Valley, battle: Battle, reckoned: list[int]) -> None:
    give_up(engagement=battle.engagement, side=1)
    assert (Battle.objects.get(pk=battle.pk).method, reckoned) == ("concede", [0])


def test_so_is_that_of_a_ruling(valley: Valley, battle: Battle, reckoned: list[int]) -> None:
    typed = unhurt(parse(battle.file)).as_dict()
    rule(engagement=battle.engagement, typed=typed, reason="late", user=valley.people["referee"])
    assert RefereeAct.objects.filter(act__startswith="ruled the", reason="late").exists()
    assert reckoned == [0]


def test_a_form_drawn_before_a_column_came_up_is_told_what_is_missing(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    drawn, van = result(battle, 1), fresh(valley, "south-main")
    van.province = valley.provinces["lowfield"]
    van.save()
    give_order(station=fresh(valley, "south-main"), kind="march", path=["ridge"], actor="south")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    assert as_(valley, "south").post(url(valley, battle, "result/"), drawn).status_code == 422
    assert not battle.entries.exists()
    battle.refresh_from_db()
    as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1))
    assert len(battle.entries.get().values["units"]) == 4 + 10


def test_the_page_says_how_long_one_result_waits_for_the_other(valley: Valley, battle: Battle) -> None:
    page = as_(valley, "north").get(url(valley, battle)).text
    assert "A result that only one side hands in waits for the referee." in page
    Battle.objects.filter(pk=battle.pk).update(patience=72)
    page = as_(valley, "north").get(url(valley, battle)).text
    assert "is accepted after 72 hours without a reply" in page


def test_the_page_offers_what_can_still_be_done_and_says_what_comes_next(valley: Valley, battle: Battle) -> None:
    north, page = as_(valley, "north"), url(valley, battle)
    before = north.get(page).text
    assert "When both sides choose the same" in before
    assert "no choice yet" in before
    on_the_table(valley, battle)
    shown = north.get(page).text
    assert "When both sides choose the same" not in shown
    assert "no choice yet" not in shown
    assert "play it, then each side types in its own result" in shown
    assert "Not on the table after all?" in shown
    Battle.objects.filter(pk=battle.pk).update(patience=72)
    north.post(url(valley, battle, "result/"), result(battle, 0))
    shown = north.get(page).text
    assert "South types in its result. If nothing more comes by" in " ".join(shown.split())
    assert "Look at your result, or change it" in shown
    for name in ("north", "south", "referee"):
        shown = as_(valley, name).get(page).text
        assert "/wish/" not in shown
        assert "/choose/" not in shown
    as_(valley, "south").post(url(valley, battle, "result/"), result(battle, 1, days=2))
    assert "the results disagree" in north.get(page).text


def test_what_was_played_is_not_given_to_the_program(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0))
    for name, act in (("south", "wish/"), ("north", "wish/"), ("referee", "choose/")):
        answer = as_(valley, name).post(url(valley, battle, act), {"method": "auto"})
        assert "the program does not fight a played battle again" in told(answer)
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("open", "table")


def test_an_old_page_takes_no_result_back(valley: Valley, battle: Battle) -> None:
    """A second page, drawn before the hand-in, neither replaces it nor makes a draft of it; a page of now may."""
    on_the_table(valley, battle)
    north, page = as_(valley, "north"), url(valley, battle, "result/")
    assert 'name="seen" value=""' in north.get(page).text
    first = parse(battle.file).sides[0].units[0]
    handed = result(battle, 0, **{f"0-{first.id}-strength": first.strength - 1})
    north.post(page, handed)
    kept = battle.entries.get()
    for old in (result(battle, 0) | {"draft": "1"}, handed | {"draft": "1"}, result(battle, 0)):
        answer = as_(valley, "north").post(page, old)
        assert answer.status_code == 422
        assert re.search(r"Meanwhile north handed in this result \(\d+ \w+, \d\d:\d\d \w+\)", answer.text)
        now = battle.entries.get()
        assert (now.values, now.handed_in_at) == (kept.values, kept.handed_in_at)
    mark = version(battle, 0)
    assert f'name="seen" value="{mark["seen"]}"' in north.get(page).text
    assert "draft is saved" in told(north.post(page, result(battle, 0) | {"draft": "1"} | mark))
    assert battle.entries.get().handed_in_at is None


def test_a_side_with_nobody_left_has_not_stayed(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    gone: dict[str, Any] = {}
    for unit in parse(battle.file).sides[0].units:
        gone |= {f"0-{unit.id}-strength": 0, f"0-{unit.id}-fate": "destroyed"}
    answer = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, **gone))
    assert answer.status_code == 422
    assert "North: it has no unit left on the field" in answer.text
    ruled = as_(valley, "referee").post(url(valley, battle, "ruling/"), ruling(battle, "because", **gone))
    assert (ruled.status_code, "it has no unit left on the field" in ruled.text) == (422, True)
    draft = as_(valley, "north").post(url(valley, battle, "result/"), result(battle, 0, draft="1", **gone))
    assert "draft is saved" in told(draft)
    left = result(battle, 0, **gone, **{"stayed-0": "no", "stayed-1": "yes"})
    assert "handed in" in told(as_(valley, "north").post(url(valley, battle, "result/"), left))


def test_both_stayed_and_days_are_left_is_asked_about(valley: Valley, battle: Battle) -> None:
    on_the_table(valley, battle)
    days, both = parse(battle.file).options.max_days, {"stayed-0": "yes", "stayed-1": "yes"}
    assert days > 1
    north, page = as_(valley, "north"), url(valley, battle, "result/")
    answer = north.post(page, result(battle, 0, days=1, **both))
    assert answer.status_code == 422
    assert f"Both sides stayed and {days - 1} day" in answer.text
    assert "handed in" in told(north.post(page, result(battle, 0, days=days, **both)))
    asked = result(battle, 0, days=1, ended="on", **both) | version(battle, 0)
    assert "handed in" in told(north.post(page, asked))


@pytest.mark.parametrize(("change", "sentence"), [
    ({"0-nobody-strength": "1"}, "0-nobody-strength: this form has no such field"),
    ({"hand_in": "1"}, "hand_in: this form has no such field"),
    ({"0-leader-9": "unhurt"}, "0-leader-9: this form has no such field"),
    ({"0-leader-0": ""}, "choose what became of him."),
    ({"0-leader-0": None}, "choose what became of him."),
])  # fmt: skip
def test_a_ruling_with_a_strange_field_or_a_general_without_a_fate_is_refused(
    valley: Valley, battle: Battle, change: dict[str, str | None], sentence: str
) -> None:
    on_the_table(valley, battle)
    data = {name: value for name, value in (ruling(battle, "because") | change).items() if value is not None}
    answer = as_(valley, "referee").post(url(valley, battle, "ruling/"), data)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    battle.refresh_from_db()
    assert battle.state == "open"
