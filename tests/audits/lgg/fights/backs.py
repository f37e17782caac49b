"""Hits, routs, boxes, falling back and occupation (LGG-10.0-h, 10.2, 11.0, 14.0-c)."""

from math import cos, hypot, radians, sin

from tests.audits.lgg.day.leaders import note_sweeps
from tests.audits.lgg.fights.contacts import outward
from tests.audits.lgg.ground.ground import GRAZE, SLIVER, Piece
from tests.audits.lgg.ground.plane import HAIR, TOUCH, Base, far_apart, gap, overlap, slide_depth, slide_gap
from tests.audits.lgg.moves import QUARTER, block_holder, closed_rough, end_ground, ground_faults
from tests.audits.lgg.tables import ACTIVITIES, FALL_BACK, FAN
from tests.audits.lgg.world import Event, Unit, World

FARTHEST, STEP = 18.0, 0.5
LAP = 0.005
"""How deep bases may reach into one another before they overlap (docs/engine.md)."""
FREE, TAKEN, SHUT, UNSURE = "free", "taken", "shut", "unsure"


def on_hit(w: World, e: Event) -> None:
    """LGG-11.0-a: one strength point less; at 0 a rout follows."""
    unit = w.units[e["unit"]]
    w.hold(unit.there or e["cause"] == "pursuit", "LGG-11.0-a", f"{unit.id} is hit, it is {unit.status}")
    unit.sp -= 1
    w.hold(e["sp"] == unit.sp >= 0, "LGG-11.0-b", f"{unit.id} has {e['sp']} after a hit, it should be {unit.sp}")
    if unit.sp == 0:
        nearby = w.events[w.at + 1 : w.at + 12]
        told = any(x["ev"] in ("rout", "eliminated") and x["unit"] == unit.id for x in nearby)
        w.hold(told, "LGG-11.0-a", f"{unit.id} has no strength left and does not rout")


def box_of(w: World, unit: Unit) -> tuple[str, bool]:
    """LGG-14.0-c, d, S2-c, S4-b: the box of a unit that routs where it stands; and does rounding decide?"""
    if unit.outriders:
        return "eliminated", False
    if unit.arm in ("guns", "engineer", "vehicle") or not unit.there:
        return "nonrallyable", False
    far = min((gap(unit.place, leader.base) for leader in w.stands(unit.side)), default=1e9)
    return ("rallyable" if far <= w.radius + 1e-6 else "nonrallyable"), abs(far - w.radius) < HAIR


def on_rout(w: World, e: Event) -> None:
    """LGG-11.0-a, 14.0-c: into its box; in the pursuit always the Non-Rallyable one. HR-T6: it is on the march no
    more."""
    unit = w.units[e["unit"]]
    box, unsure = box_of(w, unit)
    if w.evening == "pursuit" and not unit.outriders:
        box, unsure = "nonrallyable", False
    w.hold(e["box"] == box or unsure, "LGG-14.0-c", f"{unit.id} goes to the box {e['box']}, should be {box}")
    if e["cause"] == "blocked":
        blocked(w, unit)
    elif e["cause"] == "hits":
        w.hold(unit.sp == 0, "LGG-11.0-a", f"{unit.id} routs with {unit.sp} strength points left")
    w.backs.pop(unit.id, None)
    w.unlock(unit)
    unit.spent = unit.closed or w.open is unit or ACTIVITIES["force"] in unit.done
    unit.status, unit.sp, unit.base, unit.was_broken, unit.closed = e["box"], 0, None, True, True
    unit.column = False
    if w.open is unit:
        w.open = None


def on_eliminated(w: World, e: Event) -> None:
    """LGG-15.4-b, S4-b: gone for good."""
    unit = w.units[e["unit"]]
    w.unlock(unit)
    unit.status, unit.sp, unit.base, unit.was_broken = "eliminated", 0, None, True


def blocked(w: World, unit: Unit) -> None:
    """LGG-10.2-a, d, f: a rout only of a loser that finds no place at any angle."""
    due = w.backs.get(unit.id)
    if due is None:
        w.breach("LGG-10.2-f", f"{unit.id} routs as blocked and did not have to go back")
        return
    _, lost, way, leaving = due
    w.hold(lost, "LGG-10.2-f", f"{unit.id} won the combat and routs")
    place, sure = first_place(w, unit, way, leaving)
    if place is not None and sure:
        w.breach("LGG-10.2-d", f"{unit.id} routs though it could go back to ({place.x:.2f}, {place.y:.2f})")


