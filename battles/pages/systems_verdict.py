"""The verdict of a comparison of rule systems, in a few sentences."""

from collections.abc import Sequence

from base.words import listed
from battles.models import Forecast
from battles.resolvers.contract.registry import systems
from battles.resolvers.dispatch.sides import side_in_text
from battles.resolvers.forecasts.forecast import Share
from battles.resolvers.forecasts.tally import Tally, tally_from

NEITHER = 2


def verdict_of(rows: Sequence[Forecast], names: Sequence[str]) -> list[str]:
    """Return who wins more often under which rules, and where the battle is bloodiest; nothing before all are done."""
    if len(rows) < 2 or any(row.state != Forecast.State.DONE for row in rows):
        return []
    tallies = {systems()[row.question["file"]["rules"]].name: tally_from(row.tally) for row in rows}
    parties: dict[int, list[str]] = {0: [], 1: [], NEITHER: []}
    for name, tally in tallies.items():
        parties[favourite(tally)].append(name)
    wins = [
        f"Victory goes more often to {side_in_text(names[side])} under {listed(parties[side])}."
        for side in (0, 1)
        if parties[side]
    ]
    even = [f"No side is clearly ahead under {listed(parties[NEITHER])}."] if parties[NEITHER] else []
    return [*wins, *even, _bloodiest(tallies)]


def favourite(tally: Tally) -> int:
    """Return the side that wins more often, beyond the intervals of both shares; NEITHER where most are drawn."""
    if tally.draws > max(side.wins for side in tally.sides):
        return NEITHER
    first, second = (Share(side.wins, tally.runs).interval for side in tally.sides)
    return 0 if first[0] > second[1] else 1 if second[0] > first[1] else NEITHER


def _bloodiest(tallies: dict[str, Tally]) -> str:
    shares = {name: _lost(tally) for name, tally in tallies.items()}
    most, least = max(shares, key=lambda name: shares[name]), min(shares, key=lambda name: shares[name])
    return (
        f"It is bloodiest under {most}, where the armies lose {shares[most]:.0f}\u00a0% of their strength, and costs "
        f"least under {least} ({shares[least]:.0f}\u00a0%)."
    )


def _lost(tally: Tally) -> float:
    before = sum(side.before for side in tally.sides)
    return 100 * sum(side.lost for side in tally.sides) / before if before else 0.0
