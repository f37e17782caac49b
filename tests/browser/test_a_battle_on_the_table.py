"""A battle on the table from end to end: chosen, joined, typed in by both with one difference, ruled, settled."""

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.resolvers.files.fighting import verify
from battles.selectors import report_of
from campaign.models import Campaign, Station
from campaign.services.audit import audit, orphans
from rosters.models import StrengthLine, Unit
from tests.battles.pack.reading import text_of
from tests.browser.conftest import NARROW, Visit, follow
from tests.browser.test_a_first_quarter_of_an_hour import give_order

ABROAD = "/c/two-valleys/"


@pytest.fixture
def long_war(war: Campaign) -> Campaign:
    """Two Valleys, but longer than three turns."""
    Campaign.objects.filter(pk=war.pk).update(last_turn=8)
    return war


def run_turn(desk: Page, number: int) -> None:
    desk.goto(f"{ABROAD}desk/")
    desk.get_by_role("button", name="Seal the orders and run the turn").click()
    expect(desk.get_by_role("heading", name=f"Turn {number + 1}: open for orders")).to_be_visible()


def to_the_battle(page: Page) -> None:
    page.goto(f"{ABROAD}battles/")
    follow(page, page.get_by_role("link", name="Battle of Crossways").first)


def wish_for_the_table(page: Page) -> None:
    to_the_battle(page)
    page.get_by_label("fight it on the table").check()
    follow(page, page.get_by_role("button", name="Send my wish"))


def hold_battles_open(desk: Page) -> None:
    """Battles to come are with the players for a week."""
    desk.goto(f"{ABROAD}desk/terms/")
    desk.get_by_label("Days held open").fill("7")
    follow(desk, desk.get_by_role("region", name="Battles to come").get_by_role("button", name="Save"))


def open_the_form(page: Page) -> None:
    """The form of a result, when its rows are set up."""
    to_the_battle(page)
    follow(page, page.get_by_role("link", name="Type in the result"))


def pack_of(page: Page) -> str:
    """What is printed in a player's battle pack."""
    to_the_battle(page)
    follow(page, page.get_by_role("link", name="Battle pack"))
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF, A4").click()
    return text_of(download.value.path().read_bytes())


def type_in(page: Page, *, avenne_stayed: bool = True, birkenfeld_stayed: bool = False) -> None:
    """The field as a player saw it; his units are typed in already."""
    page.get_by_label("after the evening: the strengths are final").check()
    for side, stayed in (("Duchy of Avenne", avenne_stayed), ("Republic of Birkenfeld", birkenfeld_stayed)):
        group = page.get_by_role("group", name=side)
        group.get_by_label("stayed on the field" if stayed else "left the field", exact=True).check()
    page.get_by_label("Both sides stayed, and the battle ended there").set_checked(avenne_stayed and birkenfeld_stayed)


def set_strength(page: Page, unit: str, points: int) -> None:
    page.get_by_label(f"{unit}: strength left").fill(str(points))


def test_a_battle_is_played_on_the_table_while_two_turns_are_run(long_war: Campaign, visit: Visit) -> None:
    desk = visit("referee", f"{ABROAD}desk/")
    hold_battles_open(desk)
    avenne, birkenfeld = visit("avenne", ABROAD), visit("birkenfeld", ABROAD, viewport=NARROW)
    give_order(avenne, "Army of the Aven", "March to Crossways")
    give_order(birkenfeld, "Army of the Birke", "March to Crossways")
    run_turn(desk, 1)

    wish_for_the_table(avenne)
    expect(avenne.get_by_text("How shall it be decided?")).to_be_visible()
    wish_for_the_table(birkenfeld)
    expect(birkenfeld.get_by_role("heading", name="On the table")).to_be_visible()
    expect(birkenfeld.get_by_text("is accepted after 72 hours")).to_be_visible()

    give_order(avenne, "Corps of Aubrac", "March to Crossways")
    run_turn(desk, 2)
    run_turn(desk, 3)
    avenne.goto(f"{ABROAD}chronicle/")
    expect(avenne.get_by_text("comes up to the Battle of Crossways").first).to_be_visible()

    ours, theirs = pack_of(avenne), pack_of(birkenfeld)
    assert "Aubrac Militia" in ours
    assert "comes at count 60" in ours
    assert "I Brigade" not in ours
    assert "I Brigade" in theirs
    assert "Aubrac" not in theirs.replace("Corps of Aubrac (Grand Duchy of Avenne)", "")

    before = dict(Unit.objects.values_list("name", "strength"))
    open_the_form(avenne)
    type_in(avenne)
    set_strength(avenne, "2nd Division", 2)
    expect(avenne.get_by_label("Avenne Militia: strength left")).to_have_count(0)
    set_strength(avenne, "Aubrac Militia", 3)
    avenne.get_by_role("button", name="Hand in the result").click()
    expect(avenne.get_by_text("Your result is handed in.")).to_be_visible()
    expect(avenne.get_by_text("the battle is settled by what has been handed in")).to_be_visible()

    open_the_form(birkenfeld)
    type_in(birkenfeld, birkenfeld_stayed=True)
    row = birkenfeld.locator(".result-row", has_text="I Brigade").first
    row.get_by_role("button", name="destroyed").click()
    birkenfeld.get_by_role("button", name="Hand in the result").click()
    expect(birkenfeld.get_by_text("Your result is handed in.")).to_be_visible()
    assert Battle.objects.get().state == "open"

    rule(desk)
    settled(before)


def rule(desk: Page) -> None:
    """The referee sees the one difference and decides it."""
    to_the_battle(desk)
    follow(desk, desk.get_by_role("link", name="Rule the result"))
    table = desk.get_by_role("table", name="Where the two results differ")
    expect(table.get_by_role("row")).to_have_count(2)  # the head and one difference
    expect(table.get_by_role("row").last).to_contain_text("Republic of Birkenfeld")
    expect(desk.get_by_label("2nd Division: strength left")).to_have_value("2")
    desk.get_by_role("group", name="Republic of Birkenfeld").get_by_label("left the field", exact=True).check()
    desk.get_by_label("Reason").fill("Both players say so by now.")
    desk.get_by_role("button", name="Settle the battle by this ruling").click()
    expect(desk.get_by_text("is settled by your ruling")).to_be_visible()
    expect(desk.get_by_text("after one day", exact=False).first).to_be_visible()
    expect(desk.get_by_text("no rounds")).to_have_count(0)  # nobody counted them


def settled(before: dict[str, int]) -> None:
    """Rosters, ledger, retreat, verification and audit."""
    battle = Battle.objects.get()
    assert (battle.state, battle.method) == ("done", "ruling")
    after = dict(Unit.objects.values_list("name", "strength"))
    changed = {"2nd Division": 2, "Aubrac Militia": 3, "I Brigade": 0}
    assert after == before | {name: changed[name] for name in changed if before[name] != changed[name]}
    lines = StrengthLine.objects.filter(cause="battle").values_list("unit__name", "delta")
    assert dict(lines) == {name: after[name] - before[name] for name in after if after[name] != before[name]}
    where = dict(Station.objects.values_list("ref", "province__key"))
    assert where["avenne_main"] == where["avenne_south"] == "crossways"
    assert where["birkenfeld_main"] == "birkenfeld"
    report = report_of(battle)
    assert report is not None
    assert verify(report).same
    assert audit() + orphans() == []
