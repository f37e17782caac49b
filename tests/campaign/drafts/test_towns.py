"""Tables of towns in every way in which they are pasted; what cannot be read is named with its place."""

import io

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from base.refusal import Refusal
from campaign.rules.drafts.towns import read_towns
from tests.campaign.drafts.bohemia import TOWNS
from tests.campaign.drafts.hands import filled, made, sent, text_of


def places(text: str | bytes) -> list[tuple[str, object]]:
    table = read_towns(text)
    assert table.troubles == ()
    return [(town.name, town.at or town.lon_lat) for town in table.towns]


@pytest.mark.parametrize("text", [
    "Name;X;Y\nPrague;420;300,5\nKolin;520;310\n",
    "name\tx\ty\r\nPrague\t420\t300.5\r\nKolin\t520\t310\r\n",
    "Prague,420,300.5,Austria,12,rolling\nKolin,520,310,Austria,5,open\n",
    "Prague,420,300.5\rKolin,520,310\r",
    "\ufeffsep=;\ntown;x;y;notes\n\nPrague;420;300.5;old\nKolin;520;310;\n",
])  # fmt: skip
def test_a_table_is_read_however_it_is_parted(text: str) -> None:
    assert places(text) == [("Prague", (420.0, 300.5)), ("Kolin", (520.0, 310.0))]


def test_degrees_are_read_as_they_are_written() -> None:
    text = "town,lon,lat\nPrague,14.42,50.09\nLisbon,9° 8' W,38.7 N\n"
    assert places(text) == [("Prague", (14.42, 50.09)), ("Lisbon", (-9.1333, 38.7))]


def test_troubles_name_line_column_and_remedy() -> None:
    table = read_towns("name,x,y,value,terrain,depot\nPrague,q,2,99,hills,yes\n,3,4,,swamp,perhaps\nPrague,5,6,,,\n")
    assert [str(trouble) for trouble in table.troubles] == [
        "Line 2, x: “q” is no place; write a number up to 90,000, such as 420.",
        "Line 2, value: “99” is no whole number from 0 to 15; write one, such as 5.",
        "Line 3, name: the cell is empty; write the name of the town.",
        "Line 3, terrain: “swamp” is not known; choose from open, rolling, wooded, hilly, mountain, marsh.",
        "Line 3, depot: “perhaps” is neither yes nor no; write one of them, or leave the cell empty.",
        "Line 4, name: “Prague” is in line 2 already; give each town its own name.",
    ]
    for text, sentence in (
        ("name,longitude\nPrague,14\n", "the table has no column latitude"),
        ("x" * 150_000, "Line 1: this is not CSV .field larger than field limit"),
    ):
        with pytest.raises(Refusal, match=sentence):
            read_towns(text)


@pytest.mark.django_db
def test_a_workbook_is_read_in_place_of_the_text(anna: Client) -> None:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet()
        for row, line in enumerate(TOWNS.splitlines()):
            for column, cell in enumerate(line.split(",")):
                number = row and 0 < column < 3
                sheet.write(row, column, float(cell) if number else cell)
    draft, file = made(anna, name="Bohemia"), SimpleUploadedFile("towns.xlsx", out.getvalue())
    sent(anna, draft, "map/", {"text": "", "ways": "on", "act": "enter", "file": file})
    other = made(anna, name="Bohemia")
    sent(anna, other, "map/", {"text": TOWNS, "ways": "on", "act": "enter"})
    assert text_of(anna, draft) == text_of(anna, other)


@pytest.mark.django_db
def test_a_long_table_is_changed_page_by_page(anna: Client) -> None:
    draft = made(anna, name="Grid")
    lines = [f"T{n},{40 * (n % 13)},{40 * (n // 13)},{'Red' if n < 65 else 'Blue'},5" for n in range(130)]
    sent(anna, draft, "map/", {"text": "\n".join(lines), "ways": "on", "act": "enter"})
    fields = filled(anna, draft, "provinces/?page=3")
    assert fields["p120-name"] == "T120"
    assert "p119-name" not in fields
    sent(anna, draft, "provinces/?page=3", fields | {"p120-value": "9", "p129-name": "Last"})
    assert text_of(anna, draft).count(b'"value": 9') == 1
    assert b'"name": "Last"' in text_of(anna, draft)
    refused = sent(anna, draft, "provinces/?page=3", fields | {"p120-value": "99"}, status=422).text
    assert "write a whole number from 0 to 15" in refused
