"""`fight FILE`: fight a battle file; the report as JSON on stdout."""

import json
from argparse import ArgumentParser
from secrets import token_hex
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.management.answers import AnswerCommand, make_ready, read_input
from battles.resolvers.contract.registry import slugs
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.files import battle_file
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report

LONGEST_SEED = 200


class Command(AnswerCommand):
    """Fight a battle file."""

    help = "Fight a battle file (bivouac.battle/1) and print the report (bivouac.report/1) as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the battle file, or - for standard input")
        parser.add_argument("--rules", metavar="SLUG", help=f"rule system: {', '.join(slugs())}")
        parser.add_argument("--seed", metavar="TEXT", help="seed of all dice; without it a random one is taken")
        parser.add_argument("--journal", action="store_true", help="put every event of the battle into the report")
        parser.add_argument("--dispatch", action="store_true", help="print the battle as prose instead of the report")

    def answer(self, **options: Any) -> None:
        file = read_battle(options["file"], options["rules"])
        seed = read_seed(options["seed"])
        make_ready(self.stderr)
        from battles.resolvers.files.fighting import fight_file

        report = fight_file(file, seed)
        self.stdout.write(_prose(report) if options["dispatch"] else _data(report, journal=options["journal"]))


def _data(report: Report, *, journal: bool) -> str:
    return json.dumps(report.as_dict(journal=journal), ensure_ascii=False, indent=1)


def _prose(report: Report) -> str:
    dispatch = write_dispatch(report)
    return "\n\n".join((dispatch.headline, dispatch.lead, *(paragraph.text for paragraph in dispatch.paragraphs)))


def read_battle(name: str, rules: str | None) -> BattleFile:
    """Return the battle file called `name`, by other rules than its own where they are given; raises Refusal."""
    file = battle_file.loads(read_input(name, battle_file.LIMIT))
    if rules is None:
        return file
    if rules not in slugs():
        raise Refusal(f'--rules: "{rules[:40]}" is no rule system here; choose from {", ".join(slugs())}.')
    return battle_file.by_rules(file, rules)


def read_seed(text: str | None) -> str:
    """Return the seed as given, or a new one of 128 random bits; raises Refusal."""
    return token_hex(16) if text is None else JsonPlace(text, "--seed").text(most=LONGEST_SEED)
