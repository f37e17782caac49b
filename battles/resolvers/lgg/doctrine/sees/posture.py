"""The strength of the sides, and the general's estimate of it (AI-4 to AI-7)."""

from battles.resolvers.core.kernels import i64, kernel
from battles.resolvers.lgg.command.rolls import mean_of_day, skill_of
from battles.resolvers.lgg.day.arrivals import is_coming
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import SIDE_ROLL, Role, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    BEST_UNITS,
    LEAVE_SHARE,
    POSTURE_ATTACK,
    POSTURE_COMER,
    POSTURE_DELAY,
    POSTURE_JUMP,
    POSTURE_LIMITED,
    POSTURE_ROUNDS,
    QUIET,
    QUIET_ATTACK,
    SKILL_STEP,
    START_ATTACK,
    START_DELAY,
    START_FRONTAL,
    START_HOLD,
    START_LIMITED,
)
from battles.resolvers.lgg.record.reasons import (
    BY_ORDERS,
    DECISION,
    EQUAL,
    EVEN,
    HIS_RELIEF,
    LAST_DAY,
    NO_REASON,
    OF_POSTURE,
    OUTNUMBERED,
    OWN_GROUND,
    QUIET_FOE,
    RELIEF,
    STRONGER,
    WEAKER,
    note_reason,
)
from battles.resolvers.lgg.record.state import Battle

ATTACK_POSTURE, LIMITED_POSTURE, HOLD_POSTURE, DELAY_POSTURE = 0, 1, 2, 3
WEIGHT, USED_UP = 0.35, 1.3
"""AI-3 How much the last turn counts in what is known of the enemy, and of which part of his actions his use is taken
for all."""
SURE_AFTER, ASLEEP = 2, 0.1
"""AI-3 After how many rounds a side without a single action is known not to stir, and how lively it then counts."""
CLEARLY_STRONGER, ABOUT_EQUAL = 1.15, 0.9
"""AI-5 From which ratio of strength on the stated reason is that a side is the stronger, or the enemy's equal."""
MUCH_STRONGER = 1.3
"""AI-5, AI-14 From this ratio of strength on a side waits neither for its own help nor out of the enemy's reach."""
LONG_ENOUGH = 4
"""AI-5, AI-29 After how many rounds a side that holds the province no longer waits for an enemy who has not come up."""
LEAST_STIR, STIRS_NOT = 0.34, 0.25
"""AI-5 What part of the strength counts of an enemy who uses less than the second part of his actions."""


@kernel
def strength_of(battle: Battle, side: int) -> float:
    """AI-4 The value of a side's units on the table; beyond the best twenty units the rest counts half."""
    total, units, least = 0.0, 0, 1e9
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            value = unit_value(battle, unit)
            total, units, least = total + value, units + 1, min(least, value)
    surplus = units - battle.general[BEST_UNITS]
    return total - surplus * least / 2.0 if surplus > 0 else total


@kernel
def crowding(battle: Battle, side: int) -> float:
    """AI-4 How many times as many units a side has as can have a part in its attack; 1 up to the best twenty."""
    return max(1.0, battle.slots[side] / battle.general[BEST_UNITS])


@kernel
def levels_above(battle: Battle, side: int) -> int:
    """AI-4 Return the number of levels by which a side's general is better than the enemy's; 0 if he is not."""
    return i64(max(0, skill_of(battle, side) - skill_of(battle, 1 - side)))


@kernel
def skill_factor(battle: Battle, side: int) -> float:
    """AI-4 Return what an attack counts a side's skill as: so much more for each level above the enemy's."""
    return 1.0 + battle.general[SKILL_STEP] * levels_above(battle, side)


@kernel
def rho_of(battle: Battle, side: int) -> float:
    """AI-4 Own strength by the enemy's, with skill."""
    own = strength_of(battle, side) * skill_factor(battle, side)
    enemy = strength_of(battle, 1 - side) * skill_factor(battle, 1 - side)
    return own / enemy if enemy > 0.0 else 100.0


@kernel
def last_rounds(battle: Battle) -> bool:
    """AI-16 Is this one of the last two rounds to be expected today?"""
    return battle.count + mean_of_day(battle) >= battle.length


@kernel
def is_broken(battle: Battle, unit: int) -> bool:
    """AI-22 Is the unit in a box or gone?"""
    return battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED)


