"""Standing orders: what an army does when nothing is entered for it. Everything asked is known to its owner."""

import itertools
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal
from campaign.rules.march.supply import depot_works
from campaign.rules.orders.kinds import AVOID, HOLD, MARCH, REST, SUPPORT
from campaign.rules.theatre import ArmyFacts, Theatre

DEPOT, ROUTE = "depot", "route"
LONGEST = 12
May = Callable[[str, str], bool]
"""Whether an army may march into a province, or support it: asked with the kind of order and the province's key."""


@dataclass(frozen=True)
class Standing:
    """A standing order; ``path`` is the supported neighbour, or the provinces of a route in order."""

    kind: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True)
class Now:
    """The order that a standing order gives this turn, and why it differs."""

    kind: str
    path: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Ground:
    """A faction's knowledge where an army stands: the map, the turn, and enemies as units by province."""

    theatre: Theatre
    turn: int
    enemies: Mapping[str, int]
    may: May


def order_now(standing: Standing, army: ArmyFacts, ground: Ground) -> Now:
    """Return the order of this turn."""
    return KINDS[standing.kind].now(standing, army, ground)


def _stay(standing: Standing, _: ArmyFacts, __: Ground) -> Now:
    return Now(standing.kind)


def _avoid(_: Standing, army: ArmyFacts, ground: Ground) -> Now:
    """Avoid when the enemies seen in the army's province, or in one next to it, have more units than the army."""
    near = [army.province, *ground.theatre.neighbours(army.province)]
    outnumbered = any(ground.enemies.get(key, 0) > len(army.units) for key in near)
    return Now(AVOID) if outnumbered else Now(HOLD)


def _support(standing: Standing, _: ArmyFacts, ground: Ground) -> Now:
    target = standing.path[0]
    return Now(SUPPORT, (target,)) if ground.may(SUPPORT, target) else Now(HOLD, (), "it cannot be supported now")


def _depot(_: Standing, army: ArmyFacts, ground: Ground) -> Now:
    """March towards the nearest depot that works and past no enemy that is seen; hold at it."""
    way = way_to_depot(army, ground)
    if way is None:
        return Now(HOLD, (), "no way to a depot is open")
    return _marched(way[1], ground) if len(way) > 1 else Now(HOLD)


def _route(standing: Standing, army: ArmyFacts, ground: Ground) -> Now:
    """March into the next province of the route; halt before an enemy of more units who is seen there."""
    target = next_of(standing.path, army.province)
    if target is None:
        return Now(HOLD, (), "the route is done")
    if ground.enemies.get(target, 0) > len(army.units):
        return Now(HOLD, (), "a stronger enemy is seen on the route")
    return _marched(target, ground)


def _marched(target: str, ground: Ground) -> Now:
    return Now(MARCH, (target,)) if ground.may(MARCH, target) else Now(HOLD, (), "the way is barred")


@dataclass(frozen=True)
class StandingKind:
    """A kind of standing order, and the order of a turn that it gives; it names at most so many provinces."""

    label: str
    now: Callable[[Standing, ArmyFacts, Ground], Now]
    most: int = 0
    missing: str = ""
    """The remedy where it names none or too many."""


KINDS: Mapping[str, StandingKind] = {
    HOLD: StandingKind("Hold", _stay),
    REST: StandingKind("Rest", _stay),
    AVOID: StandingKind("Avoid battle if outnumbered, else hold", _avoid),
    SUPPORT: StandingKind("Support a neighbour", _support, 1, "choose the one neighbour that is supported."),
    DEPOT: StandingKind("Fall back on the nearest depot", _depot),
    ROUTE: StandingKind("March on along a route", _route, LONGEST, f"a route has 1 to {LONGEST} provinces."),
}


def next_of(route: Sequence[str], here: str) -> str | None:
    """Return the province of a route after that in which an army stands; off the route its first, at its end None."""
    if here not in route:
        return route[0]
    place = len(route) - 1 - list(reversed(route)).index(here)
    return route[place + 1] if place + 1 < len(route) else None


def way_to_depot(army: ArmyFacts, ground: Ground) -> tuple[str, ...] | None:
    """Return the shortest way to an own or allied depot that works, by the lowest keys; None if none is open.

    It begins where the army stands, and enters no province that a neutral bars or in which an enemy is seen.
    """
    theatre = ground.theatre
    ways: deque[tuple[str, ...]] = deque([(army.province,)])
    seen = {army.province}
    while ways:
        way = ways.popleft()
        if depot_works(theatre.provinces[way[-1]], army.faction, ground.turn, theatre):
            return way
        for key in theatre.neighbours(way[-1]):
            open_ = theatre.lets_through(theatre.provinces[key].controller, army.faction)
            if key not in seen and open_ and not ground.enemies.get(key):
                seen.add(key)
                ways.append((*way, key))
    return None


def check_standing(data: Any, theatre: Theatre | None = None) -> Standing | None:
    """Return a standing order from plain values, None for none ({}); Refusal that names the field and the remedy."""
    if not isinstance(data, Mapping) or set(data) - {"kind", "path"}:
        raise Refusal("standing: write its kind and its path.")
    if not data:
        return None
    kind, path = data.get("kind"), data.get("path", [])
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refusal(f"standing: choose {', '.join(KINDS)}.")
    if not isinstance(path, list) or not all(isinstance(key, str) for key in path):
        raise Refusal("standing: its path is a list of provinces.")
    if theatre is not None:
        _check_path(theatre, path)
    row = KINDS[kind]
    if row.most and not 1 <= len(path) <= row.most:
        raise Refusal(f"Standing order: {row.missing}")
    return Standing(kind, tuple(path) if row.most else ())


def _check_path(theatre: Theatre, path: Sequence[str]) -> None:
    for key in path:
        if key not in theatre.provinces:
            raise Refusal("Standing order: choose provinces of this map.")
    for first, second in itertools.pairwise(path):
        if theatre.edge(first, second) is None:
            names = theatre.provinces[first].name, theatre.provinces[second].name
            raise Refusal(f"Standing order: no way leads from {names[0]} to {names[1]}; name the provinces between.")
