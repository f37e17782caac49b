"""Prose for the work of engineers (REC-7, HR-T4)."""

from collections import Counter
from collections.abc import Iterable

from base.words import number, sentence
from battles.resolvers.dispatch.scenes import Event
from battles.resolvers.dispatch.voice import Voice

_DONE = {
    "EA1": ("threw a bridge over the river", "threw {} bridges over the river"),
    "EA2": ("broke down a bridge", "broke down {} bridges"),
    "EA3": ("made a broken bridge good", "made {} broken bridges good"),
    "EA4": ("threw up a field work", "threw up {} field works"),
    "EA5": ("opened a way through an obstacle", "opened {} ways through obstacles"),
    "EA6": ("laid a track through rough ground", "laid {} tracks through rough ground"),
    "dismantle": ("took a bridge up again", "took {} bridges up again"),
}
_SOME = ("finished a work", "finished {} works")
"""For a work of a rule system's own."""


def finished(events: Iterable[Event], side: str) -> Counter[str]:
    """Count the works of each kind that a side finished."""
    works = [e["work"] for e in events if e["side"] == side and ("piece" in e or "removed" in e)]
    return Counter(works)


def works_before(voice: Voice, front: Iterable[Event]) -> list[str]:
    """Name the field works that were ready before the battle began."""
    events = [event for event in front if event["ev"] == "engineer"]
    sentences = []
    for side in voice.report.sides:
        works = finished(events, side.name)["EA4"]
        if works:
            what = "a field work was ready" if works == 1 else f"{number(works)} field works were ready"
            sentences.append(sentence(f"before {voice.sides[side.name].owner} line {what}."))
    return sentences


def _act(work: str, times: int) -> str:
    one, many = _DONE.get(work, _SOME)
    return one if times == 1 else many.format(number(times))


def works_sentence(voice: Voice, events: Iterable[Event], side: str) -> str:
    """Describe the works that the engineers of a side finished in a part of the day."""
    works = finished(events, side)
    if not works:
        return ""
    acts = [_act(work, n) for work, n in works.items()]
    return sentence(f"{voice.sides[side].owner} engineers {' and '.join(acts)}.")
