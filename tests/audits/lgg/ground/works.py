"""Works of the engineers and what they change in the field (REC-7, HR-T4)."""

from typing import Any

from shapely import Point as Dot
from shapely import Polygon

from tests.audits.lgg.ground.ground import FLUSH, Piece, polygon
from tests.audits.lgg.ground.plane import HAIR, Base, gap
from tests.audits.lgg.world import Event, Unit, World, is_line

SUCCESSES = {"EA1": 2, "EA2": 1, "EA3": 2, "EA4": 2, "EA5": 1, "EA6": 2, "dismantle": 1}
MADE = {"EA1": "bridge", "EA3": "bridge", "EA4": "obstacle", "EA5": "gap", "EA6": "road"}
CLEAR, APART, TRACK, ZONE = 6.0, 3.0, 6.0, 12.0
MOST_BEFORE = 2


def on_engineer(w: World, e: Event) -> None:
    """REC-7: an attempt of an engineer, or a work laid before the battle."""
    unit, raised = w.units[e["unit"]], e["day"] == 0 and "HR-31" in e["rule"]
    if raised:
        _raised_before(w, unit)
    elif w.hold(unit.arm == "engineer", "REC-7", f"{unit.id} ({unit.type}) works") and unit.there:
        if e["day"] == 0:
            _laid_before(w, unit)
        else:
            _attempt(w, e, unit)
    finished = e.get("piece") or e.get("removed")
    done = e["successes"] >= SUCCESSES.get(e["work"], 9) and e["pass"]
    w.hold(
        bool(finished) == done or e["day"] == 0, "REC-7", f"{e['work']} after {e['successes']} successes: {finished}"
    )
    change(w, e)


def _laid_before(w: World, unit: Unit) -> None:
    """HR-T4: the defender who held the province a whole turn; one work per engineer, at most two."""
    w.hold(bool(w.battle.get("held_whole_turn")), "HR-T4", "a work before the battle without having held the province")
    role = next(s["role"] for s in w.battle["sides"] if s["name"] == unit.side)
    w.hold(role == "defender", "HR-T4", f"{unit.side} is not the defender")
    w.laid += 1
    w.hold("EA4" not in unit.done, "HR-T4", f"{unit.id} lays two works before the battle")
    unit.done.add("EA4")
    w.hold(w.laid <= MOST_BEFORE, "HR-T4", f"{w.laid} works before the battle")


def _raised_before(w: World, unit: Unit) -> None:
    """HR-31: as many works as the defender's army has raised, laid before units of his."""
    side = next(s for s in w.battle["sides"] if s["name"] == unit.side)
    w.raised += 1
    w.hold(side["role"] == "defender", "HR-31", f"{unit.side} is not the defender")
    w.hold(w.raised <= side.get("works", 0), "HR-31", f"{w.raised} works, {side.get('works', 0)} were raised")


def _attempt(w: World, e: Event, unit: Unit) -> None:
    w.hold(w.act is not None and w.act.get("unit") == unit.id, "LGG-7.0-a", f"{unit.id} works without being activated")
    face = e["dice"][-1]["face"]
    w.hold(e["pass"] == (face <= unit.morale), "REC-7", f"a {face} against {unit.morale} is told as {e['pass']}")
    w.hold(unit.combat is None, "REC-7", f"{unit.id}, locked, works")
    if e["work"] != "EA2":
        near = [f.id for f in w.foes(unit) if is_line(f) and gap(unit.place, f.place) <= CLEAR - HAIR]
        w.hold(not near, "REC-7", f'{unit.id} works within 6" of {near}')
    piece = w.ground.pieces[e.get("at")] if e["at"] is not None else None
    piece = piece or next((ruin for ruin in w.ground.ruins if ruin.number == e.get("at")), None)
    SITES[e["work"]](w, unit, piece)
    _in_hand(w, e, unit)


def _in_hand(w: World, e: Event, unit: Unit) -> None:
    """REC-7: successes add up at one work from one place; the last one finishes it."""
    base, before = unit.place, w.works.get(unit.id)
    here = (e["work"], e.get("at"), base.x, base.y)
    had = before[1] if before is not None and before[0] == here else 0
    wanted = had + e["pass"]
    w.hold(e["successes"] == wanted, "REC-7", f"{unit.id} is told at {e['successes']} successes, it has {wanted}")
    w.works.pop(unit.id, None)
    if wanted < SUCCESSES[e["work"]]:
        w.works[unit.id] = (here, wanted)


def touches(piece: Piece, base: Base) -> bool:
    """Does a base touch a line or an area?"""
    return float(piece.shape.distance(polygon(base))) <= FLUSH + HAIR


def deck(piece: Piece) -> Polygon:
    """A bridge as an area: its axis, as wide as it is."""
    return piece.shape.buffer(max(0.5, piece.width / 2), cap_style="flat")


