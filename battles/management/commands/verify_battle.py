"""`verify_battle ID_OR_REPORT`: fight a battle again from its seed and compare."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import DatabaseError

from base.place import shorten
from base.refusal import Refusal
from battles import selectors
from battles.battle_exports import BOTH
from battles.management.answers import AnswerCommand, No, make_ready, read_input
from battles.models import Battle
from battles.resolvers.values import report as reports
from battles.resolvers.values.report import Report

NO_FIGHT = "its result was typed in, so there is no fight to repeat"


class Command(AnswerCommand):
    """Verify a battle."""

    help = "Fight a settled battle, or that of a report file, again. Exit 1 with the first difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("battle", metavar="ID_OR_REPORT", help="a battle's key, a report file, or - for stdin")

    def answer(self, **options: Any) -> None:
        report = find_report(options["battle"])
        make_ready(self.stderr)
        from battles.resolvers.files.fighting import verify

        verdict = verify(report)
        if not verdict.same:
            raise No(verdict.difference)
        self.stdout.write(f"The same: {report.digest}")
        if report.typed is not None:
            self.stdout.write(f"The dice of its evening are true; {NO_FIGHT}.")
        elif report.sealed:
            names = " and ".join(report.sealed)
            self.stdout.write(f"Journal and dice are true. The plan of {names} is sealed and was not fought again.")


def find_report(name: str) -> Report:
    """Return the report in a file, or that of the stored battle with this key; raises Refusal."""
    if name == "-" or _is_file(name):
        return reports.loads(read_input(name, reports.LIMIT))
    shown = shorten(name)
    battle = _stored(name)
    if battle is None:
        raise Refusal(f'"{shown}" is neither a report file nor the key of a battle.')
    report = selectors.report_of(battle, plans=BOTH)
    if report is None:
        raise Refusal(f'The battle "{shown}" is not settled yet ({battle.get_state_display()}).')
    return report


def _is_file(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _stored(name: str) -> Battle | None:
    try:
        return selectors.battle_by_key(name) if name.isascii() and name.isalnum() else None
    except DatabaseError as error:
        raise Refusal(f"The database cannot be read ({str(error)[:80]}); give a report file.") from error
