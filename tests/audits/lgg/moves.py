"""Marches: length, price, ground, obstacles, bases in the way, checks (LGG-3.0, 8.0 to 8.4)."""

import itertools
from math import hypot

from shapely import Point as Dot

from tests.audits.lgg.activations import increments_of, price_march
from tests.audits.lgg.day.leaders import note_sweeps
from tests.audits.lgg.ground import zones
from tests.audits.lgg.ground.ground import BARELY, GRAZE, Piece, polygon
from tests.audits.lgg.ground.plane import HAIR, TOUCH, Base, gap, overlap, swept_overlap
from tests.audits.lgg.world import Event, Unit, World, path_length

LAP = 0.02 + 1e-5
"""ENG-16: the square inches that two bases may share."""
QUARTER = 0.25 + 1e-6
CENTRED, SHORT = 2e-4, 0.05
OPPOSITE = 0.6


def read_path(w: World, unit: Unit, e: Event) -> list[Base]:
    """The bases of a path; it has to begin where the unit stands."""
    path = [w.base(unit, pose) for pose in e["path"]]
    if unit.there:
        now, start = unit.place, path[0]
        same = hypot(now.x - start.x, now.y - start.y) < 1e-6 and now.fx * start.fx + now.fy * start.fy > 1 - 1e-8
        w.hold(same, "ENG-14", f"{unit.id} starts at {e['path'][0]}, it stands at {now[:4]}")
    return path


def on_move(w: World, e: Event) -> None:
    """LGG-8.0 to 8.5: a move, or the way of an attack."""
    unit = w.units[e["unit"]]
    path = read_path(w, unit, e)
    attack = w.act is not None and w.act["activity"] == "attack"
    march(w, unit, path, e)
    target = _target(w, unit) if attack else None
    if target is not None:
        start_of_attack(w, unit, target, path)
    zones.check_zones(w, unit, path, target)
    if not _breaks_on_the_way(w, unit):
        end_ground(w, unit, path[-1], moved=not attack)
    halts(w, unit, path, target)
    if target is not None:
        stands_clear(w, unit, path)
    halted(w, unit, path[-1], e["halted_by"])
    end_touch(w, unit, path, attack)
    note_sweeps(w, unit, path)
    w.path = path
    put(w, unit, path[-1])


def _breaks_on_the_way(w: World, unit: Unit) -> bool:
    """LGG-8.3-b: who breaks at a check routs where it is, be it among friends."""
    kinds = ("check", "hit", "rout", "stratagem")
    return any(x["ev"] == "rout" and x["unit"] == unit.id for x in w.after(*kinds))


def _target(w: World, unit: Unit) -> Unit:
    """LGG-8.5-j: the declared target; who survives the way strikes it."""
    assert w.act is not None
    target = w.units[w.act["target"]]
    between = ("check", "hit", "casualty", "command_change", "squares", "repoint", "contact", "rout", "stratagem")
    told = next((x for x in w.after(*between) if x["ev"] == "contact"), None)
    gone = any(x["ev"] == "rout" and x["unit"] == unit.id for x in w.after(*between))
    struck = told is not None and (told["attacker"], told["defender"]) == (unit.id, target.id)
    w.hold(struck != gone, "LGG-9.0-a", f"{unit.id}, sent against {target.id}, strikes it: {struck}, routs: {gone}")
    return target


def put(w: World, unit: Unit, base: Base) -> None:
    """A unit stands somewhere now."""
    unit.base = base
    if unit.column and w.band(unit, base) < 3:
        unit.column = False


def march(w: World, unit: Unit, path: list[Base], e: Event) -> None:
    """LGG-8.0-b, 8.2-b, 8.3: increments, their price and their checks."""
    kinds = ("check", "hit", "rout", "eliminated", "stratagem", "casualty", "command_change")
    tail = [x for x in w.after(*kinds) if x.get("unit") == unit.id]
    checks = [x for x in tail if x["ev"] == "check" and x["cause"] == "increment"]
    broken = any(x["ev"] == "rout" for x in tail)
    increments, meant = e["increments"], path + [w.base(unit, pose) for pose in e.get("unwalked", [])]
    w.hold(increments == increments_of(unit, meant), "LGG-8.1-c",
           f"{increments} increments for {path_length(meant):.4f} inches of {unit.type}")  # fmt: skip
    if "unwalked" in e:
        walked = len(checks) * unit.kind.increment
        w.hold(broken and abs(path_length(path) - walked) < HAIR, "LGG-8.3-b", f"{unit.id} is told to stop on its way")
    else:
        w.hold(len(checks) == increments - 1, "LGG-8.3-a", f"{len(checks)} checks for {increments} increments")
    told = w.act["cost"] - increments if w.act is not None and w.act["cost"] else 0
    w.hold(e["surcharges"] == told, "LGG-8.1-a", f"surcharges of {e['surcharges']}, paid were {told}")
    w.hold(unit.arm != "guns" or increments == 1, "LGG-8.2-b", f"guns march {increments} increments")
    price_march(w, unit, meant, increments)
    ground_check(w, unit, path, tail, broken)
    way(w, unit, path)


