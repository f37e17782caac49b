"""Dice that anybody can check: each face is a pure function of (key, stream, counter, sides).

The key comes from the seed text, a stream is one of ``STREAMS``, and every stream counts its own dice from 0. A face is
made by SplitMix64 with rejection, so that all faces are equally likely, and it needs nothing but 64-bit arithmetic.
"""

import hashlib

from battles.resolvers.core.kernels import U64, i64, kernel, u64

STREAMS = ("setup", "weather", "chits", "command", "combat", "fire", "morale", "pursuit", "casualty",
           "doctrine-0", "doctrine-1")
(SETUP_STREAM, WEATHER_STREAM, CHITS_STREAM, COMMAND_STREAM, COMBAT_STREAM, FIRE_STREAM, MORALE_STREAM,
 PURSUIT_STREAM, CASUALTY_STREAM, DOCTRINE_STREAM) = range(10)

_MASK = u64(0xFFFFFFFFFFFFFFFF)
_STEP = u64(0x9E3779B97F4A7C15)
_MIX_1 = u64(0xBF58476D1CE4E5B9)
_MIX_2 = u64(0x94D049BB133111EB)
_30, _27, _31, _1 = u64(30), u64(27), u64(31), u64(1)


def key_of(seed: str) -> int:
    """Return the dice key of a seed text: the first 8 bytes of SHA-256 of ``bivouac dice/1|`` and the text."""
    return int.from_bytes(hashlib.sha256(b"bivouac dice/1|" + seed.encode()).digest()[:8], "big")


def commitment(seed: str) -> str:
    """Return what may be shown before a battle: SHA-256 of ``bivouac commit/1|`` and the seed text, in hexadecimal."""
    return hashlib.sha256(b"bivouac commit/1|" + seed.encode()).hexdigest()


@kernel
def mixed(word: U64) -> U64:
    """SplitMix64's finaliser."""
    z = u64(word)
    z = ((z ^ (z >> _30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> _27)) * _MIX_2) & _MASK
    return z ^ (z >> _31)


@kernel
def word(key: U64, stream: int, k: int) -> U64:
    """Return the k-th 64-bit word of a stream (k from 0)."""
    lane = mixed((u64(key) + (u64(stream) + _1) * _STEP) & _MASK)
    return mixed((lane + (u64(k) + _1) * _STEP) & _MASK)


@kernel
def face_of(key: U64, stream: int, k: int, sides: int) -> int:
    """ENG-12 The face, 1 to ``sides``, of die k of a stream; a word that would favour low faces is mixed again."""
    n = u64(sides)
    limit = _MASK - (_MASK % n + _1) % n
    z = word(key, stream, k)
    while z > limit:
        z = mixed((z + _STEP) & _MASK)
    return i64(z % n) + 1
