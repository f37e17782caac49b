"""The end of a round at the table: count, sudden death, an army that breaks off, the day's end (LGG-6.1, S3; HR-B)."""

from __future__ import annotations

from battles.resolvers.dispatch.sides import side_name
from battles.resolvers.lgg.command.rolls import day_is_over, end_round
from battles.resolvers.lgg.companion.clock import chapter_of, open_round
from battles.resolvers.lgg.companion.evening import begin_pursuit
from battles.resolvers.lgg.companion.state import ROUND, TableState, must_be, read_side
from battles.resolvers.lgg.day.sudden_death import end_tournament_day, sudden_death
from battles.resolvers.lgg.machine.machine import leave_field, must_leave
from battles.resolvers.lgg.record import codes
from battles.resolvers.notes import Wording
from battles.resolvers.place import JsonPlace
from battles.resolvers.words import listed, sentence


def play_round_end(table: TableState, _values: JsonPlace) -> Wording:
    """LGG-6.1-d, 6.2-b, S3-a, HR-B The count, then sudden death, leaving, the day's end or the next round."""
    must_be(table, (codes.COMBATS,), "A round ends when both turns are over.")
    battle, number = table.battle, int(table.battle.round_no)
    end_round(battle)
    extra = int(battle.extra_actions[0] + battle.extra_actions[1] + battle.count_add[battle.weather])
    more = f" and {extra}" if extra else ""
    head = (f"Round {number} is over: {int(battle.rolled[0])} and {int(battle.rolled[1])}{more}, "
            f"count {int(battle.count)} of {int(battle.length)}.")  # fmt: skip
    line, story = _after_round(table)
    return Wording(head + line, story=story, chapter=chapter_of(table))


def _after_round(table: TableState) -> tuple[str, str]:
    """Return what follows the count, for the log and for the dispatch."""
    battle = table.battle
    if sudden_death(battle):
        broken = [side for side in range(codes.SIDES) if battle.army_broken[side]]
        line = f" Sudden death, broken: {listed([table.side(side).name for side in broken])} (LGG-S3-a)."
        return line + begin_pursuit(table), sentence(f"{_subjects(table, broken)} broke, and the battle was over.")
    leaving = [side for side in range(codes.SIDES) if table.leaving[side] or _has_to_leave(table, side)]
    if leaving:
        return _break_off(table, leaving)
    if not day_is_over(battle):
        open_round(table)
        return "", ""
    if battle.sudden_death == 1:
        end_tournament_day(battle)
        line = f" The day is over; both armies keep the field.{begin_pursuit(table)}"
        return line, "The day ended, and both armies kept the field."
    battle.phase = codes.STAY_LEAVE
    return " The day is over.", "The day was over."


def _break_off(table: TableState, leaving: list[int]) -> tuple[str, str]:
    """HR-B Take the sides that break off from the field; the pursuit is next."""
    battle = table.battle
    for side in range(codes.SIDES):
        battle.breaks_off[side] = int(side in leaving)
    leave_field(battle)
    table.leaving = [False, False]
    line = f" Broken off, and off the field: {listed([table.side(side).name for side in leaving])}."
    story = sentence(f"{_subjects(table, leaving)} broke off the fight and left the field.")
    return line + begin_pursuit(table), story


def _subjects(table: TableState, sides: list[int]) -> str:
    return listed([side_name(table.side(side).name).subject for side in sides])


def _has_to_leave(table: TableState, side: int) -> bool:
    """HR-B, R-37 Has a side neither infantry nor cavalry on the table, and none still on the march?"""
    coming = any(table.kind(key).arm in ("foot", "cav") for key in table.late if table.side_of(key) == side)
    return bool(must_leave(table.battle, side)) and not coming


def play_break_off(table: TableState, values: JsonPlace) -> Wording:
    """HR-B A side chooses in secret to leave at the end of this round."""
    side, leaves = read_side(values.at("side")), values.at("leaves").flag()
    must_be(table, (codes.INITIATIVE, *ROUND), "Breaking off is declared in a round.")
    table.leaving[side] = leaves
    name = table.side(side).name
    text = f"{name} will break off at the end of this round." if leaves else f"{name} will fight on."
    return Wording(text, side, f"{name}: a secret note.")
