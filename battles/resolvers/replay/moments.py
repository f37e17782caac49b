"""Jumps in a replay: chapters of a round each, landmarks, and the decisive moment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from battles.resolvers.dispatch.names import person
from battles.resolvers.replay.changes import CONSEQUENCES
from battles.resolvers.replay.film import Film, Step
from battles.resolvers.values.report import Event

FIGHTS = frozenset({"combat", "fire"})
_AFTER_DARK = frozenset({
    "sudden_death", "will", "last_evening", "break_off", "stay_leave", "pursuit", "eod_recover", "eod_rally",
    "amalgamate", "night_move", "battle_end",
})  # fmt: skip
_MARKS = {
    "rout": "broken", "eliminated": "destroyed", "command_change": "the command changes", "arrive": "arrival",
    "stay_leave": "stay or leave", "pursuit": "pursuit", "break_off": "one side breaks off",
    "sudden_death": "sudden death", "will": "an army breaks", "last_evening": "the field is given up",
    "battle_end": "the end",
}  # fmt: skip


@dataclass(frozen=True)
class Chapter:
    """A round, the deployment or an evening: its events ``first`` to ``last`` by their numbers."""

    title: str
    first: int
    last: int


@dataclass(frozen=True)
class Landmark:
    """An event worth a jump; ``unit`` is the number of the unit that it is about, or None."""

    n: int
    what: str
    unit: int | None


def chapters(journal: Sequence[Event]) -> tuple[Chapter, ...]:
    """Return the journal cut into the deployment, the rounds of each day, and each evening with its night."""
    dark: dict[int, bool] = {}
    cut = [(_place(event, dark), event["n"]) for event in journal]
    parts = ((place, [n for _, n in rows]) for place, rows in groupby(cut, key=lambda pair: pair[0]))
    several = max((event["day"] for event in journal), default=0) > 1
    return tuple(Chapter(_title(place, several), numbers[0], numbers[-1]) for place, numbers in parts)


def _place(event: Event, dark: dict[int, bool]) -> tuple[int, int]:
    """Day and round of an event; the round of an evening is -1."""
    day = event["day"]
    if event["ev"] in _AFTER_DARK:
        dark[day] = True
    return day, -1 if dark.get(day) else event["round"]


def _title(place: tuple[int, int], several: bool) -> str:
    day, number = place
    if day == 0:
        return "Deployment"
    part = {0: "dawn", -1: "evening"}.get(number, f"round {number}")
    return f"Day {day}, {part}" if several else part.capitalize()


def chapter_at(parts: Sequence[Chapter], n: int) -> int:
    """Return the place of the chapter that event ``n`` is in."""
    return next((place for place, part in enumerate(parts) if n <= part.last), len(parts) - 1)


def landmarks(film: Film) -> tuple[Landmark, ...]:
    """Routs, arrivals, changes of command and the evening's turns, in order."""
    return tuple(_landmarks(film))


def _landmarks(film: Film) -> Iterator[Landmark]:
    for step in film.steps:
        event = step.event
        if event["ev"] == "casualty" and event["lost"]:
            yield Landmark(step.n, f"{person(event['commander'])} is lost", None)
        elif event["ev"] in _MARKS and ("unit" in event or event["ev"] != "arrive"):
            yield Landmark(step.n, _MARKS[event["ev"]], film.cast.numbers.get(event.get("unit", "")))


@dataclass(frozen=True)
class Scene:
    """A combat or a fire and what came of it: event ``n``, and how the balance of strength moved towards side 0."""

    n: int
    swing: int


def scenes(film: Film) -> tuple[Scene, ...]:
    """Return every fight of the battle with its swing in strength points."""
    made: list[Scene] = []
    opened: Step | None = None
    for step in film.steps:
        if opened is not None and step.event["ev"] not in CONSEQUENCES:
            made.append(_scene(film, opened, step.n - 1))
            opened = None
        if step.event["ev"] in FIGHTS:
            opened = step
    return tuple(made)


HEAVY = 2
"""Strength points by which a fight has to move the balance to be a highlight, if nobody broke in it."""
_WORTH_SEEING = frozenset({*_MARKS, "decision"})


def highlights(film: Film, winner: str | None) -> tuple[tuple[int, int], ...]:
    """Return the parts worth watching, first and last event of each: heavy fights, routs, arrivals, the evening."""
    seen = {decisive_moment(film, winner).n}
    seen |= {scene.n for scene in scenes(film) if abs(scene.swing) >= HEAVY}
    seen |= {step.n for step in film.steps if step.event["ev"] in _WORTH_SEEING or step.event.get("lost") is True}
    parts: list[tuple[int, int]] = []
    for n in sorted(seen):
        first, last = _scene_around(film, n)
        if parts and first <= parts[-1][1] + 1:
            first, last = parts[-1][0], max(last, parts.pop()[1])
        parts.append((first, last))
    return tuple(parts)


def _scene_around(film: Film, n: int) -> tuple[int, int]:
    """Return the first event of what event ``n`` follows from, and the last of what follows from it."""
    first, last = n, n
    while first > 1 and film.steps[first - 1].event["ev"] in CONSEQUENCES:
        first -= 1
    while last < len(film.steps) and film.steps[last].event["ev"] in CONSEQUENCES:
        last += 1
    return first, last


def _scene(film: Film, opened: Step, last: int) -> Scene:
    before, after = film.strengths[opened.n - 1], film.strengths[last]
    return Scene(opened.n, (after[0] - before[0]) - (after[1] - before[1]))


@dataclass(frozen=True)
class Decisive:
    """The event that a battle is remembered by, and what to call it."""

    n: int
    what: str


def decisive_moment(film: Film, winner: str | None) -> Decisive:
    """Return the event at which the battle was decided.

    The fight that moved the balance of strength farthest towards the winner, in a draw towards either side; among
    equals the last one. Where no fight did, the last fight; where there was none, what ended the day. Only what did
    decide it is called so.
    """
    fights = scenes(film)
    if not fights:
        dusk = next((step.n for step in film.steps if step.event["ev"] in _AFTER_DARK), len(film.steps))
        return Decisive(dusk, "the end of the day; nobody had struck")
    side = film.cast.side(winner)
    best = max(fights, key=lambda scene: (_towards(scene, side), scene.n))
    if _towards(best, side) > 0:
        return Decisive(best.n, "the heaviest blow" if side is None else "the decisive moment")
    return Decisive(fights[-1].n, "the last fight, which decided nothing")


def _towards(scene: Scene, side: int | None) -> int:
    if side is None:
        return abs(scene.swing)
    return scene.swing if side == 0 else -scene.swing
