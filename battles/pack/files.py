"""A pack as files to download, each made when it is asked for (docs/formats.md)."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.utils.text import slugify

from base.pages.export import Export
from battles.pack.cards import board_svg
from battles.pack.contents import contents_of
from battles.pack.counters import counters_zip
from battles.pack.pack import Pack
from battles.pack.printing import print_pdf
from battles.pack.spreadsheet import roster_csv, roster_xlsx
from battles.pack.vassal import vassal_module

FORMAT = "bivouac.pack/1"
PAPERS = {"a4": "A4", "letter": "Letter"}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def pack_pdf(pack: Pack, *, paper: str, address: str, printed: str = "", only_here: bool = False) -> Export:
    """EX-1, EX-6 The printed pack. ``address`` is where its result is typed in, empty for none; ``printed`` is the
    line on its front and at its feet that gives its date and the state of the battle then."""
    data = contents_of(pack, address=address) | {"paper": paper, "printed": printed, "only_here": only_here}
    content = print_pdf("pack.typ", data, title=f"{pack.file.name}: battle pack, {pack.title}")
    return Export(f"{_stem(pack)}-{paper}.pdf", "application/pdf", content)


def pack_json(pack: Pack) -> Export:
    """Return the part of a side as ``bivouac.pack/1``; the pack of both is the battle file itself."""
    whole = pack.reader is None
    text = json.dumps(pack.file.as_dict() if whole else pack_data(pack), ensure_ascii=False, indent=1) + "\n"
    return Export(f"{_stem(pack)}.{'battle' if whole else 'pack'}.json", "application/json", text)


def pack_data(pack: Pack) -> dict[str, Any]:
    """Return a battle file in which an unknown side is its name, its role and reports; ``hash`` is that of the
    canonical JSON of everything else."""
    sides = [_side_data(pack, n) for n in range(len(pack.sides))]
    data = pack.file.as_dict() | {"format": FORMAT, "key": pack.key, "for": pack.title, "sides": sides}
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return data | {"hash": f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"}


def _side_data(pack: Pack, number: int) -> dict[str, Any]:
    side = pack.sides[number]
    if not side.has_units:
        return {"name": side.side.name, "role": side.side.role, "reported": list(side.reported)}
    data = side.side.as_dict()
    if not side.commanded:
        data |= {"commander": None}
    return data | ({"reported": list(side.reported)} if side.partial else {})


def pack_csv(pack: Pack) -> Export:
    """Return the units as CSV."""
    return Export(f"{_stem(pack)}.csv", "text/csv; charset=utf-8", roster_csv(pack))


def pack_xlsx(pack: Pack) -> Export:
    """Return the units as a workbook."""
    return Export(f"{_stem(pack)}.xlsx", XLSX, roster_xlsx(pack))


def pack_counters(pack: Pack) -> Export:
    """Counters and table for a screen."""
    return Export(f"{_stem(pack)}-counters.zip", "application/zip", counters_zip(pack))


def pack_module(pack: Pack) -> Export:
    """Return the battle as a module for VASSAL."""
    return Export(f"{_stem(pack)}.vmod", "application/zip", vassal_module(pack))


def pack_table(pack: Pack) -> Export:
    """Return the table as a drawing."""
    return Export(f"{_stem(pack)}-table.svg", "image/svg+xml", board_svg(pack))


def _stem(pack: Pack) -> str:
    number = "" if pack.reader is None else f"side-{pack.reader + 1}"
    return f"{slugify(pack.file.name)[:60] or 'battle'}-{slugify(pack.title)[:40] or number}-{pack.key}"


FILES: dict[str, Callable[[Pack], Export]] = {
    "json": pack_json, "csv": pack_csv, "xlsx": pack_xlsx, "counters": pack_counters, "vassal": pack_module,
    "table": pack_table,
}  # fmt: skip
"""The files of a pack but the printed one."""
