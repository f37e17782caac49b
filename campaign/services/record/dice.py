"""The campaign's dice: every face follows from the campaign's secret, the turn and what is rolled for."""

import hashlib
import hmac
from typing import Any

from battles.resolvers.dice import face_of, key_of
from campaign.models import Campaign, Turn


def seed_text(campaign: Campaign, kind: str, turn: Turn, key: str) -> str:
    """HMAC-SHA256 of ``kind|turn|attempt|key`` under the secret: 64 hexadecimal characters (256 bits)."""
    message = f"{kind}|{turn.number}|{turn.attempt}|{key}".encode()
    return hmac.new(campaign.secret.encode(), message, hashlib.sha256).hexdigest()


class CampaignCup:
    """The dice of one kind for one natural key of one turn; ``thrown`` keeps every face."""

    def __init__(self, turn: Turn, kind: str, key: str) -> None:
        self._key = key_of(seed_text(turn.campaign, kind, turn, key))
        self._stream = f"{kind}|{key}"
        self.thrown: list[dict[str, Any]] = []

    def roll(self, sides: int, name: str) -> int:
        """A face from 1 to ``sides``."""
        k = len(self.thrown)
        face = int(face_of(self._key, 0, k, sides))
        self.thrown.append({"name": name, "stream": self._stream, "k": k, "sides": sides, "face": face})
        return face

    @property
    def faces(self) -> str:
        """The faces in order, for a ledger's note: ``d10: 7, 2``."""
        sizes = sorted({f"d{die['sides']}" for die in self.thrown})
        return f"{'/'.join(sizes)}: {', '.join(str(die['face']) for die in self.thrown)}"
