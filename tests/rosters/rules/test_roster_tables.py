"""Rosters as tables: what spreadsheets save is read, and what cannot be read is refused with its line."""

import io
import zipfile

import pytest
import xlsxwriter

from base.refusal import Refusal
from base.spreadsheets import MOST_UNPACKED, assumed_encoding, rows_of
from rosters.rules.notation import parse_roster
from rosters.rules.roster_table import read_roster

WANTED = parse_roster('one 2/4 Line inf "I Brigade", 2 Elite inf Guard, Irregular cav Outriders')
ROWS: list[tuple[object, ...]] = [
    ("Type", "STRENGTH", "guard", "Outriders", "Name", "count"), ("line_inf", 2, "no", "", "I Brigade", ""),
    ("", "", "", "", "", ""), ("Elite infantry", "4/4", "Yes", "no", "", 2), ("Irregulars", "", "", "x", "", 1),
]  # fmt: skip


def text(parted: str, first: str = "", end: str = "\n") -> str:
    return first + "".join(parted.join(map(str, row)) + end for row in ROWS)


def workbook(rows: list[tuple[object, ...]] = ROWS) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return out.getvalue()


@pytest.mark.parametrize("written", [
    text(","), text(";"), text("\t"), text(";", "sep=;\n"), text(",", '"sep=,"\r\n', "\r\n"),
    text(";", "\ufeffsep=;\r\n"),
    text(";", "\n;;;;;\n"), text(",", "\ufeff").encode(), text(";").encode(), workbook(),
])  # fmt: skip
def test_LGG_C1_a_a_table_is_the_roster_that_its_rows_are(written: str | bytes) -> None:
    assert read_roster(written) == WANTED


def test_the_notation_is_read_as_before() -> None:
    for written in ("3 Line inf, 1 Light cav", b"\xef\xbb\xbf3 Line inf, 1 Light cav", "\ufeff3 Line inf;Light cav"):
        assert read_roster(written) == parse_roster("3 Line inf, 1 Light cav")


@pytest.mark.parametrize(("written", "sentence"), [
    ("type,strength\nLne inf,3\n", 'Line 2: "Lne inf" is not a unit type'),
    ("type,strength\n\nLine inf,9\n", "Line 3: strength: 9 is not possible for Line inf; use 1 to 4."),
    ("type,strength\n,3\n", "Line 2: type: write the type of the unit"),
    ("type,guard\nLine inf,maybe\n", "Line 2: guard: write yes or no, not maybe."),
    ("type,count\nLine inf,-1\n", "Line 2: count: write a whole number from 1 to 200, not -1."),
    ("type,strength\nLine inf,1e999\n", "Line 2: strength: write a whole number"),
    ("type,count\nLine inf,200\nLine inf,200\nLine inf,200\n", "The table has 600 units"),
    ("type,strength\n", "The table has no unit"),
    ("side,type\nNorth,Line inf\nSouth,Line inf\n", "side: the table has units of North and South"),
    ("type,strength\nLine inf,04.Feb\n", "Line 2: strength: write a whole number from 1 to 200, not 04.Feb. If a "),
    (b"\xff\xfe\x00", "The roster holds characters that are not text"),
    (b"PK\x03\x04 no workbook", "Table: this workbook cannot be read"),
    ("type,strength\n" + "Line inf,1\n" * 20_000, "Table: "),
])  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(written: str | bytes, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_roster(written)
    assert str(refused.value).startswith(sentence)


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * (MOST_UNPACKED + 1))
    with pytest.raises(Refusal, match="unpacks to more than"):
        rows_of(out.getvalue())


@pytest.mark.parametrize("part", ["xl/styles.xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml", "any/other.bin"])
def test_a_small_workbook_of_a_million_tags_is_refused_before_it_is_read(part: str) -> None:
    """It would take twenty seconds of processor and a gigabyte."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(part, b"<xf/>" * 1_000_000)
    assert len(out.getvalue()) < 30_000
    with pytest.raises(Refusal, match=f"tags in {part}; save it as CSV"):
        rows_of(out.getvalue())


def test_a_formula_is_read_as_it_was_reckoned_last() -> None:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ("type", "strength"))
        sheet.write_row(1, 0, ("Line inf",))
        sheet.write_formula(1, 1, "=1+2", None, 3)
    assert read_roster(out.getvalue()) == parse_roster("one 3/4 Line inf")


def test_a_text_that_names_its_separator_is_a_table_and_needs_the_column_of_the_types():
    assert read_roster("sep=;\ntype\nLine inf\n") == read_roster("Line inf")
    with pytest.raises(Refusal, match="type: the table has no such column"):
        read_roster("sep=;\nunit;strength\nLine inf;3\n")


def test_the_unicode_text_of_a_spreadsheet_is_read() -> None:
    for order in ("utf-16", "utf-16-le", "utf-16-be"):
        mark = "" if order == "utf-16" else "\ufeff"
        assert read_roster(f"{mark}Type\tName\r\nLine inf\tÉłő\r\n".encode(order)) == parse_roster('Line inf "Éłő"')


def test_a_table_as_excel_saves_it_in_western_europe_is_read() -> None:
    table = "Type;Name\r\nLine inf;Régiment d’Œuvre – Görlitz\r\n"
    assert read_roster(table.encode("cp1252")) == parse_roster('Line inf "Régiment d’Œuvre – Görlitz"')
    assert assumed_encoding(table.encode("cp1252")) == "Windows-1252"
    for shown in (table.encode(), table.encode("utf-8-sig"), table.encode("utf-16"), b"type\nLine inf\n"):
        assert assumed_encoding(shown) == ""


@pytest.mark.parametrize(
    "data", [b"type;name\nLine inf;\x81\xe9\n", b"type;name\nLine inf;\x00\xe9\n", b"\xff\xd8\xff\xe0\x00\x10JFIF"]
)
def test_what_is_text_in_no_encoding_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal, match="not text"):
        read_roster(data)
