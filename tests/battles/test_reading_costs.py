"""What a file from outside may cost: its length, depth and number of values are counted before it is parsed."""

import time
import tracemalloc

import pytest

from battles.resolvers.place import loads
from rosters.rules.refusal import Refusal

LIMIT = 5_000_000
MANY = "The file holds more than 625,000 values; no file of this kind needs that many."
LONG = "The file is too long: 60,000,000 bytes, at most 5,000,000 are read."
WORST = {
    "brackets": (b"[" * LIMIT, MANY),
    "60 MB of brackets": (b"[" * 60_000_000, LONG),
    "60 MB of numbers": (b"1," * 30_000_000, LONG),
    "numbers": (b"[" + b"0," * 2_000_000 + b"0]", MANY),
    "objects": (b"[" + b"{}," * 1_000_000 + b"{}]", MANY),
    "deep": (b"[" * 25 + b"]" * 25, "Brackets are nested more than 24 deep; no file of this kind needs that."),
    "brackets in a text": (b'["' + b"[" * 1_000_000 + b'"]', ""),
    "as many numbers as may be": (b"[" + b"0.00001," * 620_000 + b"0]", ""),
    "as many keys": (b"{" + b",".join(b'"%d":1' % n for n in range(400_000)) + b"}", ""),
    "escapes": (b'["' + b"a\\n" * 1_600_000 + b'"]', ""),
    "a text without an end": (b'["' + b'\\"' * 2_400_000, "this is not JSON (unterminated string starting at)."),
    "an endless number": (b"[" + b"9" * 4_000_000 + b"]", "[0]: this number is not finite or far too large."),
    "a late infinity": (b"[" + b"1," * 600_000 + b"1e999]", "[600000]: this number is not finite or far too large."),
    "a late twin": (b"[" + b"1," * 600_000 + b'{"a":1,"b":2,"a":2}]', "[600000].a: this key is given twice; keep one"),
    "a wide sign": (b'["' + b"a" * 4_900_000 + "😀".encode() + b'"]', ""),
}


def outcome(data: bytes) -> str:
    try:
        loads(data, limit=LIMIT)
    except Refusal as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("name", WORST)
def test_the_worst_file_is_read_or_refused_quickly_and_in_little_memory(name: str) -> None:
    data, expected = WORST[name]
    began = time.process_time()
    sentence = outcome(data)
    took = time.process_time() - began
    assert expected in sentence
    assert bool(expected) == bool(sentence)
    assert took < 2.0, "processor seconds; about 0.9 on the machine where this was written"
    tracemalloc.start()
    outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000


def test_places_of_what_is_refused_are_the_first_in_the_file() -> None:
    assert outcome(b'{"a": [1, {"b": 1e13}], "c": 1e13}') == "a[1].b: this number is not finite or far too large."
    assert outcome(b'{"a": [{"x": 1, "x": 2}], "c": 1e13}') == "a[0].x: this key is given twice; keep one of them."
