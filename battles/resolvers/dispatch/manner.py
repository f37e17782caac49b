"""The manner of a dispatch: a staff officer's report, a chronicler's page, or a general's own letter."""

from __future__ import annotations

from dataclasses import replace

from base.words import sentence
from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.voice import Paragraph, Voice
from battles.resolvers.values.report import SideReport

STAFF, CHRONICLER, LETTER = "staff", "chronicler", "letter"
MANNERS = (STAFF, CHRONICLER, LETTER)


def manner_of(voice: Voice) -> str:
    """Return the manner that a battle's digest chooses; a letter only where a general is left to write it."""
    chosen = MANNERS[voice.turn("manner", len(MANNERS))]
    return CHRONICLER if chosen == LETTER and _writer(voice) is None else chosen


def _writer(voice: Voice) -> SideReport | None:
    """Return the side whose general writes: the winner's, or the first; he has a name and was not lost."""
    sides = sorted(voice.report.sides, key=lambda side: side.name != voice.report.outcome.winner)
    return next((s for s in sides if person(s.commander.name) and s.commander.fate != "lost"), None)


def in_manner(voice: Voice, parts: list[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs with the opening and the close of their manner."""
    manner = manner_of(voice)
    first, last = _frame(voice, manner)
    if first:
        parts = [replace(parts[0], text=f"{first} {parts[0].text}"), *parts[1:]]
    return [*parts[:-1], replace(parts[-1], text=f"{parts[-1].text} {last}")] if last else parts


def _frame(voice: Voice, manner: str) -> tuple[str, str]:
    place = f"the {voice.title}" if "Battle of" in voice.title else voice.title
    if manner == STAFF:
        return voice.pick("report", ("Report of the staff.", "From the journal of the staff.", "To headquarters.")), ""
    side = _writer(voice)
    if manner == LETTER and side is not None:
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
