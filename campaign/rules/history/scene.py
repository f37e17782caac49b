"""The scene of a turn: where every army stood when its orders were sealed, and who held what."""

from collections.abc import Mapping
from typing import Any

Scene = dict[str, Any]
"""``armies``: reference → name, faction, province, units, strength; ``held``: province → faction; ``depots``: keys."""
SHAPES = {"name": str, "faction": str, "province": str, "units": int, "strength": int}


def scene_fault(scene: Mapping[str, Any]) -> str:
    """Return the fault in the shape of a scene from a file; empty if there is none."""
    if set(scene) != {"armies", "held", "depots"}:
        return "armies, held and depots are expected; dump the campaign again."
    armies, held, depots = scene["armies"], scene["held"], scene["depots"]
    if not (isinstance(armies, dict) and isinstance(held, dict) and isinstance(depots, list)):
        return "armies and held are objects, depots is a list; dump the campaign again."
    if not all(map(_is_army, armies.values())) or not all(isinstance(x, str) for x in (*held.values(), *depots)):
        return "an army, a province or a depot has another shape than expected; dump the campaign again."
    return ""


def _is_army(row: Any) -> bool:
    return isinstance(row, dict) and all(isinstance(row.get(key), kind) for key, kind in SHAPES.items())
