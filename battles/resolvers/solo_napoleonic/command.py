"""Brigadiers and the Control phase: qualities, control rolls, cards, replacements (SNW-02 to SNW-18)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDES, Skill, Status
from battles.resolvers.common.journal import log_event, log_pose, modify, throw
from battles.resolvers.common.plane import distance
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play_on_general
from battles.resolvers.solo_napoleonic.codes import MM, Chance, Die, Event, Lead, Modifier, Own, Side
from battles.resolvers.solo_napoleonic.footing import end, first, in_control, leads, within_reach

AVERAGE_VALUE = 1


@kernel
def first_brigadier(battle: Battle, side: int) -> int:
    """Return the number of a side's first brigadier."""
    return side * SIDE_LEADERS + 1 + battle.side_own[side, Side.WINGS]


@kernel
def end_leader(battle: Battle, side: int) -> int:
    """Return the number behind a side's last general."""
    return side * SIDE_LEADERS + battle.leaders[side]


@kernel
def third(face: int) -> int:
    """SNW-13 SNW-14 The row of a die: 0 for 1-2, 1 for 3-4, 2 for 5-6."""
    return (face - 1) // 2


@kernel
def quality(battle: Battle, side: int, name: int, slot: int, least: int) -> int:
    """SNW-13 SNW-15 Throw for a quality with the nation's shift, kept from 1 to 6; a Great commander throws again."""
    face = throw(battle, 6, name)
    if face < least:
        face = throw(battle, 6, name)
    return third(min(6, max(1, face + battle.num[slot + battle.side_own[side, Side.NATION]])))


@kernel
def rating(battle: Battle, side: int) -> int:
    """SNW-14 SNW-16 The row of a brigadier's Control Rating; a Great commander adds 1 to the die, a Poor takes 1."""
    face = throw(battle, 6, Die.RATING) + battle.num[n.NATIONS_CONTROL + battle.side_own[side, Side.NATION]]
    face += int(battle.skill[side] == Skill.GREAT) - int(battle.skill[side] == Skill.POOR)
    return third(min(6, max(1, face)))


@kernel
def make_brigadier(battle: Battle, side: int, leader: int) -> None:
    """SNW-13 SNW-14 Throw for a brigadier's qualities."""
    battle.lead_own[leader, Lead.GRADE] = battle.num[n.CONTROL_GRADES + rating(battle, side)]
    battle.lead_own[leader, Lead.TH] = quality(battle, side, Die.HANDLING, n.NATIONS_HANDLING, 0)
    battle.lead_own[leader, Lead.AV] = quality(battle, side, Die.ATTACK, n.NATIONS_ATTACK, 0)


@kernel
def make_senior(battle: Battle, side: int, leader: int) -> None:
    """SNW-16 An army or wing commander: his modifier by his skill, the rest by dice."""
    skill = battle.lead_skill[leader]
    row = 0 if skill == Skill.POOR else 1 if skill == 1 else 2
    corps = leader == side * SIDE_LEADERS
    least = battle.num[n.CONTROL_GREAT_LEAST] if corps and skill == Skill.GREAT else 0
    battle.lead_own[leader, Lead.MODIFIER] = battle.num[(n.CONTROL_CORPS if corps else n.CONTROL_DIVISIONAL) + row]
    battle.lead_own[leader, Lead.TH] = quality(battle, side, Die.HANDLING, n.NATIONS_HANDLING, least)
    battle.lead_own[leader, Lead.AV] = quality(battle, side, Die.ATTACK, n.NATIONS_ATTACK, least)


