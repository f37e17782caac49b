"""Artillery fire: target, line, cover, modifiers, hits (LGG-13.0, 3.0-i, REC-5)."""

from math import hypot

from shapely import LineString

from tests.audits.lgg.ground.ground import COVER_REACH, polygon
from tests.audits.lgg.ground.plane import HAIR, NEAR, Base, Point, gap, point_gap, to_front
from tests.audits.lgg.world import Event, Unit, World, is_line

SEE_THROUGH = 2.0
GRAZE = 1e-4
"""docs/engine.md: a line of fire along the edge of a base is blocked, one that touches a corner is not."""
SHARE = 1e-5


def on_fire(w: World, e: Event) -> None:
    """LGG-13.0-a to f: one shot with everything in it."""
    firer, target = w.units[e["firer"]], w.units[e["target"]]
    if not (firer.there and target.there):
        w.breach("ENG-14", f"{firer.id} fires at {target.id}, one of them is not on the table")
        return
    w.hold(firer.arm == "guns", "LGG-13.0-a", f"{firer.id} ({firer.type}) fires")
    w.hold(
        w.act is not None and w.act.get("unit") == firer.id, "LGG-7.0-a", f"{firer.id} fires without being activated"
    )
    w.hold(firer.side != target.side, "LGG-13.0-b", f"{firer.id} fires at its own")
    w.hold(firer.combat is None, "LGG-7.0-l", f"{firer.id}, locked, fires")
    w.hold(not undeployed(w, firer), "LGG-3.0-j", f"{firer.id} fires from a road in rough ground")
    may_be_hit(w, firer, target)
    closest(w, firer, target)
    modified(w, e, firer, target)


def undeployed(w: World, unit: Unit) -> bool:
    """LGG-3.0-j: on a road inside rough ground."""
    return w.ground.on_road(unit.place.x, unit.place.y) and w.ground.in_rough(unit.place)


def may_be_hit(w: World, firer: Unit, target: Unit) -> None:
    """LGG-13.0-a, e, f: range, front, line of fire, no contact."""
    far = gap(firer.place, target.place)
    w.hold(far <= firer.kind.range + 2e-6, "LGG-13.0-a", f'{target.id} is {far:.2f}" off')
    w.hold(to_front(firer.place, target.place) > 0.5 - SHARE, "LGG-13.0-a", f"{target.id} is not to the front")
    w.hold(not in_contact(w, target), "LGG-13.0-f", f"{target.id} is in contact")
    clear, sure = in_sight(w, firer, target)
    w.hold(clear or not sure, "LGG-13.0-e", f"{firer.id} cannot see {target.id}")


def in_contact(w: World, unit: Unit) -> bool:
    """LGG-2.0-h, 13.0-f: joined by an attack, or edge to edge with an enemy."""
    if unit.combat is not None:
        return True
    for foe in w.foes(unit):
        turn = abs(unit.place.fx * foe.place.fx + unit.place.fy * foe.place.fy)
        if gap(unit.place, foe.place) <= 0.02 and (turn > 0.99984 or turn < 0.01745):
            return True
    return False


def muzzle(base: Base) -> Point:
    """The middle of the front edge."""
    return base.world(0, base.d)


def nearest_point(base: Base, x: float, y: float) -> Point:
    """The point of a base nearest to a point."""
    u, v = base.local(x, y)
    return base.world(min(max(u, -base.w), base.w), min(max(v, -base.d), base.d))


def in_sight(w: World, firer: Unit, target: Unit) -> tuple[bool, bool]:
    """LGG-13.0-e: is the line of fire open; and is that certain?"""
    start = muzzle(firer.place)
    line = LineString([start, nearest_point(target.place, *start)])
    if line.length < NEAR:
        return True, True
    levels = w.ground.elevation(firer.place), w.ground.elevation(target.place)
    sure = not (w.ground.on_hill_rim(firer.place) or w.ground.on_hill_rim(target.place))
    for unit in w.board():
        if unit is firer or unit is target:
            continue
        least, part, most = (inside(unit.place, line, slack) for slack in (-HAIR, NEAR, HAIR))
        plain = (part > GRAZE) == (most > GRAZE) and ((part > GRAZE) == (least > GRAZE) or straight(unit.place))
        if part > GRAZE and w.ground.elevation(unit.place) >= min(levels):
            return False, sure and plain and not w.ground.on_hill_rim(unit.place)
        sure = sure and plain
    return _ground_open(w, line, levels, target, sure)


def inside(base: Base, line: LineString, slack: float) -> float:
    """How much of a line lies inside a base that is wider by a hair."""
    return float(polygon(base._replace(w=base.w + slack, d=base.d + slack)).intersection(line).length)


def straight(base: Base) -> bool:
    """Does a base stand along the table's edges, so that its own edges are known exactly?"""
    return min(abs(base.fx), abs(base.fy)) < 1e-12


