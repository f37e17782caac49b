"""Passwords that somebody would guess who knows what the site is about."""

import re
from typing import Any

from django.core.exceptions import ValidationError

WORDS = (
    "bivouac", "campaign", "napoleon", "bonaparte", "waterloo", "leipzig", "austerlitz", "saxony", "dresden", "referee",
    "general", "marshal", "musket", "cavalry", "infantry", "artillery", "wargame", "wargames", "password", "admin",
)  # fmt: skip
"""Words that a password may hold, but not consist of."""
REFUSED = "This password consists of words that this site suggests. Add words of your own."


class SiteWords:
    """Refuses a password of which nothing but digits and signs is left when the words of the site are taken out."""

    def validate(self, password: str, user: Any = None) -> None:
        """Refuse ``Napoleon1813!``, take ``Napoleon sells umbrellas``."""
        if _nothing_left(password.lower()):
            raise ValidationError(REFUSED, code="password_of_the_site")

    def get_help_text(self) -> str:
        """Return the text beside the field."""
        return "It may not consist of words that this site suggests, such as its name."


def _nothing_left(text: str) -> bool:
    found = re.sub("|".join(sorted(WORDS, key=len, reverse=True)), "", text)
    return found != text and not re.search(r"[^\W\d_]", found)
