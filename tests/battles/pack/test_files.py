"""The pack as files for other programs: tables, counters, drawing, and their names."""

import csv
import hashlib
import io
import json
import struct
import xml.etree.ElementTree as ET
import zipfile

import pytest

from battles.pack.files import FILES, pack_data
from battles.pack.spreadsheet import HEAD, without_formula
from tests.battles.pack.packs import FRENCH, allied_pack, battle, both_packs, french_pack, renamed

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SVG = "{http://www.w3.org/2000/svg}"


def content(kind, pack=None) -> bytes:
    made = FILES[kind](pack or french_pack()).content
    return made if isinstance(made, bytes) else made.encode()


def rows_of_csv(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_csv_opens_with_its_accents_and_has_a_line_for_each_unit():
    data = content("csv")
    assert data.startswith(b"\xef\xbb\xbf")
    assert rows_of_csv(data)[:3] == [
        list(HEAD),
        ["Français", "f1", "Division Gérard", "line_inf", "Line infantry", "2", "4", "no", "no", "7", "", "", ""],
        ["Français", "f2", "Vieille Garde", "elite_inf", "Elite infantry", "4", "4", "yes", "no", "9", "", "", ""],
    ]
    late = rows_of_csv(content("csv", allied_pack()))[2]
    assert late[1:3] + late[10:12] == ["a2", "Łódź pułk ő", "61", "left"]
    assert len(rows_of_csv(content("csv", both_packs()))) == 1 + 5 + 3


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_no_cell_starts_a_formula(name):
    pack = french_pack(battle(renamed(name, id=f"{name[:3]}x")))
    cells = rows_of_csv(content("csv", pack))[1]
    assert cells[2] == f"'{name}"
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(content("xlsx", pack))).read("xl/worksheets/sheet1.xml")


def test_tabs_and_returns_are_harmless_too():
    assert [without_formula(cell) for cell in ("\t=1", "\r=1", "a=1", 4)] == ["'\t=1", "'\r=1", "a=1", 4]


def test_xlsx_has_texts_as_texts_and_numbers_as_numbers():
    book = zipfile.ZipFile(io.BytesIO(content("xlsx")))
    strings = ["".join(item.itertext()) for item in ET.fromstring(book.read("xl/sharedStrings.xml"))]  # noqa: S314
    sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    rows = [
        [strings[int(cell[0].text or "")] if cell.get("t") == "s" else cell[0].text for cell in row if len(cell)]
        for row in sheet.iter(f"{MAIN}row")
    ]
    assert rows[0] == list(HEAD)
    assert rows[1][:7] == ["Français", "f1", "Division Gérard", "line_inf", "Line infantry", "2", "4"]
    assert len(rows) == 6


@pytest.mark.parametrize("name", ["Смоленский полк " * 5, "W" * 80, "W " * 40])
def test_a_counter_is_one_picture_however_long_its_name(name):
    file = battle(renamed(name.strip()) | {"commander": {"name": name.strip(), "skill": "good"}, "wings": []})
    archive = zipfile.ZipFile(io.BytesIO(content("counters", french_pack(file))))
    index = rows_of_csv(archive.read("index.csv"))[1:]
    assert len(index) == 3
    for file_name, *_, width, height in index:
        assert struct.unpack(">II", archive.read(f"counters/{file_name}")[16:24]) == (int(width), int(height))


