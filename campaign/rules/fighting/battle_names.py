"""The names of battles: no two of a war have the same."""

from collections.abc import Collection
from itertools import count

from base.words import ordinal_word

LENGTH = 120


KINDS = {"": "Battle of", "storm": "Storm of", "sally": "Sally from"}
"""How the name of a battle begins; HR-28: of a storm and a sally."""


def free_name(place: str, taken: Collection[str], siege: str = "") -> str:
    """Return `Battle of Leipzig`; the next one fought there is the `Second Battle of Leipzig`."""
    return next(name for number in count(1) if (name := _name(f"{KINDS[siege]} {place}", number)) not in taken)


def _name(whole: str, number: int) -> str:
    times = ordinal_word(number)
    before = f"{times[0].upper()}{times[1:]} " if number > 1 else ""
    return f"{before}{whole}"[:LENGTH]
