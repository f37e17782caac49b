"""Further armies of a side, one a line: ``II Corps, mark 30, left: 2 Line inf, Light cav``."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from base.refusal import Refusal
from battles.resolvers.values.sides import numbered_name
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import NO_TYPES, OwnTypes

EXAMPLE = "II Corps, mark 30, left: 2 Line inf, Light cav"
_LINE = re.compile(
    r"(?P<name>[^,:]{1,40})(?:, *mark (?P<mark>\d{1,4}))?(?:, *(?P<edge>own|left|right))? *:(?P<roster>.+)",
    re.IGNORECASE,
)


def units_of(side: str, roster: str, further: str, own: OwnTypes = NO_TYPES) -> list[dict[str, Any]]:
    """Return the units of a side as in a battle file: its own roster, then each further army."""
    rows = [_row(item) for item in parse_roster(roster, own)]
    for line in filter(None, map(str.strip, further.splitlines())):
        rows += _army(line, own)
    return [{"id": f"{side}-{n}", **row} for n, row in enumerate(rows, 1)]


def _army(line: str, own: OwnTypes) -> Iterator[dict[str, Any]]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise Refusal(f'"{line[:40]}" is not understood; write an army as in {EXAMPLE}.')
    name, mark, edge = found["name"].strip(), found["mark"], found["edge"]
    if edge and not mark:
        raise Refusal(f"{name}: an edge is for an army that comes late; write its mark before it, as in {EXAMPLE}.")
    late = {"arrives": int(mark)} | ({"edge": edge.lower()} if edge else {}) if mark else {}
    try:
        items = parse_roster(found["roster"].strip(), own)
    except Refusal as refusal:
        raise Refusal(f"{name}: {refusal}") from refusal
    return ({**row, "army": name, **late} for row in _named(items, name))


def _named(items: Iterable[RosterItem], army: str) -> Iterator[dict[str, Any]]:
    """Yield the units of an army; those without a name get their number and the army's name."""
    taken = Counter[tuple[str, bool]]()
    for item in items:
        taken[item.type, item.guard] += 0 if item.name else 1
        yield {"name": numbered_name(item.type, item.guard, taken[item.type, item.guard], army), **_row(item)}


def _row(item: RosterItem) -> dict[str, Any]:
    row = {"type": item.type, "strength": item.strength, "guard": item.guard, "outriders": item.outriders}
    more = {"name": item.name, "own": item.own}
    return row | {key: value for key, value in more.items() if value}
