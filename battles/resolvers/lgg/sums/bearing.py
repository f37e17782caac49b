"""The share of broken units that an army bears, read from a battle file or a report (HR-26)."""

from collections.abc import Iterable, Mapping
from typing import Any

OFF = "off"
THIRD = (1, 3)


def borne(options: Mapping[str, Any]) -> tuple[int, int] | None:
    """HR-26, LGG-S3-a The share of broken units that an army bears, as two numbers; None where nobody must leave."""
    if options.get("sudden_death"):
        return THIRD
    parts, _, whole = str(options.get("will", OFF)).partition("/")
    return (int(parts), int(whole)) if whole else None


def enough(share: tuple[int, int], units: int) -> int:
    """HR-26 With how many broken units an army of so many must leave."""
    return units * share[0] // share[1] + 1


def late_of(units: Iterable[tuple[str, bool]], *, meeting: bool) -> frozenset[str]:
    """HR-26, HR-T3 The units of a side that count only once they have come; each with its id and *does it arrive?*"""
    rows = list(units)
    here = [key for key, arrives in rows if not arrives]
    return frozenset({key for key, arrives in rows if arrives} | set(here[1::2] if meeting else ()))


def will_of(battle: Mapping[str, Any]) -> tuple[tuple[int, int], frozenset[str]] | None:
    """HR-26 The share of a battle that was fought, and the units that count only once they have come."""
    options = battle.get("options") or {}
    share = borne(options)
    if share is None:
        return None
    if options.get("sudden_death"):
        return share, frozenset()
    meeting = battle.get("engagement") == "meeting"
    rows = [[(unit["id"], unit.get("arrives") is not None) for unit in side["units"]] for side in battle["sides"]]
    return share, frozenset().union(*(late_of(side, meeting=meeting) for side in rows))
