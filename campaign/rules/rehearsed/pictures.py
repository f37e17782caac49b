"""Pictures of a rehearsal as plain shapes: who wins, how long the wars are, and how the treasuries go."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from campaign.rules.rehearsed.figures import wins
from campaign.rules.rehearsed.played import WarPlayed

WIDE, HIGH = 600, 160
"""The drawing area, in units of the picture."""
_WIDEST = 60


@dataclass(frozen=True)
class Bar:
    """A bar with its name: a share of all wars, in per cent, and in words."""

    key: str
    name: str
    percent: int
    value: str


@dataclass(frozen=True)
class Column:
    """A column over a turn: its left side, its width and height, in units of the picture, and how many wars it is."""

    turn: int
    x: int
    wide: int
    high: int
    wars: int

    @property
    def middle(self) -> int:
        return self.x + self.wide // 2

    @property
    def top(self) -> int:
        return HIGH - self.high


@dataclass(frozen=True)
class Course:
    """A line through points ``x,y``: the median treasury of a faction, turn by turn."""

    key: str
    name: str
    points: str
    last: int


def winner_bars(wars: Sequence[WarPlayed], factions: Mapping[str, str]) -> list[Bar]:
    """Return a bar for each faction and for the draws: the share of the wars that it won."""
    names = {**factions, "": "Nobody: drawn"}
    shares = wins(wars, factions)
    return [Bar(key, names[key], round(100 * share.value), str(share)) for key, share in shares.items()]


def length_columns(wars: Sequence[WarPlayed]) -> list[Column]:
    """Return a column for each turn up to the longest war: how many wars ended with it."""
    ends = Counter(war.length for war in wars)
    most, turns = max(ends.values(), default=1), max(ends, default=1)
    step = min(_WIDEST, WIDE // turns)
    return [
        Column(turn, step * (turn - 1) + 1, max(1, step - 2), round((HIGH - 20) * ends[turn] / most), ends[turn])
        for turn in range(1, turns + 1)
    ]


def treasury_courses(wars: Sequence[WarPlayed], factions: Mapping[str, str]) -> list[Course]:
    """Return for each faction the median of its treasury at each turn, over the wars that came so far."""
    medians = {key: _medians(wars, key) for key in factions}
    most = max((value for row in medians.values() for value in row), default=0) or 1
    long = max((len(row) for row in medians.values()), default=0)
    points = {
        key: " ".join(_point(n, value, long, most) for n, value in enumerate(row)) for key, row in medians.items()
    }
    return [Course(key, factions[key], points[key], round(row[-1])) for key, row in medians.items() if row]


def _medians(wars: Sequence[WarPlayed], faction: str) -> list[float]:
    longest = max((war.length for war in wars), default=0)
    rows = [[war.turns[n].treasuries.get(faction, 0) for war in wars if n < war.length] for n in range(longest)]
    return [median(row) for row in rows]


def _point(turn: int, value: float, turns: int, most: float) -> str:
    across = WIDE * turn / max(1, turns - 1)
    return f"{across:.0f},{HIGH - HIGH * max(0.0, value) / most:.0f}"