def turned_way(way: tuple[float, float], degrees: int) -> tuple[float, float]:
    """A direction turned clockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return way[0] * c + way[1] * s, way[1] * c - way[0] * s


def first_place(w: World, unit: Unit, way: tuple[float, float], leaving: list[Unit]) -> tuple[Base | None, bool]:
    """LGG-10.2-d: the first legal place along the fan; and is every judgement on the way certain?"""
    sure = True
    for degrees in FAN:
        dx, dy = turned_way(way, degrees)
        gone = FALL_BACK
        while gone <= FARTHEST + 1e-9:
            state, place = judged(w, unit, dx * gone, dy * gone, leaving)
            if state == FREE:
                return place, sure
            if state == UNSURE:
                sure = False
                return place, sure
            if state == SHUT:
                break
            gone += STEP
    return None, sure


def judged(w: World, unit: Unit, mx: float, my: float, leaving: list[Unit]) -> tuple[str, Base]:
    """LGG-10.2-a, b, e: is the place (mx, my) away free, taken by friends or a block, or shut?"""
    start = unit.place
    place = start.at(start.x + mx, start.y + my)
    if not w.ground.on_table(place):
        return SHUT, place
    state = _enemies(w, unit, place, leaving)
    if state != FREE:
        return state, place
    if _impassable(w, unit, start, place):
        return SHUT, place
    if _rim_of_line(w, place):
        return UNSURE, place
    place = landing(w, unit, place)
    laps = [overlap(place, u.place) for u in w.board() if u is not unit]
    if any(lap > 0.02 + 1e-5 for lap in laps):
        return TAKEN, place
    if any(lap > 0.02 - 1e-5 for lap in laps):
        return UNSURE, place
    return (TAKEN if ground_faults(w, unit, place, moved=False) else FREE), place


def _rim_of_line(w: World, place: Base) -> bool:
    """LGG-3.0-m, n: does a hair decide whether a base stands astride of a closed line, or on a bridge over it? A corner
    over it is deeper."""
    if w.ground.on_bridge(place.x, place.y, -HAIR):
        return False
    near = [p for p in w.ground.lines() if p.impassable and w.ground.cuts(p, place, SLIVER - HAIR)]
    return bool(near) and (w.ground.on_bridge(place.x, place.y, HAIR) or not all(w.ground.cuts(p, place) for p in near))


def _enemies(w: World, unit: Unit, place: Base, leaving: list[Unit]) -> str:
    """LGG-10.2-a, d: over no enemy, and in touch with none but those whom it leaves or touched before."""
    start, state = unit.place, FREE
    for foe in w.foes(unit):
        if far_apart(start, foe.place, TOUCH + hypot(place.x - start.x, place.y - start.y) + 0.1):
            continue
        deep = slide_depth(start, place.x, place.y, foe.place)
        if deep > LAP + HAIR and deep > slide_depth(start, start.x, start.y, foe.place) + LAP:
            return SHUT
        heeded = foe not in leaving and gap(start, foe.place) > TOUCH
        far = slide_gap(start, place.x, place.y, foe.place) if heeded and deep > -0.1 else 1.0
        if far <= TOUCH - HAIR:
            return SHUT
        if far <= TOUCH + HAIR or abs(deep - LAP) <= HAIR:
            state = UNSURE
    return state


def _impassable(w: World, unit: Unit, start: Base, place: Base) -> bool:
    """LGG-10.2-a, 3.0-e, n: closed ground is gone over by the middle of a base, or stood on by all of it."""
    if closed_rough(unit):
        roads, stands = unit.arm in ("guns", "vehicle"), w.ground.rough_share(place) > QUARTER
        stands = stands and not (roads and w.ground.on_road(place.x, place.y, HAIR))
        if stands or w.ground.rough_way([start, place], roads) > HAIR:
            return True
    for piece in w.ground.lines():
        met = w.ground.crossings(piece, (start.x, start.y), (place.x, place.y)) if piece.impassable else []
        if any(not w.ground.on_bridge(x, y, HAIR) for x, y in met):
            return True
        if piece.impassable and w.ground.cuts(piece, place) and not w.ground.on_bridge(place.x, place.y, HAIR):
            return True
    return any(_foes_block(w, unit, piece, start, place) for piece in w.ground.of("town"))


def _foes_block(w: World, unit: Unit, piece: Piece, start: Base, place: Base) -> bool:
    holder = block_holder(w, piece, unit)
    return holder is not None and holder.side != unit.side and bool(
        w.ground.crossings(piece, (start.x, start.y), (place.x, place.y)))  # fmt: skip


def landing(w: World, unit: Unit, place: Base) -> Base:
    """LGG-3.0-k: infantry that ends on an empty block is centred in it and squared to it."""
    block = w.ground.block(place) if unit.arm == "foot" else None
    if block is None or block_holder(w, block, unit) is not None:
        return place
    (ax, ay), (bx, by) = block.points[0], block.points[1]
    size = hypot(bx - ax, by - ay)
    edge = place._replace(fx=(bx - ax) / size, fy=(by - ay) / size)
    best = max((outward(edge, side) for side in range(4)), key=lambda f: f[0] * place.fx + f[1] * place.fy)
    return place._replace(x=block.centre[0], y=block.centre[1], fx=best[0], fy=best[1])


def on_fallback(w: World, e: Event) -> None:
    """LGG-10.2: 3" back along the fan, through friends, never through enemies."""
    unit = w.units[e["unit"]]
    path, due = [w.base(unit, pose) for pose in e["path"]], w.backs.pop(unit.id, None)
    if due is None or not unit.there:
        w.breach("LGG-10.0-d", f"{unit.id} falls back without having to")
    else:
        start = hypot(unit.place.x - path[0].x, unit.place.y - path[0].y)
        w.hold(start < 1e-6, "ENG-14", f"{unit.id} falls back from elsewhere")
        _, lost, way, leaving = due
        place, sure = first_place(w, unit, way, leaving)
        reached(w, unit, path[-1], place, sure, lost)
    back_check(w, unit, path)
    end_ground(w, unit, path[-1])
    note_sweeps(w, unit, path)
    unit.base = path[-1]


