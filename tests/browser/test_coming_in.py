"""Log-in, invitations, and what anybody may use without a campaign."""

from collections.abc import Callable

from playwright.sync_api import expect

from campaign.models import Campaign, Member
from tests.browser.conftest import PASSWORD, Visit


def test_a_player_logs_in_and_finds_his_campaign(war: Campaign, visit: Visit) -> None:
    page = visit(None, "/")
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Username").fill("avenne")
    page.get_by_label("Password").fill("not his password")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Wrong name or password")).to_be_visible()
    page.get_by_label("Username").fill("avenne")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="My campaigns")).to_be_visible()
    expect(page.get_by_role("link", name="Two Valleys")).to_be_visible()


def test_a_guest_comes_in_by_an_invitation_that_opens_once(war: Campaign, visit: Visit) -> None:
    Member.objects.filter(faction__key="birkenfeld").delete()
    desk = visit("referee", "/c/two-valleys/desk/members/")
    desk.get_by_label("For whom").fill("Émile")
    desk.get_by_role("button", name="Make").click()
    link = desk.get_by_label("Invitation link").input_value()
    guest = visit(None, link)
    guest.get_by_label("Republic of Birkenfeld").check()
    guest.get_by_label("Name").fill("Émile")
    guest.get_by_label("Password").fill("percussion-and-flint-1853")
    guest.get_by_role("button", name="Take part").click()
    guest.locator("#map-more summary").click()
    expect(guest.get_by_text("You lead the Republic of Birkenfeld").first).to_be_visible()
    expect(visit(None, link).get_by_role("button", name="Take part")).to_have_count(0)


def test_anybody_logged_in_fights_a_battle_from_two_rosters(
    war: Campaign, visit: Visit, worker: Callable[[], int]
) -> None:
    page = visit("avenne", "/battles/new/")
    rosters = page.locator("textarea[name$=roster], textarea[name*=roster]")
    rosters.nth(0).fill("2 Line inf, 1 Light cav")
    rosters.nth(1).fill("one 2/4 Line inf, 1 Militia inf")
    page.get_by_role("button", name="Fight", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    battle = page.url
    page.goto("about:blank")
    assert worker() == 1
    page.goto(battle)
    expect(page.get_by_role("article", name="Dispatch")).to_be_visible()
    page.get_by_text("Fair dice: seed, digest, files").click()
    page.get_by_role("link", name="Journal: every die").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_list_checker_and_the_units_are_open_to_everybody(visit: Visit, transactional_db: None) -> None:
    page = visit(None, "/lists/check/")
    page.get_by_role("textbox").first.fill("3 Line inf, 1 Light cav")
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("REC-8").first).to_be_visible()
    page.goto("/units/")
    expect(page.get_by_text("Line infantry").first).to_be_visible()
