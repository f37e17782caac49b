"""Reading a PDF as its readers do: its text, its size, its letters."""

import re
import zlib
from typing import Any

import pypdfium2


def pages_of(pdf: bytes) -> list[str]:
    """The text of every page, soft line ends joined."""
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_bounded() for page in document]


def text_of(pdf: Any) -> str:
    """The whole text on one line."""
    return re.sub(r"\s+", " ", " ".join(pages_of(pdf)).replace("\ufffe", "").replace("\u200b", ""))


def page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page in points."""
    return [(round(page.get_width()), round(page.get_height())) for page in pypdfium2.PdfDocument(pdf)]


def streams_of(pdf: Any) -> bytes:
    """All that is written in a PDF, unpacked."""
    made = [pdf]
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            made.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    return b"\n".join(made)


def boxes_of(pdf: bytes) -> set[tuple[int, int]]:
    """Width and height in points of everything that is drawn with lines."""
    paths = pypdfium2.raw.FPDF_PAGEOBJ_PATH
    bounds = [thing.get_bounds() for page in pypdfium2.PdfDocument(pdf) for thing in page.get_objects([paths])]
    return {(round(right - left), round(top - bottom)) for left, bottom, right, top in bounds}


def lowest_margin(pdf: bytes) -> float:
    """How far the letter that is farthest out keeps off the left or right rim of its page, in points."""
    least = 1000.0
    for page in pypdfium2.PdfDocument(pdf):
        text, width = page.get_textpage(), page.get_width()
        for n in range(text.count_chars()):
            left, _, right, _ = text.get_charbox(n)
            if right > left:
                least = min(least, left, width - right)
    return least


def highest_margin(pdf: bytes) -> float:
    """How far the letter that is farthest out keeps off the upper or lower rim of its page, in points."""
    least = 1000.0
    for page in pypdfium2.PdfDocument(pdf):
        text, height = page.get_textpage(), page.get_height()
        for n in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(n)
            if right > left:
                least = min(least, bottom, height - top)
    return least


def room_under_the_heading(pdf: bytes, heading: str) -> float:
    """How far below the letters of a heading the drawing of its page begins, in points."""
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        if page.get_width() > page.get_height():
            bottom = text.get_charbox(text.get_text_bounded().index(heading))[1]
            paths = page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_PATH])
            told: float = bottom - max(thing.get_bounds()[3] for thing in paths)
            return told
    raise AssertionError("no page across")