def reached(w: World, unit: Unit, end: Base, place: Base | None, sure: bool, lost: bool) -> None:
    """LGG-10.2-d, f: the first legal place was taken."""
    if not sure:
        return
    if place is None:
        w.hold(not lost, "LGG-10.2-f", f"{unit.id} falls back to ({end.x:.2f}, {end.y:.2f}) where no place is legal")
        return
    off = hypot(end.x - place.x, end.y - place.y)
    w.hold(
        off < 2 * HAIR,
        "LGG-10.2-d",
        f"{unit.id} goes to ({end.x:.2f}, {end.y:.2f}), the first legal place is ({place.x:.2f}, {place.y:.2f})",
    )
    w.hold(end.fx * place.fx + end.fy * place.fy > 1 - 1e-6, "LGG-10.2-d", f"{unit.id} turns while it falls back")


def back_check(w: World, unit: Unit, path: list[Base]) -> None:
    """LGG-10.2-c: one check for rough ground or an obstacle, after arriving."""
    told = [
        x
        for x in w.after("casualty", "command_change", "check", "stratagem")
        if x["ev"] == "check" and x["unit"] == unit.id
    ]
    rough, lines = w.ground.rough_way(path, roads=True), w.ground.crossed(path)
    if told:
        fine = rough > 0 or bool(w.ground.crossed(path, -HAIR))
        w.hold(fine and len(told) == 1, "LGG-10.2-c", f"{unit.id} checks {len(told)} times on free ground")
    else:
        w.hold(
            rough < GRAZE and not lines,
            "LGG-10.2-c",
            f'{unit.id} falls back through {rough:.2f}" of rough, over {[p.number for p in lines]}, unchecked',
        )


def on_occupy(w: World, e: Event) -> None:
    """LGG-10.0-h: centre to centre, same facing, no check."""
    unit = w.units[e["unit"]]
    if w.ground_won is None or not unit.there:
        w.breach("LGG-10.0-h", f"{unit.id} occupies ground that nobody left")
        return
    fallen, attackers, _ = w.ground_won
    w.hold(unit in attackers, "LGG-10.0-d", f"{unit.id} was no attacker")
    place, end = landing(w, unit, unit.place.at(fallen.x, fallen.y)), w.base(unit, e["pose"])
    off = hypot(place.x - end.x, place.y - end.y)
    w.hold(
        off < 2 * HAIR and place.fx * end.fx + place.fy * end.fy > 1 - 1e-6,
        "LGG-10.0-h",
        f"{unit.id} occupies {off:.3f} off",
    )
    end_ground(w, unit, end)
    note_sweeps(w, unit, [unit.place, unit.place.at(end.x, end.y)])
    unit.base = end


def settle(w: World) -> None:
    """What a combat has left undone when something else begins."""
    for unit, lost, way, leaving in list(w.backs.values()):
        place, sure = first_place(w, unit, way, leaving)
        if unit.there and (lost or (place is not None and sure)):
            w.breach("LGG-10.0-d", f"{unit.id} does not fall back")
    w.backs.clear()
    if w.ground_won is not None and not w.ground_won[2]:
        fallen, attackers, _ = w.ground_won
        for unit in attackers:
            if unit.there and _fits(w, unit, fallen):
                w.breach("LGG-10.0-d", f"{unit.id} does not take the ground of the routed unit")
    w.ground_won = None
    if w.fought is not None:
        w.close(w.fought)
        w.fought = None


def _fits(w: World, unit: Unit, fallen: Base) -> bool:
    place = landing(w, unit, unit.place.at(fallen.x, fallen.y))
    if any(overlap(place, u.place) > 0.02 - 1e-5 for u in w.board() if u is not unit) or not w.ground.on_table(place):
        return False
    return not _rim_of_line(w, place) and not ground_faults(w, unit, place, moved=False)
