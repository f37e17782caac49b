"""The battles of a war proved: their seeds from the secret, their reports from the seeds, the ledger from the reports.

What is quick is done for all of them here; ``prove_battle`` fights one again and can be shared among processes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile

from base.refusal import Refusal
from battles.resolvers.contract.notes import Note
from battles.resolvers.contract.registry import companion, resolver
from battles.resolvers.core.dice import STREAMS, commitment, face_of, key_of
from battles.resolvers.core.kernels import u64
from battles.resolvers.files import battle_file, fighting
from battles.resolvers.values import report
from battles.resolvers.values.battle import BattleFile, BattleSide
from campaign.rules.course.calendar import OVER_A_BATTLE
from campaign.rules.files.checking.history_checks import JOURNAL_LIMIT, unpack_journal
from campaign.rules.files.checking.promise_checks import faults as promised
from campaign.rules.files.past.history_rows import BattleRow, EngagementRow, NoteRow, ResultRow
from campaign.rules.proof.attempts import again_of, chain_of, seeds_of
from campaign.rules.proof.dump import Dump, Fault, words


def seeds(dump: Dump) -> Iterator[Fault]:
    """Each battle's seeds follow from the secret, and its season and weather from its turn."""
    fought = {row.battle: row for row in dump.history.engagements if row.battle}
    regions = {row.key: row.region for row in dump.file.provinces}
    for number, battle in enumerate(dump.history.battles):
        path, why = f"history.battles[{number}]", fought.get(battle.id)
        dump.figures["battles"] += 1
        if why is None:
            yield Fault(f"{path}.id", "no engagement leads to this battle.")
            continue
        key = f"{why.province}:{why.sequence}"
        wanted = {"seed": seeds_of(dump, battle, why), "field_seed": {dump.seed(why.turn, "field", key)}}
        for name, known in wanted.items():
            if getattr(battle, name) not in known:
                yield Fault(f"{path}.{name}", f"it is not the one that the secret gives to {key} in turn {why.turn}.")
        if battle.commitment != commitment(battle.seed):
            yield Fault(f"{path}.commitment", "it is not that of the seed.")
        if battle.read not in again_of(dump, battle, why):
            yield Fault(f"{path}.read", "these are not the seeds of the decisions that were taken back.")
        yield from _sky(dump, battle, why, regions[why.province], path)


def _sky(dump: Dump, battle: BattleRow, why: EngagementRow, region: str, path: str) -> Iterator[Fault]:
    turn = dump.turns[why.turn]
    wanted = {"season": turn.season, "campaign_weather": turn.weather[region]["weather"]}
    for name, value in wanted.items():
        if battle.file.get(name) != value:
            yield Fault(f"{path}.file.{name}", f"{battle.file.get(name)} is recorded, turn {why.turn} had {value}.")
    over = OVER_A_BATTLE[turn.weather[region]["weather"]]
    if battle.file.get("weather", over) != over:
        yield Fault(f"{path}.file.weather", f"{battle.file['weather']} is recorded, turn {why.turn} makes it {over}.")


def promises(dump: Dump) -> Iterator[Fault]:
    """Check that reports, results, effects and engagements agree (the audit's promises)."""
    sums: dict[str, int] = defaultdict(int)
    for line in dump.history.strength:
        sums[line.unit] += line.delta
    dump.figures["effects of battles"] += len(dump.history.effects)
    for path, sentence in promised(dump.history, sums):
        yield Fault(f"history.{path}", sentence)


def winners(dump: Dump) -> Iterator[Fault]:
    """Check that each engagement was won by the side that its report names."""
    reports = {row.battle: row.report for row in dump.history.results}
    for number, row in enumerate(dump.history.engagements):
        if row.state == "settled" and row.battle in reports:
            reported = reports[row.battle]
            names = [side["name"] for side in reported["sides"]]
            winner = reported["outcome"]["winner"]
            if row.winner_side != (names.index(winner) if winner in names else None):
                path = f"history.engagements[{number}].winner_side"
                yield Fault(path, f"{row.winner_side} is recorded, the report has {winner or 'a draw'}.")


def fought_by(dump: Dump) -> Iterator[Fault]:
    """Check that a battle has the rules, engine and profile of its report, and was decided in the way of its report."""
    reports = {row.battle: row.report for row in dump.history.results}
    turns = {row.battle: row.turn for row in dump.history.engagements if row.battle}
    for number, row in enumerate(dump.history.battles):
        path, reported = f"history.battles[{number}]", reports.get(row.id)
        if row.reference != f"turn:{{campaign}}:{turns.get(row.id)}":
            yield Fault(f"{path}.reference", f"it is not that of turn {turns.get(row.id)}.")
        if reported is None:
            continue
        for name, key in (("rules", "rules"), ("engine", "engine"), ("profile_hash", "profile")):
            if getattr(row, name) != reported[key]:
                yield Fault(f"{path}.{name}", f"{getattr(row, name)} is recorded, the report has {reported[key]}.")
        if ("typed" in reported) != (row.method in BY_HAND):
            yield Fault(f"{path}.method", f"{row.method} is recorded, which is not how the report came about.")


def posted(dump: Dump) -> Iterator[Fault]:
    """The strength ledger has each effect, begins where the effect begins, and has no line of a battle besides."""
    lines: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for line in dump.history.strength:
        if line.reference.startswith("battle:{battle:"):
            lines[(line.reference[len("battle:{battle:") : -1], line.unit)].append((line.delta, line.after))
    for number, row in enumerate(dump.history.effects):
        found = lines.pop((row.battle, row.unit), [])
        change = sum(delta for delta, _ in found)
        begun = found[0][1] - found[0][0] if found else row.before
        if (change, begun) != (row.after - row.before, row.before):
            sentence = f"{row.before} became {row.after}; the ledger has {change:+d} from {begun} on."
            yield Fault(f"history.effects[{number}]", sentence)
    for battle, unit in lines:
        yield Fault("history.strength", f"{battle} did not touch {unit}, but a line names it.")


