"""`odds FILE`: the exact chances of one combat or one fire, as JSON on stdout."""

import json
from argparse import ArgumentParser
from typing import Any

from base import place as reading
from battles.management.answers import AnswerCommand, read_input
from battles.resolvers.contract.registry import DEFAULT, calculator, offered

LIMIT = 100_000


class Command(AnswerCommand):
    """Show the odds of a combat or a fire."""

    help = "Read a combat or a fire from a JSON file and print its exact chances as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the question, or - for standard input")
        known = ", ".join(slug for slug, _ in offered("odds"))
        parser.add_argument("--rules", metavar="SLUG", help=f"rule system, where the question names none: {known}")

    def answer(self, **options: Any) -> None:
        data = reading.loads(read_input(options["file"], LIMIT), limit=LIMIT)
        named = data.get("rules") if isinstance(data, dict) else None
        slug = named if isinstance(named, str) else options["rules"] or DEFAULT
        question = calculator(slug).read_question(data)
        self.stdout.write(json.dumps(question.answer(), ensure_ascii=False, indent=1))
