"""Other programs that simulate, measured in the same run on the same machine; each note names what one run of it is."""

from collections.abc import Callable

from base.refusal import Refusal
from lab.bench.children import ChildError, run
from lab.bench.figure import Figure, skipped
from lab.bench.league.dice_offs import UNITS, dice_offs_a_second
from lab.bench.plan import Plan
from lab.bench.rates import one_core

TRIPLEA, OPENSPIEL, CHESS = 1.0, 2.0, 15.0


def figures(plan: Plan) -> list[Figure]:
    """Our whole battles of 16 a side on one core against what each peer does on one core."""
    ours = one_core(plan).rates[16]
    return [
        _against(ours, "triplea", "TripleA", TRIPLEA, f"a dice-off of {UNITS} v {UNITS}, no board",
                 lambda: dice_offs_a_second(share=plan.triplea, units=UNITS, runs=plan.dice_offs)),
        _against(ours, "openspiel", "OpenSpiel", OPENSPIEL, "a random game of chess by its C++ core",
                 _rate(plan, "peer_openspiel")),
        _against(ours, "chess", "python-chess", CHESS, "a random game of chess", _rate(plan, "peer_chess")),
    ]  # fmt: skip


def _rate(plan: Plan, program: str) -> Callable[[], float]:
    """Measure a Python peer; raises Refusal where it is not installed."""

    def measure() -> float:
        try:
            return float(run(program, plan.seconds, compiled=False, python=plan.peers)["per_second"])
        except ChildError as error:
            words = str(error).strip().splitlines()
            raise Refusal(f"not installed: {words[-1][:160]} (requirements-bench.txt)") from error

    return measure


def _against(ours: float, key: str, name: str, limit: float, what: str, measure: Callable[[], float]) -> Figure:
    """Our battles a second as a multiple of the peer's runs a second."""
    try:
        theirs = measure()
    except Refusal as refusal:
        return skipped(f"peer_{key}", f"against {name}", str(refusal))
    note = f"its run is {what}: {theirs:.0f} a second; ours a whole battle: {ours:.0f}"
    return Figure(f"peer_{key}", f"against {name}", float(f"{ours / theirs:.3g}"), "times", limit, note=note)
