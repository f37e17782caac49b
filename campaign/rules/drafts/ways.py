"""Ways as lines of text: ``Prague - Kolin road``, ``Melnik - Prague bridge Elbe``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from base.refusal import Refusal
from campaign.rules.drafts.pasted import MOST_TEXT, Trouble, folded, names_of, unknown
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import EdgeRow

KINDS = {
    "road": ("road", False), "track": ("track", False), "pass": ("pass", False), "bridge": ("river", True),
    "ford": ("river", False), "ferry": ("river", False), "river": ("river", False),
}  # fmt: skip
"""Word → kind of the way, and whether it has a bridge. A ford and a ferry are a river without a bridge."""
_PARTS = re.compile(r"\s+(?:[-–—]+|to)\s+|\s*[\t;]\s*|\s*,\s+|,", re.IGNORECASE)


@dataclass(frozen=True)
class Ways:
    """The ways of a text, and what could not be read."""

    ways: tuple[EdgeRow, ...]
    troubles: tuple[Trouble, ...]


def read_ways(text: str, file: CampaignFile) -> Ways:
    """Read ways, a line of text each, between provinces of the draft."""
    if len(text) > MOST_TEXT:
        raise Refusal(f"Ways: the text is too long; at most {MOST_TEXT:,} characters are read.")
    known = names_of(file.provinces)
    ways: dict[frozenset[str], tuple[int, EdgeRow]] = {}
    troubles: list[Trouble] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        way = _way(line.strip(), number, known)
        if isinstance(way, Trouble):
            troubles.append(way)
            continue
        first, _ = ways.setdefault(frozenset(way.between), (number, way))
        if first != number:
            troubles.append(Trouble(number, "", f"this way is in line {first} already; give it once, for both ways."))
    return Ways(tuple(way for _, way in ways.values()), tuple(troubles))


def _way(line: str, number: int, known: Mapping[str, str]) -> EdgeRow | Trouble:
    pieces = _PARTS.split(line)
    for place in range(1, len(pieces)):
        first = known.get(folded(" ".join(pieces[:place])))
        if first is None:
            continue
        rest = " ".join(pieces[place:]).split()
        end = _town_at_start(rest, known)
        if end is None:
            return Trouble(number, "second town", unknown(_without_kind(rest), "town", known))
        second, after = end
        if first == second:
            return Trouble(number, "second town", "a way leads from one town to another; name two.")
        return _made(first, second, after, number)
    if len(pieces) < 2:
        return Trouble(
            number, "", "write two towns with a hyphen and spaces between them, such as Prague - Kolin road."
        )
    return Trouble(number, "first town", unknown(pieces[0], "town", known))


def _town_at_start(words: list[str], known: Mapping[str, str]) -> tuple[str, list[str]] | None:
    """Return the longest town with which some words begin, and the words after it."""
    for count in range(len(words), 0, -1):
        key = known.get(folded(" ".join(words[:count])))
        if key is not None:
            return key, words[count:]
    return None


def _without_kind(words: list[str]) -> str:
    place = next((n for n, word in enumerate(words) if n and word.casefold().strip("()") in KINDS), len(words))
    return " ".join(words[:place])


def _made(first: str, second: str, words: list[str], number: int) -> EdgeRow | Trouble:
    words = [word.strip("()[]") for word in words if word.strip("()[]")]
    word = words[0].casefold() if words else "road"
    if word not in KINDS:
        return Trouble(number, "kind", f"“{word[:40]}” is no kind of way; choose from {', '.join(KINDS)}.")
    kind, bridge = KINDS[word]
    rest = [one for one in words[1:] if one.casefold() not in ("over", "the", "across")]
    if rest and kind != "river":
        return Trouble(
            number, "kind", f"“{rest[0][:40]}” is one word too many; only bridge, ford and ferry name a river."
        )
    return EdgeRow(between=(first, second), kind=kind, bridge=bridge, river=" ".join(rest)[:40])


def way_lines(file: CampaignFile) -> str:
    """Return the ways of a draft as text that ``read_ways`` reads back."""
    names = {row.key: row.name for row in file.provinces}
    lines = []
    for row in file.edges:
        first, second = (names.get(key, key) for key in row.between)
        word = ("bridge" if row.bridge else "ford") if row.kind == "river" else row.kind
        lines.append(f"{first} - {second} {word} {row.river}".rstrip())
    return "".join(f"{line}\n" for line in lines)
