"""The order of battle as a table for spreadsheets: CSV that starts no formula, and XLSX whose texts are texts."""

import csv
import io
from datetime import datetime

import xlsxwriter

from battles.pack.cards import morale_of, tables_of
from battles.pack.pack import Pack
from battles.resolvers.values.sides import BattleSide, BattleUnit
from rosters.rules.catalogue import Catalogue

HEAD = ("side", "id", "name", "type", "type_name", "strength", "full", "guard", "outriders", "morale", "arrives",
        "edge", "army")  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
MADE = datetime(2000, 1, 1)
"""The date in every workbook: a file of the same battle is the same file."""
WIDTHS = {"name": 32, "side": 22, "type_name": 28, "army": 18, "id": 14}

Cell = str | int


def roster_rows(pack: Pack) -> list[tuple[Cell, ...]]:
    """Return a row for each unit of the pack, as in HEAD."""
    known = tables_of(pack)
    return [_row(side.side, unit, known) for side in pack.sides for unit in side.side.units]


def _row(side: BattleSide, unit: BattleUnit, known: Catalogue) -> tuple[Cell, ...]:
    kind = known.row(unit.type, unit.own)
    return (
        side.name, unit.id, unit.name, unit.type, kind.name, unit.strength, kind.full, _yes(unit.guard),
        _yes(unit.outriders), morale_of(unit, known), "" if unit.arrives is None else unit.arrives,
        unit.edge or "", unit.army or "",
    )  # fmt: skip


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def without_formula(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def roster_csv(pack: Pack) -> bytes:
    """CSV in UTF-8 with a byte order mark, without which spreadsheets read accents wrongly."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    writer.writerows([without_formula(cell) for cell in row] for row in roster_rows(pack))
    return out.getvalue().encode("utf-8-sig")


def roster_xlsx(pack: Pack) -> bytes:
    """Return the same as a workbook of one sheet; texts are written as texts, so that none is a formula."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": pack.file.name, "created": MADE})
    sheet = book.add_worksheet("Order of battle")
    for column, head in enumerate(HEAD):
        sheet.set_column(column, column, WIDTHS.get(head, 10))
        sheet.write_string(0, column, head, book.add_format({"bold": True}))
    for number, row in enumerate(roster_rows(pack), 1):
        for column, cell in enumerate(row):
            write = sheet.write_number if isinstance(cell, int) else sheet.write_string
            write(number, column, cell)
    sheet.freeze_panes(1, 0)
    book.close()
    return out.getvalue()
