"""The end of a round at the table: count, broken armies, an army that breaks off, the day's end (LGG-6.1, S3; HR-B,
HR-26)."""

from base.place import JsonPlace
from base.words import broken_of, listed, sentence
from battles.resolvers.contract.notes import Wording
from battles.resolvers.lgg.command.rolls import day_is_over, end_round
from battles.resolvers.lgg.companion.clock import chapter_of, open_round
from battles.resolvers.lgg.companion.evening import begin_pursuit
from battles.resolvers.lgg.companion.state import ROUND, TableState, must_be, read_side
from battles.resolvers.lgg.day.evening import end_tournament_day, sudden_death
from battles.resolvers.lgg.day.will import army_units, breaks_at, broken_units, loses_its_will
from battles.resolvers.lgg.machine.machine import leave_field, must_leave
from battles.resolvers.lgg.record.codes import SIDES, Phase
from battles.resolvers.lgg.record.state import Battle


def play_round_end(table: TableState, _values: JsonPlace) -> Wording:
    """LGG-6.1-d, 6.2-b, S3-a, HR-B The count, then sudden death, leaving, the day's end or the next round."""
    must_be(table, (Phase.COMBATS,), "A round ends when both turns are over.")
    battle, number = table.battle, int(table.battle.round_no)
    end_round(battle)
    extra = int(battle.extra_actions[0] + battle.extra_actions[1] + battle.count_add[battle.weather])
    more = f" and {extra}" if extra else ""
    head = (f"Round {number} is over: {int(battle.own_roll[0])} and {int(battle.own_roll[1])}{more}, "
            f"count {int(battle.count)} of {int(battle.length)}.")  # fmt: skip
    head += _count_of_broken(table)
    line, story = _after_round(table)
    return Wording(head + line, story=story, chapter=chapter_of(table))


def _count_of_broken(table: TableState) -> str:
    """HR-26 Both armies' broken units beside the number with which each must leave; empty where nobody must."""
    wills = [(table.side(side).name, will_of(table, side)) for side in range(SIDES)]
    counts = [f"{name} {will[0]}, leaves at {will[1]}" for name, will in wills if will]
    return f" Broken: {'; '.join(counts)} ({_rule(table)})." if counts else ""


def _rule(table: TableState) -> str:
    return "LGG-S3-a" if table.battle.sudden_death else "HR-26"


def _after_round(table: TableState) -> tuple[str, str]:
    """Return what follows the count, for the log and for the dispatch."""
    battle = table.battle
    if sudden_death(battle):
        return _broken(table, "Sudden death")
    if loses_its_will(battle):
        return _broken(table, "The will of an army")
    leaving = [side for side in range(SIDES) if table.leaving[side] or _has_to_leave(table, side)]
    if leaving:
        return _break_off(table, leaving)
    if not day_is_over(battle):
        open_round(table)
        return "", ""
    if battle.sudden_death == 1:
        end_tournament_day(battle)
        line = f" The day is over; both armies keep the field.{begin_pursuit(table)}"
        return line, "The day ended, and both armies kept the field."
    battle.phase = Phase.STAY_LEAVE
    return " The day is over.", "The day was over."


def _broken(table: TableState, heading: str) -> tuple[str, str]:
    """LGG-S3-a, HR-26 The armies that broke leave the field; the pursuit is next."""
    broken = [side for side in range(SIDES) if table.battle.army_broken[side]]
    counts = [f"{table.side(side).name} ({_gone(table.battle, side)})" for side in broken]
    line = f" {heading}, broken: {listed(counts)} ({_rule(table)})."
    story = " and ".join(
        f"{table.people(side).subject} gave way with {_gone(table.battle, side)}" for side in broken
    )
    return line + begin_pursuit(table), sentence(f"{story}.")


def _gone(battle: Battle, side: int) -> str:
    return broken_of(int(broken_units(battle, side)), int(army_units(battle, side)))


def will_of(table: TableState, side: int) -> tuple[int, int] | None:
    """HR-26 How many of a side's units are broken, and the number with which it must leave; None where nobody must."""
    battle = table.battle
    if battle.will == 0 and battle.sudden_death == 0:
        return None
    return int(broken_units(battle, side)), int(breaks_at(battle, side))


def _break_off(table: TableState, leaving: list[int]) -> tuple[str, str]:
    """HR-B Take the sides that break off from the field; the pursuit is next."""
    battle = table.battle
    for side in range(SIDES):
        battle.breaks_off[side] = int(side in leaving)
    leave_field(battle)
    table.leaving = [False, False]
    line = f" Broken off, and off the field: {listed([table.side(side).name for side in leaving])}."
    story = sentence(f"{_subjects(table, leaving)} broke off the fight and left the field.")
    return line + begin_pursuit(table), story


def _subjects(table: TableState, sides: list[int]) -> str:
    return listed([table.people(side).subject for side in sides])


def _has_to_leave(table: TableState, side: int) -> bool:
    """HR-B, R-37 Has a side neither infantry nor cavalry on the table, and none still on the march?"""
    coming = any(table.kind(key).arm in ("foot", "cav") for key in table.late if table.side_of(key) == side)
    return bool(must_leave(table.battle, side)) and not coming


def play_break_off(table: TableState, values: JsonPlace) -> Wording:
    """HR-B A side chooses in secret to leave at the end of this round."""
    side, leaves = read_side(values.at("side")), values.at("leaves").flag()
    must_be(table, (Phase.INITIATIVE, *ROUND), "Breaking off is declared in a round.")
    table.leaving[side] = leaves
    name = table.side(side).name
    text = f"{name} will break off at the end of this round." if leaves else f"{name} will fight on."
    return Wording(text, side, f"{name}: a secret note.")
