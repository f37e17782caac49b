"""Who may be activated, for what and at what price (LGG-7.0, 8.1, 8.2; S2-d, S4-a; HR-T6, HR-E)."""

import itertools

from tests.audits.lgg.ground.plane import HAIR, Base
from tests.audits.lgg.tables import ACTIVITIES
from tests.audits.lgg.world import Event, Unit, World, path_length, pose_at

ROUNDED_OFF = 0.02
"""R-50: by how much a path may be longer than its increments."""
FOLLOWS = {
    "move": ("move", "stratagem"), "attack": ("move", "stratagem"), "withdraw": ("withdraw", "stratagem"),
    "fire": ("fire", "stratagem"),
    "engineer": ("engineer", "stratagem"), "recover": ("recover", "stratagem"), "rally": ("rally", "stratagem"),
    "commander": ("commander_move",), "exit": ("exit",), "force": ("activate", "combat", "stratagem"),
}  # fmt: skip


def on_activate(w: World, e: Event) -> None:
    """LGG-6.1-c, 7.0: the actions that are left, and what comes next."""
    following = w.events[w.at + 1]["ev"] if w.at + 1 < len(w.events) else ""
    w.hold(following in FOLLOWS[e["activity"]], "LGG-7.0-a", f"{e['activity']} is followed by {following}")
    free = e["side"] != w.turn and "ST5" in str(e["rule"])
    if not free:
        w.hold(e["side"] == w.turn, "LGG-6.1-c", f"{e['side']} acts in the turn of {w.turn}")
        w.left -= e["cost"]
        w.hold(w.left >= 0, "LGG-6.1-c", f"{-w.left} actions more than there were")
        w.hold(e["left"] == w.left, "LGG-6.1-c", f"{e['left']} actions left, it should be {w.left}")
        w.left = e["left"]
    w.act, w.acts = e, w.acts + (not free)
    aims = e["activity"] in ("attack", "fire")
    w.hold(("target" in e) == aims, "journal", f"{e['activity']} with a target: {'target' in e}")
    if e["activity"] == "commander":
        _commander(w, e)
    else:
        _unit(w, w.units[e["unit"]], e, free)


def _commander(w: World, e: Event) -> None:
    w.hold(e["cost"] == 1, "LGG-8.2-c", f"a commander's move for {e['cost']}")
    close_open(w)


def close_open(w: World) -> None:
    """LGG-7.0-g, j: whoever was open is closed."""
    if w.open is not None:
        w.open.closed = True
    w.open = None


def _unit(w: World, unit: Unit, e: Event, free: bool) -> None:
    activity = e["activity"]
    letter = ACTIVITIES[activity]
    w.hold(unit.side == e["side"], "LGG-7.0-a", f"{unit.id} is not of {e['side']}")
    w.hold(letter not in unit.done, "LGG-7.0-f", f"{unit.id} does {activity} again")
    unit.done.add(letter)
    if activity == "rally":
        _rally(w, unit, e)
        return
    if not w.hold(unit.there, "ENG-14", f"{unit.id} is {unit.status}, not on the table"):
        return
    w.hold(not unit.closed or activity == "force", "LGG-7.0-g", f"{unit.id} is closed and does {activity}")
    _locks(w, unit, activity)
    if free:
        unit.closed = True
        return
    if w.open is not unit:
        close_open(w)
    w.open = None if unit.closed else unit
    if activity == "force":
        w.paid.append(e)
        unit.closed, w.open = True, None
    if activity == "exit":
        price = march_price(w, unit, [unit.place, unit.place])
        w.hold(price == e["cost"] or w.edgy(unit, unit.place), "HR-E", f"{unit.id} leaves for {e['cost']}, not {price}")
    elif activity not in ("move", "attack", "withdraw"):
        price_standing(w, unit, e)


def _rally(w: World, unit: Unit, e: Event) -> None:
    w.hold(unit.status == "rallyable", "LGG-14.0-e", f"{unit.id} is {unit.status}")
    w.hold(not unit.spent, "R-47", f"{unit.id} had been activated or had forced in the round of its rout")
    w.hold(e["cost"] == 1 or e["side"] != w.turn, "LGG-14.0-e", f"a rally for {e['cost']}")
    close_open(w)
    unit.closed = True


