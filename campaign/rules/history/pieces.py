"""A kept state in pieces: most lines of a war's file are the same from turn to turn, and each piece is kept once.

Where a piece ends depends on the lines in it alone, so that a row more at the beginning changes the pieces around it
and leaves the others as they were.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

ONE_IN = 32
LONG = 4096
LEVEL = 6
LIMIT = 64_000_000
"""Bytes that a piece may have when it is unpacked, and characters of a whole state."""


@dataclass(frozen=True)
class Piece:
    """Some lines of a text, packed, and the digest of the lines."""

    digest: str
    data: bytes


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()


def split(text: str) -> list[Piece]:
    """Return a text in pieces; joined they are the text."""
    return [_packed(part) for part in _parts(text.splitlines(keepends=True))]


def _parts(lines: Iterable[str]) -> Iterator[str]:
    held: list[str] = []
    for line in lines:
        held.append(line)
        if len(line) > LONG or zlib.crc32(line.encode()) % ONE_IN == 0:
            yield "".join(held)
            held = []
    if held:
        yield "".join(held)


def _packed(text: str) -> Piece:
    return Piece(digest_of(text), zlib.compress(text.encode(), LEVEL))


def unpacked(data: bytes, most: int = LIMIT) -> str:
    """Return the lines of a piece; ValueError where they are none, or more than ``most`` bytes."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, max(1, most)).decode()
    except zlib.error as error:
        raise ValueError(f"it cannot be unpacked ({error})") from error
    if not unpacker.eof:
        raise ValueError(f"it is cut off, or longer than {most:,} bytes")
    return text
