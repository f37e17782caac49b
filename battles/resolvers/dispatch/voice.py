"""The voice of one dispatch: its names, its turns of phrase in rotation, small sums, and its manner.

A manner is a staff officer's report, a chronicler's page, or a general's own letter."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from base.words import sentence
from battles.resolvers.dispatch.names import Namer, general, person
from battles.resolvers.dispatch.sides import SideName
from battles.resolvers.journal.phrases import phrases_of
from battles.resolvers.values.report import Report, SideReport

STAFF, CHRONICLER, LETTER = MANNERS = ("staff", "chronicler", "letter")
"""The manners of a dispatch: the report of a staff officer, the page of a chronicler, the letter of a general."""


def _place(text: str) -> int:
    """Return a number that has nothing to do with that of a text that is nearly the same."""
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")


@dataclass(frozen=True)
class Paragraph:
    """Some sentences about one part of a day; `events` are the numbers of its events in the journal."""

    text: str
    day: int
    round: int
    events: tuple[int, ...]


class Voice:
    """Everything that the parts of a dispatch share.

    `blows` shows whether there was a blow already, `dangers` which generals have been in danger, `bearings` how each
    side's general carried himself last; `reasons` are those that were written last, `accidents` days with the kinds
    already reported."""

    def __init__(self, report: Report) -> None:
        self.report = report
        start = next((event for event in report.journal if event["ev"] == "battle_start"), {})
        self.names = Namer(report.battle, pieces=start.get("cast") or ())
        self.phrases = phrases_of(report.rules)
        self.generals = {
            side["name"]: general(side["commander"], self.names.full[side["name"]]) for side in report.battle["sides"]
        }
        self.blows, self.dangers = False, set[str]()
        self.bearings, self.reasons = dict[str, str](), dict[str, object]()
        self.accidents: set[tuple[int, str]] = set()
        self._turns: dict[str, int] = {}
        self._known: dict[str, object] = {}
        self._intents: dict[tuple[str, int], int] = {}
        self._last = ""
        self.manner = ""

    @property
    def sides(self) -> Mapping[str, SideName]:
        """The sides as a sentence names them now."""
        return self.names.sides

    @property
    def title(self) -> str:
        """The battle's name with a capital letter."""
        return sentence(self.report.battle.get("name") or "Battle")

    def other(self, side: str) -> str:
        """Return the name of the side against `side`."""
        first, second = (s.name for s in self.report.sides)
        return second if side == first else first

    def writes(self, side: str) -> bool:
        """Is the dispatch the letter of this side's own general?"""
        return self.manner == LETTER and self.writer() == side

    def writer(self) -> str:
        """Return the side whose general writes a letter: the winner's, or the first; he has a name and was not lost."""
        sides = sorted(self.report.sides, key=lambda side: side.name != self.report.outcome.winner)
        return next((s.name for s in sides if person(s.commander.name) and s.commander.fate != "lost"), "")

    def pick(self, key: str, phrases: Sequence[str]) -> str:
        """Return the next of several wordings; every one is used before any comes back.

        Each battle begins each kind of phrase at a place of its own."""
        picked = phrases[self.turn(key, len(phrases))]
        if picked == self._last:
            picked = phrases[self.turn(key, len(phrases))]
        self._last = picked
        return picked

    def room_for(self, side: str, day: int, most: int) -> bool:
        """Take one of the places that a day has for a general's intentions; False where none is left."""
        taken = self._intents.get((side, day), 0)
        self._intents[side, day] = taken + 1
        return taken < most

    def is_news(self, key: str, value: object, first: object) -> bool:
        """Return whether a value differs from the last one under a key, which was ``first`` before any."""
        before, self._known[key] = self._known.get(key, first), value
        return before != value

    def turn(self, key: str, many: int) -> int:
        """Return which of so many things has its turn."""
        turn = self._turns.get(key, _place(f"{self.report.digest} {key}"))
        self._turns[key] = turn + 1
        return turn % many

    def army(self, side: SideReport) -> str:
        """`the French under Ney`."""
        leader = person(side.commander.name)
        return f"{self.sides[side.name].subject} under {leader}" if leader else self.sides[side.name].subject

    def side_report(self, name: str) -> SideReport:
        """Describe the fate of the side called `name`."""
        return next(side for side in self.report.sides if side.name == name)

    def lost_share(self, name: str) -> float:
        """Return the part, 0 to 1, of its strength that a side lost."""
        side = self.side_report(name)
        return side.lost / side.before if side.before else 0.0

    def men(self, side: SideReport) -> str:
        """` (some 12,000 men)`, from the size of the units; nothing where it is too little to mention."""
        cards = self.names.cards
        lost = sum(cards[u.id].men * u.lost / cards[u.id].full for u in side.units if u.id in cards)
        rounded = int((lost + 250) // 500) * 500
        return f" (some {rounded:,} men)" if rounded else ""

    def fraction(self, unit_id: str, strength: int) -> str:
        """`3/4`."""
        return f"{strength}/{self.names.cards[unit_id].full}"


def paragraph(day: int, round: int, sentences: Iterable[str], events: Iterable[int]) -> Paragraph:
    """Return a paragraph of the sentences that are not empty."""
    return Paragraph(" ".join(text for text in sentences if text), day, round, tuple(sorted(set(events))))


def manner_of(voice: Voice) -> str:
    """Return the manner that a battle's digest chooses; a letter only where a general is left to write it."""
    chosen = MANNERS[voice.turn("manner", len(MANNERS))]
    return CHRONICLER if chosen == LETTER and not voice.writer() else chosen


def in_manner(voice: Voice, parts: list[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs with the opening and the close of their manner."""
    if not parts:
        return []
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
        lost = f"My army lost {side.lost or 'none'} of its {side.before} strength points."
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