@kernel
def broken_share(battle: Battle, side: int) -> float:
    """AI-22 The part of a side's units that is broken."""
    broken, units = 0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] not in (Status.UNUSED, Status.WAITING):
            units += 1
            broken += int(is_broken(battle, unit))
    return broken / units if units > 0 else 1.0


@kernel
def help_is_coming(battle: Battle, side: int) -> bool:
    """AI-5 Does a side expect reinforcements?"""
    coming = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        coming += int(is_coming(battle, row))
    return coming > 0


@kernel
def why_decide(battle: Battle, side: int) -> int:
    """AI-5 Why must the side win now: because the campaign says so, because a side that came into the province has only
    this day left, or because help for the enemy is on its way? `NO_REASON`: it need not."""
    if battle.must_decide[side] == 1:
        return DECISION
    if battle.day == battle.max_days and battle.day > 1 and battle.role[side] == Role.ATTACKER:
        return LAST_DAY
    help_for_him = help_is_coming(battle, 1 - side) and not help_is_coming(battle, side) and battle.meeting == 0
    return HIS_RELIEF if help_for_him else NO_REASON


@kernel
def lively(battle: Battle, side: int) -> float:
    """AI-3, AI-5 How much of his actions and of his chances to attack the enemy has been seen to use: 1 all, 0
    nothing."""
    return 1.0 + min(battle.liveliness[side], battle.fierceness[side])


@kernel
def see_use(battle: Battle, side: int) -> None:
    """AI-3 After the enemy's turn: see how much of his actions he used."""
    if battle.rolled[1 - side] > 0:
        used = min(1.0, USED_UP * battle.spent[1 - side] / battle.rolled[1 - side])
        before = battle.liveliness[side]
        battle.liveliness[side] = before + WEIGHT * (used - 1.0 - before)


@kernel
def see_round(battle: Battle, side: int) -> None:
    """AI-3 At a round's end: an enemy who has not used a single action in two whole rounds does not stir."""
    if battle.spent[1 - side] > 0:
        battle.has_stirred[side] = 1.0
    elif battle.has_stirred[side] == 0.0 and battle.rounds >= SURE_AFTER:
        battle.liveliness[side] = min(battle.liveliness[side], ASLEEP - 1.0)


@kernel
def stirs_not(battle: Battle, side: int) -> bool:
    """AI-3, AI-5 Does the enemy use next to none of his actions? One who waits, or marches and fires, stirs."""
    return 1.0 + battle.liveliness[side] < STIRS_NOT


@kernel
def fear(battle: Battle, side: int) -> float:
    """AI-3, AI-14 How much what the enemy might do next counts."""
    return 1.0 - battle.general[QUIET] * (1.0 - lively(battle, side))


@kernel
def came_to_attack(battle: Battle, side: int) -> bool:
    """AI-5 Is the side one that came into the province?"""
    return battle.role[side] == Role.ATTACKER or battle.meeting == 1


@kernel
def finds_quiet(battle: Battle, side: int, rho: float) -> bool:
    """AI-5 Is the enemy of a side that came to attack so quiet that a limited attack becomes a whole one? Of one who
    uses next to none of his actions only a part of the strength counts."""
    if not came_to_attack(battle, side) or lively(battle, side) >= battle.general[QUIET_ATTACK]:
        return False
    if stirs_not(battle, side):
        rho /= LEAST_STIR
    return rho >= battle.general[POSTURE_LIMITED]


@kernel
def attacks_from(battle: Battle, side: int) -> float:
    """AI-5, AI-29 The ratio of strength from which on a side attacks: one that came to attack earlier, since a draw
    leaves the province to the other; one that holds it later, where the enemy has not come up for several rounds."""
    if came_to_attack(battle, side):
        return battle.general[POSTURE_COMER]
    stays_away = battle.has_come_up[side] == 0.0 and battle.rounds >= LONG_ENOUGH
    return CLEARLY_STRONGER if stays_away else battle.general[POSTURE_ATTACK]


