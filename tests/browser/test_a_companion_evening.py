"""An evening with the companion: two phones at one table, from setting up to the result form filled in."""

import re
from contextlib import suppress
from time import monotonic

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Error, Locator, Page, Route, expect

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.services.held.choosing import choose_method
from battles.services.held.companion import note_down
from campaign.models import Campaign, Station
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.browser.conftest import NARROW, Visit, follow
from tests.browser.looks import Texts, look, settle
from tests.conftest import PATIENCE

FIRST, SECOND = "birkenfeld", "avenne"
SECRET = "b"
"""The campaign's secret: by its dice Birkenfeld holds the Saddle (21.4)."""


@pytest.fixture
def battle(war: Campaign) -> Battle:
    """Both main armies have met on the Saddle, and fight it out on a table; side 0 is Birkenfeld's."""
    war.secret = SECRET
    war.save(update_fields=["secret"])
    set_battle_policy(campaign=war, days=7, fallback="auto", patience=None, user=User.objects.get(username="referee"))
    for ref in ("avenne_main", "birkenfeld_main"):
        station = Station.objects.get(campaign=war, ref=ref)
        give_order(station=station, kind="march", path=["the_saddle"], actor="tester")
    advance_turn(campaign=war, actor="tester")
    battle = Battle.objects.get()
    choose_method(battle=battle, method="table")
    assert parse(battle.file).sides[0].name == "Republic of Birkenfeld"
    return battle


def address(war: Campaign, battle: Battle) -> str:
    return f"/c/{war.slug}/battles/{battle.key}/table/"


def form(page: Page, heading: str) -> Locator:
    """The form under a heading."""
    return page.locator("form", has=page.get_by_role("heading", name=heading))


def last(page: Page) -> Locator:
    """What was noted last."""
    return page.locator(".companion-last")


def throw(form: Locator, *faces: int) -> None:
    """Choose the faces of a form's dice with a thumb."""
    dice = form.locator(".companion-die")
    expect(dice).to_have_count(len(faces))
    for die, face in zip(dice.all(), faces, strict=True):
        die.locator("label", has_text=re.compile(f"^{face}$")).click()


def throw_alike(form: Locator, face: int) -> None:
    """The same face on every die of a form."""
    expect(form.locator(".companion-die").first).to_be_visible()
    throw(form, *[face] * form.locator(".companion-die").count())


def show(page: Page, text: str) -> None:
    """Look at what the other phone has noted."""
    page.locator("#news").get_by_role("link").click()
    expect(last(page)).to_contain_text(text)


def test_an_evening_with_the_companion(war: Campaign, battle: Battle, visit: Visit) -> None:
    url = address(war, battle)
    one, two = (visit(name, url, viewport=NARROW, has_touch=True) for name in (FIRST, SECOND))
    for page, unit in ((one, "I Brigade"), (two, "1st Division")):
        keep_on_the_table(page, unit)
        page.get_by_role("button", name="Our units stand on the table").click()
        expect(last(page)).to_contain_text("set up,")
    form(two, "Weather of the day").get_by_role("button", name="Begin the day").click()
    expect(last(two)).to_contain_text("Day 1 begins")
    expect(last(one)).to_contain_text("Day 1 begins")

    mine = form(one, "Command roll of Republic of")
    theirs = form(two, "Command roll of Grand Duchy of")
    throw_alike(mine, 6)
    throw_alike(theirs, 1)
    mine.get_by_role("button", name="Take these dice").click()
    expect(last(one)).to_contain_text("Command roll of Republic of Birkenfeld: 12")
    expect(two.locator("#news")).to_contain_text("Something new has been noted")
    settle(two)  # what was begun here is still there
    theirs.get_by_role("button", name="Take these dice").click()
    expect(last(one)).to_contain_text("First: Republic of Birkenfeld")
    expect(one.locator(".companion-big")).to_have_text("12")
    one.get_by_role("button", name="Spend 2").click()
    expect(one.locator(".companion-big")).to_have_text("10")

    look_again_while_news_come(one)
    attack_after_the_odds(one)
    check_the_looks(one, url)
    leave_the_turn_to_its_side(one, two)
    break_off_and_pursue(one, two)
    end_the_evening(one, two, battle)


def attack_after_the_odds(page: Page) -> None:
    """I Brigade attacks 1st Division at equal odds, and 10 against 1 breaks it."""
    page.get_by_role("link", name="Combat", exact=True).click()
    attacker = "Birkenfeld: I Brigade (Line infantry, 4/4)"
    page.get_by_label("Attacker*", exact=True).select_option(label=attacker)
    settle(page)
    page.get_by_label("Defender*").select_option(label="Avenne: 1st Division (Line infantry, no hits)")
    expect(page.get_by_role("heading", name="Chances")).to_be_visible()
    settle(page)
    rows = page.locator("table tbody tr")
    expect(rows.nth(0)).to_contain_text("9/100")
    expect(rows.nth(1)).to_contain_text("9/25")
    expect(rows.nth(2)).to_contain_text("23/50")
    expect(rows.nth(3)).to_contain_text("9/100")
    fight = form(page, "Fight it")
    throw(fight, 10, 1)
    fight.get_by_role("button", name="Apply").click()
    expect(last(page)).to_contain_text("14 against 5: 1st Division, routed into the Rallyable box")
    expect(page.locator(".companion-units .gone")).to_contain_text("1st Division")


