"""How a dispatch tells a combat: who struck whom, how, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.scenes import Event, Scene
from battles.resolvers.dispatch.voice import Voice
from battles.resolvers.words import counted, listed, number, sentence

_WEIGHTS = {"rout": 4, "attacker_two_hits": 3, "defender_hit": 1, "attacker_hit": 0}

_ROUT = (
    "{attackers} broke {defender}{active}",
    "{defender}{passive} gave way before {attackers} and streamed to the rear",
    "{active_first}{attackers} overthrew {defender}",
    "{defender}{passive} broke under the assault of {attackers}",
)
_DRIVEN = (
    "{attackers} drove {defender} back{active}",
    "{defender}{passive} had to yield ground to {attackers}",
    "{active_first}{attackers} pushed {defender} from its place",
)
_STOOD_IN_SQUARE = (
    "{attackers} charged {defender}, which stood in square{active}; men fell, but the square held",
    "the square of {defender}{passive} suffered under the charge of {attackers}, yet did not move",
)
_REPULSED = (
    "{defender}{though} held against {attackers} and threw {them} back",
    "{attackers} came on against {defender}{though} and had to fall back",
    "{attackers} could make nothing of {defender}{though} and recoiled",
    "an attack of {attackers} on {defender}{though} failed",
)
_BLOODY = (
    "{defender}{though} shattered the attack of {attackers}",
    "{attackers} ran onto {defender}{though} and {were} bloodily repulsed",
    "before {defender}{though} the attack of {attackers} collapsed",
)


@dataclass(frozen=True)
class How:
    """A circumstance, said of the attackers, of a beaten defender, of a defender who held."""

    active: str = ""
    passive: str = ""
    though: str = ""


_HOUSES_FROM_TWO_SIDES = How("storming the houses from two sides", "assailed in its houses from two sides",
                             "assailed in its houses from two sides")  # fmt: skip
_HOUSES = How("storming the houses", "driven from house to house", "safe among its houses")
_HORSE_AND_FOOT = How("horse and foot together", "struck by horse and foot together",
                      "though struck by horse and foot together")  # fmt: skip
_SQUARE = How("", "standing in square", "standing in square")
_TWO_SIDES = How("taking it from two sides", "taken from two sides", "though taken from two sides")
_FLANK = How("taking it in flank", "taken in flank", "though taken in flank")
_OUTNUMBERED = How("two upon one", "outnumbered", "though outnumbered")
_OBSTACLE = How("in spite of the obstacle before it", "for all the obstacle before it", "behind its obstacle")
_UPHILL = How("uphill", "for all its higher ground", "on its higher ground")
_DOWNHILL = How("from the higher ground", "struck from above", "though struck from above")


def weight(scene: Scene) -> tuple[int, int]:
    """How much a combat deserves a sentence of its own; later ones first among equals."""
    event = scene.event
    value = _WEIGHTS[event["result"]] + 2 * len(scene.of("casualty")) + len(event["attackers"])
    value += 2 * (_has(event, "defend", "CM6") or _has(event, "defend", "CM3"))
    return value + 2 * len(scene.of("rout")), -event["n"]


def combat_sentence(voice: Voice, scene: Scene) -> str:
    """One combat in one sentence."""
    event, how = scene.event, _how(scene)
    many = len(event["attackers"]) > 1
    words = {
        "attackers": voice.names.units(event["attackers"]),
        "defender": voice.names.unit(event["defender"]),
        "active": f", {how.active}," if how.active else "",
        "active_first": f"{how.active}, " if how.active else "",
        "passive": f", {how.passive}," if how.passive else "",
        "though": f", {how.though}," if how.though else "",
        "them": "them" if many else "it",
        "were": "were" if many else "was",
    }
    told = sentence(_tidy(voice.pick(*_phrases(scene)).format(**words)))
    return f"{told}{_aftermath(voice, scene)}."


def _phrases(scene: Scene) -> tuple[str, tuple[str, ...]]:
    result = scene.event["result"]
    if result == "rout":
        return "rout", _ROUT
    if result == "defender_hit":
        return ("square", _STOOD_IN_SQUARE) if scene.squares else ("driven", _DRIVEN)
    return ("bloody", _BLOODY) if result == "attacker_two_hits" else ("repulsed", _REPULSED)


def _tidy(text: str) -> str:
    """No comma before another mark or at the end."""
    for wrong, right in ((",,", ","), (",;", ";")):
        text = text.replace(wrong, right)
    return text.rstrip(",")


def _how(scene: Scene) -> How:
    """The circumstance that mattered most: town, squares, flank, two on one, obstacle, height."""
    event = scene.event
    two = len(event["attackers"]) > 1
    if _has(event, "defend", "CM6"):
        return _HOUSES_FROM_TWO_SIDES if two else _HOUSES
    if scene.squares:
        return _square(event)
    if _has(event, "defend", "CM3"):
        return _TWO_SIDES if two else _FLANK
    return _OUTNUMBERED if two else _ground(event)


def _square(event: Event) -> How:
    if _has(event, "defend", "CM4"):
        return _HORSE_AND_FOOT
    return How() if event["result"] == "defender_hit" else _SQUARE


def _ground(event: Event) -> How:
    if _has(event, "defend", "CM7"):
        return _OBSTACLE
    if _has(event, "defend", "CM5"):
        return _UPHILL
    return _DOWNHILL if _has(event, "attack", "CM5") else How()


def _has(event: Event, column: str, modifier: str) -> bool:
    return any(name == modifier and value for name, value in event["modifiers"][column])


def _aftermath(voice: Voice, scene: Scene) -> str:
    """What it cost and what else followed, behind a semicolon."""
    told = [*_left(voice, scene), *_also_broken(voice, scene), *_occupied(voice, scene), *_generals(scene)]
    return f"; {listed(told)}" if told else ""


def _left(voice: Voice, scene: Scene) -> list[str]:
    """Who is how strong now, of those that were hit and did not break."""
    routed = {event["unit"] for event in scene.of("rout")}
    now = {event["unit"]: event["sp"] for event in scene.of("hit") if event["unit"] not in routed and event["sp"]}
    ways = ("{0} {1} down to {2}", "{0} {1} left with {2}", "{0} {1} reduced to {2}")
    return [
        voice.pick("left", ways).format(_again(voice, scene, unit), _were(scene, unit), voice.fraction(unit, strength))
        for unit, strength in now.items()
    ]


def _again(voice: Voice, scene: Scene, unit: str) -> str:
    """A unit that the sentence has named already."""
    if unit == scene.event["defender"]:
        return "the defenders"
    return "the attackers" if scene.event["attackers"] == [unit] else voice.names.unit(unit)


def _were(scene: Scene, unit: str) -> str:
    named = unit == scene.event["defender"] or scene.event["attackers"] == [unit]
    return "were" if named else "was"


def _also_broken(voice: Voice, scene: Scene) -> list[str]:
    """Units that broke although the result of the combat does not say so."""
    expected = {scene.event["defender"]} if scene.event["result"] == "rout" else set()
    broken = dict.fromkeys(event["unit"] for event in scene.of("rout") if event["unit"] not in expected)
    return [f"{_again(voice, scene, unit)} broke" for unit in broken]


def _occupied(voice: Voice, scene: Scene) -> list[str]:
    ways = ("took the ground", "stood where the defenders had stood", "held the place")
    return [f"{_again(voice, scene, event['unit'])} {voice.pick('occupied', ways)}" for event in scene.of("occupy")]


def _generals(scene: Scene) -> list[str]:
    return [f"{person(event['commander'])} was lost" for event in scene.of("casualty") if event["lost"]]


def rest_sentence(voice: Voice, scenes: list[Scene]) -> str:
    """The lesser combats together."""
    won = sum(1 for scene in scenes if scene.event["result"] in ("rout", "defender_hit"))
    where = voice.pick("elsewhere", ("Elsewhere along the line", "On other parts of the field", "Meanwhile"))
    verb = "was" if len(scenes) == 1 else "were"
    if won == 0:
        outcome = "without success"
    elif won == len(scenes):
        outcome = "with success"
    else:
        outcome = f"{number(won)} of them with success"
    return f"{where} {counted(len(scenes), 'attack')} {verb} made, {outcome}."
