"""Stratagems: the chits, the windows in which they may be played, the dice on the table (LGG-S1, REC-6, ENG-17).

Where stratagems are in play, a rule that throws dice which one could change stops after the throw: ``asks`` lays the
dice on the table, puts the rule's second half on the agenda as a step, and opens the window. Each answer goes to the
next question; after the last the machine runs the step, which takes the dice up again. Without stratagems ``asks`` says
no, and the rule goes on at once.
"""

from battles.resolvers.core.dice import CHITS_STREAM, COMMAND_STREAM, face_of
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, Pending
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_rule, throw
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.state import Battle

CHITS, STRATAGEMS_AMONG, DRAWN = 15, 6, 10
"""LGG-S1-a Chits of a side, the stratagems among them, and how many it draws."""
NO_WINDOW, ROLLS_SEEN, DICE_SEEN, ENEMY_ACTS = range(4)
"""Windows of REC-6: both command rolls are seen; dice lie on the table; between two activations of the enemy."""
SECOND_WIND, REDOUBLED_EFFORT, FORTUNE_OF_WAR, CONFUSION, PRESENCE_OF_MIND = range(1, 6)
"""The numbers of ST1 to ST5."""
(STEP_CHECK, STEP_CHECKED, STEP_CASUALTY, STEP_RECOVERED, STEP_RALLIED, STEP_FIRED, STEP_FOUGHT, STEP_FALL_BACK,
 STEP_CONTACT, STEP_INCREMENT, STEP_KEEP, STEP_MARCH, STEP_LOST, STEP_WORKED) = range(14)
"""What may stand on the agenda; ``agenda.py`` says what each is."""
NONE_LEFT = code_of("LGG-S1-a")
ONCE_A_ROUND = code_of("LGG-S1-b")
WRONG_MOMENT = code_of("REC-6")
FIRST_CODE = code_of("ST1")
"""The codes of ST1 to ST5 follow one another."""


@kernel
def draw_chits(battle: Battle, side: int) -> None:
    """LGG-S1-a A side draws ten of its fifteen chits; only it knows how many are stratagems."""
    left = STRATAGEMS_AMONG
    for drawn in range(DRAWN):
        left -= int(throw(battle, CHITS_STREAM, CHITS - drawn, Die.CHITS) <= left)
    battle.chits[side] = STRATAGEMS_AMONG - left
    log_event(battle, Event.CHITS, side=side, count=battle.chits[side])


@kernel
def deal_chits(battle: Battle) -> None:
    """LGG-S1-a Both sides draw, once for the whole battle, where stratagems are in play."""
    if battle.stratagems == 1:
        for side in range(SIDES):
            draw_chits(battle, side)


@kernel
def put_on_agenda(battle: Battle, step: int, a: int, b: int, c: int) -> None:
    """ENG-17 Put a step on the agenda."""
    n = battle.agenda_n
    battle.agenda[n, 0], battle.agenda[n, 1], battle.agenda[n, 2], battle.agenda[n, 3] = step, a, b, c
    battle.agenda_n = n + 1


@kernel
def in_order(battle: Battle, base: int) -> None:
    """ENG-17 The agenda is taken from its end: turn round what a step has put on it, so that the first comes first."""
    low, high = base, battle.agenda_n - 1
    while low < high:
        for part in range(4):
            kept = battle.agenda[low, part]
            battle.agenda[low, part] = battle.agenda[high, part]
            battle.agenda[high, part] = kept
        low, high = low + 1, high - 1


@kernel
def questions(battle: Battle) -> int:
    """REC-6, ENG-17 How many questions the open window has at most: two for each die that has two sides to it."""
    if battle.window == ROLLS_SEEN:
        return 2
    if battle.window == DICE_SEEN:
        return 4 if battle.table_n == 2 else 1
    return 1 if battle.window == ENEMY_ACTS else 0


