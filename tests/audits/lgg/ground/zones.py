"""The 6" zones, re-read from the poses every eighth of an inch (LGG-8.5-b to j)."""

import itertools
from collections.abc import Iterator
from math import ceil, hypot

from tests.audits.lgg.ground.plane import HAIR, Base, far_apart, gap, to_front
from tests.audits.lgg.tables import ZONE
from tests.audits.lgg.world import Unit, World

STEP, FINER, HALVINGS = 0.125, 8, 30
GROWS = 3e-4
"""How much a distance may err on a short slide: the engine feels with 1e-4 on every twentieth of an inch."""
RIM = HAIR
SLOPE = 0.7
"""docs/engine.md: "straight back" is a distance that grows by at least so much of the way."""
WIDEST = 0.5**0.5 - HAIR


def steps_of(path: list[Base]) -> Iterator[tuple[Base, Base]]:
    """A path cut into short slides, each with the facing of its leg."""
    for one, two in itertools.pairwise(path):
        mx, my = two.x - one.x, two.y - one.y
        n = max(1, ceil(hypot(mx, my) / STEP))
        for i in range(n):
            yield (
                two.at(one.x + mx * i / n, one.y + my * i / n),
                two.at(one.x + mx * (i + 1) / n, one.y + my * (i + 1) / n),
            )


