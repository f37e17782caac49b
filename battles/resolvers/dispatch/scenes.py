"""The journal of a battle cut into scenes, and the scenes into the parts of each day."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]

PARTS = ("morning", "noon", "afternoon", "evening")
LONG = "long"
"""The part of a chapter that runs over several quiet parts of a day."""
_OPENERS = frozenset({"combat", "fire"})
_RESULTS = frozenset(
    {"hit", "rout", "fallback", "occupy", "casualty", "command_change", "eliminated", "check", "morale", "exit"}
)
_OF_BLOWS = frozenset({"combat", "fire", "hits", "doubled"})
"""Causes of losses and routs that come from the last fight or fire."""
_FRONT_MATTER = frozenset({"battle_start", "deploy", "chits", "typed"})
_CLOSING = frozenset(
    {"break_off", "decision", "will", "sudden_death", "stay_leave", "last_evening",
     "pursuit", "eod_recover", "eod_rally", "amalgamate", "battle_end",
     "night_move"}
)  # fmt: skip


@dataclass
class Scene:
    """A combat, a fire or another act with what came of it; `squares` means that the defender stood in squares."""

    event: Event
    results: list[Event] = field(default_factory=list)
    squares: bool = False

    @property
    def numbers(self) -> list[int]:
        """The journal numbers of the scene."""
        return [self.event["n"], *(event["n"] for event in self.results)]

    def of(self, name: str) -> list[Event]:
        """Return the results called `name`."""
        return [event for event in self.results if event["ev"] == name]


@dataclass
class Chapter:
    """A part of a day (or, with part None, its end), with its scenes in order."""

    day: int
    part: str | None
    first_round: int
    scenes: list[Scene] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)

    def of(self, *names: str) -> list[Scene]:
        """Return the scenes that open with one of these events."""
        return [scene for scene in self.scenes if scene.event["ev"] in names]

    @property
    def quiet(self) -> bool:
        """Did nobody fire or come to blows?"""
        return self.part is not None and not self.of(*_OPENERS)

    def results(self, name: str) -> list[Event]:
        """Return all events called `name`, opening or resulting."""
        return [e for scene in self.scenes for e in (scene.event, *scene.results) if e["ev"] == name]


@dataclass
class Story:
    """A battle's journal in order: what came before, the chapters, each day's start."""

    front: list[Event] = field(default_factory=list)
    days: list[Event] = field(default_factory=list)
    chapters: list[Chapter] = field(default_factory=list)


class _StoryBuilder:
    """Walks through the journal once and cuts it."""

    def __init__(self) -> None:
        self.story = Story()
        self._length, self._count = 1, 0
        self._day, self._stale = 1, 0
        self._squares: set[str] = set()

    def take(self, event: Event) -> None:
        """Put one event where it belongs."""
        name = event["ev"]
        self._dawn(event)
        if name in _FRONT_MATTER or event["day"] == 0:
            self.story.front.append(event)
        elif name == "day_start":
            self._length, self._count = max(1, event["length"]), 0
            self.story.days.append(event)
        else:
            self._follow(event)
            self._place(event)
            self._keep_time(event)

    def _dawn(self, event: Event) -> None:
        """Begin a day: until its first round events carry the last one of the day before."""
        if event["day"] > self._day:
            self._day, self._count, self._stale = event["day"], 0, event["round"]
        elif event["round"] != self._stale:
            self._stale = 0

    def _keep_time(self, event: Event) -> None:
        """Describe the hour of the day: by its count, or by its turns."""
        if event["ev"] == "round_end":
            self._count = event["count"]
        elif event["ev"] == "turn_start":
            self._count = max(0, event["round"] - 1)

    def _follow(self, event: Event) -> None:
        if event["ev"] == "squares":
            self._stand_in_square(event["unit"], event["on"])
        elif event["ev"] == "formation":
            self._stand_in_square(event["unit"], event["formation"] == "square")

    def _stand_in_square(self, unit: str, on: bool) -> None:
        (self._squares.add if on else self._squares.discard)(unit)

    def _place(self, event: Event) -> None:
        chapter = self._chapter(event)
        chapter.rounds.add(self._round(event))
        opener = _cause(chapter, event) if event["ev"] in _RESULTS else None
        if opener is not None:
            opener.results.append(event)
            return
        chapter.scenes.append(Scene(event, squares=event.get("defender") in self._squares))

    def _chapter(self, event: Event) -> Chapter:
        part = None if event["ev"] in _CLOSING else PARTS[min(3, 4 * self._count // self._length)]
        chapters = self.story.chapters
        if not chapters or (chapters[-1].day, chapters[-1].part) != (event["day"], part):
            if chapters and chapters[-1].day == event["day"] and chapters[-1].part is None:
                return chapters[-1]
            chapters.append(Chapter(event["day"], part, self._round(event)))
        return chapters[-1]

    def _round(self, event: Event) -> int:
        return 0 if self._stale else int(event["round"])


def _cause(chapter: Chapter, event: Event) -> Scene | None:
    """Return the fight or fire that an event results from: the last act, or the last one that its unit was in."""
    last = chapter.scenes[-1] if chapter.scenes else None
    if last is not None and last.event["ev"] in _OPENERS:
        return last
    if event.get("cause") not in _OF_BLOWS:
        return None
    struck = (s for s in reversed(chapter.scenes) if event["unit"] in _involved(s.event) or _is_loss_of(s, event))
    scene = next(struck, None)
    near = scene is not None and scene.event["ev"] in _OPENERS and scene.event["round"] == event["round"]
    return scene if near else None


def _is_loss_of(scene: Scene, event: Event) -> bool:
    return scene.event["ev"] == "hit" and bool(scene.event["unit"] == event["unit"])


def _involved(event: Event) -> set[str]:
    return {*event.get("attackers", ()), event.get("defender", ""), event.get("target", "")}


def story_of(journal: Iterable[Event]) -> Story:
    """Return the journal cut into front matter, days and chapters."""
    builder = _StoryBuilder()
    for event in journal:
        builder.take(event)
    builder.story.chapters = _without_dull_repetition(builder.story.chapters)
    return builder.story


def _without_dull_repetition(chapters: list[Chapter]) -> list[Chapter]:
    """Quiet parts of a day that follow one another as one chapter."""
    made: list[Chapter] = []
    for chapter in chapters:
        last = made[-1] if made else None
        if last is not None and last.day == chapter.day and last.quiet and chapter.quiet:
            made[-1] = Chapter(
                last.day, LONG, last.first_round, [*last.scenes, *chapter.scenes], last.rounds | chapter.rounds
            )
        else:
            made.append(chapter)
    return made
