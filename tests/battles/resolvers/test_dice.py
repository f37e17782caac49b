"""Counter dice (ENG-12): anybody can check a face from key, stream and counter."""

import hashlib

import pytest

from battles.resolvers.core.dice import STREAMS, commitment, face_of, key_of

MASK = 2**64 - 1


def split_mix(z: int) -> int:
    """SplitMix64's finaliser, written out once more."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def test_ENG_12_key_and_commitment_are_digests_of_the_seed_text() -> None:
    assert key_of("Bautzen") == int(hashlib.sha256(b"bivouac dice/1|Bautzen").hexdigest()[:16], 16)
    assert commitment("Bautzen") == hashlib.sha256(b"bivouac commit/1|Bautzen").hexdigest()


def test_ENG_12_a_known_word_of_split_mix() -> None:
    assert split_mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_ENG_12_a_face_is_a_function_of_key_stream_and_counter(sides: int) -> None:
    key, step = key_of("check"), 0x9E3779B97F4A7C15
    for stream in range(len(STREAMS)):
        lane = split_mix((key + (stream + 1) * step) & MASK)
        for k in range(20):
            word = split_mix((lane + (k + 1) * step) & MASK)
            while word >= 2**64 - 2**64 % sides:
                word = split_mix((word + step) & MASK)
            assert face_of(key, stream, k, sides) == word % sides + 1
