"""Keys that stand in URLs: unguessable, so that nothing can be counted or tried (docs/decisions)."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12


def new_key() -> str:
    """A fresh key of 12 characters (59 random bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
