"""Reads the worst files of all one after the other and prints what each of them cost, as JSON.

It is a program of its own, in which nothing else takes memory: ``python -m tests.battles.pages.reading_costs``.
"""

import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from base.place import loads
from base.refusal import Refusal

LIMIT = 5_000_000
MANY = "The file holds more than 625,000 values; no file of this kind needs that many."
LONG = "The file is too long: 60,000,000 bytes, at most 5,000,000 are read."
#: Each file by its parts and how often each is repeated, and its refusal; empty where the file is read. The longest
#: come last, because a peak of memory is never forgotten.
WORST = {
    "brackets": ([(b"[", LIMIT)], MANY),
    "numbers": ([(b"[", 1), (b"0,", 2_000_000), (b"0]", 1)], MANY),
    "objects": ([(b"[", 1), (b"{},", 1_000_000), (b"{}]", 1)], MANY),
    "deep": ([(b"[", 25), (b"]", 25)], "Brackets are nested more than 24 deep; no file of this kind needs that."),
    "brackets in a text": ([(b'["', 1), (b"[", 1_000_000), (b'"]', 1)], ""),
    "as many numbers as may be": ([(b"[", 1), (b"0.00001,", 620_000), (b"0]", 1)], ""),
    "as many keys": ([(b"{", 1), (b",".join(b'"%d":1' % n for n in range(400_000)), 1), (b"}", 1)], ""),
    "escapes": ([(b'["', 1), (b"a\\n", 1_600_000), (b'"]', 1)], ""),
    "a text without an end": (
        [(b'["', 1), (b'\\"', 2_400_000)], "this is not JSON (unterminated string starting at)."
    ),
    "an endless number": (
        [(b"[", 1), (b"9", 4_000_000), (b"]", 1)], "[0]: this number is not finite or far too large."
    ),
    "a late infinity": (
        [(b"[", 1), (b"1,", 600_000), (b"1e999]", 1)], "[600000]: this number is not finite or far too large."
    ),
    "a late twin": (
        [(b"[", 1), (b"1,", 600_000), (b'{"a":1,"b":2,"a":2}]', 1)], "[600000].a: this key is given twice; keep one"
    ),
    "a wide sign": ([(b'["', 1), (b"a", 4_900_000), ("😀".encode() + b'"]', 1)], ""),
    "60 MB of brackets": ([(b"[", 60_000_000)], LONG),
    "60 MB of numbers": ([(b"1,", 30_000_000)], LONG),
}  # fmt: skip


@dataclass(frozen=True)
class Cost:
    """The refusal of a file, the processor seconds, and the bytes by which the process grew since it began."""

    sentence: str
    seconds: float
    memory: int


def outcome(data: bytes) -> str:
    """Return the refusal of a file; empty where it is read."""
    try:
        loads(data, limit=LIMIT)
    except Refusal as refusal:
        return str(refusal)
    return ""


def peak() -> int:
    """Return the most bytes that this process has taken; what its parent had taken before does not count."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def cost(name: str, before: int) -> Cost:
    """Read one file in a process that took so many bytes before. The file itself counts too."""
    data = b"".join(part * times for part, times in WORST[name][0])
    began, sentence = time.process_time(), outcome(data)
    seconds = time.process_time() - began
    return Cost(sentence, seconds, peak() - before)


if __name__ == "__main__":
    at_first = peak()
    json.dump({name: asdict(cost(name, at_first)) for name in WORST}, sys.stdout)
