"""A module for VASSAL: the table as a map, the counters of each known side in its hand, and plain enemy blocks.

A module is a zip archive with ``buildFile.xml``, whose elements are named after the program's classes, ``moduledata``
and ``images/``. A counter is written as a chain of traits, each encoded inside the one before it (docs/formats.md).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any
from xml.sax.saxutils import escape, quoteattr  # nosec B406 (writes XML, reads none)

from battles.pack.cards import board_svg, drawn_board
from battles.pack.counters import counter_rows, zipped
from battles.pack.drawing import RIM
from battles.pack.pack import Pack
from battles.pack.printing import print_pictures

VERSION = "3.6.0"
"""The oldest version of VASSAL that reads every part of the module; an older one warns its user."""
PIXELS = 50
"""Pixels of an inch on the map."""
SHARP = 2
"""A counter's picture has so many times the pixels that it takes on the map: 300 for a base of 3 inches."""
GAP, MARGIN, ACROSS = 20, 120, 8
BOARD, TABLE = "The table", "The table"
LONG_AGO = 315532800000
CONTROL = 130
LESS, MORE, TURN = f"76,{CONTROL}", f"82,{CONTROL}", f"84,{CONTROL}"
ZOOMS = "0.25,0.4,0.6,1.0,1.6"
WHOLE, FULL = 4, 2
"""Steps of the zoom at which a window opens, counted from the largest: a table at 0.4, a hand at its full size."""
ARMS = {"foot": "infantry", "cav": "cavalry", "art": "guns"}


@dataclass(frozen=True)
class Piece:
    """A counter of the module: its pictures from its strength now downwards, with what each shows."""

    name: str
    side: str
    images: tuple[str, ...]
    levels: tuple[str, ...]
    width: int
    height: int


def vassal_module(pack: Pack) -> bytes:
    """Return the module of a pack; the same pack makes the same bytes."""
    rows = [*counter_rows(pack), *_blocks(pack)]
    pictures = print_pictures("counters.typ", {"counters": rows, "title_of_document": "Counters"}, ppi=PIXELS * SHARP)
    files = {f"images/{row['file']}": picture for row, picture in zip(rows, pictures, strict=True)}
    field, _ = drawn_board(pack)
    data = {"svg": board_svg(pack), "width": field.width + 2 * RIM, "height": field.depth + 2 * RIM}
    files["images/table.png"] = print_pictures("board.typ", data, ppi=PIXELS)[0]
    files["buildFile.xml"] = _build_file(pack, list(_pieces(rows))).encode()
    files["moduledata"] = _module_data(pack).encode()
    return zipped(files)


def _blocks(pack: Pack) -> Iterator[dict[str, Any]]:
    """Yield a plain counter for each arm of a side of which no unit is known."""
    for number in {0, 1} - set(pack.known_sides):
        for arm, name in ARMS.items():
            width = 1.5 if arm == "art" else 3.0
            yield {"file": f"enemy-{number + 1}-{arm}.png", "id": f"enemy-{arm}", "side": pack.sides[number].side.name,
                   "name": f"Enemy {name}", "kind": "", "arm": arm, "marks": [], "boxes": [], "values": [],
                   "width": width, "depth": 3.0, "number": number, "strength": 0, "full": 0}  # fmt: skip


def _pieces(rows: Iterable[Mapping[str, Any]]) -> Iterator[Piece]:
    """Yield the counters; the pictures of a unit follow each other, its strength now first."""
    units: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        units.setdefault((row["number"], row["id"]), []).append(row)
    for steps in units.values():
        first = steps[0]
        levels = tuple(f"{row['strength']}/{row['full']}" if row.get("full") else "" for row in steps)
        size = (round(first["width"] * PIXELS), round(first["depth"] * PIXELS))
        yield Piece(first["name"], first["side"], tuple(row["file"] for row in steps), levels, *size)


def sequence(delimiter: str, *parts: object) -> str:
    """Join parts as VASSAL does: a delimiter inside a part is escaped, a part that could be misread is quoted."""
    return delimiter.join(_part(delimiter, _plain(part)) for part in parts)


def _plain(part: object) -> str:
    return str(part).lower() if isinstance(part, bool) else str(part)


def _part(delimiter: str, text: str) -> str:
    escaped = text.replace(delimiter, f"\\{delimiter}")
    quoted = text.endswith("\\") or (text.startswith("'") and text.endswith("'") and text)
    return f"'{escaped}'" if quoted else escaped


def definition(piece: Piece, number: int) -> str:
    """Return a counter as a slot holds it: its traits from the outermost, each around the next, and their states."""
    traits = [
        ("rotate;" + sequence(";", 1, TURN, "Turn to", "", "", "Facing", ""), "0.0"),
        ("emb2;" + sequence(";", *_layer(piece)), "1"),
        ("mark;" + sequence(",", "Side", "Unit"), sequence(",", piece.side, piece.name)),
    ]
    kind, state = "piece;" + sequence(";", "", "", "", piece.name), sequence(";", "null", 0, 0, number, 0)
    for outer, of_outer in reversed(traits):
        kind, state = sequence("\t", outer, kind), sequence("\t", of_outer, state)
    return "+/" + sequence("/", "null", kind, state)


