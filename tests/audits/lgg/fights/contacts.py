"""Contact, turning, squares, re-pointing (LGG-9.0)."""

from collections.abc import Iterator

from shapely import Polygon

from tests.audits.lgg.ground.ground import CLOSE_BEHIND, Piece
from tests.audits.lgg.ground.plane import HAIR, Base, facing, gap, overlap, wedges
from tests.audits.lgg.ground.zones import first_within, steps_of
from tests.audits.lgg.moves import ground_faults
from tests.audits.lgg.tables import ZONE
from tests.audits.lgg.world import Combat, Event, Unit, World

SIDES = ("front", "right", "rear", "left")
TIE = 1e-5
MOST_SHIFT, LEAST_FRONTAGE = 2.0, 1.0


def extents(base: Base, side: int) -> tuple[float, float]:
    """Half the width of a side, and how far it lies from the centre."""
    return (base.w, base.d) if side % 2 == 0 else (base.d, base.w)


def outward(base: Base, side: int) -> tuple[float, float]:
    """The direction in which a side looks."""
    return ((base.fx, base.fy), (base.fy, -base.fx), (-base.fx, -base.fy), (-base.fy, base.fx))[side]


def flush(unit: Base, target: Base, side: int, shift: float, apart: float = 0.0) -> Base:
    """LGG-9.0-a: a base squared up to a side of another, shifted sideways."""
    ox, oy = outward(target, side)
    off = extents(target, side)[1] + unit.d + apart
    x, y = target.x + ox * off + oy * shift, target.y + oy * off - ox * shift
    return unit._replace(x=x, y=y, fx=-ox, fy=-oy)


def shifts(unit: Base, target: Base, side: int) -> Iterator[float]:
    """LGG-9.0-c: sideways shifts up to 2", with 1" of frontage in touch."""
    most = min(MOST_SHIFT, unit.w + extents(target, side)[0] - LEAST_FRONTAGE)
    n = int(most / 0.05 + 1e-9)
    yield from sorted((i * most / n for i in range(-n, n + 1)), key=abs)


def exposed(w: World, unit: Unit, target: Unit, side: int, slack: float) -> bool:
    """LGG-9.0-c: can a base stand flush on a side, over no base and no impassable ground?"""
    base, struck = w.base(unit, [0, 0, 0]), target.place
    return any(_stands_free(w, unit, flush(base, struck, side, shift), slack) for shift in shifts(base, struck, side))


def _stands_free(w: World, unit: Unit, base: Base, slack: float) -> bool:
    if not w.ground.on_table(base):
        return False
    if any(u is not unit and overlap(base, u.place) > slack for u in w.board()):
        return False
    return not ground_faults(w, unit, base, moved=False)


def entered(path: list[Base], target: Unit) -> Base:
    """LGG-9.0-d: the attacker where it comes within 6" of its target, or as it stood, if within it already."""
    if gap(path[0], target.place) <= ZONE:
        return path[0]
    comes = (first_within(one, two, [target]) for one, two in steps_of(path))
    return next((base for base in comes if base is not None), path[-1])


def edge_of(base: Base, other: Base) -> int:
    """LGG-9.0-b: the side whose edge, drawn out, lies farthest on this side of another base's middle."""
    u, v = base.local(other.x, other.y)
    return max(range(4), key=lambda side: (v - base.d, u - base.w, -v - base.d, -u - base.w)[side])


def on_contact(w: World, e: Event) -> None:
    """LGG-9.0-b, c, d: which side is struck, and by whom."""
    unit, target = w.units[e["attacker"]], w.units[e["defender"]]
    side = (SIDES.index(e["where"]) + quarter(target)) % 4
    acted = w.act is not None and w.act.get("unit") == unit.id and w.act["activity"] == "attack"
    w.hold(acted, "LGG-7.0-a", f"{unit.id} strikes without being activated")
    w.hold(unit.side != target.side and target.there, "ENG-16", f"{unit.id} strikes {target.id}")
    if not (unit.there and target.there):
        return
    combat = _combat(w, e, target)
    squared_up(w, unit, target, side)
    struck_side(w, unit, target, side)
    side_taken(w, combat, side)
    formed = combat.squares
    combat.attackers.append(unit)
    combat.sides.append(e["where"])
    combat.hindered.append(sheltered(w, unit, seen_from(target.place, side)))
    combat.flank = e["where"] != "front"
    w.hold(combat.flank or len(combat.attackers) == 1, "LGG-12.0-d", f"{unit.id}, the second, strikes the front")
    unit.combat = combat.number
    told = next((x for x in w.after("squares") if x["unit"] == target.id), None)
    if combat.squares and not formed:
        w.hold(told is not None and told["on"], "LGG-9.0-h", f"{target.id} forms no squares")
    turned = next((x for x in w.after("squares", "turned") if x["ev"] == "turned" and x["unit"] == target.id), None)
    w.hold(
        (turned is not None) == (e["where"] != "front"),
        "LGG-9.0-a",
        f"{target.id}, struck in the {e['where']}, turns: {bool(turned)}",
    )
    w.struck = (unit, target, side)


