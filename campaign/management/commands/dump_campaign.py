"""``manage.py dump_campaign``: a campaign with its whole history as one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.models import Campaign
from campaign.services.files.files import dump_text

WRONG_INPUT = 2


class Command(BaseCommand):
    help = "Write a campaign as a campaign file. It holds the secret of the dice: keep it from the players."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the campaign's name in addresses")
        parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")

    def handle(self, *args: Any, slug: str, output: str | None, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=slug).first()
        if campaign is None:
            raise CommandError(f'There is no campaign "{slug}".', returncode=WRONG_INPUT)
        if output is None:
            self.stdout.write(dump_text(campaign), ending="")
            return
        try:
            Path(output).write_text(dump_text(campaign), encoding="utf-8")
        except OSError as exc:
            raise CommandError(f"{output} cannot be written: {exc.strerror}.", returncode=WRONG_INPUT) from exc
