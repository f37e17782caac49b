"""Who comes late: the second half of a meeting, columns with a mark, whoever comes back by night (HR-T3, T6, D2)."""

from tests.audits.lgg.day import nights
from tests.audits.lgg.day.rests import MOST_SEATED
from tests.audits.lgg.ground.plane import Base, gap, overlap
from tests.audits.lgg.moves import end_ground, ground_faults
from tests.audits.lgg.world import Event, Unit, World

THIRD_ROUND = 3
CLEAR = 6.0
"""docs/engine.md: a column does not enter beside the enemy."""
ALONG = 0.5
TOUCH = 0.02


def on_arrive(w: World, e: Event) -> None:
    """HR-T3, T6: columns touch their edge and pay an action; in the night rallied units come back."""
    unit = w.units[e["unit"]]
    base = w.base(unit, e["pose"])
    statuses = ("waiting", "exited", "bridge") if w.evening else ("waiting",)
    w.hold(unit.status in statuses, "HR-T6", f"{unit.id} arrives from {unit.status}")
    if w.evening:
        nights.drawn_apart(w)
    unit.status, unit.base, unit.came = "board", base, True
    end_ground(w, unit, base, moved=True)
    if w.evening:
        nights.comes_back(w, unit)
        return
    at_its_edge(w, unit, base)
    near = [f.id for f in w.foes(unit) if overlap(base, f.place) > 0.021]
    w.hold(not near, "ENG-16", f"{unit.id} arrives on {near}")
    unit.column = w.band(unit, base) == 3
    if unit.arrives is None:
        _second_half(w, unit, e)
    else:
        w.hold(is_due(w, unit), "HR-T6", f"{unit.id} arrives at {w.count}, its mark is {unit.arrives}")
        w.hold(w.turn == unit.side, "HR-T6", f"{unit.id} arrives in the turn of {w.turn}")
        _pays(w, unit)


def at_its_edge(w: World, unit: Unit, base: Base) -> None:
    """HR-T6, docs/formats.md: with its rear on its own edge, or on the left or right one as seen from there."""
    side = edge_of(w, unit)
    xs, ys = zip(*base.corners(), strict=True)
    off = {"left": min(xs), "right": w.ground.width - max(xs), "near": min(ys), "far": w.ground.depth - max(ys)}[side]
    w.hold(abs(off) <= TOUCH, "HR-T6", f'{unit.id} arrives {off:.2f}" from its edge ({side})')


def edge_of(w: World, unit: Unit) -> str:
    """The edge of the table by which a unit enters: near is y = 0, left is x = 0."""
    ahead, named = w.edge_of(unit.side) > 0, unit.edge or "own"
    if named == "own":
        return "near" if ahead else "far"
    return named if ahead else {"left": "right", "right": "left"}[named]


def is_due(w: World, unit: Unit) -> bool:
    """HR-T6: has the count reached the mark of a unit that is on its way?"""
    return unit.arrives is not None and w.count >= unit.arrives - (w.day - 1) * w.length


def _second_half(w: World, unit: Unit, e: Event) -> None:
    """HR-T3: at the start of round 3, before its command rolls and for nothing."""
    before = w.turn is None and e["round"] == w.round + 1
    w.hold(before and not e["cost"], "HR-T3", f"{unit.id} does not arrive at the start of round {w.round + 1}")
    meeting = w.battle.get("engagement") == "meeting" and (e["round"] >= THIRD_ROUND or w.day > 1)
    crowd = sum(u.side == unit.side for u in w.units.values()) > MOST_SEATED
    w.hold(meeting or crowd, "HR-T3", f"{unit.id}, which was there from the start, arrives in round {e['round']}")


def _pays(w: World, unit: Unit) -> None:
    """HR-T6: an action each."""
    e = w.event
    w.left -= 1
    w.hold(w.left >= 0, "HR-T6", f"{unit.id} arrives and there is no action for it")
    w.hold(
        e.get("cost") == 1 and e.get("left") == w.left, "HR-T6", f"{unit.id} pays {e.get('cost')}, {w.left} are left"
    )


def nobody_left_behind(w: World) -> None:
    """HR-T6: when a side begins to act no column that is due waits though there are actions and room for it."""
    if w.left < 1 or len(w.board(w.turn)) >= MOST_SEATED:
        return
    for unit in w.units.values():
        waits = unit.side == w.turn and unit.status == "waiting" and not unit.joined and is_due(w, unit)
        if waits and not unit.was_broken and _room(w, unit):
            w.breach("HR-T6", f"{unit.id} is due at {unit.arrives}, the count is {w.count}, and does not enter")


def _room(w: World, unit: Unit) -> bool:
    """HR-T6: is there a free place on the unit's edge, clear of the enemy? Felt for every half inch."""
    edge, half = edge_of(w, unit), unit.kind.depth / 2
    size = w.ground.width if edge in ("near", "far") else w.ground.depth
    for n in range(int(size / ALONG)):
        at = n * ALONG
        pose = {"near": [at, half, 0.0], "far": [at, w.ground.depth - half, 180.0], "left": [half, at, 90.0],
                "right": [w.ground.width - half, at, 270.0]}[edge]  # fmt: skip
        base = w.base(unit, pose)
        free = w.ground.on_table(base) and not ground_faults(w, unit, base, moved=True)
        free = free and all(overlap(base, u.place) == 0 for u in w.board())
        if free and all(gap(base, foe.place) > CLEAR + 0.01 for foe in w.foes(unit)):
            return True
    return False


def second_halves(w: World) -> None:
    """HR-T3: when the third round is rolled for nobody of a meeting waits any more, guns beyond HR-7 apart."""
    if w.day != 1 or w.round != THIRD_ROUND or w.battle.get("engagement") != "meeting":
        return
    for unit in w.units.values():
        if unit.status == "waiting" and unit.arrives is None and not w.options.get("limit_guns") and _room(w, unit):
            w.breach("HR-T3", f"{unit.id} does not arrive at the start of round 3")