def table_dice(dump: Dump) -> Iterator[Fault]:
    """Yield the dice that the program threw at a table, each stream counted from its first note on."""
    for battle in dump.history.battles:
        found = [(number, row) for number, row in enumerate(dump.history.notes) if row.battle == battle.id]
        if any(row.values.get("rolled") for _, row in found):
            yield from _table(dump, battle, found)


def _table(dump: Dump, battle: BattleRow, found: list[tuple[int, NoteRow]]) -> Iterator[Fault]:
    door, seeds = companion(battle.rules), chain_of(dump, battle)
    file, notes = battle_file.parse(battle.file), [Note(r.number, r.side, r.kind, r.values, r.by) for _, r in found]
    thrown: Counter[str] = Counter()
    for place, (number, row) in enumerate(found):
        if row.values.get("rolled"):
            table = door.read_notes(file, notes[:place]).table
            stream, sides = door.dice_wanted(table, row.kind, row.values)
            cups = [_faces(seed, stream, thrown[stream], sides) for seed in seeds]
            seeds = seeds[cups.index(row.values["dice"]) :] if row.values["dice"] in cups else seeds
            thrown[stream] += len(sides)
            dump.figures["dice at tables"] += len(sides)
            faces = cups[0]
            if row.values["dice"] not in cups:
                recorded = words(row.values["dice"])
                yield Fault(f"history.notes[{number}].values.dice", f"{recorded} is recorded, the seed gives {faces}.")


def _faces(seed: str, stream: str, first: int, sides: Sequence[int]) -> list[int]:
    key = u64(key_of(f"{seed}/table"))
    return [int(face_of(key, STREAMS.index(stream), first + n, most)) for n, most in enumerate(sides)]


BY_HAND = ("table", "concede", "ruling")
"""How a battle is decided whose result people enter."""
CHECKS = (seeds, promises, winners, fought_by, posted, table_dice)


@dataclass(frozen=True)
class Task:
    """One battle to be proved by itself: its place among the results, its rows, and whether it is fought again."""

    number: int
    battle: BattleRow
    result: ResultRow | None
    again: bool


@dataclass(frozen=True)
class Proved:
    """The proof of one battle."""

    faults: tuple[Fault, ...]
    dice: int = 0
    events: int = 0
    fought: bool = False


def tasks(dump: Dump, *, again: bool) -> list[Task]:
    """Return one task a battle."""
    results = {row.battle: (number, row) for number, row in enumerate(dump.history.results)}
    found = [(results.get(row.id, (number, None)), row) for number, row in enumerate(dump.history.battles)]
    return [Task(number, row, result, again) for (number, result), row in found]


def prove_battle(task: Task) -> Proved:
    """ENG-12 One battle: its field, its journal, every die, and the fight itself unless asked otherwise."""
    path = f"history.results[{task.number}]" if task.result else f"history.battles[{task.number}]"
    try:
        found = list(_field(task))
        return _result(task, task.result, found, path) if task.result else Proved(tuple(found))
    except Refusal as refusal:
        return Proved((Fault(path, str(refusal)),))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return Proved((Fault(path, f"it cannot be proved ({type(error).__name__}: {str(error)[:120]})."),))


def _as_opened(file: BattleFile) -> Iterator[BattleFile]:
    """HR-13 Yield the file, then the same without its last columns: they may have come up while it was held open."""
    later = [range(min(_columns(side), len(side.units) - 1) + 1) for side in file.sides]
    for left, right in product(*later):
        first, second = file.sides
        yield replace(file, sides=(_without(first, left), _without(second, right)))


def _columns(side: BattleSide) -> int:
    """Count the units at the end of a side's list that come onto the table later."""
    return sum(1 for _ in takewhile(lambda unit: unit.arrives is not None, reversed(side.units)))


def _without(side: BattleSide, last: int) -> BattleSide:
    return replace(side, units=side.units[: len(side.units) - last])


def _field(task: Task) -> Iterator[Fault]:
    """The field is the one that the public seed lays out."""
    battle = task.battle
    system, file = resolver(battle.rules), battle_file.parse(battle.file)
    if battle.engine == system.ENGINE and file.terrain and file.field:
        bare = replace(file, field=None, rules=battle.rules)
        if all(system.freeze(one, battle.field_seed).field != file.field for one in _as_opened(bare)):
            yield Fault(f"battle {battle.id}.file.field", "the field's seed lays out another one.")


def _another_head(reported: report.Report) -> str:
    """Return the fault of a report whose journal began under another engine or profile; empty if there is none."""
    first = reported.journal[0] if reported.journal else {}
    for name, value in (("engine", reported.engine), ("profile", reported.profile)):
        if first.get(name, value) != value:
            return f"{name}: {value} is recorded, its journal began with {first[name]}."
    return ""


def _result(task: Task, row: ResultRow, found: list[Fault], path: str) -> Proved:
    reported, wrong = report.from_dict(row.report), ""
    if row.journal:
        lines = unpack_journal(row.journal, f"{path}.journal", JOURNAL_LIMIT).decode()
        reported = reported.with_journal(report.read_lines(lines))
        wrong = fighting.wrong_in_journal(reported) or _another_head(reported)
    if not wrong and task.again:
        verdict = fighting.verify(reported)
        wrong = verdict.difference
    if wrong:
        found.append(Fault(f"{path}.report", wrong))
    dice = sum(len(event.get("dice") or []) for event in reported.journal)
    return Proved(tuple(found), dice, len(reported.journal), task.again and not wrong)
