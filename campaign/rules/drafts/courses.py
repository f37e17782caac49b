"""Coast, rivers and ridges as lines of text: ``river Elbe: 14.3 50.4, 14.1 50.6``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from base.refusal import Refusal
from campaign.rules.drafts.pasted import MOST_TEXT, Trouble, shown
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import Point, short
from campaign.rules.files.map import RiverRow

KINDS = {"river": ("rivers", True), "stream": ("rivers", False), "ridge": ("ridges", True), "hills": ("ridges", False)}
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
            name, (where, divides) = " ".join(match["name"].split())[:40], KINDS[match["kind"].casefold()]
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
