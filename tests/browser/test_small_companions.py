"""The companions of the smaller rule systems on a phone and on a desk, light and dark: one battle of one's own each."""

import pytest
from django.contrib.auth.models import User

from battles.models import Battle
from battles.resolvers.contract.notes import EVERYTHING
from battles.resolvers.contract.registry import companion, has
from battles.resolvers.files.battle_file import parse
from battles.selectors import notes_of
from battles.services.held.companion import create_by_hand, note_down
from tests.battles.conformance.conftest import battle_data
from tests.browser.conftest import Visit
from tests.browser.looks import Texts, look, settle

SMALL = ("one_hour", "my_favourite", "square_brigadier", "activation", "solo_napoleonic")


@pytest.fixture(params=[slug for slug in SMALL if has(slug, "companion")])
def battle(request: pytest.FixtureRequest, transactional_db: None) -> Battle:
    """A battle on the table in its first turn, in which one shot or activation has been noted."""
    owner = User.objects.create_user("owner")
    file = parse(battle_data(request.param, weather="normal", ground="hard"))
    made = create_by_hand(file=file, seed="1813", owner=owner)
    for side in (0, 1):
        write(made, "deploy", side=side)
    write(made, "day")
    for _ in range(9):
        table, door = table_of(made), companion(made.rules)
        throws = [step for step in door.steps(table, door.screen_of(table, EVERYTHING)).notes if step[1] is not None]
        if not throws and "fire" in {tool.key for tool in door.tools(table, door.screen_of(table, EVERYTHING))}:
            break
        write(made, *(throws[0][:1] if throws else ("next",)), roll=bool(throws), side=throws[0][1] if throws else None)
    situation = {"range": 75} if made.rules == "solo_napoleonic" else {"range": 2}
    keys = {key.partition("/")[0]: key for key in reversed(table_of(made).slots)}
    write(made, "fire", roll=True, unit=keys["f1"], foe=keys["a1"], situation=situation)
    return made


def table_of(battle: Battle):
    return companion(battle.rules).read_notes(parse(battle.file), notes_of(battle)).table


def write(battle: Battle, kind: str, *, roll: bool = False, **values: object) -> None:
    clean = {key: value for key, value in values.items() if value is not None}
    note_down(battle=battle, side=None, kind=kind, values=clean, seen=battle.notes.count(), by="owner", roll=roll)


def test_the_table_and_its_tools_look_right(battle: Battle, visit: Visit) -> None:
    url = f"/battles/{battle.key}/table/"
    page = visit("owner", url)
    texts = Texts()
    looks = [[*look(page, f"{url}{tool}", whole=n, texts=texts)] for n, tool in enumerate(("", "?tool=fire"))]
    assert looks == [[], []]
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Show the odds").click()
    settle(page)
    assert page.get_by_role("heading", name="Chances").is_visible()
    page.get_by_role("button", name="Roll for me").last.click()
    settle(page)
