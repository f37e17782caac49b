"""Works of the engineers and what they change in the field (REC-7, HR-T4)."""

from typing import Any

from tests.audit.plane import gap
from tests.audit.world import Event, Unit, World, is_line

SUCCESSES = {"EA1": 2, "EA2": 1, "EA3": 2, "EA4": 2, "EA5": 1, "EA6": 2, "dismantle": 1}
MADE = {"EA1": "bridge", "EA3": "bridge", "EA4": "obstacle", "EA5": "gap", "EA6": "road"}
REACH, CLEAR = 0.1, 6.0
MOST_BEFORE = 2


def on_engineer(w: World, e: Event) -> None:
    """REC-7: an attempt of an engineer, or a work laid before the battle."""
    unit = w.units[e["unit"]]
    if w.hold(unit.arm == "engineer", "REC-7", f"{unit.id} ({unit.type}) works") and unit.there:
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
    w.hold(w.edge_of(unit.side) < 0, "HR-T4", f"{unit.side} is not the defender")
    w.laid += 1
    w.hold(w.laid <= MOST_BEFORE, "HR-T4", f"{w.laid} works before the battle")


def _attempt(w: World, e: Event, unit: Unit) -> None:
    w.hold(w.act is not None and w.act.get("unit") == unit.id, "LGG-7.0-a", f"{unit.id} works without being activated")
    face = e["dice"][-1]["face"]
    w.hold(e["pass"] == (face <= unit.morale), "REC-7", f"a {face} against {unit.morale} is told as {e['pass']}")
    w.hold(unit.combat is None, "REC-7", f"{unit.id}, locked, works")
    if e["work"] != "EA2":
        near = [f.id for f in w.foes(unit) if is_line(f) and gap(unit.place, f.place) <= CLEAR - 1e-4]
        w.hold(not near, "REC-7", f'{unit.id} works within 6" of {near}')


def change(w: World, e: Event) -> None:
    """What is new or gone."""
    piece: dict[str, Any] | None = e.get("piece")
    if piece:
        number = piece["number"]
        w.hold(piece["kind"] == MADE.get(e["work"]), "REC-7", f"{e['work']} makes a {piece['kind']}")
        w.hold(number <= len(w.ground.pieces), "journal", f"piece {number} where {len(w.ground.pieces)} is next")
        w.ground.put(number, piece)
        if piece["kind"] == "obstacle":
            length = w.ground.pieces[number].shape.length  # type: ignore[union-attr]
            w.hold(abs(length - 4) < 0.01, "REC-7", f'a field work of {length:.2f}"')
    if e.get("removed"):
        w.ground.remove(e["removed"]["number"])
    if e.get("train"):
        train = w.units[e["train"]]
        w.hold(train.arm == "vehicle" and train.there, "REC-7", f"{train.id} becomes a bridge")
        train.status, train.base = "bridge", None
