"""How a dispatch tells a combat: who struck whom, how, and what came of it."""

from __future__ import annotations

from battles.resolvers.dispatch_scenes import Event, Scene
from battles.resolvers.dispatch_voice import Voice
from battles.resolvers.words import counted, listed, number, sentence

_WEIGHTS = {"rout": 4, "attacker_two_hits": 3, "defender_hit": 1, "attacker_hit": 0}

_ROUT = (
    "{attackers} broke {defender}{how}",
    "{defender} gave way before {attackers}{how} and streamed to the rear",
    "{attackers} came to close quarters with {defender}{how}, and in a few minutes it was over: it broke and ran",
    "{how_first}{attackers} overthrew {defender}",
)
_DRIVEN = (
    "{attackers} drove {defender} back{how}",
    "{defender} had to yield ground to {attackers}{how}",
    "{attackers} pushed against {defender}{how} until it fell back",
)
_STOOD_IN_SQUARE = (
    "{attackers} charged {defender}, which stood in square{how}; men fell, but the square held",
    "the square of {defender} suffered under the charge of {attackers}{how}, yet did not move",
)
_REPULSED = (
    "{defender} held against {attackers}{how} and threw {them} back",
    "{attackers} came on against {defender}{how}, and had to fall back",
    "{attackers} could make nothing of {defender}{how} and recoiled",
    "an attack of {attackers} on {defender}{how} failed",
)
_BLOODY = (
    "{defender} shattered the attack of {attackers}{how}",
    "{attackers} ran onto {defender}{how} and {were} bloodily repulsed",
    "before {defender}{how} the attack of {attackers} collapsed",
)


def weight(scene: Scene) -> tuple[int, int]:
    """How much a combat deserves a sentence of its own; later ones first among equals."""
    event = scene.event
    value = _WEIGHTS[event["result"]] + 2 * len(scene.of("casualty")) + len(event["attackers"])
    value += 2 * (_has(event, "defend", "CM6") or _has(event, "defend", "CM3"))
    return value + 2 * len(scene.of("rout")), -event["n"]


def combat_sentence(voice: Voice, scene: Scene) -> str:
    """One combat in one sentence or two."""
    event = scene.event
    how = _how(scene)
    words = {
        "attackers": voice.names.units(event["attackers"]),
        "defender": voice.names.unit(event["defender"]),
        "how": f", {how}," if how else "",
        "how_first": f"{how}, " if how else "",
        "them": "them" if len(event["attackers"]) > 1 else "it",
        "were": "were" if len(event["attackers"]) > 1 else "was",
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
    """No comma before a stop, another comma or a colon."""
    for wrong, right in ((",,", ","), (",;", ";"), (",:", ":"), (", and and ", " and ")):
        text = text.replace(wrong, right)
    return text.rstrip(",")


def _how(scene: Scene) -> str:
    """The circumstance that mattered most: town, flank, two on one, obstacle, height, ground."""
    event = scene.event
    two = len(event["attackers"]) > 1
    if _has(event, "defend", "CM6"):
        return "striking from two sides at the houses" if two else "fighting from house to house"
    if scene.squares and _has(event, "defend", "CM4"):
        return "horse and foot together"
    if _has(event, "defend", "CM3"):
        return "taking it from two sides" if two else "taking it in flank"
    if two:
        return "two upon one"
    return _ground(event)


def _ground(event: Event) -> str:
    if _has(event, "defend", "CM7"):
        return "under cover behind its obstacle" if event["result"] in ("attacker_hit", "attacker_two_hits") else ""
    if _has(event, "defend", "CM5"):
        return "uphill"
    return "downhill" if _has(event, "attack", "CM5") else ""


def _has(event: Event, column: str, modifier: str) -> bool:
    return any(name == modifier and value for name, value in event["modifiers"][column])


def _aftermath(voice: Voice, scene: Scene) -> str:
    """What it cost and what else followed, behind a semicolon."""
    told = [*_left(voice, scene), *_also_broken(voice, scene), *_occupied(voice, scene), *_generals(scene)]
    return f"; {listed(told)}" if told else ""


def _left(voice: Voice, scene: Scene) -> list[str]:
    """Who is how strong now, of those that were hit and did not break."""
    routed = {event["unit"] for event in scene.of("rout")}
    now = {event["unit"]: event["sp"] for event in scene.of("hit") if event["unit"] not in routed}
    ways = ("{0} was down to {1}", "{0} was left with {1}", "{1} remained of {0}")
    return [voice.pick("left", ways).format(voice.names.unit(u), voice.fraction(u, sp)) for u, sp in now.items() if sp]


def _also_broken(voice: Voice, scene: Scene) -> list[str]:
    """Units that broke although the result of the combat does not say so."""
    expected = {scene.event["defender"]} if scene.event["result"] == "rout" else set()
    broken = [event["unit"] for event in scene.of("rout") if event["unit"] not in expected]
    return [f"{voice.names.units(broken)} broke"] if broken else []


def _occupied(voice: Voice, scene: Scene) -> list[str]:
    return [f"{voice.names.unit(event['unit'])} took the ground" for event in scene.of("occupy")]


def _generals(scene: Scene) -> list[str]:
    return [f"{event['commander']} was lost" for event in scene.of("casualty") if event["lost"]]


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