def check_the_looks(page: Page, url: str) -> None:
    """Nothing for axe in light and dark, nothing to scroll sideways: the table, and the tools as they open."""
    addresses = [url, *(f"{url}?tool={tool}" for tool in ("combat", "fire", "move", "check", "unit", "leader"))]
    texts = Texts()
    looks = (look(page, one, whole=number % 2, texts=texts) for number, one in enumerate(addresses))
    assert [line for lines in looks for line in lines] == []
    page.set_viewport_size(NARROW)
    page.goto(url)


def keep_on_the_table(page: Page, unit: str) -> None:
    """HR-T3 Half of a meeting engagement waits: another unit takes this one's place where it would."""
    waits = page.get_by_role("checkbox", name=re.compile(f"^{unit} "))
    if waits.is_checked():
        page.locator("input[name=waits]:not(:checked)").first.check()
        waits.uncheck()


def leave_the_turn_to_its_side(one: Page, two: Page) -> None:
    """The other phone has followed, and has no button for a turn that is not its own."""
    expect(two.get_by_role("heading", name="On turn: Republic of Birkenfeld")).to_be_visible()
    expect(two.get_by_role("button", name="End the turn")).to_have_count(0)
    expect(two.get_by_role("button", name="Spend 1")).to_have_count(0)
    one.get_by_role("button", name="Spend 1").click()
    expect(last(one)).to_contain_text("one action spent; 9 left")


def open_while_news_comes(page: Page, tool: str, other: Page) -> None:
    """A tool is opened, though the table that another note brings was asked for before it and comes first."""
    held: list[Route] = []
    asked = re.compile(r"/table/(\?tool=.*)?$")
    page.route(asked, lambda route: held.append(route))
    other.get_by_role("button", name="Spend 1").click()
    expect(last(other)).to_contain_text("one action spent; 8 left")
    wait_for(page, held, 1)
    page.get_by_role("link", name=tool).click()
    wait_for(page, held, 2)
    page.unroute(asked)
    for route in held:
        with suppress(Error):  # the page has given it up
            route.continue_()
        page.wait_for_timeout(500)
    expect(page.locator("#tool")).to_be_visible()


def look_again_while_news_come(page: Page) -> None:
    """The link is replaced while its answer is on the way; the table alone is taken from the answer."""
    held: list[Route] = []
    page.route("**/table/", lambda route: held.append(route))
    page.locator("#news a").click()
    wait_for(page, held, 1)
    page.locator("#news").evaluate("news => news.replaceChildren()")
    held[0].continue_()
    page.unroute("**/table/")
    expect(page.locator("#news a")).to_have_count(1)
    expect(page.locator("#table")).to_have_count(1)


def wait_for(page: Page, held: list[Route], number: int) -> None:
    """Let the page go on until it has sent so many requests."""
    end = monotonic() + PATIENCE / 1000
    while len(held) < number:
        assert monotonic() < end, f"{len(held)} requests in {PATIENCE} ms"
        page.wait_for_timeout(50)


def break_off_and_pursue(one: Page, two: Page) -> None:
    """Avenne breaks off in secret; at the round's end it is pursued, and says who is hit."""
    open_while_news_comes(two, "Break off", one)
    two.get_by_label("it breaks off at the end of this round").check()
    two.get_by_role("button", name="Enter it in secret").click()
    expect(last(two)).to_contain_text("will break off")
    show(one, "Avenne: a secret note")
    for page, other, told in ((one, two, "Avenne: two actions"), (two, one, "Fight the remaining combats")):
        page.get_by_role("button", name="End the turn").click()
        expect(last(page)).to_contain_text(told)
        show(other, told)
    one.get_by_role("button", name="End the round and count").click()
    expect(last(one)).to_contain_text("Broken off, and off the field: Grand Duchy of Avenne")


def end_the_evening(one: Page, two: Page, battle: Battle) -> None:
    """No lights are to spare: the broken division rallies, and the result form is filled in."""
    show(two, "Broken off, and off the field")
    rally = form(two, "Rally of Grand Duchy of Avenne")
    rally.get_by_role("button", name="1st Division: one more").click()
    expect(rally.locator("input.stepper-input")).to_have_value("1")
    rally.get_by_role("button", name="Take these dice").click()
    expect(two.get_by_role("heading", name="Won by Republic of Birkenfeld")).to_be_visible()
    follow(two, two.get_by_role("link", name="Fill in my result form"))
    expect(two.get_by_role("heading", name=re.compile("^Result"))).to_be_visible()
    unit = next(unit for unit in parse(battle.file).sides[1].units if unit.name == "1st Division")
    expect(two.locator(f"[name='1-{unit.id}-strength']")).to_have_value("1")
    expect(two.get_by_label("after the evening: the strengths are final")).to_be_checked()
    expect(two.locator("[name='stayed-1'][value='no']")).to_be_checked()
    two.get_by_role("button", name="Hand in the result").click()
    expect(two.locator("#messages")).to_contain_text("handed in")
    show(one, "rallied")
    follow(one, one.get_by_role("link", name="Fill in my result form"))
    one.get_by_role("button", name="Hand in the result").click()
    expect(one.locator("#messages")).to_contain_text("the battle is settled")


