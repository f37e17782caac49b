"""``manage.py advance_turn SLUG [--rehearse]``: seal and run the newest turn."""

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from base.refusal import Refusal
from base.words import listed
from campaign.models import Campaign
from campaign.selectors.war import chronicle_of
from campaign.services.turn import Advanced, advance_turn


class Command(BaseCommand):
    help = "Seal the orders and run the newest turn of a campaign. Exit 0: closed, 1: battles open, 2: wrong input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="short name of the campaign, as in its address")
        parser.add_argument("--rehearse", action="store_true", help="print what would happen and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(slug=options["slug"]).first()
        if campaign is None:
            self._wrong(f"SLUG: no campaign is called {options['slug']!r}; the desk shows the short names.")
            return
        try:
            self._run(campaign, rehearse=options["rehearse"])
        except Refusal as refusal:
            self._wrong(str(refusal))

    def _run(self, campaign: Campaign, *, rehearse: bool) -> None:
        with transaction.atomic() if rehearse else nullcontext():
            done = advance_turn(campaign=campaign, actor="the host", wait=True)
            self._print(done)
            if rehearse:
                self.stdout.write("This was a rehearsal: nothing has been changed.")
                transaction.set_rollback(True)
        if not done.closed:
            sys.exit(1)

    def _print(self, done: Advanced) -> None:
        for entry in chronicle_of(done.turn).prefetch_related("audience"):
            readers = listed([faction.name for faction in entry.audience.all()])
            self.stdout.write(f"{entry.phase:>3}  {f'{readers}: ' if readers else ''}{entry.text}")
        self.stdout.write(f"Turn {done.turn.number} is {done.turn.get_state_display()}.")

    def _wrong(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)
