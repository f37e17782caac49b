"""Units and generals held against the battles that they fought, and against the sheets that bought them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaign.rules.files.past.history_rows import EngagementRow, UnitRow
from campaign.rules.proof.dump import Dump, Fault, turn_of
from campaign.rules.proof.told import arrived
from rosters.rules.catalogue import Catalogue, catalogue, price, unit_type

Kind = tuple[str, bool, bool, str]
Files = dict[str, tuple[str, dict[str, Any]]]
"""A unit → the battle that has it, and its row in that battle's file."""


def catalogued(dump: Dump) -> Iterator[Fault]:
    """REC-1 A unit has the full strength of its type, unless units of another were amalgamated with it."""
    mixed = _amalgamated(dump)
    for number, unit in enumerate(dump.history.units):
        path, kind = f"history.units[{number}]", unit_type(unit.type)
        if unit.id not in mixed and unit.full != kind.full:
            yield Fault(f"{path}.full", f"{unit.full} is recorded, {unit.type} has {kind.full}.")
        if (unit.guard and not kind.may_be_guard) or (unit.outriders and not kind.may_be_outriders):
            yield Fault(f"{path}.type", f"{unit.type} is neither Guard nor outriders.")


def _amalgamated(dump: Dump, *, by_sheet: bool = False) -> set[str]:
    """Return the units that took part in an amalgamation; ``by_sheet`` those of the sheets alone."""
    lines = [line for line in dump.history.strength if line.cause == "amalgamation"]
    return {line.unit for line in lines if not by_sheet or turn_of(line.reference) is not None}


def in_battles(dump: Dump) -> Iterator[Fault]:
    """LGG-15.5 From battle to battle a unit is of the type that the last one left it, and it is so still."""
    known: dict[str, Kind] = {}
    changed = _amalgamated(dump, by_sheet=True)
    for battle, report, ids in _fought(dump):
        after = {unit["id"]: unit for side in report["sides"] for unit in side["units"]} if report else {}
        for unit, row in ids.items():
            now = _kind(row)
            dump.figures["units of battle files"] += 1
            if unit not in changed and known.setdefault(unit, now) != now:
                yield Fault(f"battle {battle}", f"{unit} is {_named(now)} in its file, it was {_named(known[unit])}.")
            told = after.get(row["id"])
            known[unit] = _left(now, told) if told else now
    for number, one in enumerate(dump.history.units):
        held = (one.type, one.guard, one.outriders, one.own)
        if one.id not in changed and known.get(one.id, held) != held:
            sentence = f"it is {_named(held)}, its last battle left it {_named(known[one.id])}."
            yield Fault(f"history.units[{number}].type", sentence)


def _fought(dump: Dump) -> Iterator[tuple[str, dict[str, Any] | None, dict[str, dict[str, Any]]]]:
    """Yield the settled battles in the order of their results, then the others: id, report, the file's row by unit."""
    reports = {row.battle: row.report for row in dump.history.results}
    files = {row.id: row.file for row in dump.history.battles}
    fighters: dict[str, dict[str, str]] = {}
    for row in dump.history.battle_units:
        fighters.setdefault(row.battle, {})[row.file_id] = row.unit
    for battle in [*reports, *(key for key in files if key not in reports)]:
        rows = [unit for side in files[battle].get("sides", ()) for unit in side.get("units") or ()]
        mine = fighters.get(battle, {})
        yield battle, reports.get(battle), {mine[row["id"]]: row for row in rows if row.get("id") in mine}


def _kind(row: dict[str, Any]) -> Kind:
    return row["type"], bool(row.get("guard")), bool(row.get("outriders")), row.get("own") or ""


def _left(now: Kind, told: dict[str, Any]) -> Kind:
    """LGG-15.5, HR-30 Return the kind of a unit after a battle: its own type goes with its type."""
    return told["type_after"], told["guard_after"], now[2], now[3] if told["type_after"] == now[0] else ""


def _named(kind: Kind) -> str:
    return f"{kind[3] or kind[0]}{' Guard' * kind[1]}{' outriders' * kind[2]}"


