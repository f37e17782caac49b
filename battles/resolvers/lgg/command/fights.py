"""The list of combats: who is locked with whom, and how a unit leaves (LGG-9.0-k, l; R-31)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import NOBODY, SIDE_SLOTS, Face
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.state import Battle


@kernel
def has_cavalry_attacker(battle: Battle, fight: int) -> bool:
    """LGG-9.0-h Is at least one attacker of this combat cavalry?"""
    first, second = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    if first != NOBODY and battle.arm[first] == Arm.CAV:
        return True
    return second != NOBODY and battle.arm[second] == Arm.CAV


@kernel
def has_infantry_attacker(battle: Battle, fight: int) -> bool:
    """CM4 Is at least one attacker of this combat infantry?"""
    first, second = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    if first != NOBODY and battle.arm[first] == Arm.FOOT:
        return True
    return second != NOBODY and battle.arm[second] == Arm.FOOT


@kernel
def squares(battle: Battle, fight: int) -> bool:
    """LGG-9.0-h Does the defender of this combat stand in squares?"""
    return battle.arm[battle.fight_defender[fight]] == Arm.FOOT and has_cavalry_attacker(battle, fight)


@kernel
def in_squares(battle: Battle, unit: int) -> bool:
    """LGG-9.0-h Is the unit a defender in squares?"""
    fight = battle.combat[unit]
    return fight != NOBODY and battle.fight_defender[fight] == unit and squares(battle, fight)


@kernel
def attackers_of(battle: Battle, fight: int) -> int:
    """LGG-9.0-b How many attackers the combat has."""
    return int(battle.fight_attackers[fight, 0] != NOBODY) + int(battle.fight_attackers[fight, 1] != NOBODY)


@kernel
def is_attacker(battle: Battle, unit: int) -> bool:
    """LGG-9.0-f Is the unit an attacker in an unresolved combat?"""
    fight = battle.combat[unit]
    return fight != NOBODY and battle.fight_defender[fight] != unit


@kernel
def log_squares(battle: Battle, unit: int, on: bool) -> None:
    """LGG-9.0-h Write that infantry formed squares or left them."""
    log_event(battle, Event.SQUARES, side=unit // SIDE_SLOTS, unit=battle.roll[unit], on=int(on))


@kernel
def free(battle: Battle, unit: int) -> None:
    """LGG-9.0-j The unit is not locked any more."""
    battle.combat[unit] = NOBODY
    battle.turned_to[unit] = Face.FRONT


@kernel
def close_fight(battle: Battle, fight: int) -> None:
    """LGG-9.0-k The combat is over; the units still in it are free. Its row stays readable."""
    if battle.fight_open[fight] == 0:
        return
    defender = battle.fight_defender[fight]
    formed = squares(battle, fight)
    battle.fight_open[fight] = 0
    free(battle, defender)
    for place in range(2):
        attacker = battle.fight_attackers[fight, place]
        if attacker != NOBODY and battle.combat[attacker] == fight:
            free(battle, attacker)
    if formed:
        log_squares(battle, defender, False)


@kernel
def drop_attacker(battle: Battle, fight: int, unit: int) -> None:
    """LGG-9.0-l, R-31 One of two attackers is gone; the other's attack goes on and squares are looked at again."""
    formed = squares(battle, fight)
    place = 0 if battle.fight_attackers[fight, 0] == unit else 1
    if place == 0:
        battle.fight_attackers[fight, 0] = battle.fight_attackers[fight, 1]
        battle.fight_sides[fight, 0] = battle.fight_sides[fight, 1]
        battle.fight_hindered[fight, 0] = battle.fight_hindered[fight, 1]
    battle.fight_attackers[fight, 1] = NOBODY
    battle.fight_flank[fight] = int(battle.fight_sides[fight, 0] != Face.FRONT)
    free(battle, unit)
    if formed and not squares(battle, fight):
        log_squares(battle, battle.fight_defender[fight], False)


@kernel
def leave_fight(battle: Battle, unit: int) -> None:
    """LGG-9.0-l A unit leaves its combat; without a defender or without attackers the combat is over."""
    fight = battle.combat[unit]
    if fight == NOBODY:
        return
    if battle.fight_defender[fight] == unit or attackers_of(battle, fight) == 1:
        close_fight(battle, fight)
    else:
        drop_attacker(battle, fight, unit)
