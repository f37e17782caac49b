"""The table as the auditor of battles reads it from the same journal: a second opinion on every moment of a replay."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from battles.resolvers.replay.film import Film
from tests.audits.lgg.audit import CONSEQUENCES, HANDLERS
from tests.audits.lgg.day import wills
from tests.audits.lgg.fights import backs
from tests.audits.lgg.world import World

OFF = {"amalgamated": "merged"}


def moments(report: dict[str, Any]) -> Iterator[World]:
    """The auditor's world after every event of a report with its journal."""
    world = World(report)
    for at, event in enumerate(world.events):
        world.at = at
        if event["ev"] not in CONSEQUENCES:
            backs.settle(world)
        HANDLERS[event["ev"]](world, event)
        yield world


def disagreements(film: Film, now: dict[str, Any], world: World) -> list[str]:
    """Where a moment of the film differs from the auditor's world."""
    said = [*_units(film, now, world), *_stands(film, now, world)]
    if now["left"] is not None and world.turn is not None and now["left"] != world.left:
        said.append(f"{now['left']} actions left, not {world.left}")
    pairs = sorted(
        [film.cast.numbers[unit.id], film.cast.numbers[fight.defender.id]]
        for fight in world.combats.values() for unit in fight.attackers
    )  # fmt: skip
    told = [now[f"w{n}"][:2] if now[f"w{n}"] else None for n in (0, 1)]
    if wills.share(world) is not None and told != [
        list(row) for row in zip(*(row.values() for row in wills.counts(world)), strict=True)
    ]:
        said.append(f"{told} broken, not {wills.counts(world)}")
    if world.fought is None and now["fights"] != pairs:
        said.append(f"fights {now['fights']}, not {pairs}")
    return said


def _units(film: Film, now: dict[str, Any], world: World) -> Iterator[str]:
    for n, block in enumerate(film.cast.blocks):
        unit = world.units[block.id]
        where, status = now[f"u{n}.in"], OFF.get(unit.status, unit.status)
        if where != status and (where, status) != ("rallied", "waiting"):
            yield f"{block.id} is {where}, not {status}"
        if now[f"u{n}.sp"] != unit.sp:
            yield f"{block.id} has {now[f'u{n}.sp']}, not {unit.sp}"
        if where == status == "board":
            yield from _pose(block.id, now[f"u{n}.at"], unit.place)


def _pose(name: str, pose: list[float], base: Any) -> Iterator[str]:
    x, y, facing = pose
    turn = abs(sin(radians(facing)) - base.fx), abs(cos(radians(facing)) - base.fy)
    off = max(abs(x - base.x), abs(y - base.y), *turn)
    if off > 1e-6:
        yield f"{name} stands {off:g} off"


def _stands(film: Film, now: dict[str, Any], world: World) -> Iterator[str]:
    ours = sorted(
        (film.cast.sides[stand.side], now[f"l{n}.name"], now[f"l{n}.role"], now[f"l{n}.skill"], *now[f"l{n}.at"])
        for n, stand in enumerate(film.cast.stands) if now[f"l{n}.in"]
    )  # fmt: skip
    theirs = sorted((x.side, x.name, x.role, x.skill, x.x, x.y) for x in world.leaders if x.here)
    if ours != theirs:
        yield f"stands {ours}, not {theirs}"
