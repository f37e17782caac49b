"""Keys that stand in URLs: unguessable, so that nothing can be counted or tried (docs/decisions)."""

import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 12
FAIR = 256 - 256 % len(ALPHABET)
"""A random byte below this stands for each character as often as for any other."""


def new_key() -> str:
    """A fresh key of 12 characters (59 random bits)."""
    drawn = [byte for byte in secrets.token_bytes(2 * LENGTH) if byte < FAIR][:LENGTH]
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in drawn) if len(drawn) == LENGTH else new_key()
