"""Setting a pack by typst: data goes in as JSON, never as source; the same data give the same bytes.

Fonts are those that come in the wheel (Libertinus Serif has Latin, Greek and Cyrillic); those of the machine are not
looked at, so that a pack is the same everywhere.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import typst

from battles.pack.contents import texts_of

TEMPLATES = Path(__file__).parent / "typst"
UNSETTABLE = "□"
"""Stands for a letter that no font here has."""
KEPT = 4096
SURELY = 0x250
"""Below this code every printable letter is in the font."""


def print_pdf(template: str, data: Mapping[str, Any], *, title: str) -> bytes:
    """Return a tagged PDF (PDF/UA-1) without a date."""
    shared = _shared(json.dumps(settable({**data, "title_of_document": title}), ensure_ascii=False))
    made: bytes = typst.compile(TEMPLATES / template, format="pdf", pdf_standards="ua-1", timestamp=0, **shared)
    return made


def print_pictures(template: str, data: Mapping[str, Any], *, ppi: float) -> list[bytes]:
    """Return a PNG for every page."""
    shared = _shared(json.dumps(settable(data), ensure_ascii=False))
    made: bytes | list[bytes] = typst.compile(TEMPLATES / template, format="png", ppi=ppi, **shared)
    return made if isinstance(made, list) else [made]


def _shared(data: str) -> dict[str, Any]:
    """Return the arguments of every call of typst: folder of the templates, fonts, data."""
    return {
        "root": TEMPLATES, "font_paths": _fonts(), "ignore_system_fonts": True, "sys_inputs": {"data": data},
    }  # fmt: skip


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)


def settable(data: Any) -> Any:
    """Return the data with every letter that cannot be set put as □; a name is better printed in part than not at
    all."""
    missing = {letter for text in texts_of(data) for letter in set(text) if not has_glyph(letter)}
    return _replaced(data, str.maketrans(dict.fromkeys(missing, UNSETTABLE))) if missing else data


def _replaced(value: Any, table: Mapping[int, str]) -> Any:
    if isinstance(value, str):
        return value.translate(table)
    if isinstance(value, Mapping):
        return {key: _replaced(part, table) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(part, table) for part in value]
    return value


@lru_cache(KEPT)
def has_glyph(letter: str) -> bool:
    """Return whether the fonts have a letter; typst itself is asked, which takes about a millisecond."""
    if ord(letter) < SURELY and letter.isprintable():
        return True
    try:
        typst.compile(TEMPLATES / "letter.typ", format="pdf", pdf_standards="ua-1", **_shared(letter))
    except typst.TypstError:
        return False
    return True