def purchases(dump: Dump) -> Iterator[Fault]:
    """HR-7 The units that were raised in a turn are those that its sheets bought, at their price."""
    mixed = _amalgamated(dump)
    units = {row.id: row for row in dump.history.units}
    raised: dict[int, list[UnitRow]] = {}
    for line in dump.history.strength:
        turn = turn_of(line.reference)
        if line.cause == "raised" and turn is not None:
            raised.setdefault(turn, []).append(units[line.unit])
    for turn, rows in raised.items():
        lines = [line for line in dump.history.sheet if (line.turn, line.kind, line.state) == (turn, "buy", "done")]
        bought = Counter(_kind(line.details) for line in lines)
        came, found = Counter(arrived(dump, turn)), Counter(_kind(vars(row)) for row in rows)
        if not {row.id for row in rows} & mixed and (bought - found or found - bought - came):
            yield Fault("history.units", f"turn {turn}: other units were raised than its sheets bought.")
    yield from _prices(dump)


def _prices(dump: Dump) -> Iterator[Fault]:
    """REC-1 A unit's price is that of its type where the war is played by the shipped numbers throughout."""
    if dump.file.profile or any("profile" in row.act for row in dump.history.referee_acts):
        return
    tables = replace(catalogue(), own=dump.file.own_types)
    for number, line in enumerate(dump.history.sheet):
        if line.kind == "buy" and line.cost != _price(line.details, tables):
            yield Fault(f"history.sheet[{number}].cost", f"{line.cost} points are not the price of this unit.")


def _price(details: dict[str, Any], tables: Catalogue) -> int:
    return price(details["type"], bool(details.get("guard")), tables, details.get("own", ""))


def generals(dump: Dump) -> Iterator[Fault]:
    """REC-3 A general leads each battle with his own skill; a hired one has the skill that was paid for."""
    files = {row.id: row.file for row in dump.history.battles}
    for row in dump.history.engagements:
        if row.battle and isinstance(row.details, dict):
            yield from _leading(dump, row, files[row.battle])
    hired = Counter((row.faction, row.details.get("skill")) for row in dump.history.sheet
                    if (row.kind, row.state) == ("leader", "done"))  # fmt: skip
    serving = Counter((row.faction, row.skill) for row in dump.file.leaders if row.bought)
    if serving - hired:
        yield Fault("leaders", "more generals are marked as hired, or of other skills, than the sheets have hired.")


def _leading(dump: Dump, row: EngagementRow, file: dict[str, Any]) -> Iterator[Fault]:
    for side, told in zip(file["sides"], row.details.get("sides", ()), strict=False):
        refs = [told.get("commander"), *told.get("wings", ())]
        posts = [side["commander"], *(side.get("wings") or ())]
        for ref, post in zip(refs, posts, strict=False):
            number, leader = next(((n, one) for n, one in enumerate(dump.file.leaders) if one.ref == ref), (0, None))
            dump.figures["generals of battle files"] += 1
            named = leader is not None and leader.name == post["name"] and not dump.by_hand(leader.name)
            if leader and named and leader.skill != post["skill"]:
                sentence = f"{leader.skill} is recorded, {row.battle} has him as {post['skill']}."
                yield Fault(f"leaders[{number}].skill", sentence)


FATES = {"killed": "was killed at", "captured": "was captured at"}


def fates(dump: Dump) -> Iterator[Fault]:
    """HR-17 A general is killed or captured by a line of the chronicle, and by a killing line for good."""
    lines = [row.text for row in dump.history.chronicle if row.kind == "general"]
    for number, leader in enumerate(dump.file.leaders):
        told = {what for what, words in FATES.items() if any(t.startswith(f"{leader.name} {words} ") for t in lines)}
        risen = "killed" in told and leader.status != "killed"
        unheard = leader.status in FATES and leader.status not in told
        if (risen or unheard) and not dump.by_hand(leader.name):
            sentence = f"{leader.name} is {leader.status}, which the chronicle does not bear out."
            yield Fault(f"leaders[{number}].status", sentence)


CHECKS = (catalogued, in_battles, purchases, generals, fates)
