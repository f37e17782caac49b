"""Resolving combats: totals, the result table, hits, fall backs, routs and occupation (LGG-10.0, 10.1)."""

from battles.resolvers.core.dice import COMBAT_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import attackers_of, close_fight, squares
from battles.resolvers.lgg.command.morale import rout, take_hit
from battles.resolvers.lgg.fighting.modifiers import (
    ATTACK,
    DEFEND,
    LAST_MODIFIER,
    attack_value,
    attack_values,
    defence_value,
    fighter,
    list_modifiers,
    sum_of_modifiers,
)
from battles.resolvers.lgg.fighting.odds import combat_result, total_of
from battles.resolvers.lgg.movement.fallback import can_occupy, do_occupy, fall_back
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import MAX_COMBATS, NOBODY, Cause, Pending, Result, Status
from battles.resolvers.lgg.record.journal import Die, Event, Part, log_event, log_modifier, log_unit, throw
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    STEP_FALL_BACK,
    STEP_FOUGHT,
    ask_about_dice,
    face_that_counts,
    put_on_agenda,
)

HITS_RULE = code_of("LGG-10.0-d")
OCCUPY_RULE = code_of("LGG-10.0-h")
TRIAL = MAX_COMBATS - 1
"""The last row is never a real combat: what-if sums are done in it."""


@kernel
def attack_bonus(battle: Battle, fight: int) -> int:
    """LGG-10.0-a Return what the attackers add to their die, after ``list_modifiers``."""
    return attack_values(battle, fight) + sum_of_modifiers(battle, ATTACK)


@kernel
def defence_bonus(battle: Battle, fight: int) -> int:
    """LGG-10.0-a Return what the defender adds to its die, after ``list_modifiers``."""
    return defence_value(battle, fight) + sum_of_modifiers(battle, DEFEND)


@kernel
def log_columns(battle: Battle) -> None:
    """LGG-12.0-c Write every modifier that counted with its value."""
    for column in range(2):
        for number in range(1, LAST_MODIFIER + 1):
            if battle.modifier[column, number] != 0:
                log_modifier(battle, column, number, battle.modifier[column, number])


@kernel
def log_combat(battle: Battle, fight: int, attack: int, defence: int, result: int) -> None:
    """LGG-12.0-c Write a combat with its dice, values, modifiers, totals and result."""
    defender = battle.fight_defender[fight]
    log_event(battle, Event.COMBAT, side=1 - side_of(defender), combat=battle.fight_number[fight],
              defender=battle.roll[defender], forced=battle.fight_forced, total_attack=attack, total_defend=defence,
              result=result)
    for place in range(2):
        unit = fighter(battle, fight, ATTACK, place)
        if unit != NOBODY:
            log_unit(battle, Part.ATTACKER, unit, attack_value(battle, unit, defender))
    log_unit(battle, Part.DEFENDER, defender, defence_value(battle, fight))
    log_columns(battle)


@kernel
def ask(battle: Battle, question: int, side: int) -> None:
    """ENG-15 Stop until a side has answered."""
    battle.pending = question
    battle.asked = side


@kernel
def back_if_there(battle: Battle, fight: int, unit: int, lost: bool) -> None:
    """LGG-10.0-d, g A unit goes back unless it is broken already."""
    if battle.status[unit] == Status.BOARD:
        fall_back(battle, fight, unit, lost)


@kernel
def call_back(battle: Battle, fight: int, unit: int, lost: bool) -> None:
    """LGG-10.0-d, ENG-17 One attacker goes back at once, or in its turn where stratagems may come between."""
    if unit == NOBODY:
        return
    if battle.stratagems == 1:
        put_on_agenda(battle, STEP_FALL_BACK, fight, unit, int(lost))
    else:
        back_if_there(battle, fight, unit, lost)


@kernel
def attackers_fall_back(battle: Battle, fight: int, lost: bool) -> None:
    """LGG-10.0-d, e All attackers that are left go back; winners that leave squares are never broken by it."""
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    close_fight(battle, fight)
    call_back(battle, fight, one, lost)
    call_back(battle, fight, two, lost)


@kernel
def ground_won(battle: Battle, fight: int) -> None:
    """LGG-10.0-d, h The defender has routed: an attacker whose base fits takes its ground; of two one is chosen."""
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    first = one != NOBODY and can_occupy(battle, fight, one)
    second = two != NOBODY and can_occupy(battle, fight, two)
    if first and second:
        ask(battle, Pending.OCCUPY, side_of(one))
    elif first:
        do_occupy(battle, fight, one)
    elif second:
        do_occupy(battle, fight, two)


