"""How a page is looked at: axe in light and dark, what a finger needs, whether it scrolls sideways."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.sync_api import Page, ViewportSize

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 900}
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"], "runOnly": RULES}
CONTRAST = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}
#: How a page is looked at, one after the other: its size and its colours.
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = ((NARROW, "light"), (WIDE, "dark"))
#: Asks axe and gives a line for each violation; all that axe found takes longer to hand over than to find.
ASK = """async options => (await axe.run(document, options)).violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 160)}`))"""
#: Finds the texts of a page that no look like this one has seen: of other colours and size, or before another ground.
#: Gives their numbers, and asks axe where there are any and ``options`` are given.
NEW_TEXTS = """async ([known, options]) => {
  const clear = 'rgba(0, 0, 0, 0)';
  const ground = part => {
    const is = getComputedStyle(part), free = ['absolute', 'fixed', 'sticky'].includes(is.position);
    return (is.backgroundColor === clear && is.backgroundImage === 'none' ? free ? part.getAttribute('class') : ''
      : is.backgroundColor + is.backgroundImage) + (is.opacity === '1' ? '' : is.opacity) +
      (is.filter === 'none' ? '' : is.filter);
  };
  const numbers = new Map([[document.documentElement, 7]]), sums = new Map();
  const more = (number, text) => {
    const whole = `${number} ${text}`;
    const next = (sum, letter) => (sum * 31 + letter.codePointAt(0)) % 2 ** 47;
    if (!sums.has(whole)) sums.set(whole, [...whole].reduce(next, 7));
    return sums.get(whole);
  };
  const number = part => {
    if (!numbers.has(part)) numbers.set(part, more(number(part.parentElement), ground(part)));
    return numbers.get(part);
  };
  const kind = part => {
    const is = getComputedStyle(part), large = parseFloat(is.fontSize) >= (is.fontWeight >= 700 ? 18.6 : 24);
    return more(number(part), `${is.color} ${is.fill} ${large} ${is.textShadow}`);
  };
  const seen = new Set(known), fresh = [], parts = [];
  for (const part of document.body.querySelectorAll('*')) {
    const words = [...part.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(words || part.matches('input, select, textarea')) || !part.checkVisibility()) continue;
    const own = kind(part);
    if (seen.has(own)) continue;
    seen.add(own);
    fresh.push(own);
    parts.push(part);
  }
  const found = parts.length && options ? (await axe.run({include: parts}, options)).violations : [];
  return [fresh, found.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 160)}`))];
}"""
#: What a finger touches, but links in running text: everything that is lower than 44 px.
LOW = """() => [...document.querySelectorAll(
  'button, select, input:not([type=hidden]):not([type=checkbox]):not([type=radio]), .btn, header a, nav a, summary,' +
  '.back a'
)].filter(part => part.checkVisibility() && !part.matches('.skip') && part.getBoundingClientRect().height < 43.5)
  .map(part => `${part.getBoundingClientRect().height} px: ${part.outerHTML.slice(0, 120)}`)"""
#: Gives what stands out of the window at its right.
WIDEST = """() => [...document.querySelectorAll('main *, header *, footer *')].filter(part => part.checkVisibility()
  && part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.wide, svg'))
  .map(part => part.outerHTML.slice(0, 100)).slice(-1)"""
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


class Texts:
    """The kinds of text whose contrast has been asked, in each look."""

    def __init__(self) -> None:
        self.known: list[list[int]] = [[] for _ in LOOKS]


def look(
    page: Page, path: str, bare: Page | None = None, whole: int | None = None, texts: Texts | None = None
) -> Iterator[str]:
    """One page in all sizes and colours: a line for each thing that is wrong. ``bare`` is a tab without scripts.

    Everything is asked in the look that ``whole`` names, or in all; in the other the contrast of each kind of text that
    ``texts`` does not know yet.
    """
    page.set_viewport_size(NARROW)
    page.goto(path)
    settle(page)
    yield from measured(page, path)
    for number, (size, colours) in enumerate(LOOKS):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        known, everything = (texts or Texts()).known[number], whole in (number, None)
        found = poor_contrast(page, known, asked=not everything) + ([*complaints(page)] if everything else [])
        yield from (f"{path} {size['width']} {colours} {line}" for line in found)
    yield from _sideways(page, path)
    if bare is not None and _has_own_scripts(page):
        bare.goto(path)
        yield from measured(bare, f"{path} without scripts")


def measured(page: Page, path: str) -> Iterator[str]:
    """What is too low for a finger, and whether the page scrolls sideways."""
    yield from (f"{path} a finger needs 44 px: {line}" for line in page.evaluate(LOW))
    yield from _sideways(page, path)


def complaints(page: Page, options: dict[str, Any] = EVERYTHING) -> Iterator[str]:
    """What axe says of the page as it is."""
    _with_axe(page)
    yield from page.evaluate(ASK, options)


def poor_contrast(page: Page, known: list[int], asked: bool = True) -> list[str]:
    """What axe says of the contrast of texts of kinds that are not known, where it is asked; then they are known."""
    _with_axe(page)
    fresh, found = page.evaluate(NEW_TEXTS, [known, CONTRAST if asked else None])
    known += fresh
    return list(found)


def _with_axe(page: Page) -> None:
    settle(page)
    if not page.evaluate("Boolean(window.axe)"):
        page.add_init_script(AXE)  # the next page has it when it comes
        page.evaluate(f"(() => {{ {AXE} }})()")


def _sideways(page: Page, path: str) -> Iterator[str]:
    if wide := page.evaluate(SIDEWAYS):
        yield f"{path} scrolls sideways by {wide} px: {page.evaluate(WIDEST)}"


def _has_own_scripts(page: Page) -> bool:
    sources = page.evaluate("[...document.scripts].map(script => script.src)")
    return any(source and not any(one in source for one in COMMON) for source in sources)
