"""The speed of each rule system in the same battle, beside the default one in the same process (docs/systems.md)."""

from battles.resolvers.contract.registry import DEFAULT, name_of, slugs, systems
from lab.bench.children import run
from lab.bench.plan import Plan
from lab.bench.table import Figure

UNITS = 16
LEAST_SHARE = 0.5
"""Of the default system's battles a second."""


def figures(plan: Plan) -> list[Figure]:
    """Return a row for each system of the program: its battles a second as a share of the default one's, in a
    forecast."""
    own = [slug for slug in slugs() if systems()[slug].resolver.startswith("battles.")]
    measured = run("systems", plan.batches, UNITS, plan.battles, *own)
    base = measured[DEFAULT]["per_second"]
    return [_row(slug, measured[slug], base, measured["memory_mb"]) for slug in own]


def _row(slug: str, seen: dict[str, float], base: float, memory_mb: int) -> Figure:
    note = (
        f"{seen['per_second']:.0f} a second, {seen['processor_ms']:.2f} ms of the processor a battle; "
        f"a side loses {100 * seen['lost']:.0f} %, {100 * seen['draws']:.0f} % drawn"
    )
    limit = None if slug == DEFAULT else LEAST_SHARE
    share = round(seen["per_second"] / base, 2)
    return Figure(f"system_{slug}", f"{UNITS} a side by {name_of(slug)}", share, f"of {name_of(DEFAULT)}", limit,
                  memory_mb=memory_mb, note=note)  # fmt: skip
