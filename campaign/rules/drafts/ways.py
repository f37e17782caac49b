"""Ways, coast, rivers and ridges as lines of text: ``Prague - Kolin road``, ``river Elbe: 14.3 50.4, 14.2 50.6``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from base.refusal import Refusal
from campaign.rules.drafts.pasted import MOST_TEXT, Trouble, folded, names_of, shown, unknown
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import Point, short
from campaign.rules.files.map import RiverRow
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


COURSE_KINDS = {
    "river": ("rivers", True),
    "stream": ("rivers", False),
    "ridge": ("ridges", True),
    "hills": ("ridges", False),
}
"""Word → list of the map, and whether the line parts the provinces on its two sides."""
_LINE = re.compile(r"(?P<kind>coast|river|stream|ridge|hills)\b\s*(?P<name>[^:]*):(?P<points>.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d{1,6}(?:\.\d{1,8})?")
MOST_POINTS = 2000


@dataclass(frozen=True)
class Courses:
    """The lines of a text, and what could not be read."""

    coast: tuple[Point, ...] | None
    rivers: tuple[RiverRow, ...]
    ridges: tuple[RiverRow, ...]
    troubles: tuple[Trouble, ...]


def read_courses(text: str) -> Courses:
    """Read coast, rivers and ridges, a line of text each."""
    if len(text) > MOST_TEXT:
        raise Refusal(f"Lines: the text is too long; at most {MOST_TEXT:,} characters are read.")
    coast: tuple[Point, ...] | None = None
    found: dict[str, list[RiverRow]] = {"rivers": [], "ridges": []}
    troubles: list[Trouble] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        points, trouble = _points(match, number)
        if trouble or match is None:
            troubles += [trouble] if trouble else []
        elif match["kind"].casefold() == "coast":
            coast = points
        else:
            name, (where, divides) = " ".join(match["name"].split())[:40], COURSE_KINDS[match["kind"].casefold()]
            found[where].append(RiverRow(name=name or "River", divides=divides, course=points))
    return Courses(coast, tuple(found["rivers"]), tuple(found["ridges"]), tuple(troubles))


def _points(match: re.Match[str] | None, number: int) -> tuple[tuple[Point, ...], Trouble | None]:
    if match is None:
        remedy = (
            "begin with coast, river, stream, ridge or hills, a name and a colon, such as river Elbe: 10 20, 30 40."
        )
        return (), Trouble(number, "", remedy)
    points: list[Point] = []
    for place, pair in enumerate(re.split(r"[,;]", match["points"].strip(" ,;")), 1):
        numbers = pair.split()
        if len(numbers) != 2 or not all(_NUMBER.fullmatch(one) and abs(float(one)) <= 90_000 for one in numbers):
            remedy = (
                f"“{shown(pair.strip())}” is no point; write two numbers with a space between them, such as 14.3 50.4."
            )
            return (), Trouble(number, f"point {place}", remedy)
        points.append((round(float(numbers[0]), 4), round(float(numbers[1]), 4)))
    least = 3 if match["kind"].casefold() == "coast" else 2
    if not least <= len(points) <= MOST_POINTS or len(set(points)) < least:
        return (), Trouble(
            number, "", f"{len(points)} points are given; write {least} to {MOST_POINTS} different ones."
        )
    return tuple(points), None


def with_courses(file: CampaignFile, given: Courses) -> CampaignFile:
    """Return the draft with exactly these lines; rivers that have only a drawing of their own stay."""
    rivers, ridges = _kept(file.map.rivers, given.rivers), _kept(file.map.ridges, given.ridges)
    return replace(file, map=replace(file.map, coast=given.coast, rivers=rivers, ridges=ridges))


def _kept(rows: Sequence[RiverRow], given: Sequence[RiverRow]) -> tuple[RiverRow, ...]:
    """Return the lines that are given, with their drawing where they have not changed."""
    lines = {(row.name, row.course): row.line for row in rows}
    drawn = [replace(row, line=lines.get((row.name, row.course), ())) for row in given]
    return (*(row for row in rows if not row.course), *drawn)


def course_lines(file: CampaignFile) -> str:
    """Return the lines of a draft as text that ``read_courses`` reads back."""
    lines = [f"coast: {_print(file.map.coast)}"] if file.map.coast else []
    for rows, words in ((file.map.rivers, ("stream", "river")), (file.map.ridges, ("hills", "ridge"))):
        lines += [f"{words[row.divides]} {row.name}: {_print(row.course)}" for row in rows if row.course]
    return "".join(f"{line}\n" for line in lines)


def _print(points: Sequence[Point]) -> str:
    return ", ".join(f"{short(x)} {short(y)}" for x, y in points)
