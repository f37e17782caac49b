"""``manage.py audit [SLUG]``: proves the invariants; exit 1 and a list otherwise."""

import sys
from argparse import ArgumentParser
from itertools import chain
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from base.words import counted
from campaign.checks import out_of_date
from campaign.models import Campaign
from campaign.services.audit import audited, orphans


class Command(BaseCommand):
    help = "Prove that strength, points, battles and armies add up. Exit 0: all well, 1: with a list, 2: wrong input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="one campaign only; rosters and battles are always proved")

    def handle(self, *args: Any, **options: Any) -> None:
        if sentence := out_of_date():
            self._wrong(sentence)
        slug = options["slug"]
        count = Campaign.objects.filter(slug=slug).count() if slug else Campaign.objects.count()
        if slug and not count:
            self._wrong(f"SLUG: no campaign is called {slug!r}; leave it out to prove them all.")
        broken = 0
        for line in chain(audited(slug=slug), orphans()):
            self.stdout.write(line)
            broken += 1
        if broken:
            sys.exit(1)
        self.stdout.write(f"All is well in {counted(count, 'campaign')}: strength, points, battles and armies add up.")

    def _wrong(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)