@kernel
def make_generals(battle: Battle) -> None:
    """SNW-13 SNW-16 Throw for the qualities of all generals, once in a battle."""
    for side in range(SIDES):
        for leader in range(side * SIDE_LEADERS, end_leader(battle, side)):
            if battle.lead_own[leader, Lead.MADE] == 0:
                battle.lead_own[leader, Lead.MADE] = 1
                if leader < first_brigadier(battle, side):
                    make_senior(battle, side, leader)
                else:
                    make_brigadier(battle, side, leader)
                log_event(
                    battle, Event.BRIGADIER, rule=13, side=side, commander=leader,
                    grade=battle.lead_own[leader, Lead.GRADE], handling=battle.lead_own[leader, Lead.TH],
                    attack=battle.lead_own[leader, Lead.AV], modifier=battle.lead_own[leader, Lead.MODIFIER],
                )  # fmt: skip


@kernel
def step_in(battle: Battle) -> None:
    """SNW-18 In the next Control phase somebody takes over from a dead brigadier, where his first unit is."""
    for side in range(SIDES):
        for leader in range(first_brigadier(battle, side), end_leader(battle, side)):
            if not leads(battle, leader) and battle.lead_own[leader, Lead.DIED] < battle.turn:
                unit = first_of(battle, side, leader)
                if unit != NOBODY:
                    replace_brigadier(battle, side, leader, unit)


@kernel
def first_of(battle: Battle, side: int, leader: int) -> int:
    """Return the first unit on the table of a brigade; NOBODY without one."""
    for unit in range(first(side), end(battle, side)):
        if battle.own[unit, Own.BRIGADE] == leader and battle.status[unit] == Status.BOARD:
            return unit
    return NOBODY


@kernel
def replace_brigadier(battle: Battle, side: int, leader: int, unit: int) -> None:
    """SNW-18 A replacement: the worst Grade, else average."""
    battle.lead_state[leader], battle.lead_with[leader] = Status.BOARD, NOBODY
    battle.lead_own[leader, Lead.GRADE] = battle.num[n.CONTROL_REPLACEMENT]
    battle.lead_own[leader, Lead.TH] = battle.lead_own[leader, Lead.AV] = AVERAGE_VALUE
    battle.lead_x[leader], battle.lead_y[leader] = battle.x[unit], battle.y[unit]
    log_event(battle, Event.STEPS_IN, rule=18, side=side, commander=leader, grade=battle.lead_own[leader, Lead.GRADE])
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], battle.heading[unit])


@kernel
def senior_help(battle: Battle, leader: int, senior: int) -> int:
    """SNW-04 Return what a senior commander takes off a brigadier's die."""
    if not leads(battle, senior) or battle.lead_own[senior, Lead.USELESS] == 1:
        return 0
    gap = distance(battle.lead_x[leader], battle.lead_y[leader], battle.lead_x[senior], battle.lead_y[senior])
    return battle.lead_own[senior, Lead.MODIFIER] if gap <= MM * battle.num[n.CONTROL_SENIORS_REACH] else 0


@kernel
def control_score(battle: Battle, leader: int, face: int) -> int:
    """SNW-04 A brigadier's die less the modifiers of his divisional and corps commanders near him."""
    corps = leader // SIDE_LEADERS * SIDE_LEADERS
    help_corps = senior_help(battle, leader, corps)
    senior = battle.lead_own[leader, Lead.SENIOR]
    help_senior = senior_help(battle, leader, corps + senior) if senior > 0 else 0
    modify(battle, 0, Modifier.CORPS, -help_corps)
    modify(battle, 0, Modifier.SENIOR, -help_senior)
    return face - help_corps - help_senior


@kernel
def roll_control(battle: Battle, side: int, leader: int) -> None:
    """SNW-04 SNW-05 A brigadier who scores less than his Grade has one card for his whole brigade."""
    score = control_score(battle, leader, throw(battle, battle.num[n.CONTROL_DIE], Die.CONTROL))
    passed = score < battle.lead_own[leader, Lead.GRADE] and battle.lead_own[leader, Lead.USELESS] == 0
    battle.lead_own[leader, Lead.CONTROLS] = int(passed)
    log_event(battle, Event.ORDERS, rule=4, side=side, commander=leader, total=score, deferred=int(not passed))


