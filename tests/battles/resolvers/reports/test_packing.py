"""Journals packed now, and those that older versions packed."""

import zlib

import pytest

from battles.resolvers.journal.packing import as_zlib, pack, unpack

LINES = '{"day":1,"ev":"turn_end","n":1}\n' * 500 + '{"day":1,"ev":"rout","n":501,"unit":"Fürst"}\n'


@pytest.mark.parametrize("text", ["", LINES])
def test_a_journal_comes_back_as_it_was(text: str) -> None:
    assert unpack(pack(text)) == text
    assert unpack(zlib.compress(text.encode())) == text


def test_a_campaign_file_has_every_journal_by_zlib() -> None:
    assert zlib.decompress(as_zlib(pack(LINES))).decode() == LINES
    old = zlib.compress(LINES.encode(), 1)
    assert as_zlib(old) == old
    assert as_zlib(b"") == b""
