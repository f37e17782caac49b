"""``manage.py log_out NAME`` or ``--everybody``: ends log-ins on all devices."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from campaign.services.people.tokens import end_log_ins


class Command(BaseCommand):
    help = "Log somebody out on every device, or everybody. Exit 2 for a name that nobody has."

    def add_arguments(self, parser: ArgumentParser) -> None:
        whom = parser.add_mutually_exclusive_group(required=True)
        whom.add_argument("name", nargs="?", help="of the user")
        whom.add_argument("--everybody", action="store_true", help="all users, yourself among them")

    def handle(self, *args: Any, **options: Any) -> None:
        user = None if options["everybody"] else User.objects.filter(username=options["name"]).first()
        if user is None and not options["everybody"]:
            self.stderr.write(f"NAME: nobody is called {options['name']!r}; write the name as the admin shows it.")
            sys.exit(2)
        self.stdout.write(f"Log-ins ended: {end_log_ins(user)}.")
