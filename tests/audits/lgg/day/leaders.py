"""Commanders' stands: moves, enemies that go over them, who follows (LGG-8.2-c, 16.0, S2)."""

import itertools
from math import hypot

from tests.audits.lgg.ground.ground import EDGE
from tests.audits.lgg.ground.plane import HAIR, Base, facing, gap, overlap, swept_overlap
from tests.audits.lgg.tables import COMMANDER_MOVE, SKILLS, STAND
from tests.audits.lgg.world import Event, Leader, Unit, World

PENETRATED = 0.1
ASIDE, RAYS = 0.25, 36
"""How finely a free place for a stand is felt for."""
ZONE = 12.0
APART = 1.0
"""R-54: how far off each other the stands of a side are."""


def on_leader_deploy(w: World, e: Event) -> None:
    """A commander's stand comes to the table."""
    w.leaders.append(Leader(e["commander"], e["side"], e["role"], e["skill"], e["pose"][0], e["pose"][1]))
    side = next(s for s in w.battle["sides"] if s["name"] == e["side"])
    ys = [y if w.edge_of(e["side"]) > 0 else w.ground.depth - y for _, y in w.leaders[-1].base.corners()]
    if w.day == 0:
        w.hold(min(ys) >= 0 and max(ys) <= ZONE + 1e-3, "HR-T5", f"{e['commander']} is deployed outside the zone")
    if e["role"] == "army":
        w.hold(e["skill"] == side["commander"]["skill"], "LGG-5.0-b", f"{e['commander']} is told as {e['skill']}")
    wings = [x for x in w.leaders if x.side == e["side"] and x.role == "wing"]
    w.hold(len(wings) <= 2, "LGG-S2-a", f"{len(wings)} wings")
    w.hold(
        e["role"] != "wing" or len(wings) <= len(side.get("wings") or []), "LGG-S2-a", "more wings than the file has"
    )


def named(w: World, e: Event, name: str) -> Leader | None:
    """The stand of a commander."""
    return next((x for x in w.leaders if x.side == e["side"] and x.name == name and x.here), None)


def on_commander_move(w: World, e: Event) -> None:
    """LGG-8.2-c: up to 20" once a round; at night freely (HR-D2)."""
    leader = named(w, e, e["commander"])
    if leader is None:
        w.breach("LGG-16.0-d", f"{e['commander']} is not on the table")
        return
    x, y = e["pose"][:2]
    if not w.evening:
        far = hypot(x - leader.x, y - leader.y)
        w.hold(far <= COMMANDER_MOVE + 1e-3, "LGG-8.2-c", f'{leader.name} goes {far:.2f}"')
        w.hold(not leader.moved, "LGG-8.2-c", f"{leader.name} moves twice in a round")
        acted = w.act is not None and w.act.get("commander") == leader.name
        w.hold(acted, "LGG-7.0-a", f"{leader.name} moves without being activated")
        leader.moved = True
        _way(w, leader, x, y)
    leader.x, leader.y = x, y
    stand_fits(w, leader)
    if not w.evening:
        w.end_columns()


def _way(w: World, leader: Leader, x: float, y: float) -> None:
    """LGG-8.2-c: straight, over no gorge but by its bridges, over no enemy base."""
    for piece in w.ground.lines():
        if piece.impassable:
            met = w.ground.crossings(piece, (leader.x, leader.y), (x, y))
            fine = all(w.ground.on_bridge(*point, HAIR) for point in met)
            w.hold(fine, "LGG-8.2-c", f"{leader.name} crosses impassable piece {piece.number}")
    for foe in w.board(w.other(leader.side)):
        lap = swept_overlap(leader.base, x, y, foe.place)
        w.hold(lap <= 0.021, "LGG-8.2-c", f"{leader.name} rides over {foe.id} by {lap:.3f}")


def stand_fits(w: World, leader: Leader) -> None:
    """LGG-8.2-c, R-54: a stand is on the table, not on an enemy base, and 1" from the others of its side."""
    for other in w.stands(leader.side):
        if other is not leader:
            off = gap(leader.base, other.base)
            w.hold(off >= APART - HAIR, "R-54", f'{leader.name} stands {off:.2f}" from {other.name}')
    w.hold(w.ground.on_table(leader.base), "LGG-8.2-c", f"{leader.name} stands off the table")
    for unit in w.board(w.other(leader.side)):
        lap = overlap(leader.base, unit.place)
        w.hold(lap <= 0.021, "LGG-8.2-c", f"{leader.name} stands on {unit.id} by {lap:.3f}")


