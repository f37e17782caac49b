"""Does it look like history? What the general's battles come to, against the bands of the doctrine."""

from __future__ import annotations

import re

from lab.bench.children import run
from lab.bench.figure import BETWEEN, Figure
from lab.bench.plan import Plan


def figures(plan: Plan) -> list[Figure]:
    """A value outside its band is a report, not a failure."""
    rows = run("bands", plan.band_battles)["bands"]
    return [
        Figure(f"band_{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_')}", name, float(f"{seen:.3g}"), "", low,
               BETWEEN, high, binding=False)
        for name, low, high, seen in rows
    ]  # fmt: skip
