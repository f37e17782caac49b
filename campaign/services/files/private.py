"""Taking letters that the referee does not read out of kept states, which older versions wrote into them."""

from collections.abc import Mapping
from typing import Any

from campaign.rules.history.pieces import LIMIT, digest_of, may_hold_letters, split, unpacked, without_letters

MOST = 8 * LIMIT
"""Characters of states that are written anew for one campaign; of those beyond none is kept."""


def close_states(*, states: Any, pieces: Any) -> None:
    """Write a campaign's kept states anew without such letters; one that cannot be read is none and goes.

    ``states`` and ``pieces`` are the campaign's rows, those of a migration as well.
    """
    held = {row.digest: bytes(row.data) for row in pieces.all().iterator() if _holds(bytes(row.data))}
    if not held:
        return
    wanted: set[str] = set()
    left = MOST
    for state in states.all():
        if not held.keys().isdisjoint(state.pieces):
            text = _text(pieces, state.pieces, left)
            left -= len(text)
            wanted |= _written(state, text, pieces)
    pieces.filter(digest__in=held.keys() - wanted).delete()


def _holds(data: bytes) -> bool:
    try:
        return may_hold_letters(unpacked(data))
    except ValueError:
        return True


def _text(pieces: Any, digests: list[str], most: int) -> str:
    """Return the text of a state; empty where it cannot be read, or is longer than ``most``."""
    found = dict(pieces.filter(digest__in=set(digests)).values_list("digest", "data"))
    try:
        return _joined({digest: unpacked(bytes(data)) for digest, data in found.items()}, digests, most)
    except (ValueError, KeyError):
        return ""


def _joined(texts: Mapping[str, str], digests: list[str], most: int) -> str:
    if sum(len(texts[digest]) for digest in digests) > most:
        return ""
    return without_letters("".join(texts[digest] for digest in digests))


def _written(state: Any, text: str, pieces: Any) -> set[str]:
    """Write a state anew; return the digests of its pieces."""
    if not text:
        state.delete()
        return set()
    made = split(text)
    parts = {piece.digest: piece for piece in made}
    known = set(pieces.filter(digest__in=list(parts)).values_list("digest", flat=True))
    for digest in parts.keys() - known:
        pieces.create(digest=digest, data=parts[digest].data)
    state.digest, state.pieces = digest_of(text), [piece.digest for piece in made]
    state.save(update_fields=["digest", "pieces"])
    return set(parts)
