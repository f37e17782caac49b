"""The night between two days: drawing apart, stepping off, moves by turns (HR-D2).

The drawing apart is gone through again: the nearest pair of enemies under 12", who of it stays, how far each goes, and
whether who went less far had no room.
"""

import itertools
from collections import Counter
from collections.abc import Callable
from math import hypot

from tests.audits.lgg.day.leaders import PENETRATED
from tests.audits.lgg.ground.ground import EDGE
from tests.audits.lgg.ground.plane import HAIR, NEAR, Base, gap, overlap, slide_depth, swept_overlap
from tests.audits.lgg.moves import ground_faults, way
from tests.audits.lgg.world import Event, Unit, World, path_length

NIGHT_GAP, NIGHT_MARCH, NIGHT_LEAST, CLEAR = 12.0, 18.0, 3.0, 6.0
SPARE = 0.002
"""What units draw back beyond 12" so that rounding leaves them that far."""
FINE = 0.1
GRAZES = 0.004
"""A slide that reaches this deep into an enemy may be one that goes over it."""
MOST_PARTINGS = 4
"""docs/engine.md: how often the armies draw apart, the last time included after which somebody steps aside."""
MOST_DRAWS = 12
"""How often a unit draws back before it is hemmed in between its enemies."""


class Night:
    """One night: who may draw back no more, whose draw is due, who has moved."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.still = {u.id for u in w.board() if stays(w, u)}
        self.draws: Counter[str] = Counter()
        self.due: list[tuple[Unit, Unit, float]] = []
        self.moves: list[tuple[str, str]] = []
        self.resting: set[str] = set()
        self.stepped = self.done = False
        self.partings = 0

    def nearest(self, wanted: Unit | None, path: list[Base]) -> tuple[Unit, Unit] | None:
        """HR-D2 (1): the nearest pair under 12" of which one can draw back; among equals one with the wanted unit, and
        of these the one that it goes straight back from."""
        pairs = [(gap(one.place, two.place), one, two) for one in self.w.board(self.w.sides[0])
                 for two in self.w.foes(one) if not {one.id, two.id} <= self.still]  # fmt: skip
        least = min((far for far, _, _ in pairs), default=NIGHT_GAP)
        if least >= NIGHT_GAP - NEAR:
            return None
        near = [(one, two) for far, one, two in pairs if far <= least + NEAR]
        mine = [pair for pair in near if wanted in pair]
        return min(mine, key=lambda pair: bend(pair, wanted, path)) if mine else near[0]

    def call(self, wanted: Unit | None, path: list[Base]) -> bool:
        """HR-D2 (1): what the next pair has to do; False: all are apart or have no room."""
        pair = None if self.due else self.nearest(wanted, path)
        if pair is not None:
            one, two = pair
            missing = NIGHT_GAP - gap(one.place, two.place)
            both = not {one.id, two.id} & self.still
            far = missing / 2 if both else missing
            self.due = [(u, v, far) for u, v in ((one, two), (two, one)) if u.id not in self.still]
        return bool(self.due)

    def drawn(self, unit: Unit | None, path: list[Base]) -> bool:
        """HR-D2 (1): is this the next draw? Whoever was to draw before it had no room."""
        if self.stepped and any(too_close(self.w, u) for u in self.w.board()):
            return False
        if self.stepped:
            self.begin_again()
        while self.call(unit, path):
            mover, foe, far = self.due.pop(0)
            self.draws[mover.id] += 1
            gone = path_length(path) if mover is unit else 0.0
            self.went(mover, foe, far, gone)
            if self.draws[mover.id] >= MOST_DRAWS or gone < far - HAIR:
                self.still.add(mover.id)
            if mover is unit:
                self.straight(mover, foe, path, far)
                return True
        return False

    def begin_again(self) -> None:
        """HR-D2 (1): who stepped aside may have come near others, so all draw back once more."""
        self.partings += 1
        self.still = {u.id for u in self.w.board() if stays(self.w, u) or self.partings == MOST_PARTINGS}
        self.draws, self.due, self.stepped = Counter(), [], False

    def went(self, mover: Unit, foe: Unit, far: float, gone: float) -> None:
        """HR-D2 (1): half of what is missing, or the whole, or as far as there is room."""
        if gone > far + SPARE + HAIR:
            self.w.breach("HR-D2", f'{mover.id} draws back {gone:.3f}" where {far:.3f}" are due')
        elif gone < far - HAIR:
            steps = (far - n * FINE for n in range(int((far - gone) / FINE), -1, -1))
            for more in (one for one in steps if one > gone + HAIR):
                if shut(self.w, back(mover, foe, more)):
                    return
                if all(room(self.w, mover, back(mover, foe, more + spare)) for spare in (0.0, SPARE)):
                    self.w.breach("HR-D2", f'{mover.id} draws back {gone:.2f}" of {far:.2f}" though there is room')
                    return

    def straight(self, mover: Unit, foe: Unit, path: list[Base], far: float) -> None:
        """HR-D2 (1): straight back from the enemy, over no closed ground."""
        end = back(mover, foe, path_length(path))
        aside = hypot(end.x - path[-1].x, end.y - path[-1].y)
        self.w.hold(aside < 5 * HAIR, "HR-D2", f"{mover.id} does not draw straight back from {foe.id}")
        way(self.w, mover, path)

    def move(self, unit: Unit, path: list[Base]) -> None:
        """HR-D2: the next move of the night; rounding alone may call for one of a hair."""
        if not self.moves and (self.drawn(unit, path) or path_length(path) <= SPARE):
            return
        near = min((gap(unit.place, f.place) for f in self.w.foes(unit)), default=99.0)
        if too_close(self.w, unit) and not self.moves:
            self.step_off(unit, path)
        else:
            self.w.hold(near >= NIGHT_GAP - NEAR, "HR-D2", f'{unit.id} moves freely {near:.2f}" from an enemy')
            self.free(unit, path)

    def step_off(self, unit: Unit, path: list[Base]) -> None:
        """HR-D2 (1): never under 3" of an enemy: aside where there is no room behind."""
        self.stepped = True
        for foe in self.w.foes(unit):
            far = gap(path[-1], foe.place)
            self.w.hold(far >= NIGHT_LEAST - HAIR, "HR-D2", f'{unit.id} steps off to {far:.2f}" from {foe.id}')

    def free(self, unit: Unit, path: list[Base]) -> None:
        """HR-D2 (2): up to 18" over no enemy and no closed ground, not ending within 12", in alternate moves."""
        w = self.w
        w.hold(path_length(path) <= NIGHT_MARCH + HAIR, "HR-D2", f'{unit.id} goes {path_length(path):.2f}" by night')
        w.hold(unit.id not in [id for _, id in self.moves], "HR-D2", f"{unit.id} moves twice in a night")
        way(w, unit, path)
        for foe in w.foes(unit):
            after = gap(path[-1], foe.place)
            w.hold(after > NIGHT_GAP - HAIR, "HR-D2", f'{unit.id} ends {after:.2f}" from {foe.id}')
        self.moves.append((unit.side, unit.id))
        self.by_turns(unit.side)

    def by_turns(self, side: str) -> None:
        """HR-D2 (2): alternate moves, the side with the lower last command roll first; who is done moves no more."""
        w, sides = self.w, [name for name, _ in self.moves]
        one, two = (w.rolls[name] for name in w.sides)
        lower = w.order[1] if one == two else w.sides[0] if one < two else w.sides[1]
        w.hold(side not in self.resting, "HR-D2", f"{side} moves again though it had left out a turn")
        if len(sides) == 1 and side != lower:
            self.resting.add(lower)
        if sides[-2:] == [side, side]:
            self.resting.add(w.other(side))


