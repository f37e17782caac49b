"""Dice that fall as a test says: the least key that throws them, found among many at once."""

from functools import cache

import numpy as np
import numpy.typing as npt

from battles.resolvers.common.codes import BATTLE_STREAM
from battles.resolvers.core.dice import face_of

Words = npt.NDArray[np.uint64]
MOST, FEW, MANY = 200_000_000, 1_000, 400_000
STEP = np.uint64(0x9E3779B97F4A7C15)


def _mixed(word: Words) -> Words:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@cache
def key_that_throws(dice: tuple[tuple[int, int], ...], first: int = 0, stream: int = BATTLE_STREAM) -> int:
    """Return the least key by which the dice of a stream fall so from a place on: pairs of sides and face."""
    begin, some = 0, FEW
    while begin < MOST:
        keys = np.arange(begin, begin + some, dtype=np.uint64)
        lanes = _mixed(keys + np.array([stream + 1], np.uint64) * STEP)
        for k, (sides, face) in enumerate(dice, first + 1):
            found = _mixed(lanes + np.array([k], np.uint64) * STEP) % np.uint64(sides) == face - 1
            keys, lanes = keys[found], lanes[found]
        if keys.size:
            key = int(keys[0])
            assert [face_of(key, stream, first + k, sides) for k, (sides, _) in enumerate(dice)] == [f for _, f in dice]
            return key
        begin, some = begin + some, min(4 * some, MANY)
    raise ValueError(f"no key throws {dice}")