def _ground_open(w: World, line: LineString, levels: tuple[int, int], target: Unit, sure: bool) -> tuple[bool, bool]:
    home = w.ground.block(target.place) if target.arm == "foot" else None
    for piece in w.ground.of("town", "hill"):
        higher = piece.kind == "hill" and piece.level > max(levels)
        if (higher or (piece.kind == "town" and piece is not home)) and piece.shape.intersects(line):
            part = piece.shape.intersection(line).length
            if part > HAIR:
                return False, sure and part > 10 * HAIR
    rough = float(w.ground.rough.intersection(line).length)
    return rough <= SEE_THROUGH, sure and abs(rough - SEE_THROUGH) > HAIR


def closest(w: World, firer: Unit, target: Unit) -> None:
    """LGG-13.0-b: the closest infantry or cavalry; guns and the like only if they are closer."""
    far = gap(firer.place, target.place)
    for foe in w.foes(firer):
        if foe is target or not is_line(foe) or gap(firer.place, foe.place) > min(far - HAIR, firer.kind.range):
            continue
        if to_front(firer.place, foe.place) <= 0.5 + SHARE or in_contact(w, foe):
            continue
        clear, sure = in_sight(w, firer, foe)
        if clear and sure:
            w.breach("LGG-13.0-b", f"{firer.id} fires at {target.id}, {foe.id} is closer")
            return


def modified(w: World, e: Event, firer: Unit, target: Unit) -> None:
    """LGG-13.0-c, REC-5: modifiers, totals and hits."""
    told = e["modifiers"]
    mine, theirs = firer_column(w, firer, target), target_column(w, firer, target)
    for where, said, wanted in (("firer", dict(told["firer"]), mine), ("target", dict(told["target"]), theirs)):
        for name in sorted({*said, *wanted}):
            values = wanted.get(name, {0})
            w.hold(
                said.get(name, 0) in values, "REC-5", f"{where}: {name} {said.get(name, 0)}, should be {sorted(values)}"
            )
    for where, name in (("firer", "fire"), ("target", "cover")):
        thrown = [d["face"] for d in e["dice"] if d["name"] == name]
        total = max(1, (thrown or [0])[-1] + sum(v for _, v in told[where]))
        w.hold(e["totals"][where] == total, "LGG-13.0-c", f"{where} total {e['totals'][where]}, should be {total}")
    one, two = e["totals"]["firer"], e["totals"]["target"]
    hits = 2 if one >= 2 * two else 1 if one > two else 0
    w.hold(e["hits"] == hits, "LGG-13.0-c", f"{one} against {two} is told as {e['hits']} hits")
    struck = [x for x in w.after("hit", "rout", "eliminated", "stratagem") if x["ev"] == "hit"]
    w.hold(len(struck) == min(e["hits"], target.sp), "LGG-13.0-c", f"{e['hits']} hits, {len(struck)} suffered")


def firer_column(w: World, firer: Unit, target: Unit) -> dict[str, set[int]]:
    """REC-5: the firer's side."""
    column, share = {"FP": {firer.kind.fire}}, to_front(target.view, firer.place)
    column["flank"] = {0} if share > 0.5 + SHARE else {2} if share < 0.5 - SHARE else {0, 2}
    column["guard"] = {1 if firer.guard else 0}
    column["soft_ground"] = {-1 if w.ground_kind == "soft" else 0}
    column["elevation"] = {-1 if w.ground.elevation(firer.place) != w.ground.elevation(target.place) else 0}
    if w.ground.on_hill_rim(firer.place) or w.ground.on_hill_rim(target.place):
        column["elevation"] = {0, -1}
    return column


def target_column(w: World, firer: Unit, target: Unit) -> dict[str, set[int]]:
    """REC-5: the target's side; only the best cover counts (LGG-3.0-i)."""
    names = {"horse": ("cavalry", 2), "guns": ("artillery", 4), "engineer": ("engineer", 4), "vehicle": ("vehicle", 4)}
    column = {names[target.arm][0]: {names[target.arm][1]}} if target.arm in names else {}
    sure, most = covers(w, firer, target)
    values = {sure, most}
    column["hard_cover"] = {4 if v == 2 else 0 for v in values}
    column["soft_cover"] = {2 if v == 1 else 0 for v in values}
    return column


def covers(w: World, firer: Unit, target: Unit) -> tuple[int, int]:
    """LGG-3.0-i: 0 none, 1 soft, 2 hard; the least and the most that rounding allows, as where either
    stands on a line."""
    start = muzzle(firer.place)
    ends = (start, nearest_point(target.place, *start))
    line = LineString(ends)
    least = most = 2 if target.arm == "foot" and w.ground.block(target.place) is not None else 0
    if w.ground.in_rough(target.place):
        least, most = max(least, 1), max(most, 1)
    for piece in w.ground.lines():
        if not piece.shape.intersects(line) and piece.shape.distance(line) > HAIR:
            continue
        grade = 2 if piece.cover == "hard" else 1
        met = piece.shape.intersection(line)
        points = [(g.centroid.x, g.centroid.y) for g in getattr(met, "geoms", [met]) if not g.is_empty]
        reach = min((point_gap(target.place, x, y) for x, y in points), default=COVER_REACH)
        between = any(min(hypot(x - ex, y - ey) for ex, ey in ends) > HAIR for x, y in points)
        if reach <= COVER_REACH - HAIR and between:
            least = max(least, grade)
        if reach <= COVER_REACH + HAIR:
            most = max(most, grade)
    return least, most
