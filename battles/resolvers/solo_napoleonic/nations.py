"""The nation of a side by its name, where the option asks for it (SNW-15)."""

NATIONS = (
    (),
    ("brit", "engl", "scot", "united kingdom"),
    ("austria", "habsburg", "österreich"),
    ("russia",),
    ("prussia",),
    ("spain", "spanish"),
    ("naples", "neapolitan", "dutch", "belgi", "netherlands", "hanover"),
)
"""Beginnings and parts of names, in the order of the numbers ``nations.*``; the first are those of nobody."""


def nation_of(name: str) -> int:
    """SNW-15 Return the nation whose word is first in a side's name; 0 where there is none.

    “Prussia” holds the word of Russia one letter later, and so is found first.
    """
    text = name.casefold()
    found = [(text.find(word), nation) for nation, words in enumerate(NATIONS) for word in words if word in text]
    return min(found, default=(0, 0))[1]
