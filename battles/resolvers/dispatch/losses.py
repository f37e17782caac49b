"""Prose for units that broke with no enemy to strike the blow: in rough ground, falling back, after a long march."""

from base.words import counted, number, sentence
from battles.resolvers.dispatch.scenes import Chapter
from battles.resolvers.dispatch.voice import Voice

_WHERE = {"rough": " in the rough ground", "obstacle": " at the obstacles", "increment": " on the long march",
          "fallback": " in falling back"}  # fmt: skip
_GONE = ("{0} broke up{1}.", "{0} lost all order{1} and fled.", "{0} gave way{1} and fled.")
MOST_NAMED = 2


def broken_by_ground(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the units of each side that broke outside fights and fire, with the ground's part in it."""
    made = []
    for side in voice.report.sides:
        gone = [s.event for s in chapter.of("rout", "eliminated") if s.event["side"] == side.name]
        causes = {s.event["unit"]: s.event.get("cause", "") for s in chapter.of("hit")}
        units = list(dict.fromkeys(event["unit"] for event in gone))
        shared = {causes.get(unit, "") for unit in units}
        where = _WHERE.get(shared.pop(), "") if len(shared) == 1 else ""
        if units:
            made.append(sentence(voice.pick("gone", _GONE).format(_who(voice, side.name, units), where)))
    return made


_WEARS = {"rough": "the rough ground", "obstacle": "the obstacles on the way", "increment": "the long march"}


def worn_by_ground(voice: Voice, chapter: Chapter) -> list[str]:
    """Return what the ground cost each side where nobody fought: its units that broke are named elsewhere."""
    broken = {scene.event["unit"] for scene in chapter.of("rout", "eliminated")}
    hits = [s.event for s in chapter.of("hit") if s.event.get("cause") in _WEARS and s.event["unit"] not in broken]
    made = []
    for side in voice.report.sides:
        causes = [event["cause"] for event in hits if event["side"] == side.name]
        if causes:
            points = counted(len(causes), "strength point")
            made.append(sentence(f"{_WEARS[causes[0]]} cost {voice.sides[side.name].subject} {points}."))
    return made


def _who(voice: Voice, side: str, units: list[str]) -> str:
    if len(units) <= MOST_NAMED:
        return voice.names.units(units)
    return f"{number(len(units))} units of {voice.sides[side].subject}"
