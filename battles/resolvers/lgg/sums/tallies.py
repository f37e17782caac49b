"""Many runs of one battle as a tally that adds up with others."""

from collections import Counter

from battles.resolvers.forecasts.tally import WHO, Histogram, SideTally, Tally
from battles.resolvers.lgg.sums.many import Counts, Endings, fight_many
from battles.resolvers.values.battle import BattleFile

DRAWN = 2
HOW = ("will", "choice", "night")


def tally_runs(file: BattleFile, seed: str, start: int, count: int) -> Tally:
    """Runs ``start`` to ``start + count - 1`` of a frozen file; run k has the seed ``<seed>/<k>``."""
    endings = fight_many(file, seed, start, count)
    sides = (_side(endings, 0, file), _side(endings, 1, file))
    draws = int((endings.winner == DRAWN).sum())
    rounds, days = _histogram(endings.rounds), _histogram(endings.days)
    return Tally(count, draws, sides, rounds, days, _ends(endings.ends))


def _ends(codes: Counts) -> Counter[str]:
    """Return how many runs ended how."""
    found = Counter(code for code in codes.tolist() if code >= 0)
    return Counter({f"{HOW[code // 3]}:{WHO[code % 3]}": count for code, count in found.items()})


def _side(endings: Endings, number: int, file: BattleFile) -> SideTally:
    units = file.sides[number].units
    after, lost = endings.after[number], endings.lost[number]
    sums = zip(lost.sum(axis=0).tolist(), after.sum(axis=0).tolist(), (after == 0).sum(axis=0).tolist(), strict=True)
    return SideTally(
        wins=int((endings.winner == number).sum()),
        before=sum(unit.strength for unit in units) * len(after),
        lost=int(lost.sum()),
        after=_histogram(endings.strength[:, number]),
        generals=_histogram(endings.generals[:, number]),
        units={unit.id: list(row) for unit, row in zip(units, sums, strict=True)},
    )


def _histogram(values: Counts) -> Histogram:
    return Counter(values.tolist())
