"""Signs of a text that nobody sees, that turn a line around, or that reach into the lines above and below."""

import unicodedata

HEAP = 4
"""So many accents a letter has at most; written languages need three."""
UNSEEN = ("Cc", "Cs", "Co", "Cn")
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def level(text: str) -> str:
    """Return a text in which no letter has more than four accents."""
    if text.isascii():
        return text
    kept, heap = [], 0
    for sign in text:
        heap = heap + 1 if unicodedata.combining(sign) or unicodedata.category(sign) == "Me" else 0
        if heap <= HEAP:
            kept.append(sign)
    return "".join(kept)


def readable(text: str) -> str:
    """Return prose as a reader sees it: with its lines, without characters that control or reverse it."""
    lines = "\n".join(text.replace("\t", " ").splitlines())
    seen = (
        sign for sign in lines if sign == "\n" or (unicodedata.category(sign) not in UNSEEN and sign not in TURNING)
    )
    return level(unicodedata.normalize("NFC", "".join(seen))).strip()
