"""The dice of docs/journal.md, computed once more."""

import hashlib
from typing import Any

STREAMS = ("setup", "weather", "chits", "command", "combat", "fire", "morale", "pursuit", "casualty", "doctrine-0",
           "doctrine-1")  # fmt: skip
GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def key_of(seed: str) -> int:
    """The key of a seed text."""
    return int(hashlib.sha256(f"bivouac dice/1|{seed}".encode()).hexdigest()[:16], 16)


def mix(word: int) -> int:
    """The finaliser of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK
    return word ^ (word >> 31)


def face(key: int, stream: str, k: int, sides: int) -> int:
    """The face of die k of a stream."""
    word = mix(mix(key + (STREAMS.index(stream) + 1) * GOLDEN & MASK) + (k + 1) * GOLDEN & MASK)
    most = (1 << 64) // sides * sides
    while word >= most:
        word = mix(word + GOLDEN & MASK)
    return word % sides + 1


class Cup:
    """The dice of one battle: each face must be the computed one, each die is thrown once and none is left out.

    A die that a stratagem throws again stands before others that were thrown earlier, so a few may come out of order.
    """

    def __init__(self, seed: str) -> None:
        self.key = key_of(seed)
        self.next = dict.fromkeys(STREAMS, 0)
        self.early: dict[str, set[int]] = {stream: set() for stream in STREAMS}

    def wrong(self, die: dict[str, Any], most_early: int) -> str | None:
        """What is wrong with a die, None if it is true; it may come so many places too early."""
        stream, k = die["stream"], die["k"]
        if stream not in self.next:
            return f"no stream {stream}"
        if not self.next[stream] <= k <= self.next[stream] + most_early or k in self.early[stream]:
            return f"die {k} of {stream} where {self.next[stream]} is next"
        self.early[stream].add(k)
        while self.next[stream] in self.early[stream]:
            self.early[stream].remove(self.next[stream])
            self.next[stream] += 1
        true = face(self.key, stream, k, die["sides"])
        return None if true == die["face"] else f"die {k} of {stream} shows {die['face']}, not {true}"

    def left_out(self) -> dict[str, int]:
        """The dice that later ones were thrown after, but that stand nowhere."""
        return {stream: self.next[stream] for stream, early in self.early.items() if early}
