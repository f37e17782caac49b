"""The figures of many rehearsed wars: how long they are, who wins, and what goes wrong in them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean, median

from campaign.rules.rehearsed.played import WarPlayed
from campaign.rules.wording import in_text

CERTAIN = 1.96
RUNAWAY = 3
"""So many times what it began with, and never below it in the last third of a war: a treasury that runs away."""
LEAST_TREASURY = 100
QUIET = 10
UNEVEN = 1.6
"""From so many times the strength on, the stronger side is expected to win a battle."""
FEW = 10
"""Of fewer wars a share is given by its count alone."""
_NUMBER = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True)
class Share:
    """A share of a number of wars, with the half width of its interval of 95 % (Wilson)."""

    part: int
    of: int

    @property
    def value(self) -> float:
        """Return the share, from 0 to 1."""
        return self.part / self.of if self.of else 0.0

    @property
    def error(self) -> float:
        """Return half the width of the interval of 95 %."""
        if not self.of:
            return 0.0
        z2, n, p = CERTAIN * CERTAIN, self.of, self.value
        return CERTAIN * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)

    def __str__(self) -> str:
        if self.of < FEW:
            return f"{self.part} of {self.of}"
        return f"{100 * self.value:.0f} % ± {100 * self.error:.0f} ({self.part} of {self.of})"


@dataclass(frozen=True)
class Line:
    """A line of the table of figures: its key, its name in words and its value as text."""

    key: str
    name: str
    value: str


def quiet_turns(war: WarPlayed) -> int:
    """Return the longest run of turns without a battle, an overrun or a siege while enemies were alive."""
    contact = {fight.turn for fight in war.fights} | {turn.number for turn in war.turns if turn.sieges}
    longest = run = 0
    for turn in war.turns:
        run = 0 if turn.number in contact or not turn.alive else run + 1
        longest = max(longest, run)
    return longest


def dead_turns(war: WarPlayed) -> int:
    """Return the number of turns in which nobody fought and no province changed hands."""
    fought = {fight.turn for fight in war.fights}
    return sum(not turn.changes and turn.number not in fought for turn in war.turns)


def lead_changes(war: WarPlayed) -> int:
    """Return how often another alliance came to have the most land."""
    leaders = [turn.leader for turn in war.turns if turn.leader]
    return sum(before != after for before, after in pairwise(leaders))


def by_first_battle(war: WarPlayed) -> bool | None:
    """Return whether the side that won the first decided battle won the war; None where either has no winner."""
    first = next((fight for fight in war.fights if fight.winner and not fight.overrun), None)
    if first is None or not war.winner:
        return None
    return bool(set(first.winner) & set(war.winner))


def runaways(war: WarPlayed) -> list[str]:
    """Return factions whose treasuries have grown beyond use: three times the first one, over the last third."""
    late = war.turns[-(-2 * len(war.turns) // 3) :]
    first = war.turns[0].treasuries if war.turns else {}
    return [
        key for key, begun in first.items()
        if late and min(turn.treasuries.get(key, 0) for turn in late) >= max(RUNAWAY * begun, LEAST_TREASURY)
    ]  # fmt: skip


def wins(wars: Sequence[WarPlayed], factions: Iterable[str]) -> dict[str, Share]:
    """Return each faction's share of the wars that it was among the winners of; ``""`` has the draws."""
    counts = Counter(key for war in wars for key in (war.winner or ("",)))
    return {key: Share(counts[key], len(wars)) for key in (*factions, "")}


def lines(
    wars: Sequence[WarPlayed], factions: Mapping[str, str], provinces: Mapping[str, str] | None = None
) -> list[Line]:  # fmt: skip
    """Return the table of figures of some wars; ``factions`` and ``provinces`` are names by key."""
    if not wars:
        return []
    won = [
        Line(f"won_{key or 'nobody'}", f"won by {in_text(factions[key])}" if key else "drawn", str(share))
        for key, share in wins(wars, factions).items()
    ]
    return [*_of_length(wars), *won, *_of_fights(wars), *_of_course(wars, factions, provinces or {})]


