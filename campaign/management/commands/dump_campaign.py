"""``manage.py dump_campaign``: a campaign with its whole history as one file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.models import Campaign
from campaign.services.files.files import dump_pieces

WRONG_INPUT = 2


class Command(BaseCommand):
    help = "Write a campaign as a campaign file. It holds the secret of the dice: keep it from the players."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the campaign's name in addresses")
        parser.add_argument("--letters", action="store_true", help="with the letters that the referee does not read")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")

    def handle(self, *args: Any, slug: str, output: str | None, letters: bool, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=slug).first()
        if campaign is None:
            raise CommandError(f'There is no campaign "{slug}".', returncode=WRONG_INPUT)
        pieces = dump_pieces(campaign, private=letters)
        if output is None:
            self.stdout.writelines(pieces)
            return
        try:
            with _whole(Path(output)) as file:
                file.writelines(pieces)
        except OSError as exc:
            raise CommandError(f"{output} cannot be written: {exc.strerror}.", returncode=WRONG_INPUT) from exc


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """Yield a file that is there when all of it is written, and else as it was before."""
    if path.exists() and not path.is_file():  # such as /dev/stdout
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
