"""Battles a second by each rule system in this process: arguments batches, units a side, battles, then the slugs."""

import sys
from time import process_time

from battles.resolvers.contract.registry import resolver
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.forecasts.what_if import by_rules
from battles.resolvers.values.battle import BattleFile
from lab.bench.programs.answering import answer, battle_of, best_seconds, wait_for_start


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


def measured(question: Question, battles: int, batches: int) -> dict[str, float]:
    """Return battles a second, milliseconds of processor a battle, losses and draws."""
    before = process_time()
    seconds = best_seconds(lambda: tally_runs(question, "bench", 0, battles), batches)
    processor = 1000 * (process_time() - before) / (batches * battles)
    tally = tally_runs(question, "bench", 0, battles)
    lost = sum(side.lost for side in tally.sides) / max(1, sum(side.before for side in tally.sides))
    return {"per_second": battles / seconds, "processor_ms": processor, "lost": lost, "draws": tally.draws / battles}


if __name__ == "__main__":
    main()
