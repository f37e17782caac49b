"""Prose for the opening: the field, the armies, the sky over each day."""

from typing import Any

from base.words import counted, listed, number, ordinal_word, sentence
from battles.resolvers.dispatch.guns import works_before
from battles.resolvers.dispatch.names import UnitCard, person
from battles.resolvers.dispatch.places import Country, Place
from battles.resolvers.dispatch.plan import Tale
from battles.resolvers.dispatch.scenes import Story
from battles.resolvers.dispatch.voice import Paragraph, Voice, paragraph

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
_OFFERED = ("On the field lay {0}.", "Between and about them lay {0}.", "The field held {0}.")
_FACED = ("faced each other", "drew up against each other", "stood ready for each other")
_BARE = ("There was nothing on it to hold on to.", "It was bare ground.")
_BEGAN = ("the battle began", "the day opened", "the armies formed up")
_BROKE = ("the {} day broke", "the {} day began", "on the {} day the armies stood to their arms again")


def field_paragraph(voice: Voice, tale: Tale) -> Paragraph:
    """Describe the battlefield and the forces on it."""
    story = tale.story
    sentences = [_ground(voice, tale.country), *(_army(voice, side) for side in voice.report.battle["sides"])]
    sentences += works_before(voice, story.front)
    sky = day_paragraph(voice, story, 1)
    events = [*(event["n"] for event in story.front), *(n for part in sky for n in part.events)]
    return paragraph(1, 0, [*sentences, *(part.text for part in sky)], events)


def _ground(voice: Voice, country: Country) -> str:
    battle = voice.report.battle
    land = _LAND.get(battle.get("terrain") or "", "the ground of their choice")
    begun = "met" if battle.get("engagement") == "meeting" else voice.pick("faced", _FACED)
    features = _introduced(_worth_naming(country))
    ground = voice.pick("features", _OFFERED).format(listed(features)) if features else voice.pick("bare", _BARE)
    return f"{voice.pick('met', _MET).format(_SEASONS[battle['season']], begun, land)} {ground}"


def _introduced(places: list[Place]) -> list[str]:
    """`the village of Altenau`, `the Lauer`; several villages together: `the villages of Altenau and Kleinbuch`."""
    towns = [place.name for place in places if place.kind == "town"]
    if len(towns) < 2:
        return [place.introduced() for place in places]
    return [f"the villages of {listed(towns)}", *(place.introduced() for place in places if place.kind != "town")]


MOST_NAMED = 4
_KINDS = ("town", "river", "hill", "rough")


def _worth_naming(country: Country) -> list[Place]:
    """Return the places that the opening names: those that were fought for first, then one of each kind."""
    fought = [where[0] for n in country.fights if (where := country.where(n)) is not None]
    firsts = [next((place for place in country.places if place.kind == kind), None) for kind in _KINDS]
    ranked = [
        *sorted(dict.fromkeys(fought), key=lambda place: -fought.count(place)),
        *(place for place in firsts if place),
    ]
    chosen = list(dict.fromkeys(ranked))[:MOST_NAMED]
    return sorted(chosen, key=lambda place: _KINDS.index(place.kind))


def _army(voice: Voice, side: dict[str, Any]) -> str:
    cards = [voice.names.cards[unit["id"]] for unit in side["units"]]
    parts = [_part(cards, arm, tail) for arm, tail in _ARMS]
    guns = sum(1 for card in cards if card.arm == "art")
    parts.append(f"{counted(guns, 'battery', 'batteries')}" if guns else "")
    parts += [_part(cards, "eng", "of engineers"), _trains(cards)]
    name, known = voice.names.full[side["name"]], person(side["commander"]["name"])
    who = "my command" if voice.writes(side["name"]) else voice.generals[side["name"]]
    under = f", under {who}," if known else ""
    verb = voice.pick("brought", ("brought", "had", "counted", "mustered"))
    return sentence(f"{name.subject}{under} {verb} {listed([part for part in parts if part])}{_late(side)}.")


def _part(cards: list[UnitCard], arm: str, tail: str) -> str:
    count = sum(1 for card in cards if card.arm == arm)
    return f"{counted(count, 'unit')} {tail}" if count else ""


def _trains(cards: list[UnitCard]) -> str:
    trains = sum(1 for card in cards if card.arm == "veh")
    return counted(trains, "train") if trains else ""


def _late(side: dict[str, Any]) -> str:
    late = sum(1 for unit in side["units"] if unit.get("arrives"))
    if not late:
        return ""
    if late == len(side["units"]):
        return "; all were still on the march" if late > 1 else "; it was still on the march"
    return f"; {number(late)} of these {'was' if late == 1 else 'were'} still on the march"


def day_paragraph(voice: Voice, story: Story, day: int) -> list[Paragraph]:
    """Return the sky and the ground of a day."""
    start = next((event for event in story.days if event["day"] == day), None)
    if start is None:
        return []
    sky = _SNOW if start["weather"] == "precipitating" and voice.report.battle["season"] == "winter" else None
    weather = start["weather"]
    phrase = voice.pick(f"sky {weather}", sky or _WEATHER.get(weather, (f"in {weather} weather",)))
    ground = "; the ground was soft" if start["ground"] == "soft" else ""
    which = voice.pick("begin", _BEGAN) if day == 1 else voice.pick("day", _BROKE).format(ordinal_word(day))
    return [paragraph(day, 0, [sentence(f"{which} {phrase}{ground}.")], [start["n"]])]
