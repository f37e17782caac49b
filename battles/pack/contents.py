"""The content of the printed pack, as plain data; the template sets it and computes nothing."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import segno

from battles.pack.cards import UNITS, arrivals_of, dice_text, drawn_board, leaders_of, side_cards, tables_of
from battles.pack.drawing import GRID, Ruler, field_svg, field_text, key_of, piece_lines
from battles.pack.pack import Pack
from battles.pack.situation import evening_of, facts_of, plan_of, tasks_of, weather_heads, weather_of
from battles.resolvers.contract.aids import Aid, Aids, aids_of
from battles.resolvers.contract.numbers import Number, NumberSheet, Section
from battles.resolvers.contract.registry import board_of, name_of, papers, resolver
from battles.resolvers.journal.phrases import STRENGTH
from battles.resolvers.replay.cast import will_in
from battles.resolvers.replay.table import FIGHTING
from rosters.rules.catalogue import MARKS, TAGS, Catalogue

UNPRINTED = ("bases", "criteria", "replacements", "options", "weather", "radius", "count", "day")
"""Sections of the sheet that the table does not need, or that stand on the first page."""
UNPRINTED_COLUMNS = ("Buy", "Keep", "Base points, %")
UNPRINTED_ROWS = ("Price of", "Maintenance")
ROUNDS = 14
UNKNOWN = "great"
"""The skill that boxes are counted for where a reader does not know a general's."""
ACTIONS = 20
"""So many boxes for the actions of a round at least, where nobody knows how many command rolls a side throws."""
FATES = ("on the table", "rallyable", "non-rallyable", "destroyed", "left")


def contents_of(pack: Pack, *, address: str = "") -> dict[str, Any]:
    """Everything in the printed pack. ``address`` is where the result is typed in; empty for none."""
    sheet = resolver(pack.file.rules).sheet(pack.file.profile or {})
    numbers = sheet.numbers()
    values = {path: number.value for path, number in numbers.items()}
    aids = aids_of(pack.file.rules, {path: number.text for path, number in numbers.items()})
    played = {"played": pack.file.options.played("stratagems")}
    return {
        "battle": pack.file.name,
        "key": pack.key,
        "title": pack.title,
        "rules": name_of(pack.file.rules),
        "facts": facts_of(pack, values),
        "weather": weather_of(pack, values),
        "weather_heads": weather_heads(pack),
        "sides": [_side(pack, n, tables_of(pack), aids) for n in _order(pack)],
        "known": len(pack.known_sides),
        "table": _table(pack),
        "terms": _terms(pack),
        "sheet": _sheet(sheet),
        "aids": [_aid(aid) for aid in aids.sections],
        "stratagems": _aid(aids.stratagems) | played if aids.stratagems else None,
        "evening": _aid(aids.evening) if aids.evening else None,
        "legend": [[MARKS[tag], TAGS[tag]] for tag in MARKS],
        "track": _track(pack, values),
        "will": _will(pack),
        "result": {
            "fates": FATES,
            "days": pack.file.options.max_days,
            "names": [side.side.name for side in pack.sides],
        },
        "address": address,
        "qr": qr_svg(address) if address else "",
    }


def _terms(pack: Pack) -> dict[str, Any]:
    """In what units are counted: the campaign's strength points, or hits, figures, steps of the system."""
    door = papers(pack.file.rules)
    one, many = door.LOSS if door else STRENGTH
    return {"one": one, "many": many, "note": door.NOTE if door else "", "own": (one, many) != STRENGTH}


def _order(pack: Pack) -> tuple[int, int]:
    """Return the reader's own side first."""
    return (1, 0) if pack.reader == 1 else (0, 1)


def _side(pack: Pack, number: int, known: Catalogue, aids: Aids) -> dict[str, Any]:
    side = pack.sides[number]
    cards = side_cards(pack, number)
    leaders = leaders_of(side, known, pack.file.rules)
    return {
        "name": side.side.name,
        "role": side.side.role,
        "edge": "lower" if pack.file.attacker == number else "upper",
        "known": side.has_units,
        "partial": side.partial,
        "reported": side.reported,
        "tasks": tasks_of(pack, number) if side.has_units else [],
        "plan": plan_of(side),
        "leaders": leaders,
        "arrivals": arrivals_of(side),
        "cards": cards,
        "points": sum(card["points"] for card in cards),
        "light": sum(card["points"] for card in cards if card["light"]),
        "evening": evening_of(pack, side, known, aids),
        "labels": _labels([*cards, *leaders]),
    }