@kernel
def defender_routs(battle: Battle, fight: int) -> None:
    """LGG-10.0-d The defender is doubled: it routs at once."""
    rout(battle, battle.fight_defender[fight], Cause.DOUBLED)
    ground_won(battle, fight)


@kernel
def defender_hit(battle: Battle, fight: int) -> None:
    """LGG-10.0-d, e, f The defender takes a hit and falls back; from squares the victors go back instead."""
    defender, formed = battle.fight_defender[fight], squares(battle, fight)
    take_hit(battle, defender, Cause.COMBAT)
    if battle.status[defender] != Status.BOARD:
        ground_won(battle, fight)
    elif formed:
        attackers_fall_back(battle, fight, False)
    else:
        close_fight(battle, fight)
        fall_back(battle, fight, defender, True)


@kernel
def allot_hits(battle: Battle, fight: int, on_first: int) -> None:
    """LGG-10.0-d, g, R-04 The attackers take their hits, ``on_first`` of them on the first unit, and fall back."""
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    hits = 2 if battle.fight_result == Result.ATTACKER_TWO_HITS else 1
    close_fight(battle, fight)
    for hit in range(hits):
        take_hit(battle, one if hit < on_first else two, Cause.COMBAT)
    attackers_fall_back(battle, fight, True)


@kernel
def attackers_hit(battle: Battle, fight: int) -> None:
    """LGG-10.0-d The attackers have lost; two of them are asked who takes the hits."""
    if attackers_of(battle, fight) == 2:
        ask(battle, Pending.ALLOT, side_of(battle.fight_attackers[fight, 0]))
    else:
        allot_hits(battle, fight, 2)


@kernel
def result_of(battle: Battle, fight: int) -> int:
    """LGG-10.0-a, d Both dice count: write the combat and return its result."""
    list_modifiers(battle, fight)
    attack = total_of(face_that_counts(battle, Die.ATTACK), attack_bonus(battle, fight))
    defence = total_of(face_that_counts(battle, Die.DEFEND), defence_bonus(battle, fight))
    result = combat_result(attack, defence)
    log_combat(battle, fight, attack, defence, result)
    return result


@kernel
def settle_combat(battle: Battle, fight: int) -> None:
    """LGG-10.0-d The dice of a combat count: its result, or the question that its owner must answer first."""
    battle.fight_result = result_of(battle, fight)
    if battle.fight_result == Result.ROUT:
        defender_routs(battle, fight)
    elif battle.fight_result == Result.DEFENDER_HIT:
        defender_hit(battle, fight)
    else:
        attackers_hit(battle, fight)


@kernel
def resolve(battle: Battle, fight: int, forced: int) -> None:
    """LGG-10.0-a to d Fight one combat: both sides throw."""
    battle.fight_now = fight
    battle.fight_forced = forced
    throw(battle, COMBAT_STREAM, 10, Die.ATTACK)
    throw(battle, COMBAT_STREAM, 10, Die.DEFEND)
    if not ask_about_dice(battle, 1 - side_of(battle.fight_defender[fight]), STEP_FOUGHT, fight, 0, 0):
        settle_combat(battle, fight)


@kernel
def verify_allot(battle: Battle, on_first: int) -> int:
    """LGG-10.0-d, R-04 The hits must fall on the two attackers, none of them on a unit that has no strength for it."""
    fight = battle.fight_now
    hits = 2 if battle.fight_result == Result.ATTACKER_TWO_HITS else 1
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    if on_first < 0 or on_first > hits:
        return HITS_RULE
    if on_first > battle.sp[one] or hits - on_first > battle.sp[two]:
        return HITS_RULE
    return 0


@kernel
def answer_allot(battle: Battle, on_first: int) -> None:
    """LGG-10.0-d, R-04 The owner has said how many hits the first attacker takes."""
    battle.pending = Pending.NONE
    allot_hits(battle, battle.fight_now, on_first)


@kernel
def verify_occupy(battle: Battle, unit: int) -> int:
    """LGG-10.0-d, h Only an attacker of that combat whose base fits may take the ground."""
    fight = battle.fight_now
    if unit != battle.fight_attackers[fight, 0] and unit != battle.fight_attackers[fight, 1]:
        return OCCUPY_RULE
    return 0 if can_occupy(battle, fight, unit) else OCCUPY_RULE


@kernel
def answer_occupy(battle: Battle, unit: int) -> None:
    """LGG-10.0-h The owner has said which attacker takes the ground."""
    battle.pending = Pending.NONE
    do_occupy(battle, battle.fight_now, unit)