def _of_length(wars: Sequence[WarPlayed]) -> list[Line]:
    lengths = sorted(war.length for war in wars)
    spread = f"{lengths[0]} to {lengths[-1]}, median {median(lengths):g}"
    ends = Counter(lengths)
    return [
        Line("wars", "wars", str(len(wars))),
        Line("length", "turns", spread),
        Line("lengths", "wars by their last turn", ", ".join(f"{turn}: {ends[turn]}" for turn in sorted(ends))),
        Line("reasons", "ends", "; ".join(f"{n} × {why}" for why, n in _counted(war.reason for war in wars))),
    ]


def _counted(values: Iterable[str]) -> list[tuple[str, int]]:
    return Counter(_NUMBER.sub("…", value.partition(":")[0]) for value in values).most_common(4)


def _of_fights(wars: Sequence[WarPlayed]) -> list[Line]:
    battles = [fight for war in wars for fight in war.fights if not fight.overrun]
    turns = sum(war.length for war in wars)
    overruns = sum(fight.overrun for war in wars for fight in war.fights)
    decided = [fight for fight in battles if fight.winner]
    firsts = [seen for war in wars if (seen := by_first_battle(war)) is not None]
    uneven = [fight for fight in battles if fight.odds >= UNEVEN]
    won = sum(fight.winner == fight.stronger for fight in uneven)
    lost = sum(bool(fight.winner) and fight.winner != fight.stronger for fight in uneven)
    return [
        Line("battles", "battles a turn", f"{len(battles) / max(turns, 1):.2f}"),
        Line("overruns", "overruns a turn", f"{overruns / max(turns, 1):.2f}"),
        Line("decisive", "battles with a winner", str(Share(len(decided), len(battles)))),
        Line("uneven", f"battles at {UNEVEN} to 1 or more won by the stronger", str(Share(won, len(uneven)))),
        Line("upset", "such battles won by the weaker", str(Share(lost, len(uneven)))),
        Line("lost", "lost by the beaten side", f"{100 * fmean([f.lost for f in decided] or [0.0]):.0f} %"),
        Line("first", "decided by the first battle", str(Share(sum(firsts), len(firsts)))),
    ]


def _of_course(
    wars: Sequence[WarPlayed], factions: Mapping[str, str], provinces: Mapping[str, str]
) -> list[Line]:  # fmt: skip
    turns = sum(war.length for war in wars)
    quiet = _having(wars, lambda war: quiet_turns(war) >= QUIET)
    rich = Counter(factions.get(key, key) for war in wars for key in runaways(war))
    seconds = sum(turn.seconds for war in wars for turn in war.turns) / max(turns, 1)
    return [
        Line("leads", "changes of the lead a war", f"{_mean(lead_changes, wars):.1f}"),
        Line("dead", "dead turns", str(Share(sum(map(dead_turns, wars)), turns))),
        Line("quiet", f"wars with {QUIET} turns without contact", str(quiet)),
        Line("half", "wars with a fortress left half taken", str(_having(wars, lambda w: w.half_taken > 0))),
        Line("runaway", "treasuries that run away", ", ".join(f"{k}: {n}" for k, n in sorted(rich.items())) or "none"),
        Line(
            "never",
            "provinces that nobody ever entered",
            ", ".join(provinces.get(key, key) for key in _never(wars)) or "none",
        ),
        Line("seconds", "seconds of processor a turn", f"{seconds:.2f}"),
    ]


def _mean(figure: Callable[[WarPlayed], int], wars: Sequence[WarPlayed]) -> float:
    return fmean([figure(war) for war in wars])


def _having(wars: Sequence[WarPlayed], has: Callable[[WarPlayed], bool]) -> Share:
    return Share(sum(map(has, wars)), len(wars))


def _never(wars: Sequence[WarPlayed]) -> list[str]:
    return sorted(set.intersection(*(set(war.never_entered) for war in wars)))


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