@kernel
def side_of_question(battle: Battle, number: int) -> int:
    """ENG-17, LGG-S1-c Whom a question goes to: a die's owner first; the owner of the second die is the other side."""
    if battle.window == DICE_SEEN:
        return (battle.table_owner + number // 2 + number % 2) % 2
    return battle.table_owner if number == 0 else 1 - battle.table_owner


@kernel
def die_of_question(number: int) -> int:
    """ENG-17 The die on the table that a question is about."""
    return number // 2


@kernel
def is_asked(battle: Battle, number: int) -> bool:
    """ENG-17, LGG-S1-b, R-41 Has the side its stratagem of the round still, and was the die not re-rolled yet?"""
    if battle.stratagem_used[side_of_question(battle, number)] == 1:
        return False
    return battle.window != DICE_SEEN or battle.table_old[die_of_question(number)] == NOBODY


@kernel
def next_question(battle: Battle, number: int) -> bool:
    """ENG-17 Ask the first question from ``number`` on; False, and the window is shut, if there is none."""
    for n in range(number, questions(battle)):
        if is_asked(battle, n):
            battle.question, battle.asked = n, side_of_question(battle, n)
            battle.pending = Pending.STRATAGEM
            return True
    battle.pending, battle.window = Pending.NONE, NO_WINDOW
    return False


@kernel
def open_window(battle: Battle, window: int, first: int) -> bool:
    """ENG-17 Open a window in which side ``first`` is asked first; False if nobody can be asked."""
    battle.window, battle.table_owner = window, first
    return next_question(battle, 0)


@kernel
def lay_die(battle: Battle, place: int, row: int) -> None:
    """ENG-17 Lay a die that was thrown on the table."""
    for part in range(5):
        battle.table_die[place, part] = battle.thrown_die[row, part]


@kernel
def lay_dice(battle: Battle, dice: int) -> None:
    """ENG-17 Lay the last dice thrown on the table; they belong to no event yet."""
    battle.thrown -= dice
    battle.table_n = dice
    for n in range(dice):
        lay_die(battle, n, battle.thrown + n)
        battle.table_old[n] = NOBODY


@kernel
def hold_die(battle: Battle, place: int) -> None:
    """ENG-17 Take a die from the table: it belongs to the next event that is logged."""
    for part in range(5):
        battle.thrown_die[battle.thrown, part] = battle.table_die[place, part]
    battle.thrown += 1


@kernel
def hold_old(battle: Battle, k: int) -> None:
    """ENG-17 Put the die that the last one replaced, number ``k`` of its stream, before it."""
    n = battle.thrown
    for part in range(5):
        battle.thrown_die[n, part] = battle.thrown_die[n - 1, part]
    battle.thrown_die[n - 1, 2] = k
    stream, sides = battle.thrown_die[n, 1], battle.thrown_die[n, 3]
    battle.thrown_die[n - 1, 4] = face_of(battle.key, stream, k, sides)
    battle.thrown = n + 1


@kernel
def hold_first(battle: Battle, place: int) -> None:
    """ENG-17 Take up a die as it was thrown at first."""
    hold_die(battle, place)
    if battle.table_old[place] != NOBODY:
        hold_old(battle, battle.table_old[place])
        battle.thrown -= 1


@kernel
def take_up(battle: Battle) -> None:
    """ENG-17 Take all dice up in the order they were thrown: the second half reads with ``seen`` what counts."""
    for n in range(battle.table_n):
        hold_first(battle, n)
    for n in range(battle.table_n):
        if battle.table_old[n] != NOBODY:
            hold_die(battle, n)
    battle.table_n = 0


@kernel
def keep_die(battle: Battle) -> None:
    """LGG-8.3-b Put the die on the table aside: the check of an increment is decided before the unit marches."""
    for part in range(5):
        battle.kept_die[battle.kept, part] = battle.table_die[0, part]
    battle.kept_old[battle.kept] = battle.table_old[0]
    battle.kept += 1
    battle.table_n = 0


@kernel
def hold_kept(battle: Battle) -> None:
    """LGG-8.3-b Take the first die put aside: it belongs to the next event that is logged."""
    for part in range(5):
        battle.thrown_die[battle.thrown, part] = battle.kept_die[0, part]
    battle.thrown += 1
    if battle.kept_old[0] != NOBODY:
        hold_old(battle, battle.kept_old[0])
    battle.kept -= 1
    for n in range(battle.kept):
        battle.kept_old[n] = battle.kept_old[n + 1]
        for part in range(5):
            battle.kept_die[n, part] = battle.kept_die[n + 1, part]


@kernel
def face_that_counts(battle: Battle, name: int) -> int:
    """ENG-17 The face that counts of a die for the event to come: the last one thrown under its name."""
    for before in range(1, battle.thrown + 1):
        if battle.thrown_die[battle.thrown - before, 0] == name:
            return battle.thrown_die[battle.thrown - before, 4]
    return 0


@kernel
def ask_about_dice(battle: Battle, owner: int, step: int, a: int, b: int, c: int) -> bool:
    """ENG-17 The dice just thrown, the first of them ``owner``'s, could be changed: ask, and settle them in a step.

    False: nobody can be asked, the rule goes on."""
    if battle.stratagems == 0:
        return False
    lay_dice(battle, 2 if step in (STEP_FIRED, STEP_FOUGHT) else 1)
    if open_window(battle, DICE_SEEN, owner):
        put_on_agenda(battle, step, a, b, c)
        return True
    take_up(battle)
    return False


@kernel
def verify_chit(battle: Battle, side: int) -> int:
    """LGG-S1-a, b Has the side a stratagem left, and not used one this round?"""
    if battle.stratagem_used[side] == 1:
        return ONCE_A_ROUND
    return OK if battle.chits[side] > 0 else NONE_LEFT


@kernel
def fitting_stratagem(battle: Battle) -> int:
    """REC-6 The one stratagem that the open question is about."""
    if battle.window == ROLLS_SEEN:
        return SECOND_WIND
    if battle.window == ENEMY_ACTS:
        return PRESENCE_OF_MIND
    return FORTUNE_OF_WAR if battle.question % 2 == 0 else CONFUSION


@kernel
def verify_play(battle: Battle) -> int:
    """REC-6, LGG-S1-b May the asked side play the stratagem of the command, ST5's own activity apart?"""
    if battle.cmd_arg != fitting_stratagem(battle):
        return WRONG_MOMENT
    return verify_chit(battle, battle.asked)


@kernel
def verify_effort(battle: Battle) -> int:
    """ST2, REC-6 May the side on turn redouble its effort? Before its last action is spent."""
    if battle.cmd_arg != REDOUBLED_EFFORT or battle.actions < 1:
        return WRONG_MOMENT
    return verify_chit(battle, battle.on_turn)


@kernel
def spend_chit(battle: Battle, side: int) -> None:
    """LGG-S1-b One chit less; no other this round."""
    battle.chits[side] -= 1
    battle.stratagem_used[side] = 1


@kernel
def log_stratagem(battle: Battle, side: int, stratagem: int, row: int, before: int, after: int) -> None:
    """REC-6 Write that a stratagem was played, and which."""
    log_event(battle, Event.STRATAGEM, side=side, stratagem=stratagem, unit=row, before=before, after=after)
    log_rule(battle, FIRST_CODE + stratagem - 1)


@kernel
def redouble_effort(battle: Battle) -> None:
    """ST2, LGG-6.1-d A d6 of further actions; they count toward the day's length."""
    side = battle.on_turn
    spend_chit(battle, side)
    more = throw(battle, COMMAND_STREAM, 6, Die.STRATAGEM)
    battle.actions += more
    battle.extra_actions[side] += more
    log_stratagem(battle, side, REDOUBLED_EFFORT, NOBODY, 0, more)


@kernel
def unit_of_die(battle: Battle, place: int) -> int:
    """ENG-17 The roll row of the unit that a die on the table is thrown for, by the step that waits; -1: none."""
    n = battle.agenda_n - 1
    step, unit = battle.agenda[n, 0], battle.agenda[n, 1]
    if step == STEP_LOST:
        return NOBODY
    if step == STEP_FOUGHT:
        unit = battle.fight_defender[unit] if place == 1 else battle.fight_attackers[unit, 0]
    elif step == STEP_FIRED and place == 1:
        unit = battle.agenda[n, 2]
    return battle.roll[unit]


@kernel
def throw_again(battle: Battle, place: int) -> None:
    """ST3, ST4 The die is thrown again; both throws stand in the event that it decides, and the last one counts."""
    side, stratagem, old = battle.asked, fitting_stratagem(battle), battle.table_die[place, 4]
    spend_chit(battle, side)
    battle.table_old[place] = battle.table_die[place, 2]
    waiting = battle.thrown
    battle.thrown = 0
    new = throw(battle, battle.table_die[place, 1], battle.table_die[place, 3], battle.table_die[place, 0])
    lay_die(battle, place, 0)
    battle.thrown = 0
    log_stratagem(battle, side, stratagem, unit_of_die(battle, place), old, new)
    battle.thrown = waiting


@kernel
def answer_dice(battle: Battle, plays: bool) -> None:
    """ST3, ST4, ENG-17 The asked side has answered about a die; on to the next question."""
    if plays:
        throw_again(battle, die_of_question(battle.question))
    next_question(battle, battle.question + 1)
