"""Print the OpenAPI document of the API."""

from typing import Any

from django.core.management.base import BaseCommand

import campaign.api.urls  # noqa: F401 (the modules there note their operations)
from campaign.api.openapi import document_text


class Command(BaseCommand):
    """``openapi``: docs/openapi.json as the program is now."""

    help = "Print the OpenAPI document of the API; docs/openapi.json holds the same."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(document_text(), ending="")
