"""Is the general to be fooled? What he wins of naive generals and of the version before him, and how he conducts
himself (section 19.6 of the doctrine). Every figure is a report, not a failure."""

from __future__ import annotations

import re

from lab.bench.children import Answer, run
from lab.bench.figure import AT_MOST, Figure
from lab.bench.plan import Plan

MOST_OF_CONDUCT = {
    "unspent, side attacking": 15, "unspent, side defending": 15, "Elite never fought": 45,
    "heavy cavalry never fought": 45, "batteries never fired": 20, "horse batteries never fired": 20,
    "unhurt at the own edge": 0, "without combat": 3,
}  # fmt: skip
TOWNS = 33


def figures(plan: Plan) -> list[Figure]:
    """Return a row for each pairing, and one for each figure of conduct."""
    measured = run("league", plan.league_pairs, plan.league_watched)
    rows = [figure for row in measured["pairings"] for figure in _pairing(row)]
    return [*rows, *(_conduct(name, seen) for name, seen in measured["conduct"].items() if " on " not in name)]


def _pairing(row: Answer) -> list[Figure]:
    key, name = _key(row["name"]), row["name"]
    note = (
        f"{row['wins']} : {row['losses']}, {row['draws']} drawn; ± {100 * row['error']:.0f} %, Elo {row['elo']:+.0f}; "
        f"lost {100 * row['lost'][0]:.0f} and {100 * row['lost'][1]:.0f} %"
    )
    least = None if row["least"] is None else 100 * row["least"]
    shares = [Figure(f"league_{key}", f"won of those decided against: {name}", round(100 * row["share"], 1), "%", least,
                     note=note, binding=False)]  # fmt: skip
    if row["most_drawn"] is not None:
        shares.append(Figure(f"league_{key}_drawn", f"drawn attacking: {name}", round(100 * row["drawn_attacking"], 1),
                             "%", 100 * row["most_drawn"], AT_MOST, binding=False))  # fmt: skip
    return shares


def _conduct(name: str, seen: float) -> Figure:
    if name == "towns attacked":
        return Figure("conduct_towns_attacked", name, round(seen, 1), "%", TOWNS, binding=False)
    limit = MOST_OF_CONDUCT.get(name)
    return Figure(f"conduct_{_key(name)}", name, round(seen, 1), "%", limit, AT_MOST, binding=False)


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