def test_the_companion_without_a_script(war: Campaign, battle: Battle, visit: Visit) -> None:
    page = visit(FIRST, address(war, battle), viewport=NARROW, java_script_enabled=False)
    page.get_by_role("button", name="Our units stand on the table").click()
    assert "set up," in last(page).inner_text()
    page.get_by_role("link", name="Put a unit right").click()
    page.get_by_label("Unit*").select_option(index=1)
    page.get_by_role("textbox", name="Strength points left").fill("9")
    page.get_by_role("button", name="Put it right").click()
    assert page.get_by_role("textbox", name="Strength points left").input_value() == "9"
    assert "write a whole number" in page.locator(".refusal").inner_text()
    page.get_by_role("textbox", name="Strength points left").fill("2")
    page.get_by_role("button", name="Put it right").click()
    assert "put right: on the table" in last(page).inner_text()
    page.locator(".companion-log summary").click()
    page.get_by_role("button", name="Take back note 2").click()
    assert "Note 2 is taken back" in last(page).inner_text()


def kept(page: Page) -> Locator:
    """The notes that a phone keeps."""
    return page.locator("#kept li")


def attack_without_odds(page: Page) -> None:
    """A tool is opened from its copy, its form follows the choice, and the table's buttons come back."""
    page.get_by_role("link", name="Combat", exact=True).click()
    page.get_by_label("Defender*").select_option(index=1)
    fight = form(page, "Fight it")
    expect(fight.locator("[name=defender]")).to_have_value(page.get_by_label("Defender*").input_value())
    expect(page.get_by_role("heading", name="Chances")).to_have_count(0)
    throw(fight, 10, 4)
    fight.get_by_role("button", name="Apply").click()
    expect(kept(page)).to_have_count(1)
    page.get_by_role("link", name="Back to the table").click()


def test_no_note_is_lost_while_the_network_is_away(war: Campaign, battle: Battle, visit: Visit) -> None:
    """Notes are sent later in their order, what clashes is shown, dice of the program wait, logging out deletes all."""
    for side in (0, 1):
        note_down(battle=battle, side=side, kind="deploy", values={"side": side}, seen=9, by="tester")
    note_down(battle=battle, side=None, kind="day", values={}, seen=9, by="tester")
    page = visit(FIRST, address(war, battle), viewport=NARROW, has_touch=True)
    page.context.set_offline(True)
    form(page, "Command roll of Republic of").get_by_role("button", name="Roll for me").click()
    expect(page.locator("#kept")).to_contain_text("The program's dice need the network.")
    expect(kept(page)).to_have_count(0)
    page.context.set_offline(False)
    for side, dice in ((0, [6, 6]), (1, [1, 1])):
        note_down(battle=battle, side=side, kind="roll", values={"side": side, "dice": dice}, seen=9, by="tester")
    with page.expect_response(re.compile("tool=unit")):  # the last of the tools, of which the page takes copies
        page.goto(address(war, battle))
    expect(page.locator(".companion-big")).to_have_text("12")
    page.context.set_offline(True)
    attack_without_odds(page)
    for actions in (2, 3):
        page.get_by_role("button", name=f"Spend {actions}").click()
    expect(kept(page)).to_have_count(3)
    expect(kept(page).first).to_have_text(re.compile(r"Combat: [^(]+, [^(]+, dice 10, 4$"))
    expect(page.locator("#kept")).to_contain_text("3 notes are on this phone and not sent yet.")
    assert battle.notes.count() == 5
    page.context.set_offline(False)
    expect(page.locator(".companion-big")).to_have_text("7")
    expect(kept(page)).to_have_count(0)
    noted = [(note.kind, note.values.get("amount")) for note in battle.notes.filter(number__gt=5)]
    assert noted == [("combat", None), ("spend", 2), ("spend", 3)]

    page.context.set_offline(True)
    page.get_by_role("button", name="Spend 2").click()
    page.get_by_text("Write it down in words").click()
    page.get_by_label("What a form of this page cannot note now").fill("1st Division lost the bridge")
    page.get_by_role("button", name="Keep it on this phone").click()
    expect(kept(page)).to_have_count(2)
    note_down(battle=battle, side=0, kind="spend", values={"amount": 1}, seen=99, by="adjutant")
    page.context.set_offline(False)
    expect(page.locator("#kept .refusal")).to_contain_text("Meanwhile adjutant has noted")
    page.get_by_role("button", name="Leave it out").click()
    expect(kept(page)).to_have_count(1)
    assert battle.notes.count() == 9
    assert page.evaluate("localStorage.getItem('bivouac-notes')").count("words") == 1

    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/")
    page.locator(".site-more summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    assert page.evaluate("localStorage.getItem('bivouac-notes')") is None
