"""Addresses as they stand in mails and posts, outside of any request."""

from django.conf import settings


def absolute(path: str) -> str:
    """Return the whole address of a path of this site; the path alone where the site does not know its own address."""
    return f"{settings.SITE_ADDRESS}{path}"