def _begins_on(piece: Piece, base: Base) -> bool:
    """LGG-3.0-m: does the middle of a base lie on a line, so that it is on neither side?"""
    return float(piece.shape.distance(Dot(base.x, base.y))) < HAIR


def ground_check(w: World, unit: Unit, path: list[Base], tail: list[Event], broken: bool) -> None:
    """LGG-8.4-f, R-42: one check a round for rough ground or an obstacle."""
    told = [x for x in tail if x["ev"] == "check" and x["cause"] in ("rough", "obstacle")]
    rough, lines = w.ground.rough_way(path, roads=True), w.ground.crossed(path)
    if told:
        w.hold(len(told) == 1 and not unit.checked, "LGG-8.4-f", f"{unit.id} checks more than once a round")
        fine = w.ground.rough_way(path, roads=False) > 0 or bool(w.ground.crossed(path, -HAIR))
        w.hold(fine, "LGG-8.4-f", f"{unit.id} checks for {told[0]['cause']} on free ground")
    elif not unit.checked and not broken:
        text = f'{unit.id} goes {rough:.2f}" through rough, over {[p.number for p in lines]} without a check'
        w.hold(rough < GRAZE and all(_begins_on(piece, path[0]) for piece in lines), "LGG-8.4-f", text)
    unit.checked = unit.checked or bool(told)


def way(w: World, unit: Unit, path: list[Base]) -> None:
    """LGG-3.0-b, d, 8.4-a: enemies, held blocks, impassable ground on the way."""
    for one, two in itertools.pairwise(path):
        leg = two.at(one.x, one.y)
        for foe in w.foes(unit):
            before = overlap(path[0], foe.place)
            lap = swept_overlap(leg, two.x, two.y, foe.place) if before == 0 else _most_shared(leg, two, foe.place)
            w.hold(lap <= LAP + before, "LGG-8.4-a", f"{unit.id} goes over {foe.id} by {lap:.3f} square inches")
            w.hold(overlap(leg, foe.place) <= LAP + before, "LGG-8.4-a", f"{unit.id} pivots onto {foe.id}")
        closed_way(w, unit, leg, two)


def _most_shared(one: Base, two: Base, other: Base) -> float:
    """LGG-8.4-a, docs/engine.md: the most that a base shares at once with one whose corner it leaves."""
    steps = int(hypot(two.x - one.x, two.y - one.y) / SHORT) + 1
    ways = ((two.x - one.x) / steps, (two.y - one.y) / steps)
    return max(overlap(one.at(one.x + ways[0] * n, one.y + ways[1] * n), other) for n in range(steps + 1))


def closed_way(w: World, unit: Unit, one: Base, two: Base) -> None:
    """LGG-3.0-b, d: ground that the centre may not enter."""
    if closed_rough(unit):
        gone = w.ground.rough_way([one, two], roads=unit.arm in ("guns", "vehicle"))
        w.hold(gone < GRAZE, "LGG-3.0-b", f'{unit.id} ({unit.type}) goes {gone:.2f}" through rough ground')
    for piece in w.ground.lines():
        if piece.impassable:
            met = w.ground.crossings(piece, (one.x, one.y), (two.x, two.y))
            fine = all(w.ground.on_bridge(x, y, HAIR) for x, y in met)
            w.hold(fine, "LGG-3.0-b", f"{unit.id} crosses impassable piece {piece.number}")
    for piece in w.ground.of("town"):
        holder = block_holder(w, piece, unit)
        if holder is not None and holder.side != unit.side:
            inside = w.ground.crossings(piece, (one.x, one.y), (two.x, two.y))
            w.hold(not inside, "LGG-3.0-d", f"{unit.id} passes the block that {holder.id} holds")


def closed_rough(unit: Unit) -> bool:
    """LGG-3.0-b: is rough ground impassable to a unit?"""
    return unit.arm in ("guns", "vehicle") or unit.type == "heavy_cav"


def block_holder(w: World, piece: Piece, but: Unit) -> Unit | None:
    """LGG-3.0-c, k: who occupies a block."""
    there = (u for u in w.board() if u is not but and u.arm == "foot" and piece.near(u.place.x, u.place.y, 1))
    return next((u for u in there if w.ground.share(piece, u.place) > 0.5), None)


