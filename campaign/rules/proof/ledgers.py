"""The ledgers of a war proved line by line: strength, points, and the sheets that they were spent by."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import pairwise

from campaign.rules.files.handles import PossibleOwners, fault
from campaign.rules.files.past.history_rows import CAMPAIGN_ACCOUNTS, FACTION_ACCOUNTS, SheetRow
from campaign.rules.proof.dump import Dump, Fault, turn_of
from campaign.rules.proof.told import arrived

CAUSED = {
    "raised": ("turn",), "battle": ("battle",), "amalgamation": ("battle", "turn"),
    "pursuit": ("turn", "battle"), "retreat": ("turn", "battle"), "attrition": ("turn",), "desertion": ("turn",),
    "replacements": ("turn",), "disbanded": ("turn",), "correction": ("turn", ""),
}  # fmt: skip
"""A line's cause → what its reference names, once the war has begun. Events cost no strength (HR-23)."""
_LINE = re.compile(r"\{line:s([1-9][0-9]{0,6})\}:")


def strength_ledger(dump: Dump) -> Iterator[Fault]:
    """Each line's sum, within nothing and full; a unit begins once, by being raised, and ends with nothing."""
    full = {row.id: row.full for row in dump.history.units}
    now: dict[str, int] = {}
    for number, line in enumerate(dump.history.strength):
        path = f"history.strength[{number}]"
        dump.figures["lines of the strength ledger"] += 1
        if (line.cause == "raised") != (line.unit not in now):
            yield Fault(f"{path}.cause", f"a unit is raised once, by its first line; {line.unit} is {line.cause} here.")
        now[line.unit] = now.get(line.unit, 0) + line.delta
        if now[line.unit] != line.after:
            yield Fault(f"{path}.after", f"{line.after} is recorded, the lines up to here make {now[line.unit]}.")
        if line.delta == 0 or not 0 <= now[line.unit] <= full[line.unit]:
            yield Fault(f"{path}.delta", f"it makes {line.unit} {now[line.unit]} strong, of {full[line.unit]}.")
    for number, unit in enumerate(dump.history.units):
        if (unit.status == "serving") != (now.get(unit.id, 0) > 0):
            sentence = f"{unit.id} is {unit.status} with {now.get(unit.id, 0)} strength points."
            yield Fault(f"history.units[{number}].status", sentence)


def units_from_nowhere(dump: Dump) -> Iterator[Fault]:
    """Units that came in a turn were bought in it."""
    raised = Counter(turn_of(line.reference) for line in dump.history.strength if line.cause == "raised")
    bought = Counter(row.turn for row in dump.history.sheet if row.kind == "buy" and row.state == "done")
    for turn, count in raised.items():
        if turn is not None and count > bought[turn] + len(arrived(dump, turn)):
            yield Fault("history.strength", f"turn {turn}: {count} units were raised, {bought[turn]} were bought.")


def causes(dump: Dump) -> Iterator[Fault]:
    """Each line's cause has the reference that such a line has; a battle's line names it, a correction has its act."""
    names = {row.id: row.name for row in dump.history.battles}
    acts = Counter(row.act.partition(" of unit ")[0] for row in dump.history.referee_acts)
    begun = False
    for number, line in enumerate(dump.history.strength):
        path, (where, _, what) = f"history.strength[{number}]", line.reference.partition(":")
        begun |= where in ("turn", "battle")
        if where not in (CAUSED.get(line.cause, ()) if line.cause != "raised" or begun else (where,)):
            yield Fault(f"{path}.cause", f"{line.cause} is no cause of a line of {line.reference or 'nothing'}.")
        elif where == "battle" and not line.note.startswith(names.get(what.strip("{}").removeprefix("battle:"), "?")):
            yield Fault(f"{path}.note", f"it is not the line of {what}.")
        elif line.cause == "correction":
            act = f"changed strength by {line.delta:+d}"
            if acts[act] < 1:
                yield Fault(path, "a correction without an act of the referee.")
            acts[act] -= 1


