"""Counters for playing on a screen: a picture for each strength of each unit, and the table in the same scale.

The pictures are what a VASSAL module takes: one image a step of a unit, a map as SVG, an index. 50 pixels are one inch.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from battles.pack.cards import board_svg, leaders_of, side_cards, tables_of
from battles.pack.pack import Pack
from battles.pack.printing import print_pictures
from battles.pack.spreadsheet import without_formula

LONG_AGO = (1980, 1, 1, 0, 0, 0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files by their names, in their order and without a date."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


PIXELS = 50
INDEX_HEAD = ("file", "side", "id", "name", "type", "strength", "full", "width", "height")
READ_ME = """Counters of {battle}, {title}

counters/   one PNG for each strength a unit may still have; {pixels} pixels are one inch, the front is above
table.svg   the table in the same scale, with a rim of 4 inches: 0|0 of the table lies 200 pixels right and 200 up
index.csv   which file is which unit

In the VASSAL editor: add the pictures of a unit as the levels of a Layer, the highest strength first; add table.svg as
the board of a map; each picture faces upwards, so let a unit rotate freely.
"""


def counters_zip(pack: Pack) -> bytes:
    """Return the counters of all units and generals of the pack; the same pack makes the same bytes."""
    counters = list(counter_rows(pack))
    pictures = print_pictures("counters.typ", {"counters": counters, "title_of_document": "Counters"}, ppi=PIXELS)
    files = {f"counters/{one['file']}": picture for one, picture in zip(counters, pictures, strict=True)}
    files["table.svg"] = board_svg(pack, pixels=PIXELS).encode()
    files["index.csv"] = _index(counters)
    files["README.txt"] = READ_ME.format(battle=pack.file.name, title=pack.title, pixels=PIXELS).encode()
    return zipped(files)


def counter_rows(pack: Pack) -> Iterable[dict[str, Any]]:
    """Yield a counter for each strength of each unit, the strength now first, and one for each general."""
    known, used = tables_of(pack), set[str]()
    for number in pack.known_sides:
        side = pack.sides[number]
        for card in side_cards(pack, number):
            stem = _stem(f"{number + 1}-{card['id']}", used)
            for strength in range(card["strength"], 0, -1):
                boxes = [n < strength for n in range(card["full"])]
                yield card | {"file": f"{stem}-{strength}.png", "strength": strength, "boxes": boxes, "number": number}
        for leader in leaders_of(side, known, pack.file.rules):
            yield leader | {"file": f"{_stem(f'{number + 1}-' + leader['id'], used)}.png", "number": number}


def _stem(text: str, used: set[str]) -> str:
    """Return a file name that every system takes, different from all before it."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:40] or "unit"
    name = next(name for n in range(1, len(used) + 2) if (name := plain if n == 1 else f"{plain}_{n}") not in used)
    used.add(name)
    return name


def _index(counters: list[dict[str, Any]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(INDEX_HEAD)
    for one in counters:
        size = round(one["width"] * PIXELS), round(one["depth"] * PIXELS)
        row = (one["file"], one["side"], one["id"], one["name"], one["kind"] if "kind" in one else one["post"],
               one.get("strength", ""), one.get("full", ""), *size)  # fmt: skip
        writer.writerow([without_formula(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")
