"""A kept state in pieces, without the letters that a referee does not read; the scene of a turn.

Where a piece ends depends on the lines in it alone, so that a row more at the beginning changes the pieces around it
and leaves the others as they were.
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from campaign.rules.news.couriers import ALLIES, PAIR

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


_BETWEEN = re.compile(rf'"thread": "(?:{PAIR}|{ALLIES})\.')
_LETTERS, _NEXT, _END = '  "letters": [\n', ",\n", "\n  ]"


def may_hold_letters(lines: str) -> bool:
    """Return whether there may be letters between factions among the lines of a state."""
    return _BETWEEN.search(lines) is not None


def without_letters(text: str) -> str:
    """Return the text of a state without the letters that the referee does not read; the same where it has none."""
    before, found, rest = text.partition(_LETTERS)
    rows, end, after = rest.partition(_END)
    kept = [row for row in rows.split(_NEXT) if not _private(row)]
    if kept or not found:
        return before + found + _NEXT.join(kept) + end + after
    if after.startswith(_NEXT):
        return before + after.removeprefix(_NEXT)
    return before.removesuffix(_NEXT) + after


def _private(row: str) -> bool:
    letter = json.loads(row)
    return "sender" in letter and not letter.get("referee_reads") and may_hold_letters(row)


Scene = dict[str, Any]
"""``armies``: reference → name, faction, province, units, strength; ``held``: province → faction; ``depots``: keys."""
SHAPES = {"name": str, "faction": str, "province": str, "units": int, "strength": int}


def scene_fault(scene: Mapping[str, Any]) -> str:
    """Return the fault in the shape of a scene from a file; empty if there is none."""
    if set(scene) != {"armies", "held", "depots"}:
        return "armies, held and depots are expected; dump the campaign again."
    armies, held, depots = scene["armies"], scene["held"], scene["depots"]
    if not (isinstance(armies, dict) and isinstance(held, dict) and isinstance(depots, list)):
        return "armies and held are objects, depots is a list; dump the campaign again."
    if not all(map(_is_army, armies.values())) or not all(isinstance(x, str) for x in (*held.values(), *depots)):
        return "an army, a province or a depot has another shape than expected; dump the campaign again."
    return ""


def _is_army(row: Any) -> bool:
    return isinstance(row, dict) and all(isinstance(row.get(key), kind) for key, kind in SHAPES.items())