def note_sweeps(w: World, unit: Unit, path: list[Base]) -> None:
    """LGG-16.0-b, c: one check for each enemy stand that the swept base goes over."""
    due = []
    for leader in w.stands(w.other(unit.side)):
        laps = [swept_overlap(b.at(a.x, a.y), b.x, b.y, leader.base) for a, b in itertools.pairwise(path)]
        if max(laps, default=0.0) > PENETRATED + 2e-3:
            due.append(leader.name)
        elif max(laps, default=0.0) > PENETRATED - 2e-3:
            return
    kinds = ("check", "hit", "casualty", "command_change", "rout", "eliminated", "stratagem")
    told = [x["commander"] for x in w.after(*kinds) if x["ev"] == "casualty" and x["by"] == unit.id]
    w.hold(sorted(told) == sorted(due), "LGG-16.0-c", f"{unit.id} goes over the stands of {due}, checked are {told}")


def on_casualty(w: World, e: Event) -> None:
    """LGG-16.0-b: a 1 on a d10 and the commander is lost."""
    leader = named(w, e, e["commander"])
    if leader is None:
        w.breach("LGG-16.0-b", f"{e['commander']} is not on the table")
        return
    w.hold(e["lost"] == (e["dice"][-1]["face"] == 1), "LGG-16.0-b", f"a {e['dice'][-1]['face']} is told as {e['lost']}")
    by, x, y = w.units[e["by"]], e["pose"][0], e["pose"][1]
    if (x, y) != (leader.x, leader.y):
        set_aside(w, leader, by, hypot(x - leader.x, y - leader.y))
    leader.x, leader.y = x, y
    if by.there:
        w.hold(overlap(leader.base, by.place) <= 0.021, "LGG-16.0-c", f"{leader.name} stays under {by.id}")
    if e["lost"]:
        _lost(w, leader)


def set_aside(w: World, leader: Leader, by: Unit, far: float) -> None:
    """LGG-16.0-c: only who is overlapped, to the nearest free place that is not nearer to the enemy."""
    w.hold(by.there and overlap(leader.base, by.place) > 0, "LGG-16.0-c", f"{leader.name} is set aside without need")
    for ray in range(RAYS):
        dx, dy = facing(360.0 / RAYS * ray)
        near = ASIDE
        while near < far - ASIDE:
            if _free(w, leader, by, leader.x + dx * near, leader.y + dy * near):
                w.breach("LGG-16.0-c", f'{leader.name} is set {far:.2f}" aside, {near:.2f}" are enough')
                return
            near += ASIDE


def _free(w: World, leader: Leader, by: Unit, x: float, y: float) -> bool:
    """LGG-16.0-c, 8.2-c, R-54: surely free, and surely not nearer to any enemy but the one that came?"""
    base = leader.base._replace(x=x, y=y, w=STAND + HAIR, d=STAND + HAIR)
    lines = [p for p in w.ground.lines() if p.impassable and p.gap(x, y) < 2 * STAND]
    if lines or not w.ground.on_table(base._replace(w=STAND + 2 * EDGE, d=STAND + 2 * EDGE)):
        return False
    if any(gap(base, other.base) < APART for other in w.stands(leader.side) if other is not leader):
        return False
    foes = [foe for foe in w.board(w.other(leader.side)) if foe is not by]
    nearer = any(gap(base, foe.place) < gap(leader.base, foe.place) for foe in foes)
    return not nearer and all(overlap(base, foe.place) == 0 for foe in (by, *foes))


def _lost(w: World, leader: Leader) -> None:
    between = ("command_change", "stratagem", "contact", "turned", "squares", "repoint", "check", "hit", "casualty")
    told = next((x for x in w.after(*between) if x["ev"] == "command_change" and x["old"] == leader.name), None)
    if leader.role == "wing":
        leader.here = False
        w.hold(told is None, "LGG-S2-g", f"the wing {leader.name} is replaced")
    else:
        w.hold(told is not None, "LGG-16.0-d", f"nobody replaces {leader.name}")


def on_command_change(w: World, e: Event) -> None:
    """LGG-16.0-d, S2-f: a wing takes over with his own skill, else a subordinate one skill lower."""
    old = named(w, e, e["old"])
    if old is None:
        w.breach("LGG-16.0-d", f"{e['old']} was not on the table")
        return
    wings = [x for x in w.stands(e["side"]) if x.role == "wing"]
    if wings:
        new = next((x for x in wings if x.name == e["new"]), None)
        if w.hold(new is not None, "LGG-S2-f", f"{e['new']} takes over, no wing does") and new is not None:
            w.hold(e["skill"] == new.skill, "LGG-S2-f", f"{new.name} takes over with {e['skill']}")
            old.here, new.role = False, "army"
            return
    lower = SKILLS[max(0, SKILLS.index(old.skill) - 1)]
    w.hold(e["skill"] == lower, "LGG-16.0-d", f"{e['new']} follows a {old.skill} commander with {e['skill']}")
    old.name, old.skill = e["new"], e["skill"]
