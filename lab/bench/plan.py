"""The thoroughness of measuring."""

from dataclasses import dataclass
from pathlib import Path

from lab.bench.large_war import Size


@dataclass(frozen=True)
class Plan:
    """``battles`` a batch and ``batches`` for a rate, ``dice_offs`` of the other program.

    ``war`` is the generated war of *pages*, ``front`` that of *turns*, ``armies`` how many it has there.
    Closing turn 7 of the latter opens one with a muster, the dearest there is.
    ``cold`` is whether a site is started on an empty machine.
    ``league_wars`` is how often a pairing of the league of wars plays each map from either side, ``maps`` and
    ``rivals`` which maps and players are in it, all where none is named. ``seconds`` are those of a Python peer and of
    a crowd of readers, ``peers`` the Python that has requirements-bench.txt, ``triplea`` the
    folder above ``games/triplea`` and ``java`` of that package, normally /usr/share.
    """

    battles: int
    batches: int
    plain_battles: int
    dice_offs: int
    forecast_runs: int
    settled: int
    units: int
    league_wars: int
    seconds: float
    peers: str
    triplea: Path
    war: Size
    front: Size
    armies: tuple[int, ...]
    cold: bool
    maps: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()


def full(*, peers: str, triplea: Path) -> Plan:
    """Figures to rely on; some minutes."""
    return Plan(battles=200, batches=8, plain_battles=3, dice_offs=4000, forecast_runs=10_000,
                settled=20, units=16, league_wars=3, seconds=4, peers=peers, triplea=triplea,
                war=Size(300, 200, 60), front=Size(500, 1000, 7, battles=0, stripes=14),
                armies=(50, 200, 1000), cold=True)  # fmt: skip


def quick(*, peers: str, triplea: Path) -> Plan:
    """Return every figure from very few runs: enough to see that all can be measured."""
    return Plan(battles=5, batches=1, plain_battles=1, dice_offs=50, forecast_runs=100,
                settled=1, units=8, league_wars=1, seconds=0.2, peers=peers, triplea=triplea,
                war=Size(24, 20, 3), front=Size(24, 20, 7, battles=0), armies=(10, 20), cold=False)  # fmt: skip
