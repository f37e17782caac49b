"""EX-7: a battle is watched in a real browser, frame by frame as the journal has it."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle
from battles.pages.plates.plate import plate_of
from battles.pages.plates.plate_marks import Mark
from battles.pages.replay import ending, facts
from battles.resolvers.files.battle_file import parse
from battles.resolvers.replay.film import Film, film_of
from battles.resolvers.replay.moments import decisive_moment, highlights
from battles.selectors import battle_by_key, report_of
from battles.services import create_battle, run_battle
from tests.battles.golden.pin import golden_battles
from tests.browser.conftest import NARROW, PASSWORD, Visit
from tests.browser.looks import LOW, look

FORTY = {
    "format": "bivouac.battle/1", "name": "Wachau", "season": "winter", "weather": "normal", "terrain": "open",
    "sides": [
        {"name": "French", "role": "attacker", "commander": {"name": "Murat", "skill": "great"},
         "wings": [{"name": "Victor", "skill": "good"}],
         "roster": "22 Line inf, 6 Heavy cav, 4 Light cav, 6 Heavy art, 2 Horse art"},
        {"name": "Allies", "role": "defender", "commander": {"name": "Barclay", "skill": "good"},
         "roster": "22 Line inf, 4 Heavy cav, 4 Light cav, 8 Heavy art, 2 Engineers"},
    ],
    "held_whole_turn": True, "options": {"max_days": 1},
}  # fmt: skip
READ = """() => [...document.querySelectorAll('[data-unit]')].map(
    node => [node.dataset.in, Number(node.dataset.sp), node.dataset.at, node.querySelector('text').textContent])"""
STANDS = "() => [...document.querySelectorAll('[data-stand]')].map(node => node.dataset.at)"
TEN_FRAMES = """() => new Promise(done => {
    let n = 10;
    const next = () => n-- ? requestAnimationFrame(next) : done();
    next();
})"""
FACTS = """() => Object.fromEntries([...document.querySelectorAll('dl [data-fact]')].map(
    node => [node.dataset.fact, node.textContent]))"""
WALK = f"""moments => {{
    const slider = document.getElementById('rp-slider'), read = {READ}, stands = {STANDS}, facts = {FACTS};
    const works = () => [...document.querySelectorAll('[data-work]:not([display])')].map(
        node => Number(node.dataset.work));
    return moments.map(n => {{
        slider.value = n;
        slider.dispatchEvent(new Event('input', {{bubbles: true}}));
        return [document.getElementById('replay').dataset.at, read(), stands(), facts(), works()];
    }});
}}"""


def fought_by(owner: User, data: dict[str, Any], seed: str) -> Battle:
    battle = create_battle(name=data["name"], file=parse(data), field_seed=seed, seed=seed, reference="", unit_ids={},
                         owner=owner)  # fmt: skip
    run_battle(battle.pk)
    found = battle_by_key(battle.key)
    assert found is not None
    return found


@pytest.fixture
def watcher(transactional_db: None) -> User:
    return User.objects.create_user("watcher", password=PASSWORD)


@pytest.fixture
def small(watcher: User) -> Battle:
    """A golden battle with a column that arrives, fights and routs."""
    golden = golden_battles()["arrivals_flank"]
    return fought_by(watcher, golden["battle"], golden["seed"])


def film_of_battle(battle: Battle) -> Film:
    report = report_of(battle)
    assert report is not None
    film = film_of(report)
    assert film is not None
    return film


def decisive(battle: Battle) -> int:
    report = report_of(battle)
    assert report is not None
    return decisive_moment(film_of_battle(battle), report.outcome.winner).n


def ready(page: Page) -> None:
    """The script has taken over."""
    expect(page.locator("#replay")).to_have_attribute("data-state", "paused")


def until(page: Page, n: int) -> None:
    """Wait until the replay has come beyond event ``n``."""
    page.wait_for_function("n => Number(document.getElementById('replay').dataset.at) > n", arg=n)


def moment(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-at") or -1)


def hundredth(tag: Locator, axis: str) -> float:
    return round(float(tag.get_attribute(axis) or "nan"), 2)


def tags(page: Page) -> list[tuple[str, float, float]]:
    """The names on the table and where they stand, to a hundredth of an inch."""
    found = page.locator(".rp-tag").all()
    return [(tag.text_content() or "", hundredth(tag, "x"), hundredth(tag, "y")) for tag in found]


def expected(film: Film, now: dict[str, Any]) -> list[list[Any]]:
    """What the page must show of every unit."""
    return [
        [now[f"u{n}.in"], now[f"u{n}.sp"], " ".join(f"{part:g}" for part in _rounded(now[f"u{n}.at"])),
         str(now[f"u{n}.sp"])]
        for n in range(len(film.cast.blocks))
    ]  # fmt: skip


def _rounded(pose: list[float]) -> list[float]:
    return [round(part, 3) for part in pose]


def shown(rows: list[list[Any]]) -> list[list[Any]]:
    """What the page shows, its poses rounded alike."""
    return [
        [where, sp, " ".join(f"{round(float(part), 3):g}" for part in at.split()), text] for where, sp, at, text in rows
    ]


def test_EX_7_every_frame_of_forty_a_side_is_as_the_journal_has_it(watcher: User, visit: Visit) -> None:
    battle = fought_by(watcher, FORTY, "wachau")
    film = film_of_battle(battle)
    assert [sum(block.side == side for block in film.cast.blocks) for side in (0, 1)] == [40, 40]
    page = visit("watcher", f"/battles/{battle.key}/replay/")
    ready(page)
    last = len(film.steps)
    moments = [*range(last + 1), *range(last, 0, -37), 0, last]
    for n, (at, units, stands, told, works) in zip(moments, page.evaluate(WALK, moments), strict=True):
        now = film.at(n)
        assert int(at) == n
        assert shown(units) == expected(film, now), n
        posts = [now[f"l{k}.at"] if now[f"l{k}.in"] else None for k in range(len(film.cast.stands))]
        assert stands == [" ".join(f"{part:g}" for part in post) if post else "" for post in posts]
        wanted = facts(film, now)
        assert {key: told[key] for key in wanted} == wanted
        assert sorted(works) == sorted(now["works"])
    assert len(film.cast.works) > 0


def test_EX_7_played_paused_stepped_and_jumped_with_the_keyboard_alone(small: Battle, visit: Visit) -> None:
    page = visit("watcher", f"/battles/{small.key}/replay/?at=30", reduced_motion="no-preference")
    last = len(film_of_battle(small).steps)
    ready(page)
    assert moment(page) == 30
    for key, n in (("ArrowRight", 31), ("ArrowLeft", 30), ("Home", 0), ("End", last)):
        page.keyboard.press(key)
        assert moment(page) == n
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("dl [data-fact=title]")).to_have_text(re.compile("[Ee]vening"))
    page.keyboard.press("Home")
    page.locator("#rp-speed").select_option("4")  # slow enough that the end stays far away
    page.locator("#rp-speed").blur()
    page.keyboard.press(" ")
    expect(page.locator("#replay")).to_have_attribute("data-state", "playing")
    until(page, 20)
    page.keyboard.press(" ")
    ready(page)
    stopped = moment(page)
    assert page.url.endswith(f"?at={stopped}")
    page.evaluate(TEN_FRAMES)
    assert moment(page) == stopped
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text("play or pause the replay")).to_be_visible()


def test_EX_7_a_link_to_a_moment_shows_it_with_the_script_and_without(small: Battle, visit: Visit) -> None:
    film, n = film_of_battle(small), decisive(small)
    what = decisive_moment(film, report_of(small).outcome.winner).what
    page = visit("watcher", f"/battles/{small.key}/replay/")
    ready(page)
    page.get_by_label("Jump to").select_option(label=f"{n} {what}")
    assert (moment(page), page.url.endswith(f"?at={n}")) == (n, True)
    entry = page.locator(f"#event-{n}")
    expect(entry).to_have_attribute("aria-current", "step")
    expect(page.locator("#rp-said")).to_have_text(entry.locator("summary").inner_text())
    entry.locator("summary").click()
    expect(entry.get_by_text("total").first).to_be_visible()
    assert page.locator("#rp-link").get_attribute("href") == f"?at={n}"
    assert shown(page.evaluate(READ)) == expected(film, film.at(n))
    bare = visit("watcher", page.url, java_script_enabled=False)
    server = [(n.get_attribute("data-in"), n.get_attribute("data-at")) for n in bare.locator("[data-unit]").all()]
    script = [(n.get_attribute("data-in"), n.get_attribute("data-at")) for n in page.locator("[data-unit]").all()]
    assert [where for where, _ in server] == [where for where, _ in script]
    assert bare.locator(".rp-marks path").count() == page.locator(".rp-marks path").count() > 1
    assert tags(bare) == tags(page) != []
    bare.get_by_role("link", name="Next", exact=True).click()
    assert moment(bare) == n + 1
    expect(bare.locator(f"#event-{n + 1}")).to_have_attribute("aria-current", "step")


def test_EX_7_where_motion_is_unwanted_the_units_jump(small: Battle, visit: Visit) -> None:
    page = visit("watcher", f"/battles/{small.key}/replay/?at=16", reduced_motion="reduce")
    ready(page)
    page.evaluate("""() => { window.seen = new Set(); new MutationObserver(rows => rows.forEach(row =>
        window.seen.add(row.target.getAttribute('transform')))).observe(document.querySelector('.rp-units'),
        {attributes: true, subtree: true, attributeFilter: ['transform']}); }""")
    page.keyboard.press(" ")
    until(page, 18)
    page.keyboard.press(" ")
    ready(page)
    film, stop = film_of_battle(small), moment(page)
    moved = [key for step in film.steps[16:stop] for key in step.changes if key.startswith("u") and key.endswith(".at")]
    places = page.evaluate("[...window.seen].filter(text => /^translate.(?!0 )/.test(text)).length")
    assert 0 < places <= len(moved)


def test_EX_7_the_page_is_accessible_and_fits_a_phone(small: Battle, visit: Visit) -> None:
    page = visit("watcher", "/")
    assert list(look(page, f"/battles/{small.key}/replay/?at={decisive(small)}")) == []
    assert list(look(page, f"/battles/{small.key}/")) == []
    bare = visit("watcher", f"/battles/{small.key}/replay/?at=99", viewport=NARROW)
    ready(bare)
    bare.get_by_role("button", name="Larger").click()
    assert bare.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    button = bare.get_by_role("button", name="Play").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= NARROW["height"]
    assert button["height"] >= 44
    plain = visit("watcher", f"/battles/{small.key}/replay/?at=99", viewport=NARROW, java_script_enabled=False)
    assert plain.get_by_role("navigation", name="Moments").get_by_role("link").count() == 6
    assert plain.evaluate(LOW) == []


DRAWN = """n => {
    const slider = document.getElementById('rp-slider'), all = (look, what) =>
        [...document.querySelectorAll(look)].map(node => what.map(key => node.getAttribute(key) ?? node.textContent));
    slider.value = n;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    return [all('.rp-trace', ['d']), all('.rp-broken', ['d']), all('.rp-loss', ['x', 'y', '-']),
        all('.rp-tag', ['x', 'y', '-'])];
}"""


def test_EX_7_ways_broken_units_losses_and_names_are_drawn_as_the_server_draws_them(
    small: Battle, visit: Visit
) -> None:
    film = film_of_battle(small)
    page = visit("watcher", f"/battles/{small.key}/replay/")
    ready(page)
    seen = [0, 0, 0, 0]
    for n in range(1, len(film.steps) + 1, 3):
        plate = plate_of(film, n, "")
        wanted = (plate.traces, plate.broken, plate.losses, plate.tags)
        shown_now = page.evaluate(DRAWN, n)
        assert [[_plain(row) for row in rows] for rows in shown_now] == [
            [_plain([row.path] if isinstance(row, Mark) else [row.x, row.y, row.text]) for row in rows]
            for rows in wanted
        ], n
        seen = [most + len(rows) for most, rows in zip(seen, shown_now, strict=True)]
    assert all(seen)


def _plain(row: list[Any]) -> list[Any]:
    """Numbers to a hundredth of an inch."""
    return [re.sub(r"-?\d+(\.\d+)?", lambda n: f"{round(float(n[0]), 2):g}", str(part)) for part in row]


def test_EX_7_highlights_only_skip_what_is_between_them_and_end_with_the_banner(small: Battle, visit: Visit) -> None:
    film, report = film_of_battle(small), report_of(small)
    assert report is not None
    parts = highlights(film, report.outcome.winner)
    page = visit("watcher", f"/battles/{small.key}/replay/?at=0", reduced_motion="no-preference")
    ready(page)
    expect(page.locator("#rp-banner")).to_be_hidden()
    page.evaluate("""() => { window.passed = []; new MutationObserver(() =>
        window.passed.push(Number(document.getElementById('replay').dataset.at))).observe(
        document.getElementById('replay'), {attributes: true, attributeFilter: ['data-at']}); }""")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Highlights")).to_have_attribute("aria-pressed", "true")
    page.locator("#rp-speed").evaluate("node => { node.options[4].value = '400'; node.selectedIndex = 4; }")
    page.keyboard.press(" ")
    expect(page.locator("#rp-banner")).to_be_visible()
    expect(page.locator("#rp-banner")).to_contain_text(ending(report, film).headline)
    inside = {n for first, last in parts for n in range(first - 1, last + 1)}
    assert set(page.evaluate("window.passed")) <= inside
    assert len(inside) < len(film.steps) / 2


COVERED = """() => {
    const box = look => document.querySelector(look).getBoundingClientRect();
    const frame = box('#rp-frame'), over = ['.rp-controls', '#rp-tools', '#rp-banner', '.rp-jump'];
    return [frame.bottom <= innerHeight, frame.height > 190, ...over.filter(look => {
        const one = box(look);
        return one.height && one.top < frame.bottom && frame.top < one.bottom
            && one.left < frame.right && frame.left < one.right;
    })];
}"""


@pytest.mark.parametrize("size", [{"width": 1366, "height": 650}, NARROW, {"width": 1920, "height": 1000}])
def test_EX_7_nothing_covers_the_table(small: Battle, visit: Visit, size: dict[str, int]) -> None:
    page = visit("watcher", f"/battles/{small.key}/replay/?at=99999", viewport=size)
    ready(page)
    assert page.evaluate(COVERED) == [True, True]


PINCH = """by => {
    const frame = document.getElementById('rp-frame'), box = frame.getBoundingClientRect();
    const finger = (name, id, x) => frame.dispatchEvent(new PointerEvent(name, {pointerId: id, pointerType: 'touch',
        clientX: box.left + x, clientY: box.top + 100, bubbles: true}));
    finger('pointerdown', 1, 100); finger('pointerdown', 2, 140);
    finger('pointermove', 2, 100 + 40 * by); finger('pointerup', 1, 0); finger('pointerup', 2, 0);
    return [Number(frame.dataset.zoom), Math.round(frame.querySelector('svg').getBoundingClientRect().width)];
}"""


def test_EX_7_two_fingers_make_the_table_larger_and_small_again(small: Battle, visit: Visit) -> None:
    page = visit("watcher", f"/battles/{small.key}/replay/?at=99", viewport=NARROW, has_touch=True)
    ready(page)
    width = round(page.locator(".rp-plate").bounding_box()["width"])
    zoom, larger = page.evaluate(PINCH, 2)
    assert zoom == 2
    assert abs(larger - 2 * width) <= 2
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    letters = "() => getComputedStyle(document.querySelector('.rp-tag')).fontSize"
    size = float(page.evaluate(letters).removesuffix("px"))
    assert page.evaluate(PINCH, 0.25) == [1, width]
    unscaled = float(page.evaluate(letters).removesuffix("px"))
    assert size == pytest.approx(unscaled / 1.2, rel=0.01), "names grow by two thirds at most"
