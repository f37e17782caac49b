"""Prose for the opening: the field, the armies, the sky over each day."""

from __future__ import annotations

from typing import Any

from battles.resolvers.dispatch.names import UnitCard, person
from battles.resolvers.dispatch.scenes import Event, Story
from battles.resolvers.dispatch.voice import Paragraph, Voice, paragraph
from battles.resolvers.dispatch.works import works_before
from battles.resolvers.words import counted, listed, number, ordinal_word, sentence

_LAND = {
    "open": "open country",
    "rolling": "rolling country",
    "wooded": "wooded country",
    "hilly": "hilly country",
    "mountain": "the mountains",
    "marsh": "marshy ground",
}
_SEASONS = {"spring": "spring", "summer": "summer", "fall": "autumn", "winter": "winter"}
_ARMS = (("foot", "of infantry"), ("cav", "of cavalry"))
_WEATHER = {
    "normal": ("under a clear sky", "in good weather", "in clear weather", "in bright sunshine"),
    "overcast": ("under low cloud", "beneath an overcast sky", "in dull, grey light"),
    "precipitating": ("in the rain", "under pouring rain", "in weather that hid one wing from the other"),
}
_SNOW = ("in driving snow", "under falling snow", "in snow that hid one wing from the other")


_MET = (
    "In the {0} the armies {1} in {2}.",
    "In {2} the armies {1} in the {0}.",
    "It was {0} when the armies {1} in {2}.",
    "That {0} the armies {1} in {2}.",
    "The armies {1} in {2} in the {0}.",
)
_OFFERED = ("The field had {0}.", "On the field lay {0}.", "Between and about them lay {0}.")
_BARE = ("The field had no cover.", "Nothing on the field gave cover.")
_BEGAN = ("the battle began", "the day opened", "the armies formed up")
_BROKE = ("the {} day broke", "the {} day began", "on the {} day the armies stood to their arms again")


def field_paragraph(voice: Voice, story: Story) -> Paragraph:
    """Describe the battlefield and the forces on it."""
    start = next(event for event in story.front if event["ev"] == "battle_start")
    sentences = [_ground(voice, start), *(_army(voice, side) for side in voice.report.battle["sides"])]
    sentences += works_before(voice, story.front)
    sky = day_paragraph(voice, story, 1)
    events = [*(event["n"] for event in story.front), *(n for part in sky for n in part.events)]
    return paragraph(1, 0, [*sentences, *(part.text for part in sky)], events)


def _ground(voice: Voice, start: Event) -> str:
    battle = voice.report.battle
    land = _LAND.get(battle.get("terrain") or "", "the ground of their choice")
    begun = "met" if battle.get("engagement") == "meeting" else "faced each other"
    features = _features(start["field"])
    ground = voice.pick("features", _OFFERED).format(listed(features)) if features else voice.pick("bare", _BARE)
    return f"{voice.pick('met', _MET).format(_SEASONS[battle['season']], begun, land)} {ground}"


def _features(pieces: list[dict[str, Any]]) -> list[str]:
    """`two hills`, `a wood` …: what the field offers, from its pieces."""
    kinds = [piece["kind"] for piece in pieces]
    waters = [piece for piece in pieces if piece["kind"] == "river"]
    named = (
        (kinds.count("hill"), "hill"),
        (kinds.count("rough"), "patch", "patches"),
        (kinds.count("town"), "block"),
        (kinds.count("obstacle"), "wall"),
    )
    tails = {"patch": " of rough ground", "block": " of houses", "wall": " or ditch"}
    made = [_feature(n, words, tails) for n, *words in named if n]
    return [*made, _water(waters)] if waters else made


def _water(waters: list[dict[str, Any]]) -> str:
    """A gorge runs along the table, a big river across it."""
    barred = [piece["shape"] for piece in waters if piece["impassable"]]
    if not barred:
        return counted(len(waters), "river") if len(waters) > 1 else "a river"
    gorge = any(abs(line[0][1] - line[-1][1]) > abs(line[0][0] - line[-1][0]) for line in barred)
    return "a gorge" if gorge and len(barred) == 1 else "a river that can be crossed in few places"


def _feature(n: int, words: list[str], tails: dict[str, str]) -> str:
    if n == 1:
        return f"a {words[0]}{tails.get(words[0], '')}"
    return counted(n, *words) + _many(words[0])


def _many(word: str) -> str:
    return {"patch": " of rough ground", "block": " of houses", "wall": " or ditches"}.get(word, "")


def _army(voice: Voice, side: dict[str, Any]) -> str:
    cards = [voice.names.cards[unit["id"]] for unit in side["units"]]
    parts = [_part(cards, arm, tail) for arm, tail in _ARMS]
    guns = sum(1 for card in cards if card.arm == "art")
    parts.append(f"{counted(guns, 'battery', 'batteries')}" if guns else "")
    name, known = voice.names.full[side["name"]], person(side["commander"]["name"])
    under = f", under {voice.generals[side['name']]}," if known else ""
    verb = voice.pick("brought", ("brought", "had", "counted", "mustered"))
    return sentence(f"{name.subject}{under} {verb} {listed([part for part in parts if part])}{_late(side)}.")


def _part(cards: list[UnitCard], arm: str, tail: str) -> str:
    count = sum(1 for card in cards if card.arm == arm)
    return f"{counted(count, 'unit')} {tail}" if count else ""


def _late(side: dict[str, Any]) -> str:
    late = sum(1 for unit in side["units"] if unit.get("arrives"))
    if not late:
        return ""
    return f"; {number(late)} of these {'was' if late == 1 else 'were'} still on the march"


def day_paragraph(voice: Voice, story: Story, day: int) -> list[Paragraph]:
    """Return the sky and the ground of a day."""
    start = next((event for event in story.days if event["day"] == day), None)
    if start is None:
        return []
    sky = _SNOW if start["weather"] == "precipitating" and voice.report.battle["season"] == "winter" else None
    weather = start["weather"]
    phrase = voice.pick(f"sky {weather}", sky or _WEATHER.get(weather, (f"in {weather} weather",)))
    ground = "; the ground was soft and slowed horses and guns" if start["ground"] == "soft" else ""
    which = voice.pick("begin", _BEGAN) if day == 1 else voice.pick("day", _BROKE).format(ordinal_word(day))
    return [paragraph(day, 0, [sentence(f"{which} {phrase}{ground}.")], [start["n"]])]