@kernel
def why_posture(battle: Battle, side: int, rho: float) -> int:
    """AI-5 The reason that decides which posture a ratio of strength asks for; AI-26 a side whose help is on its way
    waits for it, unless it is much the stronger without."""
    if rho < MUCH_STRONGER and help_is_coming(battle, side):
        return RELIEF
    if rho < attacks_from(battle, side) and finds_quiet(battle, side, rho):
        return QUIET_FOE
    if rho < battle.general[POSTURE_DELAY]:
        return OUTNUMBERED
    if rho >= attacks_from(battle, side):
        return STRONGER
    if rho < battle.general[POSTURE_LIMITED]:
        return WEAKER
    why = why_decide(battle, side)
    if why != NO_REASON:
        return why
    return EQUAL if came_to_attack(battle, side) else OWN_GROUND


@kernel
def posture_by(why: int) -> int:
    """AI-5 The posture that follows from a reason."""
    if why in (OUTNUMBERED, RELIEF):
        return DELAY_POSTURE
    if why in (WEAKER, OWN_GROUND):
        return HOLD_POSTURE
    return LIMITED_POSTURE if why == EQUAL else ATTACK_POSTURE


@kernel
def reason_given(battle: Battle, side: int, why: int, rho: float) -> int:
    """AI-5, AI-29 The reason that is written down: a side that attacks without being clearly the stronger does it for
    the decision if it came into the province, since a draw leaves that to the other; else as a match for the enemy."""
    if why == STRONGER and rho < CLEARLY_STRONGER:
        return DECISION if came_to_attack(battle, side) else EVEN
    return DECISION if why == EQUAL and rho < ABOUT_EQUAL else why


@kernel
def note_posture(battle: Battle, side: int, decides: int, rho: float) -> None:
    """AI-5 Write down the posture taken, and why."""
    posture, why = battle.posture[side], reason_given(battle, side, decides, rho)
    note_reason(battle, side, OF_POSTURE, 1 + 4 * why + posture, posture, why, i64(100.0 * rho + 0.5), 0)


@kernel
def change_posture(battle: Battle, side: int, why: int, rho: float) -> None:
    """AI-7 A new posture is taken after two rounds of agreement or a jump of the ratio."""
    wish = posture_by(why)
    battle.wish_agreed[side] = battle.wish_agreed[side] + 1.0 if battle.posture_wish[side] == wish else 1.0
    battle.posture_wish[side] = wish
    jump = abs(rho - battle.posture_rho[side]) >= battle.general[POSTURE_JUMP]
    if battle.posture_round[side] == 0.0 or jump or battle.wish_agreed[side] >= battle.general[POSTURE_ROUNDS]:
        battle.posture_taken[side] = wish
        battle.posture_rho[side] = rho
        battle.posture[side] = wish
        note_posture(battle, side, why, rho)


@kernel
def is_bound(battle: Battle, side: int) -> bool:
    """AI-5 Does the plan of battle fix the posture? An order to delay is carried out once a day has passed and the help
    for which time was to be gained has come."""
    planned = battle.plan_posture[side]
    return planned >= 0 and (planned != DELAY_POSTURE or battle.day == 1 or help_is_coming(battle, side))


@kernel
def review_posture(battle: Battle, side: int) -> None:
    """AI-7 Once a round the posture is looked at again; a battle plan that fixes it is obeyed."""
    if battle.posture_round[side] == battle.rounds and battle.posture[side] >= 0:
        return
    if is_bound(battle, side):
        battle.posture[side] = battle.plan_posture[side]
        note_posture(battle, side, BY_ORDERS, rho_of(battle, side))
    else:
        rho = rho_of(battle, side)
        change_posture(battle, side, why_posture(battle, side, rho), rho)
    battle.posture_round[side] = battle.rounds


@kernel
def foresee_pursuit(battle: Battle, side: int) -> None:
    """AI-10, AI-22 Is a pursuit likely: is one side so weak that it will leave, or the day almost over?"""
    rho, least = rho_of(battle, side), battle.general[LEAVE_SHARE]
    likely = rho < least or rho * least > 1.0 or last_rounds(battle)
    battle.pursuit_likely[side] = 1.0 if likely else 0.0


@kernel
def threshold(battle: Battle, side: int, frontal: bool) -> float:
    """AI-6 Return what a combat must be worth, an action, to be started."""
    posture = battle.posture[side]
    if posture == ATTACK_POSTURE:
        return battle.general[START_FRONTAL if frontal else START_ATTACK]
    if posture == LIMITED_POSTURE:
        return battle.general[START_LIMITED]
    return battle.general[START_HOLD if posture == HOLD_POSTURE else START_DELAY]
