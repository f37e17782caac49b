"""Withdrawals: clear of the attackers, nearer to nobody, as directly away as possible (LGG-9.0-g to j)."""

from math import acos, degrees, hypot

from tests.audits.lgg.activations import march_price
from tests.audits.lgg.day.leaders import note_sweeps
from tests.audits.lgg.day.nights import room
from tests.audits.lgg.fights.backs import turned_way
from tests.audits.lgg.fights.combats import way_back
from tests.audits.lgg.ground.plane import HAIR, NEAR, Base, gap
from tests.audits.lgg.ground.zones import GROWS, free_foes, steps_of
from tests.audits.lgg.moves import end_ground, march, put, read_path
from tests.audits.lgg.tables import FAN, WITHDRAW_CLEAR
from tests.audits.lgg.world import Combat, Event, Unit, World

WAYS = (8.0, 7.0, 6.0, 5.0, 4.0, 3.0)
"""How far a unit may be meant to go that withdraws."""


def on_withdraw(w: World, e: Event) -> None:
    """LGG-9.0-g to j: a defender goes at least 3" from its attackers, nearer to nobody."""
    unit = w.units[e["unit"]]
    path = read_path(w, unit, e)
    combat = w.combats.get(unit.combat) if unit.combat is not None else None
    march(w, unit, path, e)
    w.hold(e["increments"] == 1, "LGG-9.0-i", f"a withdrawal over {e['increments']} increments")
    if w.hold(combat is not None and combat.defender is unit, "LGG-9.0-g", f"{unit.id} was not attacked") and combat:
        at_once = w.turn != unit.side
        w.hold(at_once or w.turn == w.order[-1], "LGG-9.0-g", "only the side that moves second withdraws")
        w.hold(not combat.squares, "LGG-9.0-h", f"{unit.id} leaves its squares")
        keeps_off(w, unit, path, combat)
        straightest(w, unit, path[-1], combat)
        for attacker in combat.attackers:
            attacker.closed = True
        w.unlock(unit)
    end_ground(w, unit, path[-1])
    unit.withdrew = True
    note_sweeps(w, unit, path)
    put(w, unit, path[-1])


def keeps_off(w: World, unit: Unit, path: list[Base], combat: Combat) -> None:
    """LGG-9.0-i: 3" off the attackers, never closer to an unlocked enemy or an attacker."""
    for foe in combat.attackers:
        far = gap(path[-1], foe.place)
        w.hold(far >= WITHDRAW_CLEAR - 1e-3, "LGG-9.0-i", f'{unit.id} ends {far:.2f}" from {foe.id}')
    nearer = closer(w, unit, path, combat, GROWS)
    w.hold(nearer is None, "LGG-9.0-i", f"{unit.id} withdraws nearer to {nearer}")


def closer(w: World, unit: Unit, path: list[Base], combat: Combat, slack: float) -> str | None:
    """LGG-9.0-i: the first enemy that counts to which a path comes nearer."""
    heeded = free_foes(w, unit) + combat.attackers
    for one, two in steps_of(path):
        for foe in heeded:
            if gap(two, foe.place) < gap(one, foe.place) - slack:
                return foe.id
    return None


def straightest(w: World, unit: Unit, end: Base, combat: Combat) -> None:
    """LGG-9.0-i: no way of the fan that leads more directly away was surely open."""
    away = way_back(combat, unit)
    x, y = end.x - unit.place.x, end.y - unit.place.y
    bent = degrees(acos(max(-1.0, min(1.0, (x * away[0] + y * away[1]) / hypot(x, y)))))
    for angle in FAN:
        if abs(angle) < bent - 1:
            dx, dy = turned_way(away, angle)
            if any(_open(w, unit, unit.place.at(unit.place.x + dx * far, unit.place.y + dy * far), combat)
                   for far in WAYS):  # fmt: skip
                w.breach("LGG-9.0-i", f"{unit.id} withdraws {bent:.0f} degrees aside, {angle} were open")
                return


def _open(w: World, unit: Unit, end: Base, combat: Combat) -> bool:
    """LGG-9.0-i, 7.0: might a unit surely have withdrawn to a place, for no more than it paid?"""
    path, cost = [unit.place, end], w.act["cost"] if w.act else 0
    clear = all(gap(end, foe.place) > WITHDRAW_CLEAR + HAIR for foe in combat.attackers)
    if not clear or not room(w, unit, end) or closer(w, unit, path, combat, NEAR) is not None:
        return False
    price = march_price(w, unit, path)
    return price is not None and price <= max(cost, 1)