def stays(w: World, unit: Unit) -> bool:
    """HR-D2 (1): a unit in a town block, or flush behind a work; a stream is no work."""
    if unit.arm == "foot" and w.ground.block(unit.place) is not None:
        return True
    return any(p.halt and w.ground.flush(p, unit.place) and p.along(unit.place) for p in w.ground.of("obstacle"))


def back(unit: Unit, foe: Unit, far: float) -> Base:
    """HR-D2 (1): where a unit is that has drawn straight back from an enemy."""
    x, y = unit.place.x - foe.place.x, unit.place.y - foe.place.y
    size = hypot(x, y)
    return unit.place.at(unit.place.x + x / size * far, unit.place.y + y / size * far)


def bend(pair: tuple[Unit, Unit], mover: Unit | None, path: list[Base]) -> float:
    """How far a unit of a pair has gone from straight back."""
    one, two = pair if pair[0] is mover else pair[::-1]
    end = back(one, two, path_length(path))
    return hypot(end.x - path[-1].x, end.y - path[-1].y)


def too_close(w: World, unit: Unit) -> bool:
    """HR-D2 (1): is a unit under 3" from an enemy?"""
    return any(gap(unit.place, foe.place) < NIGHT_LEAST - HAIR for foe in w.foes(unit))


def shut(w: World, base: Base) -> bool:
    """LGG-3.0-b, n: does a base that slides away come upon an impassable line here, off its bridges?"""
    lines = (p for p in w.ground.lines() if p.impassable and w.ground.cuts(p, base, 0.005))
    return any(lines) and not w.ground.on_bridge(base.x, base.y, -HAIR)


