"""Chance cards, an optional rule (SQB-48)."""

from battles.resolvers.common.codes import ART, BOARD, NOBODY, SIDE_LEADERS, SIDE_UNITS
from battles.resolvers.common.journal import log_event, throw, throw_d3
from battles.resolvers.common.record import Battle
from battles.resolvers.kernels import kernel
from battles.resolvers.square_brigadier.codes import (
    CARD_MELEE,
    CARD_MUTE,
    CARD_ORDERS,
    CARD_PINNED,
    CARD_RALLY,
    CARD_SHOT,
    CARD_SILENT,
    DIE_CARD,
    DIE_EXTRA,
    DUMB,
    E_CARD,
    FIRE_CARD,
    MELEE_CARD,
    MUTE,
    ORDERS,
    PINNED,
)
from battles.resolvers.square_brigadier.command import general_of

DECK = (0, 0, 0, 0, CARD_ORDERS, CARD_ORDERS, CARD_SILENT, CARD_SHOT, CARD_MELEE, CARD_RALLY, CARD_PINNED, CARD_MUTE)
"""SQB-48 The twelve cards; a die of twelve draws one, and it goes back."""


@kernel
def most_worn(battle: Battle, side: int) -> int:
    """SQB-48 The unit of a side that has taken most hits; NOBODY where none has taken any."""
    best, found = 0, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        taken = battle.cap[unit] - battle.left[unit]
        if battle.status[unit] == BOARD and taken > best:
            best, found = taken, unit
    return found


@kernel
def strongest(battle: Battle, side: int, guns: bool) -> int:
    """SQB-48 The unit of a side with most hits left, guns or others; NOBODY where there is none."""
    best, found = 0, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        fits = battle.status[unit] == BOARD and (battle.arm[unit] == ART) == guns
        if fits and battle.left[unit] > best:
            best, found = battle.left[unit], unit
    return found


@kernel
def clear_cards(battle: Battle, side: int) -> None:
    """SQB-48 Cards that bore on a side's turn are over with it."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.own[unit, PINNED] = battle.own[unit, MUTE] = 0
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        battle.lead_own[leader, DUMB] = 0
    battle.side_own[side, FIRE_CARD] = battle.side_own[side, MELEE_CARD] = 0


@kernel
def silence(battle: Battle, side: int) -> None:
    """SQB-48 The enemy's General gives no orders in his next turn."""
    general = general_of(battle, side)
    if general != NOBODY:
        battle.lead_own[general, DUMB] = 1


@kernel
def play_card(battle: Battle, side: int, card: int) -> int:
    """SQB-48 Return what a card does beside extra orders; the unit that it is played on, or NOBODY."""
    unit = NOBODY
    if card == CARD_SILENT:
        silence(battle, 1 - side)
    elif card == CARD_SHOT:
        battle.side_own[side, FIRE_CARD] = 1
    elif card == CARD_MELEE:
        battle.side_own[side, MELEE_CARD] = 1
    elif card == CARD_RALLY:
        unit = most_worn(battle, side)
        if unit != NOBODY:
            battle.left[unit] += 1
    elif card in (CARD_PINNED, CARD_MUTE):
        unit = strongest(battle, 1 - side, card == CARD_MUTE)
        if unit != NOBODY:
            battle.own[unit, PINNED if card == CARD_PINNED else MUTE] = 1
    return unit


@kernel
def draw_card(battle: Battle, side: int) -> None:
    """SQB-48 Draw a card in one's own turn."""
    card, extra = DECK[throw(battle, 12, DIE_CARD) - 1], 0
    if card == CARD_ORDERS and general_of(battle, side) != NOBODY:
        extra = throw_d3(battle, DIE_EXTRA)
        battle.lead_own[general_of(battle, side), ORDERS] += extra
    unit = play_card(battle, side, card)
    log_event(battle, E_CARD, 48, side, unit, NOBODY, card, extra, 0, 0)