@kernel
def has_units(battle: Battle, side: int, leader: int) -> bool:
    """Has a brigade units on the table?"""
    return first_of(battle, side, leader) != NOBODY


@kernel
def most_useful(battle: Battle, side: int) -> int:
    """COM-17 The general of a side whose loss for a turn hurts most: the best modifier; NOBODY where none has one."""
    best, found = 0, NOBODY
    for leader in range(side * SIDE_LEADERS, first_brigadier(battle, side)):
        if leads(battle, leader) and battle.lead_own[leader, Lead.MODIFIER] > best:
            best, found = battle.lead_own[leader, Lead.MODIFIER], leader
    return found


@kernel
def roll_side(battle: Battle, side: int) -> None:
    """SNW-04 The control rolls of a side, after the enemy's card against its best general."""
    for leader in range(side * SIDE_LEADERS, end_leader(battle, side)):
        battle.lead_own[leader, Lead.USELESS] = battle.lead_own[leader, Lead.CONTROLS] = 0
        battle.lead_own[leader, Lead.CARD] = battle.lead_own[leader, Lead.MOVED] = 0
    victim = most_useful(battle, side)
    if victim != NOBODY and holds(battle, 1 - side, Chance.USELESS):
        battle.lead_own[victim, Lead.USELESS] = 1
        play_on_general(battle, 1 - side, victim)
    for leader in range(first_brigadier(battle, side), end_leader(battle, side)):
        if leads(battle, leader) and has_units(battle, side, leader):
            roll_control(battle, side, leader)
    if holds(battle, side, Chance.CONTROL):
        rescue(battle, side)


@kernel
def rescue(battle: Battle, side: int) -> None:
    """SNW-12 The card that counts a brigade as controlled, for the largest one that is not."""
    best, found = 1, NOBODY
    for leader in range(first_brigadier(battle, side), end_leader(battle, side)):
        here = leads(battle, leader) and battle.lead_own[leader, Lead.CONTROLS] == 0
        if here and battle.lead_own[leader, Lead.UNITS] > best and has_units(battle, side, leader):
            best, found = battle.lead_own[leader, Lead.UNITS], leader
    if found != NOBODY:
        battle.lead_own[found, Lead.CONTROLS] = 1
        play_on_general(battle, side, found)


@kernel
def fill_deck(battle: Battle) -> int:
    """SNW-03 Cards 1 to N, one for each unit on the table."""
    cards = 0
    for side in range(SIDES):
        for unit in range(first(side), end(battle, side)):
            battle.own[unit, Own.CARD] = 0
            if battle.status[unit] == Status.BOARD:
                battle.pick[cards] = cards + 1
                cards += 1
    return cards


@kernel
def draw_card(battle: Battle, left: int) -> int:
    """SNW-03 Draw one of the cards that are left."""
    at = throw(battle, left, Die.CARD) - 1
    card = battle.pick[at]
    battle.pick[at] = battle.pick[left - 1]
    return card


@kernel
def issue_side(battle: Battle, side: int, left: int) -> int:
    """SNW-05 SNW-06 A card for each controlled brigade, one for every other unit. Returns the cards left."""
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] != Status.BOARD:
            continue
        leader = battle.own[unit, Own.BRIGADE]
        together = in_control(battle, unit)
        if together and battle.lead_own[leader, Lead.CARD] > 0:
            battle.own[unit, Own.CARD] = battle.lead_own[leader, Lead.CARD]
            continue
        card = draw_card(battle, left)
        left -= 1
        battle.own[unit, Own.CARD] = 10 * card
        if together:
            battle.lead_own[leader, Lead.CARD] = 10 * card
            log_event(
                battle, Event.BRIGADE_CARD, rule=5, side=side, commander=leader, card=card,
                units=controlled(battle, side, leader),
            )  # fmt: skip
        else:
            log_event(
                battle, Event.UNIT_CARD, rule=5 if within_reach(battle, unit) else 6, side=side, unit=unit, card=card
            )
    return left