def first_within(one: Base, two: Base, foes: list[Unit]) -> Base | None:
    """LGG-8.5-b, 9.0-d: where a short slide first comes within 6" of an enemy, found by halving."""
    if near(one, foes, 0.0):
        return one
    if not near(two, foes, 0.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if near(two.at(one.x + (two.x - one.x) * middle, one.y + (two.y - one.y) * middle), foes, 0.0):
            high = middle
        else:
            low = middle
    return two.at(one.x + (two.x - one.x) * high, one.y + (two.y - one.y) * high)


def finely(one: Base, two: Base) -> Iterator[tuple[Base, Base]]:
    """A short slide cut into shorter ones."""
    mx, my = (two.x - one.x) / FINER, (two.y - one.y) / FINER
    for i in range(FINER):
        yield two.at(one.x + mx * i, one.y + my * i), two.at(one.x + mx * (i + 1), one.y + my * (i + 1))


def free_foes(w: World, unit: Unit) -> list[Unit]:
    """LGG-8.5-g: the enemies that are not pinned in a combat."""
    return [foe for foe in w.foes(unit) if foe.combat is None]


def near(base: Base, foes: list[Unit], slack: float) -> list[Unit]:
    """The enemies within 6"."""
    return [f for f in foes if not far_apart(base, f.place, ZONE) and gap(base, f.place) <= ZONE + slack]


def zone_targets(base: Base, foes: list[Unit]) -> list[Unit]:
    """LGG-8.5-b, c: the nearest of those to the front, else the nearest; several where they tie or rounding decides."""
    shares = {f.id: to_front(base, f.place) for f in foes}
    chosen: list[Unit] = []
    for half in (0.5 - 1e-5, 0.5 + 1e-5):
        pool = [f for f in foes if shares[f.id] > half] or foes
        least = min(gap(base, f.place) for f in pool)
        chosen += [f for f in pool if f not in chosen and gap(base, f.place) <= least + HAIR]
    return chosen


def goes_toward(one: Base, two: Base, target: Unit) -> bool:
    """LGG-8.5-d: within 45 degrees of the facing, the front edge never farther off."""
    mx, my = two.x - one.x, two.y - one.y
    if mx * two.fx + my * two.fy < WIDEST * hypot(mx, my):
        return False
    return gap(two.front_edge(), target.place) <= gap(one.front_edge(), target.place) + GROWS


def goes_away(one: Base, two: Base, target: Unit, foes: list[Unit]) -> bool:
    """LGG-8.5-e: back from the target, and not nearer to any other unlocked enemy within 6"."""
    size = hypot(two.x - one.x, two.y - one.y)
    if gap(two, target.place) < gap(one, target.place) + SLOPE * size - GROWS:
        return False
    others = near(two, [f for f in foes if f is not target], 0.0)
    return all(gap(two, f.place) >= gap(one, f.place) - GROWS for f in others)


def check_zones(w: World, unit: Unit, path: list[Base], declared: Unit | None) -> None:
    """LGG-8.5-b to j: once within 6" of an enemy, straight at it or straight back."""
    foes = free_foes(w, unit)
    if all(hypot(base.x - path[0].x, base.y - path[0].y) < 1e-3 for base in path):
        return
    walk, steps = _Walk(w, unit, foes, declared), list(steps_of(path))
    first = next((one, two) for one, two in steps if hypot(two.x - one.x, two.y - one.y) >= 1e-9)
    if not walk.start(path[0], *first):
        return
    for one, two in steps:
        if not walk.step(one, two):
            return


class _Walk:
    """One march under the eyes of the enemy."""

    def __init__(self, w: World, unit: Unit, foes: list[Unit], declared: Unit | None) -> None:
        self.w, self.unit, self.foes, self.declared = w, unit, foes, declared
        self.targets: list[Unit] = []
        self.before: list[Unit] = []
        """What the targets were one step before: a new one is felt somewhere between two looks."""
        self.left = False
        self.backed = False

    def start(self, base: Base, one: Base, two: Base) -> bool:
        """LGG-8.5-c: a march that starts in a zone, as the base stands before it turns. Where a hair decides whether it
        is in one, an attack is read as its first step from one pose to the next has it."""
        within = near(base, self.foes, RIM if self.aims(base, one, two) else -RIM)
        return not within or self.enter(base, within)

    def aims(self, base: Base, one: Base, two: Base) -> bool:
        """LGG-8.5-d, j: does an attack go at a target within 6" from its first step?"""
        target = self.declared
        return target is not None and gap(base, target.place) <= ZONE and goes_toward(one, two, target)

    def step(self, one: Base, two: Base) -> bool:
        """One short slide; False: a breach was noted."""
        if hypot(two.x - one.x, two.y - one.y) < 1e-9:
            return True
        if not self.targets:
            entry = first_within(one, two, self.foes) if near(two, self.foes, -RIM) else None
            if entry is None:
                return True
            return self.enter(entry, near(entry, self.foes, RIM)) and self.legal(entry, two)
        within = near(one, self.foes, -RIM)
        if not within and not near(one, self.foes, RIM) and not self.declared:
            self.targets, self.left = [], self.backed
            return True
        self.reread(one, within)
        return self.legal(one, two)

    def enter(self, one: Base, within: list[Unit]) -> bool:
        """LGG-8.5-c, f, j: a zone begins."""
        if self.left:
            self.w.breach("LGG-8.5-f", f"{self.unit.id} enters the zone of {within[0].id} after leaving one")
            return False
        self.targets = zone_targets(one, within) + zone_targets(one, near(one, self.foes, RIM))
        return self.declared is None or self.declared_holds(one, within)

    def declared_holds(self, one: Base, within: list[Unit]) -> bool:
        """LGG-8.5-j: the declared target is within 6", no enemy to the front more than 1" nearer."""
        assert self.declared is not None
        far = gap(one, self.declared.place)
        if far > ZONE + RIM:
            self.w.breach("LGG-8.5-j", f'{self.declared.id} is {far:.2f}" off where the zone of {within[0].id} begins')
            return False
        nearer = [f for f in within if f is not self.declared and gap(one, f.place) < far - 1 - RIM]
        ahead = [f for f in nearer if to_front(one, f.place) > 0.501]
        if ahead:
            self.w.breach("LGG-8.5-j", f"{ahead[0].id} is to the front and nearer than {self.declared.id}")
            return False
        self.targets = [self.declared]
        return True

    def reread(self, one: Base, within: list[Unit]) -> None:
        """LGG-8.5-c: another enemy to the front and nearer takes the target's place."""
        if self.declared is None:
            least = max(gap(one, f.place) for f in self.targets)
            nearer = [f for f in within if gap(one, f.place) < least - 1e-3]
            better = [f for f in nearer if to_front(one, f.place) > 0.501]
            self.before = self.before or [f for f in nearer if 0.499 < to_front(one, f.place) <= 0.501]
            if better:
                nearest = min(gap(one, f.place) for f in better)
                self.before = self.targets
                self.targets = [f for f in better if gap(one, f.place) <= nearest + HAIR]

    def changes_over(self, one: Base, two: Base) -> bool:
        """LGG-8.5-c: looked at more finely, does a new target take the old one's place before that is left?"""
        old = self.targets
        for a, b in finely(one, two):
            self.reread(a, near(a, self.foes, -RIM))
            if not any(goes_toward(a, b, t) for t in self.targets):
                self.targets, self.before = old, []
                return False
        self.before = []
        return self.targets is not old

    def legal(self, one: Base, two: Base) -> bool:
        """LGG-8.5-b: toward or away."""
        targets, self.before = self.targets + self.before, []
        if any(goes_toward(one, two, t) for t in targets) or self.changes_over(one, two):
            return True
        self.backed = True
        if self.declared is None and any(goes_away(one, two, t, self.foes) for t in targets):
            return True
        rule = "LGG-8.5-b" if self.declared is None else "LGG-8.5-j"
        names = [t.id for t in self.targets]
        self.w.breach(rule, f"{self.unit.id} goes neither at nor back from {names} at ({one.x:.2f}, {one.y:.2f})")
        return False