def _locks(w: World, unit: Unit, activity: str) -> None:
    combat = w.combats.get(unit.combat) if unit.combat is not None else None
    if combat is None:
        w.hold(activity not in ("force", "withdraw"), "LGG-7.0-l", f"{unit.id} is in no combat and does {activity}")
        return
    allowed = "withdraw" if combat.defender is unit else "force"
    w.hold(activity == allowed, "LGG-7.0-l", f"{unit.id}, locked, does {activity}")


def standing_price(w: World, unit: Unit, base: Base) -> int | None:
    """LGG-7.0-b to d: 1 within R, 2 within 2R, None beyond."""
    return {1: 1, 2: 2, 3: 2 if w.led(unit, base) else None}[w.band(unit, base)]


def price_standing(w: World, unit: Unit, e: Event) -> None:
    """LGG-7.0-b to d: an activity that does not move the unit."""
    price = standing_price(w, unit, unit.place)
    if w.hold(price is not None, "LGG-7.0-d", f"{unit.id} acts beyond double the radius") and price != e["cost"]:
        w.hold(w.edgy(unit, unit.place), "LGG-7.0-c", f"{unit.id} pays {e['cost']}, not {price}")


def increments_of(unit: Unit, path: list[Base]) -> int:
    """LGG-8.1-c, R-50: full increments from the start, the last shorter; a path may be a rounding longer."""
    size, count = path_length(path), 1
    while size > count * unit.kind.increment + ROUNDED_OFF + 1e-5:
        count += 1
    return count


def march_price(w: World, unit: Unit, path: list[Base]) -> int | None:
    """LGG-8.1-a, c, 8.2-a, S4-a, HR-T6: the sum over the increments; None beyond double the radius."""
    size, full = path_length(path), unit.kind.increment
    ends = [pose_at(path, min(n * full, size)) for n in range(1, increments_of(unit, path) + 1)]
    bands = [w.band(unit, base) for base in (path[0], *ends)]
    if any(band == 3 and not w.led(unit, base) for band, base in ((bands[0], path[0]), (bands[-1], ends[-1]))):
        return None
    dear = unit.type != "light_cav"
    return sum(2 if a == 3 and unit.column else 1 + (dear and max(a, b) > 1) for a, b in itertools.pairwise(bands))


def near_a_rim(w: World, unit: Unit, path: list[Base]) -> bool:
    """Does rounding decide the price of a path?"""
    size, full = path_length(path), unit.kind.increment
    marks = [n * full for n in range(increments_of(unit, path))]
    return any(w.edgy(unit, pose_at(path, gone)) for gone in (*marks, size))


def price_march(w: World, unit: Unit, path: list[Base], increments: int) -> None:
    """LGG-8.1: what the march costs; one that ends in a rout has paid for all it meant to go."""
    if w.act is None or w.act.get("unit") != unit.id:
        w.breach("LGG-7.0-a", f"{unit.id} marches without being activated")
        return
    cost = w.act["cost"]
    if w.act["side"] != w.turn and "ST5" in str(w.act["rule"]):
        w.hold(increments == 1, "REC-6", f"{increments} increments by Presence of Mind")
        cost = None
    price = march_price(w, unit, path)
    if price is None:
        w.hold(near_a_rim(w, unit, path), "LGG-7.0-d", f"{unit.id} marches beyond double the radius")
    elif cost is not None and price != cost:
        w.hold(near_a_rim(w, unit, path), "LGG-8.1-a", f"{unit.id} pays {cost} for a march of {price}")


def on_exit(w: World, e: Event) -> None:
    """HR-E: by its own edge, within 1" of it."""
    unit = w.units[e["unit"]]
    if unit.there:
        ys = [y for _, y in unit.place.corners()]
        off = min(ys) if w.edge_of(unit.side) > 0 else w.ground.depth - max(ys)
        w.hold(off <= 1.0 + HAIR, "HR-E", f'{unit.id} leaves from {off:.2f}" off its edge')
    unit.status, unit.base = "exited", None
    close_open(w)