def end_ground(w: World, unit: Unit, base: Base, moved: bool = False, deep: float = 0.0) -> None:
    """LGG-3.0-e, k, m, n, 8.4-b, c, ENG-16: may a unit stand here? ``moved``: by a move, so not astride of a line."""
    w.hold(w.ground.on_table(base), "LGG-8.4-a", f"{unit.id} ends off the table")
    for other in w.board():
        if other is not unit:
            lap = overlap(base, other.place)
            w.hold(lap <= LAP + deep, "ENG-16", f"{unit.id} ends on {other.id} by {lap:.3f} square inches")
    for rule, text in ground_faults(w, unit, base, moved):
        w.breach(rule, f"{unit.id} ({unit.type}) {text}")


def ground_faults(w: World, unit: Unit, base: Base, moved: bool) -> list[tuple[str, str]]:
    """The reasons why a unit may not stand somewhere as far as the ground goes."""
    faults = []
    rough = w.ground.rough_share(base) if closed_rough(unit) else 0.0
    if rough > QUARTER and not (unit.arm in ("guns", "vehicle") and w.ground.on_road(base.x, base.y, HAIR)):
        faults.append(("LGG-3.0-e", f"stands on rough ground by {rough:.2f}"))
    faults += _block_faults(w, unit, base)
    if not w.ground.on_bridge(base.x, base.y, HAIR):
        for piece in w.ground.lines():
            gate = not piece.impassable and w.ground.on_road(base.x, base.y, HAIR)
            if (
                piece.impassable or (moved and piece.halt and not gate and piece.built_by != unit.side)
            ) and w.ground.cuts(piece, base):
                rule = "LGG-3.0-e" if piece.impassable else "LGG-3.0-m"
                faults.append((rule, f"stands astride of piece {piece.number}"))
    return faults


def _block_faults(w: World, unit: Unit, base: Base) -> list[tuple[str, str]]:
    faults = []
    for piece in w.ground.of("town"):
        share = w.ground.share(piece, base)
        if share <= QUARTER:
            continue
        holder = block_holder(w, piece, unit)
        x, y = piece.centre
        if unit.arm != "foot" or share <= 0.5:
            faults.append(("LGG-8.4-c", f"overlaps block {piece.number} by {share:.2f}"))
        elif holder is not None:
            faults.append(("LGG-3.0-c", f"shares block {piece.number} with {holder.id}"))
        elif hypot(base.x - x, base.y - y) > CENTRED or not squared(base, piece):
            faults.append(("LGG-3.0-k", f"is not centred in block {piece.number} and squared to it"))
    return faults


def squared(base: Base, piece: Piece) -> bool:
    """LGG-3.0-k, 2.0-h: parallel to the walls of a block within a degree."""
    (ax, ay), (bx, by) = piece.points[0], piece.points[1]
    size = hypot(bx - ax, by - ay)
    along = abs(base.fx * (bx - ax) + base.fy * (by - ay)) / size
    across = abs(base.fx * (by - ay) - base.fy * (bx - ax)) / size
    return min(along, across) <= 0.01746


def halts(w: World, unit: Unit, path: list[Base], target: Unit | None) -> None:
    """LGG-3.0-f, m: an obstacle is crossed only by who starts flush against it or astride of it."""
    for piece in w.ground.crossed(path):
        ready = w.ground.flush(piece, path[0]) or w.ground.cuts(piece, path[0], BARELY)
        w.hold(
            not piece.halt or ready or piece.built_by == unit.side,
            "LGG-3.0-f",
            f"{unit.id} crosses piece {piece.number} without having halted",
        )
    if target is None and w.act is not None and w.act["activity"] == "move":
        _opposite(w, unit, path)


def stands_clear(w: World, unit: Unit, path: list[Base]) -> None:
    """LGG-3.0-m: an attack ends beyond what it crosses, and goes over no halting line unless it starts at that."""
    for piece in w.ground.lines():
        if not piece.halt or piece.built_by == unit.side:
            continue
        ready = w.ground.flush(piece, path[0]) or w.ground.cuts(piece, path[0], BARELY)
        for base in path if not ready else path[-1:]:
            gate = w.ground.on_bridge(base.x, base.y, HAIR) or w.ground.on_road(base.x, base.y, HAIR)
            met = w.ground.cuts(piece, base) and not gate
            w.hold(not met, "LGG-3.0-m", f"{unit.id} attacks over piece {piece.number}, which it does not stand at")


def halted(w: World, unit: Unit, base: Base, number: int | None) -> None:
    """LGG-3.0-f: who is halted stands flush against what halts."""
    if number is None:
        return
    piece = w.ground.pieces[number]
    fine = piece is not None and piece.is_line and piece.halt and w.ground.flush(piece, base)
    w.hold(fine, "LGG-3.0-f", f"{unit.id} is told to be halted by piece {number}")


