"""`compile_kernels`: compile the rules so that no battle waits for it."""

from argparse import ArgumentParser
from typing import Any

from battles.management.answers import AnswerCommand, No, compile_in_another_process
from battles.resolvers.contract import readiness


class Command(AnswerCommand):
    """Compile the battle rules into the cache."""

    help = "Compile the battle rules into the cache, with a line of progress; do nothing when they are there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="look at every rule even if the cache is complete")

    def answer(self, **options: Any) -> None:
        if readiness.is_ready() and not options["again"]:
            self.stdout.write("The rules are compiled.")
        elif compile_in_another_process("--all", *(["--again"] if options["again"] else [])):
            raise No("The rules could not be compiled; the reason is shown above.")
