"""Chance cards, an optional rule (SQB-48)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm, Status
from battles.resolvers.common.journal import log_event, throw, throw_d3
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import Card, Die, Event, Lead, Own, Side
from battles.resolvers.square_brigadier.command import general_of

DECK = (0, 0, 0, 0, Card.ORDERS, Card.ORDERS, Card.SILENT, Card.SHOT, Card.MELEE, Card.RALLY, Card.PINNED, Card.MUTE)
"""SQB-48 The twelve cards; a die of twelve draws one, and it goes back."""


@kernel
def most_worn(battle: Battle, side: int) -> int:
    """SQB-48 The unit of a side that has taken most hits; NOBODY where none has taken any."""
    best, found = 0, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        taken = battle.cap[unit] - battle.left[unit]
        if battle.status[unit] == Status.BOARD and taken > best:
            best, found = taken, unit
    return found


@kernel
def strongest(battle: Battle, side: int, guns: bool) -> int:
    """SQB-48 The unit of a side with most hits left, guns or others; NOBODY where there is none."""
    best, found = 0, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        fits = battle.status[unit] == Status.BOARD and (battle.arm[unit] == Arm.ART) == guns
        if fits and battle.left[unit] > best:
            best, found = battle.left[unit], unit
    return found


@kernel
def clear_cards(battle: Battle, side: int) -> None:
    """SQB-48 Cards that bore on a side's turn are over with it."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.own[unit, Own.PINNED] = battle.own[unit, Own.MUTE] = 0
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        battle.lead_own[leader, Lead.DUMB] = 0
    battle.side_own[side, Side.FIRE_CARD] = battle.side_own[side, Side.MELEE_CARD] = 0


@kernel
def silence(battle: Battle, side: int) -> None:
    """SQB-48 The enemy's General gives no orders in his next turn."""
    general = general_of(battle, side)
    if general != NOBODY:
        battle.lead_own[general, Lead.DUMB] = 1


@kernel
def play_card(battle: Battle, side: int, card: int) -> int:
    """SQB-48 Return what a card does beside extra orders; the unit that it is played on, or NOBODY."""
    unit = NOBODY
    if card == Card.SILENT:
        silence(battle, 1 - side)
    elif card == Card.SHOT:
        battle.side_own[side, Side.FIRE_CARD] = 1
    elif card == Card.MELEE:
        battle.side_own[side, Side.MELEE_CARD] = 1
    elif card == Card.RALLY:
        unit = most_worn(battle, side)
        if unit != NOBODY:
            battle.left[unit] += 1
    elif card in (Card.PINNED, Card.MUTE):
        unit = strongest(battle, 1 - side, card == Card.MUTE)
        if unit != NOBODY:
            battle.own[unit, Own.PINNED if card == Card.PINNED else Own.MUTE] = 1
    return unit


@kernel
def draw_card(battle: Battle, side: int) -> None:
    """SQB-48 Draw a card in one's own turn."""
    card, extra = DECK[throw(battle, 12, Die.CARD) - 1], 0
    if card == Card.ORDERS and general_of(battle, side) != NOBODY:
        extra = throw_d3(battle, Die.EXTRA)
        battle.lead_own[general_of(battle, side), Lead.ORDERS] += extra
    unit = play_card(battle, side, card)
    log_event(battle, Event.CARD, rule=48, side=side, unit=unit, card=card, extra=extra)
