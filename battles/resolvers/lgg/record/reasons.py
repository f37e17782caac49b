"""The general's reasons: why he attacks, waits, holds, stays or leaves, written down as he chooses (AI-5 to AI-27).

They are no events and lie beside the journal, whose digest does not know them: a reader gets those of his own side.
``battle.reason[row]`` has day, round, side, the number of the event before it, the choice, why, and two numbers:

============  ======================================================================================
choice        numbers a, b
============  ======================================================================================
attack ...    the ratio of strength in hundredths (also ``probe``, ``hold``, ``delay``, ``hunt``)
sector        the sector; what the enemy there stands on (``GROUND_KEYS``)
form          units of the attack that have not come up; also ``assault``, always 0
guns          roll rows of the battery and of its target
reserve       how many units of infantry, and the roll row of the first of them
stay ...      hundredths of the strength of both that he expects to have (also ``leave``, ``break_off``, ``fight_on``)
============  ======================================================================================
"""

from battles.resolvers.core.kernels import i64, kernel
from battles.resolvers.lgg.record.codes import MOST_REASONS
from battles.resolvers.lgg.record.state import Battle

CHOICE_KEYS = ("attack", "probe", "hold", "delay", "sector", "form", "assault", "guns", "reserve", "hunt", "stay",
               "leave", "break_off", "fight_on")
(TO_ATTACK, TO_PROBE, TO_HOLD, TO_DELAY, TO_SECTOR, TO_FORM, TO_ASSAULT, TO_GUNS, TO_RESERVE, TO_HUNT, TO_STAY,
 TO_LEAVE, TO_BREAK_OFF, TO_FIGHT_ON) = range(14)
"""The first four are the postures by their numbers."""

WHY_KEYS = ("none", "orders", "stronger", "equal", "weaker", "outnumbered", "own_ground", "decision", "last_day",
            "relief", "his_relief", "quiet", "thin", "massed", "open", "water", "line", "formed", "prepare", "late",
            "losses", "capital", "field", "he_leaves", "even", "cost", "night")
(NO_REASON, BY_ORDERS, STRONGER, EQUAL, WEAKER, OUTNUMBERED, OWN_GROUND, DECISION, LAST_DAY, RELIEF, HIS_RELIEF,
 QUIET_FOE, THIN, MASSED, IN_THE_OPEN, WATER, LINE_BEHIND, FORMED_UP, PREPARES, LATE, LINE_LOSSES, CAPITAL, FIELD,
 HE_LEAVES, EVEN, COST, NIGHT_NEAR) = range(27)

GROUND_KEYS = ("", "houses", "hill", "cover")
LEVEL_GROUND, HOUSES, HILL_TOP, IN_COVER = range(4)

OF_POSTURE, OF_SECTOR, OF_ADVANCE, OF_GUNS, OF_RESERVE, OF_HUNT, OF_EVENING, OF_RETREAT = range(8)
"""What a reason is about: one is written only when it is another than the last about the same."""


@kernel
def note_reason(battle: Battle, side: int, about: int, mark: int, choice: int, why: int, a: int, b: int) -> None:
    """ENG-14 Write down why a side chooses something, unless the last choice about it had the same ``mark``, a number
    other than 0."""
    if battle.reason_mark[side, about] == mark:
        return
    battle.reason_mark[side, about] = mark
    row = i64(battle.reasons)
    if row < MOST_REASONS:
        battle.reasons = row + 1
        note = battle.reason[row]
        note[0], note[1], note[2], note[3] = battle.day, battle.round_no, side, battle.events
        note[4], note[5], note[6], note[7] = choice, why, a, b


@kernel
def forget_reason(battle: Battle, side: int, about: int) -> None:
    """ENG-14 The next reason about something is written, whatever it is."""
    battle.reason_mark[side, about] = 0
