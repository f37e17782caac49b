"""`rule ID`: the text of a rule, which functions keep it, which tests prove it, which numbers belong to it."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.conf import settings

from battles.management.answers import AnswerCommand
from battles.management.rule_finder import Number, SourcePlace, explained, keepers, numbers, proofs, why_untested


class Command(AnswerCommand):
    """Find a rule by its id."""

    help = "Print a rule, the functions that keep it, the tests that prove it and its numbers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rule", metavar="ID", help="a rule id, such as CM3, HR-16 or 8.5-b")

    def answer(self, **options: Any) -> None:
        rule, root = explained(options["rule"]), settings.BASE_DIR
        why = why_untested(rule.id, root) or "no test is named after it"
        lines = [f"{rule.id} [{rule.tag}] {rule.text}"]
        lines += _part("kept by", map(_place, keepers(rule.id, root)), "no function names it")
        lines += _part("proved by", map(_place, proofs(rule.id, root)), why)
        lines += _part("numbers", map(_number, numbers(rule.id, root)), "none of its own")
        self.stdout.write("\n".join(lines))


def _part(title: str, lines: Iterable[str], none: str) -> list[str]:
    return ["", title, *(f"  {line}" for line in list(lines) or [none])]


def _place(place: SourcePlace) -> str:
    return f"{place.path}:{place.line}  {place.name}{f'  {place.sentence}' if place.sentence else ''}"


def _number(number: Number) -> str:
    tag = f" [{number.tag}]" if number.tag else ""
    return f"{number.name} = {number.value}{tag} {number.source}  ({number.path})"