def quarter(unit: Unit) -> int:
    """LGG-9.0-a, e: by how many quarters clockwise the facing that counts is turned from the base."""
    if unit.faces is None:
        return 0
    b, (x, y) = unit.place, unit.faces
    return max(range(4), key=lambda side: outward(b, side)[0] * x + outward(b, side)[1] * y)


def _combat(w: World, e: Event, target: Unit) -> Combat:
    combat = w.combats.get(e["combat"])
    if combat is None:
        w.hold(target.combat is None, "LGG-9.0-b", f"{target.id} is in combat {target.combat} already")
        combat = Combat(e["combat"], target)
        w.combats[combat.number] = combat
        target.combat = combat.number
    w.hold(combat.defender is target, "LGG-9.0-b", f"combat {combat.number} has {combat.defender.id} as its defender")
    return combat


def side_taken(w: World, combat: Combat, side: int) -> None:
    """LGG-9.0-b: at most two attackers, one to a side of the base as it stands."""
    w.hold(len(combat.attackers) < 2, "LGG-9.0-b", f"{combat.defender.id} has a third attacker")
    for other in combat.attackers:
        taken = edge_of(combat.defender.place, other.place)
        w.hold(taken != side, "LGG-9.0-b", f"{other.id} stands on that side of {combat.defender.id} already")


def squared_up(w: World, unit: Unit, target: Unit, side: int) -> None:
    """LGG-9.0-a, 3.0-g: edge to edge, or up to 1/2" apart over an obstacle, with 1" of frontage."""
    ox, oy = outward(target.place, side)
    base = unit.place
    w.hold(base.fx * -ox + base.fy * -oy > 0.99984, "LGG-9.0-a", f"{unit.id} is not squared up to {target.id}")
    half, off = extents(target.place, side)
    out = (base.x - target.place.x) * ox + (base.y - target.place.y) * oy - off - base.d
    shift = abs((base.x - target.place.x) * oy - (base.y - target.place.y) * ox)
    over = bool(w.ground.shelters(target.place)) and side == 0
    most = 0.5 if over else 0.02
    w.hold(-0.02 <= out <= most + HAIR, "LGG-2.0-h", f'{unit.id} ends {out:.3f}" from the {SIDES[side]} of {target.id}')
    limit = min(MOST_SHIFT, half + base.w - LEAST_FRONTAGE)
    w.hold(shift <= limit + HAIR, "LGG-9.0-c", f'{unit.id} stands {shift:.2f}" aside of the middle')


def struck_side(w: World, unit: Unit, target: Unit, side: int) -> None:
    """LGG-9.0-d: the wedge in which the attacker came; another only if that side is not exposed."""
    came = entered(w.path, target)
    shares = wedges(target.place, came)
    best = max(shares)
    sides = [n for n, share in enumerate(shares) if share >= best - TIE]
    if side in sides:
        return
    ox, oy = outward(target.place, side)
    out = (came.x - target.place.x) * ox + (came.y - target.place.y) * oy
    fine = out > extents(target.place, side)[1] - HAIR
    w.hold(fine, "LGG-9.0-d", f"{unit.id} comes from the {SIDES[sides[0]]} and strikes the {SIDES[side]}")
    w.hold(not exposed(w, unit, target, sides[0], 0.0), "LGG-9.0-d",
           f"{unit.id} strikes the {SIDES[side]} though the {SIDES[sides[0]]} of {target.id} is exposed")  # fmt: skip


def seen_from(base: Base, side: int) -> Base:
    """R-46: a base as if the side that was struck were its front."""
    ox, oy = outward(base, side)
    half, off = extents(base, side)
    return base._replace(fx=ox, fy=oy, w=half, d=off)


