"""Name what a proof has compared, and what no dump can prove: both are a part of the verdict."""

from collections.abc import Iterator

from base.words import counted
from campaign.rules.proof.dump import Dump

COMPARED = (
    "the dice with the secret; each posting with its key or its act; incomes with the land and its history",
    "units and generals with the battle files, purchases with the sheets, orders and sightings with where armies stood",
    "battles with their files, seeds, engines and profiles; record, ledgers and chronicle with the kept states",
)


def left_out(dump: Dump, *, again: bool) -> Iterator[str]:
    """Yield what has not been compared, as sentences: first what this dump lacks, then what no dump has."""
    seals = {row.turn for row in dump.past if row.kind == "seal"}
    without = sorted(row.number for row in dump.history.turns if row.state == "closed" and row.number not in seals)
    if without:
        what = "what the program did not work out again is the host's word"
        yield f"Turns without a kept state ({', '.join(map(str, without))}): {what}."
    if not again:
        yield "Battles: they were not fought again (--fast)."
    if dump.file.archived:
        yield f"Orders, sightings and journals up to turn {dump.file.archived}: they were archived."
    if typed := sum("typed" in row.report for row in dump.history.results):
        yield f"{counted(typed, 'result')} that people entered: only what follows from them."
    yield "What was entered and how people behaved: orders and sheets before their seal, letters, wishes, absences."
    yield "Reasons, names of people and times; the armies and the land with which the war began."
    yield "After the last kept state: lines of the chronicle without dice or rows, supply, plans, upkeep set aside."
    yield "The dice of an overrun's pursuit and of a meeting on the way, which are not kept."
