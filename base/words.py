"""Small words for readable sentences: numbers, ordinals, lists."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
             "eleventh", "twelfth")  # fmt: skip


def number(n: int) -> str:
    """A count as a word up to twelve, then in digits; none is "no"."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else f"{n:,}"


def counted(n: int, one: str, many: str = "") -> str:
    """`three guns`, `one gun`, `no guns`."""
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def broken_of(broken: int, total: int) -> str:
    """Return how much of an army is broken: `six of 15 units broken`, `none of five units broken`."""
    if total == 1:
        return f"its only unit {'broken' if broken else 'unbroken'}"
    return f"{number(broken) if broken else 'none'} of {counted(total, 'unit')} broken"


def times(n: int) -> str:
    """`once`, `twice`, `three times`."""
    return {1: "once", 2: "twice"}.get(n, f"{number(n)} times")


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    ending = "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def ordinal_word(n: int) -> str:
    """first, second … twelfth, then 13th."""
    return _ORDINALS[n] if 0 < n < len(_ORDINALS) else ordinal(n)


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def possessive(name: str) -> str:
    """`Ney's`, `the Allies'`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


_SMALL = frozenset({
    "A", "An", "In", "The", "Their", "Under", "Before", "Falling", "Out", "Behind", "Meanwhile", "By", "There",
    "Neither", "At", "On", "With", "No", "Nobody", "Each", "Both", "Between", "Help", "Most", "Only", "Water", "His",
    "It", *(word.capitalize() for word in _NUMBERS),
})  # fmt: skip


def uncapitalised(text: str) -> str:
    """Return a sentence as it reads behind some words of its own; a name at its start keeps its capital."""
    first = text.partition(" ")[0].rstrip(",")
    return text[:1].lower() + text[1:] if first in _SMALL else text


def sentence(text: str) -> str:
    """`text` with a capital letter in front."""
    return text[:1].upper() + text[1:]