def sheltered(w: World, unit: Unit, struck: Base) -> set[bool]:
    """LGG-3.0-g, R-46: the edge that was struck within 1/2" of an obstacle, on the far side from the attacker; a line
    that halts farther in makes the attack illegal."""
    found = {False}
    between = {slack: common_ground(unit.place, struck, slack) for slack in (-HAIR, HAIR)}
    for piece in w.ground.lines():
        far = w.ground.before(piece, struck)
        cleared = any(gap.gap(struck.x, struck.y) < 4 for gap in w.ground.of("gap"))
        if far <= CLOSE_BEHIND + HAIR and piece.shape.intersects(between[HAIR]):
            unsure = far > CLOSE_BEHIND - HAIR or not piece.shape.intersects(between[-HAIR])
            if not unsure and not cleared:
                return {True}
            found = {True, False}
        elif (
            far > CLOSE_BEHIND + HAIR and _halts(piece, unit) and piece.shape.intersects(between[-HAIR]) and not cleared
        ):
            x, y = (unit.place.x + struck.x) / 2, (unit.place.y + struck.y) / 2
            w.hold(w.ground.free_way(piece, x, y), "R-46", f"{unit.id} strikes across piece {piece.number}")
    return found


def _halts(piece: Piece, unit: Unit) -> bool:
    """LGG-3.0-f, EA4: a field work does not halt those who built it."""
    return piece.halt and piece.built_by != unit.side


def common_ground(one: Base, two: Base, slack: float) -> Polygon:
    """The ground between the middles of two bases on the frontage that they share."""
    u, v = two.local(one.x, one.y)
    low, high = max(-two.w, u - one.w) - slack, min(two.w, u + one.w) + slack
    return Polygon([two.world(*corner) for corner in ((low, 0), (high, 0), (high, v), (low, v))])


def on_turned(w: World, e: Event) -> None:
    """LGG-9.0-a, e: the struck unit faces its attacker; a long base turns about its centre and the attacker slides."""
    unit = w.units[e["unit"]]
    base = w.base(unit, e["pose"])
    if w.struck is None:
        w.breach("LGG-9.0-a", f"{unit.id} turns and nobody was struck")
        return
    attacker, target, side = w.struck
    if unit is target:
        faced = facing(e["combat_facing"]) if "combat_facing" in e else (base.fx, base.fy)
        ox, oy = outward(target.place, side)
        w.hold(faced[0] * ox + faced[1] * oy > 0.99999, "LGG-9.0-a", f"{unit.id} does not face {attacker.id}")
        same = abs(base.x - target.place.x) + abs(base.y - target.place.y) < HAIR
        w.hold(same, "LGG-9.0-a", f"{unit.id} changes its ground when turning")
        unit.faces = faced if "combat_facing" in e else None
        if unit.faces:
            only_faces(w, unit, base)
    else:
        w.hold(unit is attacker, "LGG-9.0-a", f"{unit.id} is turned without a part in the contact")
    others = [u for u in w.board() if u is not unit and u is not attacker]
    deep = max((overlap(base, u.place) for u in others), default=0.0)
    w.hold(deep <= 0.02 + 1e-5, "ENG-16", f"{unit.id} turns onto another base by {deep:.3f}")
    unit.base = base


def only_faces(w: World, unit: Unit, base: Base) -> None:
    """LGG-9.0-a: a long base that has no room, or a second attacker, keeps its ground and its place."""
    w.hold(unit.place.w != unit.place.d, "LGG-9.0-a", f"{unit.id}, a square base, only turns its facing")
    kept = base.fx * unit.place.fx + base.fy * unit.place.fy > 1 - 1e-8
    w.hold(kept, "LGG-9.0-a", f"{unit.id} turns its base though only its facing is told")


def on_squares(w: World, e: Event) -> None:
    """LGG-9.0-h: infantry is in squares exactly while cavalry attacks it."""
    unit = w.units[e["unit"]]
    w.hold(unit.arm == "foot", "LGG-9.0-h", f"{unit.id} ({unit.type}) forms squares")


def on_repoint(w: World, e: Event) -> None:
    """LGG-9.0-k, l: the second side strikes an attacker; its own combat ends for it."""
    unit = w.units[e["unit"]]
    w.hold(w.turn == w.order[-1], "LGG-9.0-k", "only the side that moves second re-points")
    old = w.combats.get(e["old"])
    if w.hold(old is not None and unit in old.attackers, "LGG-9.0-k", f"{unit.id} was no attacker in {e['old']}"):
        w.unlock(unit)
