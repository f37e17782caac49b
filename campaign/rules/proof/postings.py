"""Every posting of points explained: by the step of a turn that its key names, or by an act of the referee."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from campaign.rules.files.handles import made_by_program
from campaign.rules.files.past.history_rows import ChronicleRow, PointsRow
from campaign.rules.proof.dump import BY_HAND, Dump, Fault
from campaign.rules.proof.told import in_the_war

_STEP = re.compile(r"\{war\}:(?:t[0-9]+\.[0-9]+:)?([a-z-]+):(.*)")
_LINE = re.compile(r"\{line:s([0-9]+)\}:([a-z-]+)")
TREASURY, RESERVED = "treasury", "reserved"
TO_RESERVE, BACK = (TREASURY, RESERVED), (RESERVED, TREASURY)
STEPS = {
    "opening": ("HR-25", ("opening", TREASURY)),
    "income": ("HR-5", ("income", TREASURY)),
    "offmap": ("HR-5", ("offmap", TREASURY)),
    "event": ("HR-23", ("events", TREASURY)),
    "trigger": ("HR-29", ("events", TREASURY)),
    "pay": ("HR-6", (RESERVED, "maintenance")),
    "upkeep": ("HR-6", TO_RESERVE),
    "upkeep-back": ("HR-6", BACK),
    "profile": ("HR-6", TO_RESERVE, BACK),
    "battle": ("HR-6", TO_RESERVE, BACK),
}
"""The step of a turn that a key names → its rule, and from which kind of account to which it posts."""
LINES = {
    "reserved": ("HR-7", TO_RESERVE),
    "spent": ("HR-7", (RESERVED, "purchases")),
    "withdrawn": ("HR-7", BACK),
    "refused": ("HR-7", BACK),
    "back": ("HR-9", BACK),
    "gift": ("HR-7", BACK),
    "ransom": ("HR-17", BACK),
}
"""The same of what became of a line of a sheet."""
TO_OTHERS = ("gift", "ransom")
OWED = ("opening", "income", "offmap")
"""Steps whose postings follow from the war: none may be missing, none may be there twice."""


def explained(dump: Dump) -> Iterator[Fault]:
    """Each posting has the key of a step between the accounts of that step, or an act of the referee."""
    acts = Counter((row.act, row.reason[:200]) for row in dump.history.referee_acts)
    for number, row in enumerate(dump.history.points):
        path = f"history.points[{number}]"
        if row.reference != f"turn:{{campaign}}:{max(1, row.turn)}":
            yield Fault(f"{path}.reference", f"it is not that of turn {row.turn}.")
        if row.idempotency and made_by_program(row.idempotency):
            if not _on_its_way(dump, row):
                yield Fault(path, f"{row.source} to {row.target} is not the way of the step {row.idempotency}.")
        elif not _by_an_act(dump, row, acts):
            yield Fault(path, f"{row.amount} points from {row.source} to {row.target} have neither key nor act.")


def _on_its_way(dump: Dump, row: PointsRow) -> bool:
    """Return whether a posting goes between the accounts of the step that its key names, by that step's rule."""
    key = row.idempotency or ""
    line, step = _LINE.fullmatch(key), _STEP.fullmatch(key)
    _, *ways = known = LINES.get(line[2], ("",)) if line else STEPS.get(step[1], ("",)) if step else ("",)
    accounts = [row.source.partition("/"), row.target.partition("/")]
    owners = {owner for _, _, owner in accounts if owner}
    whose = dump.history.sheet[int(line[1]) - 1].faction if line else next(iter(owners), "")
    one = len(owners) == 1 or (line is not None and line[2] in TO_OTHERS)
    own = whose in owners and (step is None or step[1] in ("income", "pay") or step[2].endswith(whose))
    return tuple(kind for kind, _, _ in accounts) in ways and one and own and (line is not None or row.rule == known[0])


def _by_an_act(dump: Dump, row: PointsRow, acts: Counter[tuple[str, str]]) -> bool:
    """Return whether the referee did this by hand, and strike out the act: it explains one posting."""
    if "events" in (row.source, row.target):
        return _windfall(dump, row, acts)
    if "corrections" not in (row.source, row.target):
        return any(act.startswith(BY_HAND) for act, _ in acts)
    names = {faction.key: faction.name for faction in dump.file.factions}
    plus = row.source == "corrections"
    name = names.get((row.target if plus else row.source).partition("/")[2], "")
    points = row.amount if plus else -row.amount
    return _struck(acts, f"corrected the treasury of {name} by {points:+d} points", row.reason)


def _struck(acts: Counter[tuple[str, str]], act: str, reason: str) -> bool:
    found = acts[(act, reason)] > 0
    acts[(act, reason)] -= found
    return found


def _windfall(dump: Dump, row: PointsRow, acts: Counter[tuple[str, str]]) -> bool:
    """HR-23 A windfall of the referee's own: an event of that turn, faction and size, and his act."""
    for event in dump.history.war_events:
        befell = (event.kind, event.turn, f"{TREASURY}/{event.faction}", event.points)
        if befell == ("windfall", row.turn, row.target, row.amount) and row.reason == f"Windfall: {event.text}"[:200]:
            return _struck(acts, f"wrote an event: {event.text}"[:200], "")
    return False