def quiet(w: World, look: Callable[[], None]) -> bool:
    """Does a look find no breach? None is noted."""
    before = len(w.breaches)
    look()
    fine = len(w.breaches) == before
    del w.breaches[before:]
    return fine


def room(w: World, unit: Unit, base: Base) -> bool:
    """HR-D2 (1): might a unit stand at a place, and go there straight? Within a hair of no room there is none."""
    wide = base._replace(w=base.w + HAIR, d=base.d + HAIR)
    if not w.ground.on_table(base._replace(w=base.w + 2 * EDGE, d=base.d + 2 * EDGE)):
        return False
    if ground_faults(w, unit, wide, moved=False):
        return False
    if any(overlap(wide, u.place) > NEAR for u in w.board() if u is not unit):
        return False
    if any(slide_depth(unit.place, base.x, base.y, foe.place) > GRAZES for foe in w.foes(unit)):
        return False
    return not _shut_between(w, unit.place, base) and quiet(w, lambda: way(w, unit, [unit.place, base]))


def _shut_between(w: World, start: Base, end: Base) -> bool:
    """LGG-3.0-n: might a slide be shut somewhere by an impassable line?"""
    steps = int(hypot(end.x - start.x, end.y - start.y) / FINE) + 1
    points = (start.at(start.x + (end.x - start.x) * n / steps, start.y + (end.y - start.y) * n / steps)
              for n in range(1, steps))  # fmt: skip
    return any(shut(w, point) for point in points)


def drawn_apart(w: World) -> None:
    """HR-D2 (1): before anybody comes back nobody under 12" has room left."""
    w.night = w.night or Night(w)
    if not w.night.moves and not w.night.done:
        w.night.drawn(None, [])
    w.night.done = True


def comes_back(w: World, unit: Unit) -> None:
    """HR-D2 (3), HR-E, LGG-14.0-e: a rallied unit comes into its commander's radius, all of them over 6" off."""
    if unit.was_broken:
        far = w.reach(unit, unit.place)
        w.hold(far <= w.radius + HAIR, "HR-D2", f'{unit.id}, rallied, is put {far:.2f}" from its commander')
    near = [foe.id for foe in w.foes(unit) if gap(unit.place, foe.place) <= CLEAR]
    w.hold(not near, "LGG-14.0-e", f'{unit.id} comes back within 6" of {near}')


def finish(w: World) -> None:
    """HR-D2 (1): in the morning nobody is under 3" from an enemy."""
    drawn_apart(w)
    for unit in w.board(w.sides[0]):
        for foe in w.foes(unit):
            far = gap(unit.place, foe.place)
            w.hold(far >= NIGHT_LEAST - HAIR, "HR-D2", f'{unit.id} and {foe.id} spend the night {far:.2f}" apart')
    w.night = None


def on_night_move(w: World, e: Event, path: list[Base]) -> None:
    """HR-D2: one move of the night."""
    if w.night is None:
        w.night = Night(w)
    unit = w.units[e["unit"]]
    for leader in w.stands(w.other(unit.side)):
        laps = [swept_overlap(b.at(a.x, a.y), b.x, b.y, leader.base) for a, b in itertools.pairwise(path)]
        w.hold(max(laps) <= PENETRATED, "LGG-16.0-c", f"{unit.id} goes over the stand of {leader.name} by night")
    w.night.move(w.units[e["unit"]], path)
