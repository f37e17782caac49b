"""Names of 80 letters without a space: no page scrolls sideways on a phone."""

import json

import pytest
from django.contrib.auth.models import User

from campaign.models import Campaign, Member
from campaign.rules.kinds import Role
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack
from tests.browser.conftest import NARROW, Visit
from tests.browser.looks import SIDEWAYS, settle
from tests.browser.walk import pages, play

LONG = "Donaudampfschiffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellsch"
WIDEST = """() => [...document.querySelectorAll('main *, header *, footer *')].filter(part => part.checkVisibility()
  && part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.wide, svg'))
  .map(part => part.outerHTML.slice(0, 100)).slice(-1)"""


def lengthened() -> bytes:
    """Two Valleys with a long word for each name."""
    data = json.loads(read_pack("two_valleys"))
    for kind in ("factions", "provinces", "leaders", "armies"):
        data[kind] = [row | {"name": f"{LONG}{n:03}"} for n, row in enumerate(data[kind])]
    return json.dumps(data | {"name": LONG[:60] * 2}).encode()


@pytest.fixture
def war(transactional_db: None) -> Campaign:
    """A war of long names, with a referee and two players."""
    campaign = load_campaign(data=lengthened(), slug="two-valleys", actor="tester")
    Member.objects.create(campaign=campaign, user=User.objects.create_user("referee"), role=Role.REFEREE)
    for faction in campaign.factions.all():
        user = User.objects.create_user(faction.key)
        Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=faction)
    return campaign


def test_long_words_widen_no_page(war: Campaign, drilled: None, visit: Visit) -> None:
    things, found = play(war, User.objects.get(username="referee")), []
    for reader, paths in pages(things).items():
        page = visit(reader, "about:blank", viewport=NARROW)
        for path in dict.fromkeys(paths):
            page.goto(path)
            settle(page)
            if wide := page.evaluate(SIDEWAYS):
                found.append(f"{path}: {wide} px, {page.evaluate(WIDEST)}")
    assert not found, "\n".join(found)