def test_a_counter_for_each_strength_that_a_unit_may_still_have():
    archive = zipfile.ZipFile(io.BytesIO(content("counters")))
    counters = [name for name in archive.namelist() if name.startswith("counters/")]
    units = {"f1": 2, "f2": 4, "f3": 3, "f4": 1, "f5": 1}
    expected = [f"counters/1-{id}-{n}.png" for id, most in units.items() for n in range(most, 0, -1)]
    assert counters == [*expected, "counters/1-army-Ney.png", "counters/1-wing-Oudinot.png"]
    index = rows_of_csv(archive.read("index.csv"))
    assert [row[0] for row in index[1:]] == [name.removeprefix("counters/") for name in counters]
    assert index[1][1:7] == ["Français", "f1", "Division Gérard", "Line infantry", "2", "4"]
    for row in index[1:]:
        png = archive.read(f"counters/{row[0]}")
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert list(map(str, struct.unpack(">II", png[16:24]))) == row[7:9]
    assert index[1][7:9] == ["150", "150"]
    assert next(row for row in index if row[0] == "1-f4-1.png")[7:9] == ["75", "150"]


def test_counters_of_a_unit_differ_by_their_strength():
    archive = zipfile.ZipFile(io.BytesIO(content("counters")))
    assert len({archive.read(f"counters/1-f2-{n}.png") for n in (1, 2, 3, 4)}) == 4


def test_units_whose_ids_look_alike_have_counters_of_their_own():
    units = [FRENCH["units"][0] | {"id": id, "strength": 1} for id in ("a b", "a-b", "a/b", "../b", "Ж")]
    archive = zipfile.ZipFile(
        io.BytesIO(content("counters", french_pack(battle(FRENCH | {"units": units, "plan": None}))))
    )
    names = [name for name in archive.namelist() if name.startswith("counters/1")]
    assert len(names) == len(set(names)) == 5 + 2
    assert not [name for name in archive.namelist() if ".." in name or name.count("/") > 1]


def test_the_board_is_in_the_scale_of_the_counters():
    archive = zipfile.ZipFile(io.BytesIO(content("counters")))
    board = ET.fromstring(archive.read("table.svg"))  # noqa: S314
    assert (board.get("width"), board.get("height")) == (str((72 + 8) * 50), str((48 + 8) * 50))


def test_the_drawing_has_every_piece_to_scale():
    file = battle()
    svg = ET.fromstring(content("table"))  # noqa: S314
    assert svg.get("viewBox") == "-4 -4 80 56"
    areas = [piece for piece in file.laid_out.pieces if piece.is_area]
    drawn = {polygon.get("points") for polygon in svg.iter(f"{SVG}polygon")}
    assert drawn == {" ".join(f"{x:.2f},{48 - y:.2f}" for x, y in piece.shape) for piece in areas}
    numbers = [text.text for text in svg.iter(f"{SVG}text")]
    assert [str(n) for n in range(1, len(file.laid_out.pieces) + 1) if str(n) not in numbers] == []
    assert "Français: deployment zone, 12 inches deep" in numbers


def test_a_name_cannot_break_the_drawing():
    svg = ET.fromstring(content("table", french_pack(battle(renamed("x", side="<script>&\"'")))))  # noqa: S314
    assert "<script>&\"': deployment zone, 12 inches deep" in [text.text for text in svg.iter(f"{SVG}text")]
    assert not list(svg.iter(f"{SVG}script"))


def test_the_hash_is_that_of_everything_else():
    data = pack_data(french_pack())
    rest = {key: value for key, value in data.items() if key != "hash"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert data["hash"] == f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"


def test_file_names_are_plain():
    names = [made(french_pack()).name for made in FILES.values()]
    assert names == [
        "schlacht-bei-gorlitz-francais-bcdfghjkmnpq.pack.json", "schlacht-bei-gorlitz-francais-bcdfghjkmnpq.csv",
        "schlacht-bei-gorlitz-francais-bcdfghjkmnpq.xlsx", "schlacht-bei-gorlitz-francais-bcdfghjkmnpq-counters.zip",
        "schlacht-bei-gorlitz-francais-bcdfghjkmnpq.vmod", "schlacht-bei-gorlitz-francais-bcdfghjkmnpq-table.svg",
    ]  # fmt: skip
    assert FILES["csv"](allied_pack()).name == "schlacht-bei-gorlitz-side-2-bcdfghjkmnpq.csv"