def owed(dump: Dump) -> Iterator[Fault]:
    """HR-5, HR-25 Opening treasuries and incomes: each that is due once, of its amount, to its faction."""
    wanted = dict(_openings(dump)) | dict(_incomes(dump))
    for number, row in enumerate(dump.history.points):
        step = _STEP.fullmatch(row.idempotency or "")
        if step and step[1] in OWED:
            due = wanted.pop((row.turn, f"{step[1]}:{step[2]}"), None)
            dump.figures["openings and incomes"] += 1
            if due != (row.target, row.amount):
                told = f"{due[1]} for {due[0]} are due" if due else "nothing is due"
                yield Fault(f"history.points[{number}].amount", f"{row.amount} for {row.target}, where {told}.")
    for (turn, what), (target, amount) in wanted.items():
        yield Fault("history.points", f"turn {turn}: {amount} points of {what} were never posted to {target}.")


Due = tuple[tuple[int, str], tuple[str, int]]


def _openings(dump: Dump) -> Iterator[Due]:
    """HR-25 The opening treasury of the file, or some musters of what turn 1 brought."""
    first = {row.audience: row for row in _income_rows(dump) if row.turn == 1}
    musters = dump.house(1)["economy.opening_musters"]
    for faction in dump.file.factions:
        row = first.get((faction.key,))
        told: dict[str, Any] = row.details if row else {"lines": [], "offmap": 0}
        points = faction.opening_points or musters * (sum(line["points"] for line in told["lines"]) + told["offmap"])
        if points:
            yield (0, f"opening:{faction.key}"), (f"{TREASURY}/{faction.key}", points)


def _incomes(dump: Dump) -> Iterator[Due]:
    for row in _income_rows(dump):
        for line in row.details["lines"]:
            if line["points"]:
                account = f"{TREASURY}/{line['faction']}"
                yield (row.turn, f"income:{line['province']}"), (account, line["points"])
        if row.details["offmap"]:
            faction = row.audience[0]
            yield (row.turn, f"offmap:{faction}"), (f"{TREASURY}/{faction}", row.details["offmap"])


def _income_rows(dump: Dump) -> list[ChronicleRow]:
    return [row for row in dump.history.chronicle if row.kind == "income"]


def incomes_told(dump: Dump) -> Iterator[Fault]:
    """HR-5 Each faction has one line of income at a muster, with the sum of its provinces and what is from beyond."""
    told: Counter[tuple[int, str]] = Counter()
    offmap = {faction.key: (faction.offmap_income, faction.name) for faction in dump.file.factions}
    for number, row in enumerate(dump.history.chronicle):
        if row.kind != "income":
            continue
        path, faction = f"history.chronicle[{number}]", row.audience[0] if row.audience else ""
        told[(row.turn, faction)] += 1
        total = sum(line["points"] for line in row.details["lines"]) + row.details["offmap"]
        if row.text != f"Income: {total} points.":
            yield Fault(f"{path}.text", f"its lines add up to {total} points.")
        if row.details["offmap"] != offmap[faction][0] and not dump.by_hand(offmap[faction][1]):
            yield Fault(f"{path}.details.offmap", f"{faction} draws {offmap[faction][0]} from beyond the map.")
    due = {(turn.number, key) for turn in dump.history.turns if turn.muster
           for key in in_the_war(dump, turn.number)}  # fmt: skip
    for turn, faction in due ^ set(told) | {key for key, count in told.items() if count > 1}:
        yield Fault("history.chronicle", f"turn {turn}: {told[(turn, faction)]} lines of income for {faction}.")


def maintenance(dump: Dump) -> Iterator[Fault]:
    """HR-6 The pay of a faction's armies is what the chronicle has, and nothing stays set aside once a turn is over."""
    owners = {army.ref: army.faction for army in dump.file.armies}
    paid: dict[tuple[int, str], int] = defaultdict(int)
    for row in dump.history.points:
        step = _STEP.fullmatch(row.idempotency or "")
        if step and step[1] == "pay" and f"{RESERVED}/{owners.get(step[2])}" == row.source:
            paid[(row.turn, owners[step[2]])] += row.amount
        elif step and step[1] == "pay":
            yield Fault("history.points", f"turn {row.turn}: the pay of {step[2]} comes from {row.source}.")
    for number, entry in enumerate(dump.history.chronicle):
        if entry.kind == "maintenance":
            drawn = paid.pop((entry.turn, entry.audience[0]), 0)
            if drawn != entry.details["paid"] or not entry.text.startswith(f"Maintenance: {drawn} points."):
                sentence = f"{entry.details['paid']} points are recorded, {drawn} were drawn."
                yield Fault(f"history.chronicle[{number}].details.paid", sentence)
    for turn, faction in paid:
        yield Fault("history.chronicle", f"turn {turn}: there is no line of {faction}'s maintenance.")


def left_aside(dump: Dump) -> Iterator[Fault]:
    """HR-6, HR-7 Nothing of a closed turn stays set aside."""
    held: Counter[str] = Counter()
    closed = [row.number for row in dump.history.turns if row.state == "closed"]
    postings = list(dump.history.points)
    for turn in closed:
        while postings and postings[0].turn <= turn:
            row = postings.pop(0)
            held[row.source] -= row.amount
            held[row.target] += row.amount
        for name, points in held.items():
            if name.startswith(f"{RESERVED}/") and points:
                yield Fault("history.points", f"turn {turn} is over, and {name} still holds {points} points.")


CHECKS = (explained, owed, incomes_told, maintenance, left_aside)
