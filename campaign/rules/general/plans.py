"""AI-47 The plan of battle that the general gives each army with its order, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaign.rules.general.known import Known
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts

SPENT = 0.34
"""A unit with this share of its strength or less is spared, so that it can be made up to strength again."""
MOST_SPARED = 0.34
"""At most this share of an army's units is spared: the rest has to fight."""


@dataclass(frozen=True)
class Planned:
    """A plan of battle as a battle file has it, and its reason as a clause; both are empty where he gives none."""

    plan: Mapping[str, Any]
    why: str = ""


def plans_of(known: Known, orders: Mapping[str, Now]) -> dict[str, Planned]:
    """AI-47 Return the plan of battle of each army that has an order."""
    return {army.ref: _planned(known, army, orders[army.ref]) for army in known.own if army.ref in orders}


def _planned(known: Known, army: ArmyFacts, now: Now) -> Planned:
    plan, why = _intent(known, army, now)
    spared = list(_spared(army))
    if not spared:
        return Planned(plan, why)
    worn = "its worn units are spared"
    return Planned(plan | {"spare": spared}, f"{why}, and {worn}" if why else worn)


def _intent(known: Known, army: ArmyFacts, now: Now) -> tuple[dict[str, Any], str]:
    """Return what an army does in a battle beyond its general's own judgement.

    An army that avoids battle has none: friends may come to its help, and its plan would be that of all of them.
    """
    there = now.path[-1] if now.path else army.province
    if there in known.capitals and known.is_last_capital(there):
        return {"evening": "hold"}, "the capital is held at any cost"
    return {}, ""


def _spared(army: ArmyFacts) -> Iterator[str]:
    worn = sorted((unit for unit in army.units if 0 < unit.strength <= SPENT * unit.full),
                  key=lambda unit: (unit.strength / unit.full, -unit.buy, unit.key))  # fmt: skip
    yield from (unit.key for unit in worn[: int(MOST_SPARED * len(army.units))])
