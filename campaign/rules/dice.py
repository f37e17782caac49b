"""Dice for the rules: they are passed in, and each throw is kept by the cup that made it."""

import hashlib
import hmac
from typing import Any, Protocol

from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.core.kernels import u64


class Cup(Protocol):
    """A cup of dice for one natural key of one turn."""

    def roll(self, sides: int, name: str) -> int:
        """Return a face from 1 to ``sides``; ``name`` shows what it decides."""


def commitment_of(secret: str) -> str:
    """Return what everybody may see of a campaign's secret from the start."""
    return hashlib.sha256(f"bivouac campaign/1|{secret}".encode()).hexdigest()


def seed_of(secret: str, turn: int, attempt: int, kind: str, key: str) -> str:
    """HMAC-SHA256 of ``kind|turn|attempt|key`` under the secret: 64 hexadecimal characters (256 bits)."""
    message = f"{kind}|{turn}|{attempt}|{key}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


class SeededCup:
    """The dice of one kind for one natural key, from their seed text; ``thrown`` keeps every face."""

    def __init__(self, seed: str, kind: str, key: str) -> None:
        self._key = key_of(seed)
        self._stream = f"{kind}|{key}"
        self.thrown: list[dict[str, Any]] = []

    def roll(self, sides: int, name: str) -> int:
        """Return a face from 1 to ``sides``."""
        k = len(self.thrown)
        face = int(face_of(u64(self._key), 0, k, sides))
        self.thrown.append({"name": name, "stream": self._stream, "k": k, "sides": sides, "face": face})
        return face

    @property
    def faces(self) -> str:
        """The faces in order, for a ledger's note: ``d10: 7, 2``."""
        sizes = sorted({f"d{die['sides']}" for die in self.thrown})
        return f"{'/'.join(sizes)}: {', '.join(str(die['face']) for die in self.thrown)}"
