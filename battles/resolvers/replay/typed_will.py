"""The will of an army as people type it, held against the fates of its units (HR-26)."""

from collections.abc import Mapping
from typing import Any

from base.refusal import Refusal
from base.words import counted
from battles.resolvers.contract.registry import resolver
from battles.resolvers.replay.cast import Will, will_in
from battles.resolvers.replay.table import FIGHTING
from battles.resolvers.values.battle import BattleFile

BROKEN = ("rallyable", "nonrallyable", "destroyed")
STAYED, BROKE = "yes", "broke"


def will_of_file(file: BattleFile) -> Will | None:
    """HR-26 Return what the armies of a battle bear; None where nobody must leave."""
    return will_in(file.rules, file.as_dict())


def fates_now(file: BattleFile, number: int, units: Mapping[str, Mapping[str, Any]]) -> tuple[int, int, int]:
    """HR-26 Return a side's broken units, the fewest units that may count for it by now, and the most."""
    will, known = will_of_file(file), resolver(file.rules).tables(file.profile or {}).unit_types
    army = [unit.id for unit in file.sides[number].units if known[unit.type].arm in FIGHTING]
    late = will.late if will else frozenset()
    broken = sum(units[key]["fate"] in BROKEN for key in army if key in units)
    return broken, sum(key not in late for key in army), len(army)


def check_will(file: BattleFile, number: int, answer: str, units: Mapping[str, Mapping[str, Any]]) -> None:
    """HR-26 Refuse an army that broke with too few of its units broken, and one that stayed with too many.

    The fates are those before the evening: after it nobody knows who was broken at the end of the round.
    """
    will, name = will_of_file(file), file.sides[number].name
    if will is None:
        return
    broken, fewest, most = fates_now(file, number, units)
    if answer == BROKE and broken < will.enough(fewest):
        needs = f"an army of {fewest} breaks with {will.enough(fewest)}; mark that it left, or correct its units"
        raise Refusal(f"{name}: {counted(broken, 'unit')} of it broken, {needs}.")
    if answer == STAYED and broken >= will.enough(most):
        needs = f"an army of {most} must leave with {will.enough(most)}"
        raise Refusal(f"{name}: {counted(broken, 'unit')} of it broken, {needs} (HR-26); mark that it broke.")
