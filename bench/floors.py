"""The distance of a battle from the least time that its dice, distances, ways, thoughts and journal must take."""

from __future__ import annotations

from bench.children import Answer, run
from bench.figure import AT_MOST, Figure
from bench.plan import Plan

TIMES_FLOOR, JOURNAL_SHARE = 8, 2.0
STEPS = ("look", "distance", "weighing", "room", "box", "share", "die", "row")


def figures(plan: Plan) -> list[Figure]:
    """Return the floor, recomputed on this machine, and what the journal costs."""
    measured = run("floor", plan.battles, plan.batches)
    return [_floor(measured), _journal(measured)]


def floor_us(measured: Answer) -> float:
    """Return the least a battle could take, in microseconds: what was counted times what each costs."""
    return float(sum(measured["counts"][step] * measured["nanoseconds"][step] for step in STEPS)) / 1000


def journal_us(measured: Answer) -> float:
    """Measure the cost of writing in microseconds: the rows, and keeping each die until its event is written."""
    counts, costs = measured["counts"], measured["nanoseconds"]
    return float(counts["row"] * costs["row"] + counts["die"] * max(0.0, costs["throw"] - costs["die"])) / 1000


def _floor(measured: Answer) -> Figure:
    floor, counts, costs = floor_us(measured), measured["counts"], measured["nanoseconds"]
    steps = ", ".join(f"{counts[step]:.0f} × {step} at {costs[step]:.1f} ns" for step in STEPS)
    return Figure("times_floor", "a battle's time against its floor", round(measured["battle_us"] / floor, 2), "times",
                  TIMES_FLOOR, AT_MOST, memory_mb=measured["memory_mb"],
                  note=f"floor {floor:.0f} µs, battle {measured['battle_us']:.0f} µs; {steps}")  # fmt: skip


def _journal(measured: Answer) -> Figure:
    spent = journal_us(measured)
    return Figure("journal_cost", "the journal's share of a battle", round(100 * spent / measured["battle_us"], 2), "%",
                  JOURNAL_SHARE, AT_MOST, memory_mb=measured["memory_mb"],
                  note=f"{spent:.1f} µs: rows and kept dice counted, times what each costs")  # fmt: skip
