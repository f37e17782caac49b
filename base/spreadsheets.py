"""Tables as spreadsheets save them: CSV with commas, semicolons or tabs, and XLSX. Their rows as plain texts."""

import csv
import io
import re
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import Any

from base.refusal import Refusal

MOST_BYTES, MOST_UNPACKED, MOST_ROWS, MOST_COLUMNS = 200_000, 8_000_000, 2_000, 60
"""A file, what a workbook unpacks to, and its table."""
MOST_TAGS = {"xl/worksheets/": 150_000, "xl/sharedStrings": 150_000, "xl/styles": 10_000, "": 5_000}
"""Tags in a part of a workbook, by the beginning of its name: 16 kB can hold millions, and each costs a kilobyte."""
ZIP = b"PK\x03\x04"
NO_TEXT = "Table: this is not text; save it as CSV in UTF-8, or as XLSX."
WESTERN = "Windows-1252"
"""What Excel saves as CSV in Western Europe. Nothing in such a file says so."""
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")

Row = tuple[int, dict[str, str]]
"""The number of a line, and its cells by the names of their columns in small letters."""


def rows_of(data: bytes | str) -> list[Row]:
    """Read a table of CSV or XLSX, its first line of names left out; Refusal names what is wrong.

    Rows without a word, a byte order mark and a line such as ``sep=;`` are skipped; names may be written in capitals.
    """
    if len(data) > MOST_BYTES:
        raise Refusal(f"Table: it is too long; at most {MOST_BYTES:,} bytes are read.")
    lines = _workbook(data) if isinstance(data, bytes) and data.startswith(ZIP) else _text(data)
    full = [
        (number, [cell.strip() for cell in cells]) for number, cells in lines if any(cell.strip() for cell in cells)
    ]
    if len(full) > MOST_ROWS:
        raise Refusal(f"Table: at most {MOST_ROWS:,} rows are read; split it.")
    names = [name.casefold() for name in full[0][1]] if full else []
    return [(number, dict(zip(names, cells, strict=False))) for number, cells in full[1:]]


def head_of(text: str) -> set[str]:
    """Return the names of the columns of a text, if it is a table; what its first line holds otherwise."""
    first = next((cells for _, cells in _text(text[:4_000]) if any(cell.strip() for cell in cells)), [])
    return {cell.strip().casefold() for cell in first}


def decoded(data: bytes) -> str:
    """Return a file as text: UTF-8, Excel's Unicode text, or else Windows-1252.

    UnicodeDecodeError where it is none of them.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _CONTROL.search(data):
            raise
        return data.decode(WESTERN)


def assumed_encoding(data: bytes) -> str:
    """Return the encoding that ``decoded`` has to assume for a text, empty where the file shows it."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE, ZIP)):
        return ""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return WESTERN
    return ""


def _text(data: bytes | str) -> Iterator[tuple[int, list[str]]]:
    try:
        text = decoded(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Refusal(NO_TEXT) from None
    parted, skip = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=parted)
    try:
        for number, cells in enumerate(reader, 1):
            if number > skip:
                yield number, cells
    except csv.Error as error:
        raise Refusal(f"Line {reader.line_num}: this is not CSV ({error}).") from error


def _delimiter(text: str) -> tuple[str, int]:
    """Return the separator of the columns, and the number of lines before them: one where the first is ``sep=;``."""
    lines = text.splitlines()
    head = lines[0].strip().strip('"').casefold() if lines else ""
    if head.startswith("sep=") and len(head) == len("sep=") + 1:
        return head[-1], 1
    if lines and lines[0].strip().casefold() == "sep=":
        return "\t", 1
    first = next((line for line in lines if line.strip(" ,;\t")), "")
    return max(",;\t", key=first.count), 0


def _workbook(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the first sheet of a workbook; formulas by their last value."""
    from openpyxl import load_workbook  # only where a workbook comes: it takes a while to load

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            _check_parts(packed)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        yield from _cells(book)
    except Refusal:
        raise
    except Exception as error:  # a damaged workbook breaks openpyxl in many ways
        raise Refusal("Table: this workbook cannot be read; save it as XLSX or CSV again.") from error


def _check_parts(packed: zipfile.ZipFile) -> None:
    """Refuse a workbook that is small and takes seconds and hundreds of megabytes to read."""
    parts = packed.infolist()
    if sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refusal(f"Table: the workbook unpacks to more than {MOST_UNPACKED:,} bytes; save it as CSV.")
    for part in parts:
        most = next(most for begin, most in MOST_TAGS.items() if part.filename.startswith(begin))
        if packed.read(part).count(b"<") > most:
            raise Refusal(f"Table: the workbook has more than {most:,} tags in {part.filename[:60]}; save it as CSV.")


def _cells(book: Any) -> Iterator[tuple[int, list[str]]]:
    sheet = book.worksheets[0]
    rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True)
    for number, cells in enumerate(rows, 1):
        yield number, [_word(cell) for cell in cells]


def _word(cell: object) -> str:
    """Return a cell as it is read: whole numbers without a point, an empty one as nothing."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)


def cell(row: dict[str, str], *names: str) -> str:
    """Return the first cell of a row that has one of these names and is not empty."""
    return next((row[name] for name in names if row.get(name)), "")
