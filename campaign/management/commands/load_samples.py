"""``manage.py load_samples``: the sample campaigns, once, into an empty database."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from campaign.services.files.packs import Login, load_samples


class Command(BaseCommand):
    help = "Load the sample campaigns with people to log in as; does nothing where there is a campaign or a person."

    def handle(self, *args: Any, **options: Any) -> None:
        logins = load_samples()
        if logins:
            keep(logins)
            self.stdout.write("loaded the sample campaigns")


def keep(logins: list[Login]) -> None:
    """Write the log-ins to a file that only the host reads."""
    lines = [f"{login.username:<12} {login.password:<32} {login.part}\n" for login in logins]
    descriptor = os.open(settings.STATE_DIR / "logins.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(lines)
