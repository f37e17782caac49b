"""Answers before a note is written: the odds of a combat or a fire, the price of a move."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.common.codes import Arm
from battles.resolvers.contract.described import Answer, Button
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.command.radius import FORBIDDEN, band_at, command_gap, increment_price
from battles.resolvers.lgg.companion.fight_notes import combat_asked, fire_asked
from battles.resolvers.lgg.companion.forces import combat_question, fire_question
from battles.resolvers.lgg.companion.screen import Screen
from battles.resolvers.lgg.companion.state import TableState, at_gap
from battles.resolvers.lgg.movement.movement import route_price
from battles.resolvers.lgg.movement.paths import increments_of, load_route, route_pose_at
from battles.resolvers.lgg.record.state import Battle

DEGREES = 180
HALVINGS = 40
NEAR_ENOUGH = 0.05
ONE_LEG = 1
HAIR = 0.0005
"""Inches by which a way is laid shorter, so that rounded places make no increment of their own."""


@dataclass(frozen=True)
class Increment:
    """One increment: how far from the commander's stand it ends, in inches, and its price in actions."""

    ends_at: float
    price: int


@dataclass(frozen=True)
class MovePrice:
    """LGG-8.1-a What a move costs in actions, None where it may not be made; ``checks`` of attrition (LGG-8.3-a)."""

    price: int | None
    increments: tuple[Increment, ...]
    checks: int
    radius: float
    why: str = ""


def move_price(table: TableState, key: str, begins: float, length: float, ends: float) -> MovePrice:
    """LGG-8.1 A move of a length that begins and ends so far from the stand that commands; all in inches.

    Refusal where no straight way has these three distances.
    """
    battle, slot = table.battle, table.slots[key]
    at_gap(battle, slot, begins)
    _lay_way(battle, slot, length, ends)
    load_route(battle, slot)
    count = int(increments_of(battle, slot, ONE_LEG))
    if battle.arm[slot] == Arm.ART and count > 1:
        return MovePrice(None, (), 0, float(battle.radius), "artillery moves one increment at most (LGG-8.2-b)")
    increments = tuple(_increments(battle, slot, count, length))
    price = int(route_price(battle, slot, ONE_LEG))
    if price == FORBIDDEN:
        why = "it would begin or end beyond double the radius (LGG-7.0-d)"
        return MovePrice(None, increments, count - 1, float(battle.radius), why)
    return MovePrice(price, increments, count - 1, float(battle.radius))


def _increments(battle: Battle, slot: int, count: int, length: float) -> list[Increment]:
    """LGG-8.1-c Where each increment ends and what it costs."""
    made, before = [], band_at(battle, slot, *route_pose_at(battle, ONE_LEG, 0.0))
    for n in range(1, count + 1):
        pose = route_pose_at(battle, ONE_LEG, length if n == count else n * battle.increment[slot])
        after = band_at(battle, slot, *pose)
        ends = round(float(command_gap(battle, slot, *pose)), 1)
        made.append(Increment(ends, int(increment_price(battle, slot, before, after))))
        before = after
    return made


def _lay_way(battle: Battle, slot: int, length: float, ends: float) -> None:
    """The end of a straight way of this length that lies ``ends`` inches from the commander."""
    angle = _angle(battle, slot, length, ends)
    x, y = _end(battle, slot, length - HAIR, angle)
    battle.cmd_n = ONE_LEG
    battle.cmd_path[0, 0], battle.cmd_path[0, 1], battle.cmd_path[0, 2], battle.cmd_path[0, 3] = x, y, 0.0, 1.0


def _end(battle: Battle, slot: int, length: float, angle: float) -> tuple[float, float]:
    return battle.x[slot] + length * math.sin(angle), battle.y[slot] + length * math.cos(angle)


def _gap(battle: Battle, slot: int, length: float, angle: float) -> float:
    return float(command_gap(battle, slot, *_end(battle, slot, length, angle), 0.0, 1.0))


def _angle(battle: Battle, slot: int, length: float, ends: float) -> float:
    """Return the direction of the way, 0 straight away from the commander."""
    turns = [math.pi * n / DEGREES for n in range(DEGREES + 1)]
    gaps = [_gap(battle, slot, length, turn) for turn in turns]
    if abs(gaps[0] - ends) <= NEAR_ENOUGH:
        return 0.0
    for n in range(DEGREES):
        if gaps[n] > ends >= gaps[n + 1]:
            return _halved(battle, slot, length, ends, turns[n], turns[n + 1])
    least, most = min(gaps), max(gaps)
    raise Refusal(
        f"Ends at: a straight move of {length:g} inches from there ends between {least:.1f} and {most:.1f} inches "
        f"from him, not at {ends:g}; measure again."
    )


def _halved(battle: Battle, slot: int, length: float, ends: float, low: float, high: float) -> float:
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        if _gap(battle, slot, length, middle) > ends:
            low = middle
        else:
            high = middle
    return high


def ask(table: TableState, screen: Screen, reader: Reader, kind: str, values: Mapping[str, Any]) -> Answer:
    """Return the answer to a form, as far as this reader may know; Refusal where it cannot be."""
    if kind == "combat":
        odds = combat_question(table, JsonPlace(combat_asked(values)), reader).answer()
        return Answer(odds=odds, supposed=_supposed(screen, values["first"], values["second"], values["defender"]))
    if kind == "fire":
        odds = fire_question(table, JsonPlace(fire_asked(values)), reader).answer()
        return Answer(odds=odds, supposed=_supposed(screen, values["firer"], values["target"]))
    if kind == "move":
        numbers = (float(values[key]) for key in ("begins", "length", "ends"))
        return _price(move_price(table, values["unit"], *numbers), screen)
    raise Refusal("Nothing of this kind is asked at the table.")


def _supposed(screen: Screen, *keys: str) -> tuple[str, ...]:
    """Return the units whose strength the reader does not know."""
    return tuple(unit.name for unit in screen.units if unit.id in keys and unit.strength is None)


def _price(price: MovePrice, screen: Screen) -> Answer:
    if price.price is None:
        return Answer(title="Price", refused=("It may not be made", price.why))
    unit = "action" if price.price == 1 else "actions"
    checks = f", {price.checks} attrition {'check' if price.checks == 1 else 'checks'}" if price.checks else ""
    lines = tuple(f"ends {one.ends_at} inches from him: {one.price}" for one in price.increments)
    pay = Button("amount", str(price.price), f"Spend {price.price}", kind="spend") if screen.is_turn else None
    return Answer(title="Price", number=str(price.price), unit=f"{unit}{checks}", lines=lines, follow=pay)
