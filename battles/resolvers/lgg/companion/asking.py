"""Answers before a note is written: the odds of a combat or a fire, the price of a move."""

from collections.abc import Mapping
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.described import Answer, Button
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.companion.fight_notes import combat_asked, fire_asked
from battles.resolvers.lgg.companion.forces import combat_question, fire_question
from battles.resolvers.lgg.companion.prices import MovePrice, move_price
from battles.resolvers.lgg.companion.screen import Screen
from battles.resolvers.lgg.companion.state import TableState


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
