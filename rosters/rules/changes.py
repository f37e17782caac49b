"""Several changes of one unit's strength that belong together, in an order in which every line is possible."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, permutations

from base.refusal import Refusal


@dataclass(frozen=True)
class Change:
    """Strength points gained or lost by one cause; ``cause`` is a cause of the ledger."""

    delta: int
    cause: str
    rule: str = ""
    note: str = ""


def in_order(strength: int, full: int, changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return the changes as lines of a ledger that each leave 0 to ``full``; a change is split only where no order will
    do.

    A unit that lost 3 of 1 after it had taken in 3 took them in first. The given order is kept where it can be, and
    0 is left for the end. Refused when the sum of all changes is not possible.
    """
    real = [change for change in changes if change.delta]
    after = strength + sum(change.delta for change in real)
    if not 0 <= after <= full:
        raise Refusal(
            f"strength: a change of {strength} strength points by {after - strength:+d} must leave 0 to {full}."
        )
    possible = [order for order in permutations(real) if _stays_within(strength, full, order)]
    return min(possible, key=lambda order: _times_empty(strength, order), default=None) or _split(strength, full, real)


def _after_each(strength: int, order: Sequence[Change]) -> list[int]:
    return list(accumulate((change.delta for change in order), initial=strength))[1:]


def _stays_within(strength: int, full: int, order: Sequence[Change]) -> bool:
    return all(0 <= after <= full for after in _after_each(strength, order))


def _times_empty(strength: int, order: Sequence[Change]) -> int:
    return _after_each(strength, order)[:-1].count(0)


def _split(strength: int, full: int, changes: Sequence[Change]) -> tuple[Change, ...]:
    """As much of a loss as there is, then as much of a gain as there is room for, until nothing is left."""
    left, made = list(changes), []
    while left:
        for n, change in enumerate(left):
            part = min(change.delta, full - strength) if change.delta > 0 else max(change.delta, -strength)
            if part:
                made.append(replace(change, delta=part))
                left[n] = replace(change, delta=change.delta - part)
                strength += part
        left = [change for change in left if change.delta]
    return tuple(made)
