"""`verify_war DUMP`: prove a whole war from its dump alone, without a database and without the host's word."""

import multiprocessing
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import Any

from base.refusal import Refusal
from base.words import counted
from battles.management.answers import AnswerCommand, No, make_ready, read_input
from battles.management.commands.forecast import MOST_PROCESSES, whole
from battles.resolvers.contract.registry import resolver
from campaign.rules.files.campaign_file import LIMIT
from campaign.rules.proof.battles import Proved, Task, prove_battle, tasks
from campaign.rules.proof.dump import Dump, Fault
from campaign.rules.proof.war import COMPARED, left_out, look_through, read_dump

SHOWN = 200


class Command(AnswerCommand):
    """Verify a war."""

    help = "Prove dice, ledgers and battles of a war from its dump. Exit 1 with every fault and its place."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("dump", metavar="DUMP", help="a dump of a campaign, or - for standard input")
        parser.add_argument("--jobs", metavar="N", help="how many battles at once (default: one a core)")
        parser.add_argument("--fast", action="store_true", help="check journals and dice, and fight no battle again")
        parser.add_argument(
            "--commitment", metavar="HEX", help="the commitment that the site showed when the war began"
        )

    def answer(self, **options: Any) -> None:
        jobs = whole("--jobs", options["jobs"] or str(os.cpu_count() or 1), MOST_PROCESSES)
        noted = _commitment(options["commitment"])
        dump, began = read_dump(read_input(options["dump"], LIMIT)), monotonic()
        if not options["fast"]:
            make_ready(self.stderr)
        faults = look_through(dump)
        if noted and noted != dump.file.commitment:
            faults.insert(0, Fault("commitment", "it is not the one that you noted; the war has another secret."))
        for proved in _all(tasks(dump, again=not options["fast"]), jobs):
            faults += proved.faults
            dump.figures["dice of battles"] += proved.dice
            dump.figures["events of battles"] += proved.events
            dump.figures["battles fought again"] += proved.fought
        self._print(dump, faults, monotonic() - began)
        self._conclude(dump, faults, again=not options["fast"])

    def _print(self, dump: Dump, faults: list[Fault], seconds: float) -> None:
        for name, count in sorted(dump.figures.items()):
            self.stdout.write(f"{count:>9,}  {name}")
        self.stdout.write(f"{seconds:>9.1f}  seconds")
        self.stdout.write(f"Commitment {dump.file.commitment}: compare it with the one that the site showed.")
        for fault in faults[:SHOWN]:
            self.stdout.write(str(fault))

    def _conclude(self, dump: Dump, faults: list[Fault], *, again: bool) -> None:
        """Name what was compared and what was not, then say whether the former is true."""
        for line in COMPARED:
            self.stdout.write(f"Compared: {line}.")
        for line in left_out(dump, again=again):
            self.stdout.write(f"Not compared: {line}")
        if faults:
            why = "it disagrees with its dice or its ledgers, or another version has to prove it"
            raise No(f"{counted(len(faults), 'fault')} in {dump.file.name}: {why}.")
        self.stdout.write(f"All that was compared is true: {dump.file.name}, {counted(dump.figures['turns'], 'turn')}.")


def _commitment(text: str | None) -> str:
    if text is not None and not re.fullmatch("[0-9a-f]{64}", text):
        raise Refusal("--commitment: give the 64 letters and digits that the site showed.")
    return text or ""


def _all(found: list[Task], jobs: int) -> Iterable[Proved]:
    """Return every battle, as they get done; forked processes share what is compiled."""
    how = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    jobs = min(jobs, len(found))
    return _shared(found, jobs, how) if jobs > 1 else map(prove_battle, found)


def _shared(found: list[Task], jobs: int, how: str) -> Iterator[Proved]:
    for slug in {task.battle.rules for task in found if task.again}:
        resolver(slug).warm()
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(how)) as pool:
        yield from pool.map(prove_battle, found, chunksize=max(1, len(found) // (8 * jobs)))
