"""The manner of a dispatch: a staff officer's report, a chronicler's page, or a general's own letter."""

import re
from dataclasses import replace

from base.words import sentence
from battles.resolvers.dispatch.voice import CHRONICLER, LETTER, MANNERS, STAFF, Paragraph, Voice


def manner_of(voice: Voice) -> str:
    """Return the manner that a battle's digest chooses; a letter only where a general is left to write it."""
    chosen = MANNERS[voice.turn("manner", len(MANNERS))]
    return CHRONICLER if chosen == LETTER and not voice.writer() else chosen


def in_manner(voice: Voice, parts: list[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs with the opening and the close of their manner."""
    first, last = _frame(voice, voice.manner)
    if first:
        parts = [replace(parts[0], text=f"{first} {parts[0].text}"), *parts[1:]]
    return [*parts[:-1], replace(parts[-1], text=f"{parts[-1].text} {last}")] if last else parts


def _frame(voice: Voice, manner: str) -> tuple[str, str]:
    place = f"the {voice.title}" if re.search(r"\b(Battle|Storm) of |\bSally from ", voice.title) else voice.title
    if manner == STAFF:
        return voice.pick("report", ("Report of the staff.", "From the journal of the staff.", "To headquarters.")), ""
    if manner == LETTER:
        side = voice.side_report(voice.writer())
        who = voice.names.person(side.commander.name)
        lost = f"My army lost {side.lost or 'none'} of {side.before} strength points."
        return voice.pick("letter", _LETTERS).format(who=who), f"{lost} {sentence(who)}."
    return voice.pick("chronicle", _CHRONICLES).format(place=place), ""


_LETTERS = (
    "{who} wrote to his sovereign:",
    "From the letter that {who} wrote when it was over:",
    "This is how {who} reported it:",
)
_CHRONICLES = (
    "This is remembered of {place}.",
    "The chronicle has this of {place}.",
    "Of {place} the old men tell this.",
)
