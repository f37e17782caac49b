"""Journals as the database keeps them: packed by Zstandard, and by zlib those of older results (docs/performance.md).

Level 4 makes journals as small as zlib's usual level, in a fifth of its time.
"""

import sys
import zlib

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LEVEL = 4
_MARK = b"\x28\xb5\x2f\xfd"
"""The first bytes of everything that Zstandard packs."""


def pack(text: str) -> bytes:
    """Return a text as it is kept."""
    return zstd.compress(text.encode(), LEVEL)


def unpack(data: bytes) -> str:
    """Return a text that was packed now or by an older version."""
    return (zstd.decompress(data) if data.startswith(_MARK) else zlib.decompress(data)).decode()


def as_zlib(data: bytes) -> bytes:
    """Return the same packed by zlib, as files of a campaign have it; what zlib packed stays as it is."""
    return zlib.compress(zstd.decompress(data)) if data.startswith(_MARK) else data
