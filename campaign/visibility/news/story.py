"""The chronicle of a turn as a story: its lines in chapters, the small ones folded."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.visibility.values import EntryView

ORDERS, FIGHTS, LAND, WEAR = "Orders and marches", "Battles", "Gained and lost", "Supply and attrition"
BY_PHASE = {"P3": ORDERS, "P4": ORDERS, "P5": ORDERS, "P6": ORDERS, "P7": FIGHTS, "P8": FIGHTS, "P9": FIGHTS,
            "P10": WEAR, "P11": LAND, "P12": LAND}  # fmt: skip
BY_KIND = {"siege": LAND, "march": ORDERS, "works": ORDERS}
FOLDED = (ORDERS, WEAR)
PLACES = ("", FIGHTS, LAND, ORDERS, WEAR)
"""The chapters in the order of the page; the first has no title: weather, income, news of the turn's beginning."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a turn; one that is ``folded`` shows its title and how many lines it has."""

    title: str
    folded: bool
    lines: list[EntryView]


def chapters(lines: Iterable[EntryView]) -> list[Chapter]:
    """Return the chapters of a turn; each keeps its lines in the order in which they were written, but that all lines
    of a battle follow its first one."""
    found: dict[str, list[EntryView]] = {}
    for line in _battle_by_battle(list(lines)):
        found.setdefault(_chapter(line), []).append(line)
    return [Chapter(title, title in FOLDED, found[title]) for title in PLACES if title in found]


def _battle_by_battle(lines: list[EntryView]) -> list[EntryView]:
    first: dict[str, int] = {}
    for place, line in enumerate(lines):
        first.setdefault(line.battle_key or f"line {place}", place)
    places = {id(line): first.get(line.battle_key, place) for place, line in enumerate(lines)}
    return sorted(lines, key=lambda line: places[id(line)])


def _chapter(line: EntryView) -> str:
    return BY_KIND.get(line.kind) or BY_PHASE.get(line.phase, "")
