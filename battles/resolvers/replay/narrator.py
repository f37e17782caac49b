"""Names, lengths and small phrases of the running account."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from base.words import counted
from battles.resolvers.contract.manifest import INCH, MILLIMETRE, Board
from battles.resolvers.dispatch.names import Namer
from battles.resolvers.journal.phrases import Phrases

_MANY = (("was", "were"), ("its", "their"))
_SKIES = {"normal": "in clear weather", "overcast": "under an overcast sky"}
_PIECES = {
    "river": "the river", "obstacle": "the obstacle", "town": "the houses", "rough": "the rough ground",
    "hill": "the hill", "road": "the road", "bridge": "the bridge",
}  # fmt: skip


@dataclass(frozen=True)
class Narrator:
    """Knows the names of units and sides, the kinds of the field's pieces, the board and its system's phrases."""

    names: Namer
    pieces: tuple[str, ...]
    board: Board = field(default_factory=Board)
    phrases: Phrases = field(default_factory=Phrases)
    season: str = ""

    def unit(self, key: str) -> str:
        """Return a unit in a sentence."""
        return self.names.unit(key)

    def did(self, key: str, what: str) -> str:
        """Return a unit with what it did: `The Hussars were rallied`."""
        return f"{self.unit(key)} {self.agreed(key, what)}"

    def agreed(self, key: str, what: str) -> str:
        """Return what a unit did, as of one or, where its name is plural, as of many."""
        if self.names.is_many(key):
            for one, many in _MANY:
                what = re.sub(rf"\b{one}\b", many, what)
        return what

    def it(self, key: str) -> str:
        """Return the pronoun of a unit: `them` for batteries and hussars."""
        return "them" if self.names.is_many(key) else "it"

    def units(self, keys: list[str]) -> str:
        """Return several units in a sentence."""
        return self.names.units(keys)

    def side(self, name: str | None) -> str:
        """Return a side as the subject of a sentence."""
        return self.names.sides[name].subject if name and name in self.names.sides else "nobody"

    def strength(self, key: str, points: int) -> str:
        """`3/4`."""
        return f"{points}/{self.names.cards[key].full}"

    def person(self, name: str) -> str:
        """Return a general in a sentence."""
        return self.names.person(name)

    def sky(self, weather: str) -> str:
        """Return the weather of a day: `in clear weather`, `in snow` in winter."""
        wet = {"": "in rain or snow", "winter": "in snow"}.get(self.season, "in rain")
        return {**_SKIES, "precipitating": wet}.get(weather, weather)

    def measure(self, length: float) -> str:
        """Return a length on the board with its unit."""
        if self.board.unit == INCH:
            return f"{length:.0f}″" if length >= 0.95 else f"{length:.1f}″"
        if self.board.unit == MILLIMETRE:
            return f"{length:.0f} mm"
        return counted(round(length), "square")

    def piece(self, number: int | None) -> str:
        """Return a piece of the field; works that were made later have no kind here."""
        if number is None:
            return ""
        return _PIECES[self.pieces[number]] if number < len(self.pieces) else "the field work"


def length_of(narrator: Narrator, path: Sequence[Sequence[float]]) -> str:
    """Return the length of a path: `12″`, `180 mm`, `3 squares`."""
    if narrator.board.unit not in (INCH, MILLIMETRE):
        return narrator.measure(sum(max(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in pairwise(path)))
    return narrator.measure(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)))


def actions(n: int) -> str:
    """`one action`."""
    return counted(n, "action")