def _labels(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return base labels with the largest first, so that those of a size can be cut in strips."""
    return sorted(things, key=lambda thing: (-thing["depth"], -thing["width"]))


def _table(pack: Pack) -> dict[str, Any]:
    field, ruler = drawn_board(pack)
    drawn = ruler or Ruler()
    bar = drawn.step * (1 if drawn.step >= GRID else round(GRID / drawn.step))
    unit = board_of(pack.file.rules).unit
    return {
        "key": [asdict(row) for row in key_of(pack.file.laid_out)],
        "bar": bar,
        "bar_text": f"{bar * drawn.per_inch:g} {UNITS.get(unit, unit)}",
        "board": pack.board.text if pack.board and ruler is not None else "",
        "svg": field_svg(field, pack.edges, ruler=ruler),
        "text": field_text(pack.file.laid_out, pack.edges),
        "width": field.width,
        "depth": field.depth,
        "pieces": [asdict(line) for line in piece_lines(pack.file.laid_out)],
    }


def _track(pack: Pack, values: Mapping[str, Any]) -> dict[str, Any]:
    names = [pack.sides[n].side.name for n in _order(pack)]
    actions = [_most_actions(pack, n, values) for n in _order(pack)]
    turns = pack.board.turns if pack.board else 0
    length = values.get(f"day.{pack.file.season}", "")
    return {"names": names, "rounds": ROUNDS, "actions": actions, "length": length, "turns": turns}


def _most_actions(pack: Pack, number: int, values: Mapping[str, Any]) -> int:
    """LGG-5.0-a, HR-27 The most actions that a side can throw in a round, with all its command rolls."""
    side, each = pack.sides[number], int(pack.file.options.own.get("large_army", 0) or 0)
    if not each or not side.has_units:
        return ACTIONS
    posts = [side.side.commander, *side.side.wings]
    others = ["poor"] * len(side.side.units)
    skills = [*(post.skill or UNKNOWN for post in posts), *others][: -(-len(side.side.units) // each)]
    return max(ACTIONS, sum(sum(values[f"skills.{skill}.dice"]) for skill in skills))


def _will(pack: Pack) -> list[dict[str, Any]]:
    """HR-26 A box for each broken unit that an army bears, and one more; for the sides that the reader knows."""
    will = will_in(pack.file.rules, pack.file.as_dict())
    known = tables_of(pack).unit_types
    sides = [pack.sides[n] for n in _order(pack) if will and pack.sides[n].has_units and not pack.sides[n].partial]
    armies = [(one.side.name, [u for u in one.side.units if known[u.type].arm in FIGHTING]) for one in sides]
    return [{"name": name, "units": len(army), "boxes": will.enough(len(army))} for name, army in armies if will]


def _aid(aid: Aid) -> dict[str, Any]:
    lines = [[line.title, line.text, line.rule, MARKS.get(line.tag, "")] for line in aid.lines]
    return {"title": aid.title, "rule": aid.rule, "lines": lines, **aid.numbers}


def _sheet(sheet: NumberSheet) -> dict[str, Any]:
    sections = [_section(section) for section in sheet.sections if section.key not in UNPRINTED]
    changes = [[number.label, number.text, number.shipped_text] for number in sheet.changes()]
    return {"name": sheet.name, "digest": sheet.digest, "sections": sections, "changes": changes}


def _section(section: Section) -> dict[str, Any]:
    kept = [n for n, column in enumerate(section.columns) if column not in UNPRINTED_COLUMNS]
    rows = [row for row in section.rows if not row.title.startswith(UNPRINTED_ROWS)]
    return {
        "title": section.title,
        "rule": section.rule,
        "note": "" if section.key == "skills" else section.note,
        "columns": [section.columns[n] for n in kept],
        "rows": [[row.title, [_number(row.cells[n]) for n in kept]] for row in rows],
    }


def _number(number: Number | None) -> list[Any]:
    """Return a number with the letter of its tag, and whether it is the owner's own."""
    if number is None:
        return ["–", "", False]
    dice = number.value if number.path.startswith("skills.") else None
    text = dice_text(tuple(dice)) if isinstance(dice, list) else typeset(number.text)
    return [text, MARKS.get(number.tag, ""), number.changed]


def typeset(text: str) -> str:
    """Return a number with a real minus, and a dash where there is none."""
    return " / ".join("–" if part == "-" else part.replace("-", "−") for part in text.split(" / "))


def qr_svg(address: str) -> str:
    """Return the address as a QR code."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", xmldecl=False, border=2, dark="#000000")
    return out.getvalue().decode()


def texts_of(value: Any) -> Iterator[str]:
    """Yield every text in the contents, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part)


__all__ = ["contents_of", "qr_svg", "texts_of"]
