"""How a page is looked at: axe in light and dark, what a finger needs, whether it scrolls sideways."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
#: How a page is looked at, one after the other: its size and its colours.
LOOKS = ((NARROW, "light"), (WIDE, "dark"))
#: Asks axe and gives a line for each violation; all that axe found takes longer to hand over than to find.
ASK = """async options => (await axe.run(document, options)).violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 160)}`))"""
#: What a finger touches, but links in running text: everything that is lower than 44 px.
LOW = """() => [...document.querySelectorAll(
  'button, select, input:not([type=hidden]):not([type=checkbox]):not([type=radio]), .btn, header a, nav a, summary,' +
  '.back a'
)].filter(part => part.checkVisibility() && !part.matches('.skip') && part.getBoundingClientRect().height < 43.5)
  .map(part => `${part.getBoundingClientRect().height} px: ${part.outerHTML.slice(0, 120)}`)"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
#: The page's scripts have taken over, its type is there, and no part of it is on its way.
SETTLED = """() => document.readyState === 'complete' && document.fonts.status === 'loaded'
  && !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added, #replay:not([data-state])')
  && (!document.getElementById('keys-button') || !document.getElementById('keys-button').hidden)"""
#: Scripts that every page has; one that has more has another look without them.
COMMON = ("js/theme.js", "htmx", "js/keys.js", "js/zone.js", "js/forms.js")


def settle(page: Page) -> None:
    """Wait until nothing on the page will move by itself any more."""
    page.wait_for_function(SETTLED)


def look(page: Page, path: str, bare: Page | None = None, whole: tuple[int, ...] = (0, 1)) -> Iterator[str]:
    """One page in all sizes and colours: a line for each thing that is wrong. ``bare`` is a tab without scripts.

    In the looks that ``whole`` names axe asks everything, in the others only for contrast, which colours decide.
    """
    page.set_viewport_size(NARROW)
    page.goto(path)
    settle(page)
    yield from measured(page, path)
    for number, (size, colours) in enumerate(LOOKS):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        rules = RULES if number in whole else CONTRAST
        yield from (f"{path} {size['width']} {colours} {line}" for line in complaints(page, rules))
    yield from _sideways(page, path)
    if bare is not None and _has_own_scripts(page):
        bare.goto(path)
        yield from measured(bare, f"{path} without scripts")


def measured(page: Page, path: str) -> Iterator[str]:
    """What is too low for a finger, and whether the page scrolls sideways."""
    yield from (f"{path} a finger needs 44 px: {line}" for line in page.evaluate(LOW))
    yield from _sideways(page, path)


def complaints(page: Page, rules: dict[str, Any] = RULES) -> Iterator[str]:
    """What axe says of the page as it is."""
    settle(page)
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(f"(() => {{ {AXE} }})()")
    yield from page.evaluate(ASK, {"resultTypes": ["violations"], "runOnly": rules})


def _sideways(page: Page, path: str) -> Iterator[str]:
    if wide := page.evaluate(SIDEWAYS):
        yield f"{path} scrolls sideways by {wide} px"


def _has_own_scripts(page: Page) -> bool:
    sources = page.evaluate("[...document.scripts].map(script => script.src)")
    return any(source and not any(one in source for one in COMMON) for source in sources)
