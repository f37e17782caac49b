"""Names, lengths and small phrases of the running account."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from battles.resolvers.dispatch.names import Namer
from battles.resolvers.words import counted

_BANDS = frozenset({
    "hussars", "dragoons", "cuirassiers", "grenadiers", "cossacks", "lancers", "uhlans", "guns", "engineers", "guards",
    "chasseurs", "jägers", "jagers", "fusiliers", "carabiniers", "carabineers", "horse-guards", "rifles", "sappers",
    "bashkirs", "kalmyks", "volunteers", "voltigeurs", "pontoniers", "pandours", "musketeers", "zouaves", "tirailleurs",
})  # fmt: skip
"""Names of bodies of men that are spoken of as many."""
_MANY = (("was", "were"), ("its", "their"))
_PIECES = {
    "river": "the river", "obstacle": "the obstacle", "town": "the houses", "rough": "the rough ground",
    "hill": "the hill", "road": "the road", "bridge": "the bridge",
}  # fmt: skip


@dataclass(frozen=True)
class Teller:
    """Knows the names of units and sides, and the kinds of the field's pieces."""

    names: Namer
    pieces: tuple[str, ...]

    def unit(self, key: str) -> str:
        """A unit in a sentence."""
        return self.names.unit(key)

    def did(self, key: str, what: str) -> str:
        """A unit with what it did, as one or, where its name says so, as many: `The Hussars were rallied`."""
        if self._is_many(key):
            for one, many in _MANY:
                what = re.sub(rf"\b{one}\b", many, what)
        return f"{self.unit(key)} {what}"

    def _is_many(self, key: str) -> bool:
        head = self.names.cards[key].name.lower().split(" of ")[0].split()
        return bool(head) and head[-1] in _BANDS

    def units(self, keys: list[str]) -> str:
        """Several units in a sentence."""
        return self.names.units(keys)

    def side(self, name: str | None) -> str:
        """A side as the subject of a sentence."""
        return self.names.sides[name].subject if name in self.names.sides else "nobody"

    def strength(self, key: str, points: int) -> str:
        """`3/4`."""
        return f"{points}/{self.names.cards[key].full}"

    def piece(self, number: int | None) -> str:
        """A piece of the field; works that were made later have no kind here."""
        if number is None:
            return ""
        return _PIECES[self.pieces[number]] if number < len(self.pieces) else "the field work"


def inches(path: Sequence[Sequence[float]]) -> str:
    """The length of a path: `12″`."""
    size = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    return f"{size:.0f}″" if size >= 0.95 else f"{size:.1f}″"


def actions(n: int) -> str:
    """`one action`."""
    return counted(n, "action")