@kernel
def controlled(battle: Battle, side: int, leader: int) -> int:
    """SNW-05 How many units act on a brigade's card."""
    count = 0
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.BRIGADE] == leader and in_control(battle, unit):
            count += 1
    return count


@kernel
def lose_order(battle: Battle, side: int, cards: int) -> None:
    """SNW-12 The card that sends the enemy's earliest card to the end, a brigade's if it is one."""
    victim, best = NOBODY, 10 * cards + 10
    for unit in range(first(1 - side), end(battle, 1 - side)):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.CARD] < best:
            best, victim = battle.own[unit, Own.CARD], unit
    if victim == NOBODY:
        return
    play_on = battle.own[victim, Own.BRIGADE]
    for unit in range(first(1 - side), end(battle, 1 - side)):
        if battle.own[unit, Own.CARD] == best:
            battle.own[unit, Own.CARD] = 10 * (cards + 1 + side)
    if battle.lead_own[play_on, Lead.CARD] == best:
        battle.lead_own[play_on, Lead.CARD] = 10 * (cards + 1 + side)
    play_on_general(battle, side, play_on)


@kernel
def control_phase(battle: Battle) -> int:
    """SNW-02 The Control phase: replacements, control rolls, cards. Returns the number of the last card."""
    step_in(battle)
    for side in range(SIDES):
        roll_side(battle, side)
    cards = fill_deck(battle)
    left = cards
    for side in range(SIDES):
        left = issue_side(battle, side, left)
    for side in range(SIDES):
        if cards > 0 and holds(battle, side, Chance.LOST_ORDER):
            lose_order(battle, side, cards)
    return cards + 2


@kernel
def ride(battle: Battle, leader: int, x: int, y: int) -> None:
    """SNW-18 A general rides toward a place, at most his move."""
    gap = distance(battle.lead_x[leader], battle.lead_y[leader], x, y)
    reach = MM * battle.num[n.CONTROL_GENERAL_MOVE]
    if gap < MM * 10 or not leads(battle, leader) or battle.lead_own[leader, Lead.MOVED] == 1:
        return
    go = min(gap, reach)
    battle.lead_x[leader] += (x - battle.lead_x[leader]) * go // gap
    battle.lead_y[leader] += (y - battle.lead_y[leader]) * go // gap
    battle.lead_own[leader, Lead.MOVED] = 1
    log_event(battle, Event.COMMANDER_MOVE, rule=18, side=leader // SIDE_LEADERS, commander=leader)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0)


@kernel
def mean_place(battle: Battle, side: int, leader: int) -> tuple[int, int, int]:
    """Return the middle of a brigade's units on the table, and how many they are."""
    x = y = count = 0
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.BRIGADE] == leader:
            x, y, count = x + battle.x[unit], y + battle.y[unit], count + 1
    return (x // count, y // count, count) if count > 0 else (0, 0, 0)


@kernel
def ride_to_brigade(battle: Battle, side: int, leader: int) -> None:
    """SNW-18 D.11 A brigadier who is not attached rides to the middle of his brigade."""
    x, y, count = mean_place(battle, side, leader)
    if count > 0 and battle.lead_with[leader] == NOBODY:
        ride(battle, leader, x, y)


@kernel
def middle_of_brigades(battle: Battle, side: int, leader: int) -> tuple[int, int, int]:
    """SNW-16 Return the middle of the brigadiers whom a senior commander helps, and how many they are."""
    x = y = count = 0
    for other in range(first_brigadier(battle, side), end_leader(battle, side)):
        post = leader % SIDE_LEADERS
        mine = post == 0 or post == battle.lead_own[other, Lead.SENIOR]
        if mine and leads(battle, other) and has_units(battle, side, other):
            x, y, count = x + battle.lead_x[other], y + battle.lead_y[other], count + 1
    return (x // count, y // count, count) if count > 0 else (0, 0, 0)
