"""The visitor's address, for the slowing of log-ins."""

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str | None:
    """Return the address that a trusted proxy wrote last into X-Forwarded-For, else that of the connection.

    Of IPv6 only the first half counts: one house has all the addresses behind it.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.TRUST_PROXY else ""
    for text in (forwarded, request.META.get("REMOTE_ADDR", "")):
        try:
            return _house(text)
        except ValueError:
            continue
    return None


def _house(text: str) -> str:
    found = ip_address(text)
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False).network_address)
