"""Where a visitor comes from, for the slowing of log-ins."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str | None:
    """What a trusted proxy wrote last into X-Forwarded-For, else the address of the connection."""
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.TRUST_PROXY else ""
    for text in (told, request.META.get("REMOTE_ADDR", "")):
        try:
            return str(ip_address(text))
        except ValueError:
            continue
    return None
