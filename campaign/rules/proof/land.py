"""The calendar, and who controls which province: from line to line of the chronicle, and in what was paid for it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from campaign.rules.course.calendar import is_muster, season, turn_date
from campaign.rules.files.past.history_rows import ChronicleRow
from campaign.rules.files.rows import ProvinceRow
from campaign.rules.proof.dump import Dump, Fault
from campaign.rules.proof.told import given_away


def calendar(dump: Dump) -> Iterator[Fault]:
    """HR-1 The date of each turn, its season, and whether it is a muster."""
    known = dump.file.calendar
    for number, row in enumerate(dump.history.turns):
        starts = turn_date(known.start, row.number, known.turn_days)
        wanted = {"starts_on": starts, "season": season(starts), "muster": is_muster(row.number, known.muster_every)}
        for name, value in wanted.items():
            if getattr(row, name) != value and not dump.by_hand(dump.file.name):
                yield Fault(f"history.turns[{number}].{name}", f"by the calendar it is {value}.")


def _taken(dump: Dump) -> dict[str, list[tuple[int, ChronicleRow]]]:
    """Province → the lines of the chronicle by which it changed hands, with their places."""
    found: dict[str, list[tuple[int, ChronicleRow]]] = {}
    for number, row in enumerate(dump.history.chronicle):
        if row.kind == "control" and row.province:
            found.setdefault(row.province, []).append((number, row))
    return found


def control(dump: Dump) -> Iterator[Fault]:
    """HR-20 A province goes from hand to hand without a gap, and is now where the last line has it."""
    names = {faction.key: faction.name for faction in dump.file.factions}
    taken = _taken(dump)
    for number, province in enumerate(dump.file.provinces):
        lines = taken.get(province.key, [])
        for (_, one), (place, other) in pairwise(lines):
            if one.details["to"] != other.details["from"]:
                yield Fault(
                    f"history.chronicle[{place}].details", f"{province.name} was not {other.details['from']}'s."
                )
        for place, row in lines:
            if names.get(row.details["to"], "?") not in row.text or province.name not in row.text:
                yield Fault(f"history.chronicle[{place}].text", "it is not what its details have.")
        yield from _held_now(dump, number, province, lines)


def _held_now(
    dump: Dump, number: int, province: ProvinceRow, lines: list[tuple[int, ChronicleRow]]
) -> Iterator[Fault]:  # fmt: skip
    """Check the controller of today; without any line, the one to whom the first muster paid."""
    if dump.by_hand(province.name):
        return
    last = lines[-1][1] if lines else None
    if last and (last.details["to"], last.turn) != (province.controller, province.controlled_since):
        sentence = f"{province.controller} since turn {province.controlled_since} is recorded; the chronicle has " \
                   f"{last.details['to']} since turn {last.turn}."  # fmt: skip
        yield Fault(f"provinces[{number}].controller", sentence)


def owners(dump: Dump, turn: int) -> dict[str, str]:
    """Return who controlled what when a turn opened: province → faction."""
    held = {province.key: province.controller for province in dump.file.provinces}
    for key, lines in _taken(dump).items():
        before = [row.details["to"] for _, row in lines if row.turn < turn or (row.turn == turn and row.phase == "P1")]
        held[key] = before[-1] if before else lines[0][1].details["from"]
    return {key: owner for key, owner in held.items() if owner}


def yields(dump: Dump) -> Iterator[Fault]:
    """HR-5 Each province pays by its value, to its controller of the time when the turn opened."""
    provinces = {province.key: province for province in dump.file.provinces}
    names = {province.key: province.name for province in dump.file.provinces}
    for turn in sorted({row.number for row in dump.history.turns if row.muster}):
        held = owners(dump, turn)
        for number, row in enumerate(dump.history.chronicle):
            if row.kind == "income" and row.turn == turn:
                for line in row.details["lines"]:
                    owner = held.pop(line["province"], None)
                    if line["province"] in given_away(dump):
                        continue
                    wrong = _wrong_yield(dump, turn, provinces[line["province"]], line, owner)
                    if wrong and not dump.by_hand(names[line["province"]]):
                        yield Fault(f"history.chronicle[{number}].details", f"{names[line['province']]}: {wrong}.")
        for key in held:
            if not dump.by_hand(names[key]):
                yield Fault("history.chronicle", f"turn {turn}: {names[key]} has no line of income.")


def _wrong_yield(dump: Dump, turn: int, province: ProvinceRow, line: dict[str, Any], owner: str | None) -> str:
    """Return the fault of a line of income; empty if there is none."""
    if line["faction"] != owner:
        return f"it paid {line['faction']} on turn {turn}, when it was {owner or 'nobody'}'s"
    if line["reason"] in ("an enemy army is there", "guerrillas are active"):
        return f"{line['points']} points, where {line['reason']}" if line["points"] else ""
    home = line["reason"].startswith("home province")
    percent = dump.house(turn)["economy.home_percent" if home else "economy.occupied_percent"]
    lost = sum(event.points for event in dump.history.war_events if event.kind == "harvest"
               and event.province == province.key and event.turn <= turn)  # fmt: skip
    least, most = (max(0, province.value - less) * percent // 100 for less in (lost, 0))
    if home != (province.home == owner):
        return f"it is {'no' if home else 'a'} home province"
    failed = "after a failed harvest" in line["reason"]
    return "" if (least <= line["points"] < most if failed else line["points"] == most) else (
        f"{line['points']} points of a value of {province.value}")  # fmt: skip


CHECKS = (calendar, control, yields)