def points_ledger(dump: Dump) -> Iterator[Fault]:
    """Each posting between two accounts that there are, one after the other; none of a faction falls below nothing."""
    factions = [faction.key for faction in dump.file.factions]
    known = {*CAMPAIGN_ACCOUNTS, *(f"{kind}/{key}" for kind in FACTION_ACCOUNTS for key in factions)}
    held: dict[str, int] = defaultdict(int)
    for number, row in enumerate(dump.history.points):
        path = f"history.points[{number}]"
        dump.figures["postings of points"] += 1
        if not {row.source, row.target} <= known or row.source == row.target:
            yield Fault(path, f"{row.source} and {row.target} are not two accounts of this war.")
        held[row.source] -= row.amount
        held[row.target] += row.amount
        if "/" in row.source and held[row.source] < 0:
            yield Fault(f"{path}.amount", f"it leaves {row.source} at {held[row.source]}.")
    for one, other in pairwise(enumerate(dump.history.points)):
        if one[1].turn > other[1].turn:
            yield Fault(f"history.points[{other[0]}].turn", f"turn {other[1].turn} after turn {one[1].turn}.")


def posting_keys(dump: Dump) -> Iterator[Fault]:
    """Yield the key of each posting: once in its ledger, and of something that has happened."""
    happened = PossibleOwners.of(dump.history)
    seen: set[tuple[str, str, str]] = set()
    for name in ("points", "strength", "sheet"):
        for number, row in enumerate(getattr(dump.history, name)):
            if row.idempotency is None:
                continue
            path = f"history.{name}[{number}].idempotency"
            whose = row.unit if name == "strength" else row.faction if name == "sheet" else ""
            dump.figures["keys of postings"] += 1
            if (name, whose, row.idempotency) in seen:
                yield Fault(path, "the same posting was made further up already.")
            elif why := fault(row.idempotency, row, happened):
                yield Fault(path, f"{why}.")
            seen.add((name, whose, row.idempotency))


def sheets(dump: Dump) -> Iterator[Fault]:
    """Check that what a sheet's line set aside is spent or given back in full, once it was carried out or withdrawn."""
    aside: dict[int, int] = defaultdict(int)
    paid: dict[int, int] = defaultdict(int)
    for row in dump.history.points:
        if row.idempotency and (match := _LINE.match(row.idempotency)):
            number = int(match[1])
            aside[number] += row.amount * (row.target.startswith("reserved/") - row.source.startswith("reserved/"))
            paid[number] += row.amount * row.target.startswith("reserved/")
    closed = {row.number for row in dump.history.turns if row.state == "closed"}
    for number, line in enumerate(dump.history.sheet, 1):
        dump.figures["lines of the sheets"] += 1
        if sentence := _wrong_line(line, aside[number], paid[number], closed):
            yield Fault(f"history.sheet[{number - 1}]", sentence)


def _wrong_line(line: SheetRow, aside: int, paid: int, closed: Collection[int]) -> str:
    if paid != line.cost:
        return f"it costs {line.cost} points, {paid} were set aside for it."
    if line.state == "entered" and line.turn in closed and line.kind != "pay":
        return "its turn is closed and it was never carried out."
    due = line.cost if line.state == "entered" else 0
    return "" if aside == due else f"it is {line.state} and {aside} points are set aside for it, not {due}."


def amalgamations(dump: Dump) -> Iterator[Fault]:
    """LGG-15.5 Strength that moves between units comes from somewhere."""
    sums: dict[str, int] = defaultdict(int)
    for line in dump.history.strength:
        if line.cause == "amalgamation":
            sums[line.reference] += line.delta
    for reference, total in sums.items():
        if total:
            yield Fault("history.strength", f"the amalgamations of {reference} add up to {total:+d}, not to 0.")


CHECKS = (strength_ledger, causes, units_from_nowhere, points_ledger, posting_keys, sheets, amalgamations)
