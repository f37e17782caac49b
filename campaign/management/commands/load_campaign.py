"""``manage.py load_campaign``: a campaign file, or a pack that ships with the program, becomes a campaign."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from base.refusal import Refusal
from campaign.rules.files.campaign_file import LIMIT
from campaign.rules.files.faults import faults_in
from campaign.rules.files.fields import CampaignFileError
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import SHIPPED, read_pack

WRONG_INPUT = 2


class Command(BaseCommand):
    help = "Load a campaign file, or one of the packs: " + ", ".join(SHIPPED)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file_or_pack", help="a campaign file, or the name of a pack")
        parser.add_argument(
            "--slug",
            help="the campaign's name in addresses; if it is left out, the slug that the file brings, else the name of "
            "the file",
        )

    def handle(self, *args: Any, file_or_pack: str, slug: str | None, **options: Any) -> None:
        try:
            data = read_source(file_or_pack)
            campaign = load_campaign(data=data, slug=slug, actor="the host", name=Path(file_or_pack).name)
        except (Refusal, OSError) as exc:
            more = faults_in(data) if isinstance(exc, CampaignFileError) else []
            text = "\n".join(more) if more[1:] else str(exc).replace("Address:", "--slug:", 1)
            raise CommandError(text, returncode=WRONG_INPUT) from exc
        self.stdout.write(f"{campaign.name} is loaded as {campaign.slug}.")


def read_source(file_or_pack: str) -> bytes:
    """Return the bytes of a pack by its name, or of a file; a file that is too long is not read to its end."""
    if file_or_pack.replace("-", "_") in SHIPPED:
        return read_pack(file_or_pack.replace("-", "_"))
    with Path(file_or_pack).open("rb") as file:
        return file.read(LIMIT + 1)
