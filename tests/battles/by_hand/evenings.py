"""Random battles of several days as their reports tell them: losses, amalgamation within each army, wounds that return.

What happens is what the rules allow (LGG-14, 15.3 to 15.5); dice that decide it are those of a seeded generator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from battles.resolvers.values.report import LeaderReport, SideReport, UnitReport, shared_losses
from rosters.models import Unit
from rosters.rules.catalogue import unit_type

FROM_THE_BEST = ("elite_inf", "line_inf", "militia_inf")
RECOVERS = 0.3


@dataclass
class Fighter:
    """A unit of a roster in a battle."""

    id: str
    unit: Unit
    strength: int
    type: str
    guard: bool
    start: int
    moved: int = 0
    fate: str = "kept"
    into: str | None = None

    @property
    def kin(self) -> tuple[object, ...]:
        """What it amalgamates with: infantry of its own army, or exactly the same cavalry of it."""
        arm = unit_type(self.type).arm
        return (self.unit.army_id, arm, *((self.type, self.guard) if arm == "cav" else ()))

    def report(self) -> UnitReport:
        """What the report says of it."""
        before, lost = self.unit.strength, self.unit.strength - self.strength - self.moved
        return UnitReport(self.id, self.unit.type, self.type, self.guard, before, lost, self.moved, self.strength,
                          self.fate, self.into)  # fmt: skip


def fought(dice: Random, name: str, ids: dict[str, Unit]) -> SideReport:
    """A side after one to three days."""
    side = [Fighter(key, unit, unit.strength, unit.type, unit.guard, unit.strength) for key, unit in ids.items()]
    for _ in range(dice.randint(1, 3)):
        _lose(dice, side)
        _amalgamate(dice, side)
        _recover(dice, side)
    reports = shared_losses(tuple(one.report() for one in side))
    return SideReport(name, bool(dice.getrandbits(1)), LeaderReport("Ney", "unhurt"), (), reports)


def _stands(side: Sequence[Fighter]) -> list[Fighter]:
    return [one for one in side if one.strength]


def _lose(dice: Random, side: Sequence[Fighter]) -> None:
    for one in _stands(side):
        one.strength -= min(one.strength, dice.choice((0, 1, 1, 2, 3)))
        one.fate = dice.choice(("kept", "kept", "rallied", "exited")) if one.strength else "eliminated"


def _amalgamate(dice: Random, side: Sequence[Fighter]) -> None:
    fit = [one for one in _stands(side) if unit_type(one.type).arm in ("foot", "cav")]
    for kin in sorted({one.kin for one in fit}, key=str):
        group = [one for one in fit if one.kin == kin and dice.random() < 0.8]
        dice.shuffle(group)
        full = unit_type(group[0].type).full if group else 1
        made = -(-sum(one.strength for one in group) // full)
        if made < len(group):
            _converge(group, made, full)


def _converge(group: Sequence[Fighter], made: int, full: int) -> None:
    left, started = sum(one.strength for one in group), sum(one.start for one in group)
    poorest = max((one.type for one in group), key=lambda key: FROM_THE_BEST.index(key) if key in FROM_THE_BEST else 0)
    guard = all(one.guard for one in group)
    for n, one in enumerate(group):
        strength = min(full, left) if n < made else 0
        one.moved, one.strength, left = one.moved + one.strength - strength, strength, left - strength
        if n < made:
            one.start = min(full, max(strength, started - left))
            started -= one.start
            one.type, one.guard = poorest, guard
        else:
            one.fate, one.into = "amalgamated", group[0].id


def _recover(dice: Random, side: Sequence[Fighter]) -> None:
    for one in _stands(side):
        if one.strength < one.start and dice.random() < RECOVERS:
            one.strength += 1