def _layer(piece: Piece) -> tuple[object, ...]:
    """Return the fields of the layer with the pictures: always shown, one step on for each strength point lost."""
    several = len(piece.images) > 1
    names = sequence(",", *(f"+ ({level})" if level else "" for level in piece.levels))
    less = ("Lose a strength point", 2, "") if several else ("", 2, "")
    more = ("Get one back", 2, "") if several else ("", 2, "")
    return (
        "", 2, "", *less, *more, "", "", 1, False, 0, 0, sequence(",", *piece.images), names, False, "Strength", "", "",
        False, "", 1, 1, True, "", LESS if several else "", MORE if several else "", "", 1 / SHARP,
    )  # fmt: skip


def element(tag: str, inner: str = "", **attributes: object) -> str:
    """Return an element of the build file with its attributes."""
    written = "".join(f" {key}={quoteattr(_plain(value))}" for key, value in attributes.items())
    return f"<VASSAL.build.{tag}{written}>{inner}</VASSAL.build.{tag}>"


def _build_file(pack: Pack, pieces: list[Piece]) -> str:
    numbers = count(1)
    known = [pack.sides[number].side.name for number in pack.known_sides]
    inside = [
        element("module.BasicCommandEncoder"), element("module.Documentation"),
        element("module.PlayerRoster", _entries(pack), buttonText="Sides"), element("module.GlobalOptions"),
        _map("module.Map", TABLE, "table.png", WHOLE),
        *(_hand(name, [piece for piece in pieces if piece.side == name], numbers) for name in known),
        _palette([piece for piece in pieces if piece.side not in known], numbers),
    ]  # fmt: skip
    head = {"name": _title(pack), "version": "1.0", "description": pack.key, "VassalVersion": VERSION,
            "nextPieceSlotId": next(numbers)}  # fmt: skip
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{element("GameModule", "".join(inside), **head)}\n'


def _title(pack: Pack) -> str:
    return f"{pack.file.name}: {pack.title}"


def _entries(pack: Pack) -> str:
    return "".join(f"<entry>{escape(side.side.name)}</entry>" for side in pack.sides)


_PARTS = ("StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "KeyBufferer",
          "PieceMover", "StackExpander")  # fmt: skip


def _map(
    tag: str, name: str, image: str, start: int, stacks: str = "", size: tuple[int, int] = (0, 0), **more: object
) -> str:  # fmt: skip
    """Return a map with one board and what moves counters on it, opened at a step of the zoom."""
    board = element("module.map.boardPicker.Board", name=name, image=image, width=size[0], height=size[1],
                    reversible=False, color="247,241,226")  # fmt: skip
    parts = "".join(element(f"module.map.{part}") for part in _PARTS)
    zoom = element("module.map.Zoomer", zoomLevels=ZOOMS, zoomStart=start)
    lens = element("module.map.CounterDetailViewer", version=2, display="from top-most layer only", delay=400,
                   minDisplayPieces=1, zoomlevel=2.0, graphicsZoom=float(SHARP), bgColor="255,255,255")  # fmt: skip
    inner = element("module.map.BoardPicker", board) + parts + zoom + lens + stacks
    return element(tag, inner, mapName=name, allowMultiple=False, buttonName=name, markMoved="Never", **more)


def _hand(side: str, pieces: list[Piece], numbers: Iterator[int]) -> str:
    """Return the window in which a side's counters lie until they are drawn onto the table; only that side opens it.

    Its name ends in a bracket: VASSAL finds no board of a map whose name ends in a backslash.
    """
    name = f"{side} (hand)"
    step, rows = 150 + GAP, -(-len(pieces) // ACROSS)
    stacks = "".join(
        element("module.map.SetupStack", _slot(piece, next(numbers)), name=piece.name, owningBoard=name,
                useGridLocation=False, x=MARGIN + place % ACROSS * step, y=MARGIN + place // ACROSS * step)
        for place, piece in enumerate(pieces)
    )  # fmt: skip
    size = (2 * MARGIN + ACROSS * step, 2 * MARGIN + max(1, rows) * step)
    return _map("module.PlayerHand", name, "", FULL, stacks, size, side=sequence(",", side), visible=False)


def _slot(piece: Piece, number: int) -> str:
    inner = escape(definition(piece, number))
    return element("widget.PieceSlot", inner, entryName=piece.name, gpid=number, height=piece.height, width=piece.width)


def _palette(pieces: list[Piece], numbers: Iterator[int]) -> str:
    """Return the window with plain blocks of the enemy, of which there are as many as are wanted."""
    if not pieces:
        return ""
    slots = "".join(_slot(piece, next(numbers)) for piece in pieces)
    inner = element("widget.ListWidget", slots, entryName="Enemy")
    return element("module.PieceWindow", inner, name="Enemy", text="Enemy", hidden=False, defaultWidth=0)


def _module_data(pack: Pack) -> str:
    inner = "".join(
        f"<{key}>{escape(value)}</{key}>"
        for key, value in (
            ("version", "1.0"), ("VassalVersion", VERSION), ("dateSaved", str(LONG_AGO)), ("description", pack.key),
            ("name", _title(pack)),
        )
    )  # fmt: skip
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1">{inner}</data>\n'
