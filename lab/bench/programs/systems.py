"""Battles a second by each rule system in this process: arguments batches, units a side, battles, then the slugs."""

import sys
from functools import partial
from time import process_time

from battles.resolvers.battle import BattleFile
from battles.resolvers.common.record import Runs
from battles.resolvers.dice import key_of
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.what_if import by_rules
from battles.resolvers.frame.door import Door
from battles.resolvers.registry import resolver
from lab.bench.programs.answering import answer, best_seconds, wait_for_start
from lab.bench.programs.armies import battle_of


def main() -> None:
    """Measure and answer."""
    batches, units, battles = (int(text) for text in sys.argv[1:4])
    questions = {slug: question_of(units, slug) for slug in sys.argv[4:]}
    for question in questions.values():
        tally_runs(question, "warm", 0, 2)
    wait_for_start()
    answer(**{slug: measured(question, battles, batches) for slug, question in questions.items()})


def question_of(units: int, slug: str) -> Question:
    """Return the benchmark's battle under the rules of a system, on the same field."""
    file: BattleFile = by_rules(battle_of(units), slug)
    return Question(resolver(slug).freeze(file, "bench 0"))


def measured(question: Question, battles: int, batches: int) -> dict[str, float | None]:
    """Return battles a second, milliseconds of processor a battle, losses and the journal's part."""
    before = process_time()
    seconds = best_seconds(lambda: tally_runs(question, "bench", 0, battles), batches)
    processor = 1000 * (process_time() - before) / (batches * battles)
    tally = tally_runs(question, "bench", 0, battles)
    lost = sum(side.lost for side in tally.sides) / max(1, sum(side.before for side in tally.sides))
    return {"per_second": battles / seconds, "processor_ms": processor, "lost": lost, "draws": tally.draws / battles,
            "journal": journal_share(question.file, battles, batches)}  # fmt: skip


def journal_share(file: BattleFile, battles: int, batches: int) -> float | None:
    """Return the journal's part of a battle's time, by turns with it and without; None under other records."""
    door = getattr(resolver(file.rules), "DOOR", None)
    if not isinstance(door, Door):
        return None
    keys = [key_of(f"bench/{run}") for run in range(battles)]
    runs = {quiet: runs_of(door, file, quiet) for quiet in (0, 1)}
    seconds = {0: [0.0], 1: [0.0]}
    for _ in range(batches):
        for quiet, each in runs.items():
            seconds[quiet].append(best_seconds(partial(fight_all, door, file, each, keys), 1, process_time))
    loud, silent = (min(seconds[quiet][1:]) for quiet in (0, 1))
    return max(0.0, 1 - silent / loud)


def runs_of(door: Door, file: BattleFile, quiet: int) -> Runs:
    """Return the runs of a battle that write their journal, or do not."""
    template = door.ready(file, "bench")
    template.quiet, template.log_n = quiet, 0
    return Runs(template)


def fight_all(door: Door, file: BattleFile, runs: Runs, keys: list[int]) -> None:
    """Fight a run for each key."""
    for key in keys:
        door.play(runs.next(key), file)


if __name__ == "__main__":
    main()