def _bridging(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA1: engineer and train touch the same modest river, within 3" of one another."""
    modest = piece is not None and piece.kind == "river" and not piece.impassable
    if w.hold(modest, "EA1", f"{unit.id} bridges what is no modest river") and piece is not None:
        w.hold(touches(piece, unit.place), "EA1", f"{unit.id} does not touch the river")
        trains = [u for u in w.board(unit.side) if u.arm == "vehicle" and u.combat is None]
        near = [u for u in trains if gap(u.place, unit.place) <= APART + HAIR and touches(piece, u.place)]
        w.hold(bool(near), "EA1", f"{unit.id} has no train at the river")


def _demolition(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA2: the engineer touches the bridge; nobody is on it."""
    if w.hold(piece is not None and piece.kind == "bridge", "EA2", f"{unit.id} has no bridge here") and piece:
        w.hold(_at_deck(piece, unit), "EA2", f"{unit.id} does not touch the bridge")
        there = [u.id for u in w.board() if _on_deck(piece, u)]
        w.hold(not there, "EA2", f"{there} stand on the bridge")


def _at_deck(piece: Piece, unit: Unit) -> bool:
    return float(deck(piece).distance(polygon(unit.place))) <= FLUSH + HAIR


def _on_deck(piece: Piece, unit: Unit) -> bool:
    return bool(deck(piece).contains(Dot(unit.place.x, unit.place.y)))


def _repair(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA3: the engineer touches a demolished bridge."""
    ruin = piece is not None and piece in w.ground.ruins
    if w.hold(ruin, "EA3", f"{unit.id} repairs what is no demolished bridge") and piece is not None:
        w.hold(_at_deck(piece, unit), "EA3", f"{unit.id} does not touch the ruin")


def _digging(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA4: in clear or hill ground."""
    w.hold(piece is None, "EA4", f"{unit.id} digs at piece {piece.number if piece else None}")
    w.hold(not w.ground.in_rough(unit.place), "EA4", f"{unit.id} digs in rough ground")
    w.hold(w.ground.block(unit.place) is None, "EA4", f"{unit.id} digs in a town block")


def _clearing(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA5: the engineer touches a wall, trench or work."""
    wall = piece is not None and piece.kind == "obstacle" and not piece.impassable
    if w.hold(wall, "EA5", f"{unit.id} clears what is no wall") and piece is not None:
        w.hold(touches(piece, unit.place), "EA5", f"{unit.id} does not touch the obstacle")


def _track(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA6: the engineer touches rough ground."""
    if w.hold(piece is not None and piece.kind == "rough", "EA6", f"{unit.id} finds no rough ground") and piece:
        w.hold(touches(piece, unit.place), "EA6", f"{unit.id} does not touch the rough ground")


def _dismantling(w: World, unit: Unit, piece: Piece | None) -> None:
    """EA1: only a bridge that is a train of the same side."""
    train = w.trains.get(piece.number) if piece is not None else None
    mine = train is not None and train.side == unit.side
    w.hold(mine, "EA1", f"{unit.id} dismantles what is no train of its side")
    if mine and piece is not None:
        _demolition(w, unit, piece)


SITES = {"EA1": _bridging, "EA2": _demolition, "EA3": _repair, "EA4": _digging, "EA5": _clearing, "EA6": _track,
         "dismantle": _dismantling}  # fmt: skip


def _shaped(w: World, e: Event, unit: Unit, piece: Piece) -> None:
    """REC-7: size and place of what was made."""
    size = float(piece.shape.length)
    if e["work"] in ("EA1", "EA6"):
        w.hold(abs(piece.width - 2) < HAIR, "REC-7", f'{e["work"]} makes a piece {piece.width:g}" wide')
    if e["work"] in ("EA4", "EA5"):
        w.hold(abs(size - 4) < 2 * HAIR, "REC-7", f'{e["work"]} makes a piece of {size:.4f}"')
    if e["work"] == "EA1":
        river = w.ground.pieces[e.get("at")]
        w.hold(river is not None and bool(river.shape.intersects(piece.shape)), "EA1", "the bridge misses the river")
    if e["work"] == "EA4":
        _work_of(w, unit, piece)
    if e["work"] == "EA4" and e["day"] > 0:
        x, y = unit.place.world(0, unit.place.d)
        w.hold(piece.gap(x, y) <= FLUSH + HAIR, "EA4", f"the work is not in front of {unit.id}")
    if e["work"] == "EA5":
        wall = w.ground.pieces[e.get("at")]
        w.hold(wall is not None and wall.shape.distance(piece.shape) < HAIR, "EA5", "the gap is not in the obstacle")
    if e["work"] == "EA6":
        rough = sum(piece.shape.intersection(p.shape).length for p in w.ground.of("rough"))
        w.hold(0 < rough <= TRACK + HAIR, "EA6", f'a track through {rough:.3f}" of rough ground')


def _work_of(w: World, unit: Unit, piece: Piece) -> None:
    """EA4, HR-T4: straight, hard, halting only the enemy; one laid before the battle lies in the own zone."""
    fine = len(piece.points) == 2 and piece.cover == "hard" and piece.halt and not piece.impassable
    w.hold(fine and piece.built_by == unit.side, "EA4", f"{unit.id} makes a work that is none")
    ys = [y if w.edge_of(unit.side) > 0 else w.ground.depth - y for _, y in piece.points]
    w.hold(w.day > 0 or max(ys) <= ZONE + HAIR, "HR-T4", f'a work is laid {max(ys):.2f}" from the edge')


def change(w: World, e: Event) -> None:
    """What is new or gone."""
    piece: dict[str, Any] | None = e.get("piece")
    if piece:
        number = piece["number"]
        w.hold(piece["kind"] == MADE.get(e["work"]), "REC-7", f"{e['work']} makes a {piece['kind']}")
        w.hold(number <= len(w.ground.pieces), "journal", f"piece {number} where {len(w.ground.pieces)} is next")
        w.ground.put(number, piece)
        made = w.ground.pieces[number]
        if made is not None:
            _shaped(w, e, w.units[e["unit"]], made)
    if e.get("removed"):
        w.ground.remove(e["removed"]["number"])
    if e.get("train"):
        train = w.units[e["train"]]
        w.hold(train.arm == "vehicle" and train.there, "REC-7", f"{train.id} becomes a bridge")
        train.status, train.base = "bridge", None
        w.trains[piece["number"] if piece else -1] = train
