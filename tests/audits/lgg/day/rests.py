"""Recovery, rally, deployment and arrival (LGG-14.0, HR-T3, T5, T6)."""

from tests.audits.lgg.ground.plane import Base, gap, overlap
from tests.audits.lgg.moves import counting_dice, end_ground, ground_faults
from tests.audits.lgg.world import Event, Unit, World, is_line

CLEAR = 6.0
GRID = 0.25
MOST_SEATED = 64
"""docs/engine.md: how many units of a side there are places for on the table."""
ZONE_DEPTH, OUTRIDERS_AHEAD, OWN_EDGE = 12.0, 18.0, 4.0


def passed(w: World, e: Event, unit: Unit, penalty: int) -> bool:
    """A d10 of Morale or less, told as it fell."""
    w.hold(e["morale"] == unit.morale, "REC-1", f"{unit.id} throws against {e['morale']}")
    faces = [d["face"] for d in counting_dice(e)]
    fine = bool(faces) and faces[-1] + penalty <= unit.morale
    w.hold(e["pass"] == fine, "LGG-14.0-a", f"{faces} + {penalty} against {unit.morale} is told as {e['pass']}")
    return bool(e["pass"])


def on_recover(w: World, e: Event) -> None:
    """LGG-14.0-a, b: infantry or cavalry with hits, more than 6" from every enemy."""
    unit = w.units[e["unit"]]
    w.hold(
        w.act is not None and w.act.get("unit") == unit.id, "LGG-7.0-a", f"{unit.id} recovers without being activated"
    )
    w.hold(is_line(unit), "LGG-14.0-a", f"{unit.id} ({unit.type}) recovers")
    w.hold(unit.sp < unit.start, "LGG-14.0-b", f"{unit.id} has {unit.sp} of {unit.start} and recovers")
    if unit.there:
        near = [f.id for f in w.foes(unit) if gap(unit.place, f.place) <= CLEAR - 1e-4]
        w.hold(not near, "LGG-14.0-a", f'{unit.id} recovers within 6" of {near}')
    unit.sp += passed(w, e, unit, 0)
    w.hold(e["sp"] == unit.sp <= unit.start, "LGG-14.0-b", f"{unit.id} is told at {e['sp']} of {unit.start}")


def on_rally(w: World, e: Event) -> None:
    """LGG-14.0-e, f: from the Rallyable box into the radius, more than 6" from every enemy, at one strength point."""
    unit = w.units[e["unit"]]
    w.hold(
        w.act is not None and w.act.get("unit") == unit.id, "LGG-7.0-a", f"{unit.id} rallies without being activated"
    )
    w.hold(unit.status == "rallyable", "LGG-14.0-e", f"{unit.id} rallies from {unit.status}")
    if not passed(w, e, unit, 0):
        return
    w.hold(e["sp"] == 1, "LGG-14.0-e", f"{unit.id} comes back at {e['sp']}")
    unit.sp, unit.status, unit.closed = 1, "board", True
    base = w.base(unit, e["pose"])
    unit.base = base
    w.hold(w.reach(unit, base) <= w.radius + 1e-3, "LGG-14.0-e", f"{unit.id} rallies beyond the radius")
    near = [f.id for f in w.foes(unit) if gap(base, f.place) <= CLEAR - 1e-4]
    w.hold(not near, "LGG-14.0-e", f'{unit.id} rallies within 6" of {near}')
    end_ground(w, unit, base, moved=True)


def on_deploy(w: World, e: Event) -> None:
    """HR-T3, T5: in the zone, 4" off its own edge; Outriders up to 18" ahead, not within 12" of the enemy's zone."""
    unit = w.units[e["unit"]]
    base = w.base(unit, e["pose"])
    w.hold(unit.status == "waiting", "HR-T5", f"{unit.id} is deployed twice")
    unit.status, unit.base, unit.came = "board", base, True
    end_ground(w, unit, base, moved=True)
    ahead = w.edge_of(unit.side)
    w.hold(base.fy * ahead > 0.7, "HR-T5", f"{unit.id} does not face the enemy")
    deepest, rear = spans(w, unit.side, base)
    most = ZONE_DEPTH + (OUTRIDERS_AHEAD if unit.outriders else 0)
    most = min(most, w.ground.depth - ZONE_DEPTH - 12.0) if unit.outriders else most
    w.hold(deepest <= max(most, ZONE_DEPTH) + 1e-3, "HR-T5", f'{unit.id} is deployed {deepest:.2f}" from its edge')
    w.hold(rear >= OWN_EDGE - 1e-3, "HR-T5", f'{unit.id} is deployed {rear:.2f}" from its own edge')
    w.hold(unit.arrives is None, "HR-T6", f"{unit.id} arrives at {unit.arrives} and is deployed")
    in_order(w, unit.side)


def in_order(w: World, side: str) -> None:
    """HR-T3: who holds the province deploys first, completely."""
    role = next(s["role"] for s in w.battle["sides"] if s["name"] == side)
    first = w.battle.get("engagement") == "meeting" or role == "attacker" or not w.board(w.other(side))
    w.hold(first, "HR-T3", f"{side}, which holds the province, deploys after the other")


def deployed(w: World) -> None:
    """HR-T3, HR-7: half of a side, rounded up, in a meeting; one gun to three of the line where that is asked."""
    for side in w.sides:
        mine = [u for u in w.units.values() if u.side == side]
        present, there = [u for u in mine if u.arrives is None], [u for u in mine if u.there]
        guns = sum(u.arm == "guns" for u in there)
        if w.options.get("limit_guns"):
            line = sum(is_line(u) for u in mine)
            w.hold(3 * guns <= line, "HR-7", f"{guns} guns of {side} deploy with {line} units of the line")
        elif w.battle.get("engagement") == "meeting":
            half = -(-len(present) // 2)
            w.hold(len(there) == half, "HR-T3", f"{len(there)} of {len(present)} units of {side} deploy in a meeting")
        elif len(there) < min(len(present), MOST_SEATED):
            left = [u for u in present if not u.there and room_for(w, u)]
            w.hold(not left, "HR-T3", f"{len(there)} of {len(present)} units of {side} deploy, there is room for more")


def room_for(w: World, unit: Unit) -> bool:
    """HR-T3, T5: is there a place for one more unit in its side's zone? Felt for on a grid of a quarter inch."""
    ahead, kind = w.edge_of(unit.side), unit.kind
    y = OWN_EDGE + kind.depth / 2
    while y + kind.depth / 2 <= ZONE_DEPTH + 1e-9:
        x = kind.width / 2
        while x <= w.ground.width - kind.width / 2:
            base = w.base(unit, [x, y if ahead > 0 else w.ground.depth - y, 0.0 if ahead > 0 else 180.0])
            free = all(overlap(base, u.place) < 1e-9 for u in w.board())
            if free and not ground_faults(w, unit, base, moved=True):
                return True
            x += GRID
        y += GRID
    return False


def spans(w: World, side: str, base: Base) -> tuple[float, float]:
    """How far the farthest and the nearest corner lie from a side's own edge."""
    ys = [y if w.edge_of(side) > 0 else w.ground.depth - y for _, y in base.corners()]
    return max(ys), min(ys)