def _opposite(w: World, unit: Unit, path: list[Base]) -> None:
    """LGG-3.0-g: nobody ends opposite a defender at his obstacle without attacking."""
    base = path[-1]
    for foe in w.foes(unit):
        if gap(base, foe.place) > OPPOSITE + 0.5:
            continue
        for piece in w.ground.shelters(foe.place):
            if w.ground.before(piece, foe.place) > 0.5 - HAIR or (
                near_line(piece, path[0]) and before(foe.place, path[0], HAIR)
            ):
                continue
            between = w.ground.crossings(piece, (base.x, base.y), (foe.place.x, foe.place.y))
            if between and before(foe.place, base) and near_line(piece, base):
                w.breach("LGG-3.0-g", f"{unit.id} ends at piece {piece.number} opposite {foe.id} without attacking")


def before(foe: Base, base: Base, slack: float = -HAIR) -> bool:
    """LGG-3.0-g: does a base stand before another one, on some part of its frontage or so near beside it?"""
    us = [foe.local(x, y)[0] for x, y in base.corners()]
    return foe.local(base.x, base.y)[1] > 0 and min(us) < foe.w + slack and max(us) > -foe.w - slack


def near_line(piece: Piece, base: Base) -> bool:
    """LGG-3.0-g: is a base less than 0.6" from an obstacle?"""
    return float(piece.shape.distance(polygon(base))) < OPPOSITE - HAIR


def end_touch(w: World, unit: Unit, path: list[Base], attack: bool) -> None:
    """LGG-8.5-d: a move that is no attack stops short of contact."""
    for foe in w.foes(unit):
        touches = gap(path[-1], foe.place) <= TOUCH
        if touches and not attack:
            w.hold(gap(path[0], foe.place) <= TOUCH, "LGG-8.5-d", f"{unit.id} ends in touch with {foe.id}")


def start_of_attack(w: World, unit: Unit, target: Unit, path: list[Base]) -> None:
    """LGG-8.4-e, 8.5-a, 9.0-b, j, n: who may attack whom, from where and how far."""
    w.hold(unit.arm in ("foot", "horse"), "LGG-8.4-e", f"{unit.id} ({unit.type}) attacks")
    w.hold(not unit.withdrew, "LGG-9.0-j", f"{unit.id} has withdrawn this round")
    size, full = path_length(path), unit.kind.increment
    w.hold(size <= full + HAIR, "LGG-8.5-a", f'an attack over {size:.2f}" of {full:g}"')
    one, two = path[-2], path[-1]
    mx, my = two.x - one.x, two.y - one.y
    forwards = mx * two.fx + my * two.fy >= 0.5**0.5 * hypot(mx, my) - 2 * HAIR
    w.hold(forwards, "LGG-8.4-e", f"{unit.id} does not come forwards")
    far = gap(path[0], target.place)
    w.hold(far <= full + HAIR, "LGG-8.5-a", f'{target.id} is {far:.2f}" off at the start, beyond {full:g}"')
    home = w.ground.block(target.place) if target.arm == "foot" else None
    w.hold(home is None or unit.arm == "foot", "LGG-8.4-c", f"{unit.id} ({unit.type}) attacks a town block")


def on_check(w: World, e: Event) -> None:
    """LGG-8.3-a, 8.4-f: d10 of Morale or less; guns throw a failed terrain check once more."""
    unit = w.units[e["unit"]]
    w.hold(e["morale"] == unit.morale, "REC-1", f"{unit.id} checks against {e['morale']}")
    faces = [d["face"] for d in counting_dice(e)]
    again = unit.arm == "guns" and e["cause"] != "increment"
    w.hold(1 <= len(faces) <= 1 + (again and faces[0] > unit.morale), "LGG-8.4-f", f"a check with {len(faces)} dice")
    if again and faces[0] > unit.morale and len(e["dice"]) == len(faces):
        w.hold(len(faces) == 2, "LGG-8.4-f", f"{unit.id}, guns, does not throw again")
    w.hold(
        e["pass"] == (faces[-1] <= unit.morale), "LGG-8.3-a", f"{faces} against {unit.morale} is told as {e['pass']}"
    )
    hit = next((x for x in w.after("stratagem", "hit") if x["ev"] == "hit" and x["unit"] == unit.id), None)
    w.hold(bool(hit) != e["pass"] or (hit is None and not unit.there), "LGG-8.3-a", "the hit does not fit the check")


def counting_dice(e: Event) -> list[Event]:
    """The dice of an event that count: not those that a stratagem had thrown again."""
    return [die for die in e["dice"] if not die.get("replaced")]
