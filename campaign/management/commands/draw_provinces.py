"""``manage.py draw_provinces``: polygons around the towns of a campaign file that is being written."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from base.refusal import Refusal
from campaign.rules.files.campaign_file import LIMIT, print_file
from campaign.rules.files.drawing import draw_provinces, loads_draft, propose_edges

WRONG_INPUT = 2


class Command(BaseCommand):
    help = "Draw the provinces of a campaign file: towns, coast and courses become polygons and lines"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a campaign file with map.coast; its provinces need no polygons")
        parser.add_argument("--edges", action="store_true", help="add an edge where two provinces touch and have none")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")

    def handle(self, *args: Any, file: str, edges: bool, output: str | None, **options: Any) -> None:
        try:
            text = drawn(file, edges)
            if output is not None:
                Path(output).write_text(text, encoding="utf-8")
        except (Refusal, OSError) as exc:
            raise CommandError(str(exc), returncode=WRONG_INPUT) from exc
        if output is None:
            self.stdout.write(text, ending="")


def drawn(name: str, edges: bool) -> str:
    """Return the text of a campaign file with its map drawn."""
    with Path(name).open("rb") as source:
        file = draw_provinces(loads_draft(source.read(LIMIT + 1)))
    return print_file(propose_edges(file) if edges else file)
