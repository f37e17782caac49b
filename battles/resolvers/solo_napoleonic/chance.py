"""Chance cards: one a side and turn, played when the program's table says, lost at the turn's end (SNW-12)."""

from battles.resolvers.common.codes import NOBODY, SIDES, Status
from battles.resolvers.common.journal import log_event, throw, throw_d3
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import Chance, Die, Event, Own, Side
from battles.resolvers.solo_napoleonic.footing import end, first

DECK = 16


@kernel
def draw_chances(battle: Battle) -> None:
    """SNW-12 Each side draws its chance card of the turn from a full deck."""
    for side in range(SIDES):
        card = battle.num[n.CHANCE_DECK + throw(battle, DECK, Die.CHANCE) - 1]
        battle.side_own[side, Side.CHANCE], battle.side_own[side, Side.PLAYED] = card, int(card == Chance.NOTHING)
        log_event(battle, Event.CHANCE, rule=12, side=side, card=card)


@kernel
def holds(battle: Battle, side: int, card: int) -> bool:
    """SNW-12 Has a side this card to play?"""
    return battle.side_own[side, Side.CHANCE] == card and battle.side_own[side, Side.PLAYED] == 0


@kernel
def play(battle: Battle, side: int, unit: int) -> None:
    """SNW-12 Play a side's card on a unit, the side's own or an enemy."""
    battle.side_own[side, Side.PLAYED] = 1
    log_event(battle, Event.CHANCE_PLAYED, rule=12, side=side, unit=unit, card=battle.side_own[side, Side.CHANCE])


@kernel
def play_on_general(battle: Battle, side: int, leader: int) -> None:
    """SNW-12 Play a side's card on a general."""
    battle.side_own[side, Side.PLAYED] = 1
    log_event(
        battle, Event.PRIVATE_CHANCE, rule=12, side=side, commander=leader, card=battle.side_own[side, Side.CHANCE]
    )


@kernel
def most_disordered(battle: Battle, side: int) -> int:
    """COM-17 The unit of a side with the most chits; NOBODY where none has two."""
    best, found = 1, NOBODY
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.CHITS] > best:
            best, found = battle.own[unit, Own.CHITS], unit
    return found


@kernel
def steady_one(battle: Battle, side: int) -> None:
    """SNW-12 The card that takes d3 chits away, played at the end of the turn on the most disordered unit."""
    unit = most_disordered(battle, side) if holds(battle, side, Chance.STEADIED) else NOBODY
    if unit != NOBODY:
        off = min(battle.own[unit, Own.CHITS], throw_d3(battle, Die.STEADY))
        battle.own[unit, Own.CHITS] -= off
        play(battle, side, unit)
