"""Keys that stand in URLs: unguessable, so that nothing can be counted or tried (docs/decisions)."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
_RANDOM = secrets.SystemRandom()


def new_key() -> str:
    """Return a fresh key of 12 characters (59 random bits)."""
    return "".join(_RANDOM.choices(ALPHABET, k=LENGTH))
