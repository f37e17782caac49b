"""Generals: how near they are, what they risk, how they are followed (MFR-10 to MFR-12, MFR-38, MFR-42, COM-16)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Skill, Status, Weather
from battles.resolvers.common.journal import log_event, log_pose, throw
from battles.resolvers.common.plane import point_gap
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite import codes
from battles.resolvers.my_favourite.codes import INCH, L_OUT, S_CHIEF, Die, Event, Fate


@kernel
def is_chief(battle: Battle, leader: int) -> bool:
    """MFR-10 Does a general command the army?"""
    return battle.side_own[leader // SIDE_LEADERS, S_CHIEF] == leader


@kernel
def is_fit(battle: Battle, leader: int) -> bool:
    """MFR-11 Is a general there and not out of action?"""
    return battle.lead_state[leader] == Status.BOARD and battle.lead_own[leader, L_OUT] < battle.turn


@kernel
def radius_of(battle: Battle, leader: int) -> int:
    """MFR-12 How far a general is near, by his skill and the weather."""
    skill = battle.skill[leader // SIDE_LEADERS]
    inches = battle.num[codes.RADIUS + skill] if is_chief(battle, leader) else battle.num[codes.WING_RADIUS]
    if battle.weather == Weather.PRECIPITATING:
        return inches * INCH // 2
    return inches * INCH * 3 // 4 if battle.weather == Weather.OVERCAST else inches * INCH


@kernel
def is_near(battle: Battle, leader: int, unit: int) -> bool:
    """MFR-12 Is a fit general near a unit?"""
    if not is_fit(battle, leader):
        return False
    return point_gap(battle, unit, battle.lead_x[leader], battle.lead_y[leader]) <= radius_of(battle, leader)


@kernel
def most_shift(battle: Battle, leader: int) -> int:
    """MFR-10 MFR-42 How far a general may shift a die."""
    if is_chief(battle, leader):
        return battle.num[codes.SHIFT + battle.skill[leader // SIDE_LEADERS]]
    return battle.num[codes.WING_SHIFT + battle.lead_skill[leader]]


@kernel
def skill_shift(battle: Battle, leader: int) -> int:
    """MFR-10 By the switch: what a general near adds to every test or takes off, by his skill."""
    if is_chief(battle, leader):
        return battle.num[codes.SKILL_SHIFT + battle.skill[leader // SIDE_LEADERS]]
    return battle.num[codes.WING_SKILL + battle.lead_skill[leader]]


@kernel
def general_near(battle: Battle, unit: int) -> int:
    """MFR-10 The general near a unit who may shift most; NOBODY where there is none."""
    side, best, found = unit // SIDE_UNITS, -1, NOBODY
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if is_near(battle, leader, unit) and most_shift(battle, leader) > best:
            best, found = most_shift(battle, leader), leader
    return found


@kernel
def take_over(battle: Battle, old: int) -> None:
    """COM-16 An army commander is lost: its skill is one less, and the first general left commands."""
    side, new = old // SIDE_LEADERS, NOBODY
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if new == NOBODY and battle.lead_state[leader] == Status.BOARD:
            new = leader
    battle.skill[side] = max(Skill.POOR, battle.skill[side] - 1)
    battle.side_own[side, S_CHIEF] = new
    if new != NOBODY:
        log_event(
            battle, Event.COMMAND_CHANGE, rule=1016, side=side, old=old, new=new, role=0, skill=battle.skill[side]
        )
        log_pose(battle, battle.lead_x[new], battle.lead_y[new], 0)


@kernel
def lose_general(battle: Battle, leader: int) -> None:
    """MFR-11 A general is dead or dying."""
    battle.lead_state[leader] = Status.ELIMINATED
    log_event(battle, Event.CASUALTY, rule=11, side=leader // SIDE_LEADERS, commander=leader, by=NOBODY, lost=1)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0)
    if is_chief(battle, leader):
        take_over(battle, leader)


@kernel
def fate_of(face: int) -> int:
    """MFR-11 Return what a d6 makes of a general who is hit."""
    return Fate.HORSE_SHOT if face <= 2 else Fate.WOUNDED if face <= 4 else Fate.DEAD


@kernel
def expose(battle: Battle, leader: int) -> bool:
    """MFR-11 A general who was used rolls at once; True where he is unharmed."""
    fate, turns = int(Fate.UNHARMED), 0
    if throw(battle, 6, Die.GENERAL) >= battle.num[codes.GENERAL_HIT]:
        fate = fate_of(throw(battle, 6, Die.FATE))
        turns = 1 if fate == Fate.HORSE_SHOT else throw(battle, 6, Die.TURNS) if fate == Fate.WOUNDED else 0
        battle.lead_own[leader, L_OUT] = battle.turn + turns
    log_event(battle, Event.GENERAL, rule=11, side=leader // SIDE_LEADERS, commander=leader, fate=fate, out=turns)
    if fate == Fate.DEAD:
        lose_general(battle, leader)
    return fate == Fate.UNHARMED


@kernel
def fights_for(battle: Battle, leader: int) -> int:
    """MFR-38 Return what a general in a close combat adds to his side's total."""
    return battle.num[codes.CHIEF_FIGHTS] if is_chief(battle, leader) else battle.num[codes.WING_FIGHTS]
