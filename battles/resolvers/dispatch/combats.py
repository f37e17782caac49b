"""Prose for the fights of a part of the day: the weightiest one by one, the others counted."""

from __future__ import annotations

from battles.resolvers.dispatch.combat import circumstances, combat_sentence
from battles.resolvers.dispatch.scenes import Scene
from battles.resolvers.dispatch.voice import Voice
from battles.resolvers.words import counted, number

MOST_COMBATS = 6
_WEIGHTS = {"rout": 4, "attacker_two_hits": 3, "both_hit": 2, "defender_hit": 1}
Pair = tuple[frozenset[str], str]


def combat_sentences(voice: Voice, combats: list[Scene]) -> list[str]:
    """Return the weightiest fights one by one in their order, the others in one sentence.

    Of attacks by the same units on the same defender those that led to nothing more are counted, not described."""
    scenes = _without_vain_repetition(voice, combats)
    chosen = sorted(scenes, key=lambda scene: weight(voice, scene), reverse=True)[:MOST_COMBATS]
    sentences = [combat_sentence(voice, scene, _attempts(combats, scene)) for scene in scenes if scene in chosen]
    rest = [scene for scene in scenes if scene not in chosen]
    return [*sentences, rest_sentence(voice, rest)] if rest else sentences


def _pair(scene: Scene) -> Pair:
    return frozenset(scene.event["attackers"]), scene.event["defender"]


def _attempts(combats: list[Scene], last: Scene) -> int:
    """Count the attacks of a scene's attackers on its defender up to it."""
    return sum(_pair(scene) == _pair(last) for scene in combats[: combats.index(last) + 1])


def _without_vain_repetition(voice: Voice, combats: list[Scene]) -> list[Scene]:
    """Leave out the attacks beside the weightiest of their pair in which nobody broke or fell."""
    main: dict[Pair, Scene] = {}
    for scene in combats:
        known = main.get(_pair(scene))
        if known is None or weight(voice, scene)[0] >= weight(voice, known)[0]:
            main[_pair(scene)] = scene
    return [scene for scene in combats if _counts(scene) or scene is main[_pair(scene)]]


def _counts(scene: Scene) -> bool:
    return any(scene.of(name) for name in ("rout", "eliminated", "casualty", "command_change"))


def weight(voice: Voice, scene: Scene) -> tuple[int, int]:
    """Weigh how much a combat deserves a sentence of its own; earlier ones first among equals."""
    event = scene.event
    value = _WEIGHTS.get(event["result"], 0) + 2 * len(scene.of("casualty")) + len(event["attackers"])
    value += 2 * bool({"houses", "flank"} & circumstances(voice, event))
    return value + 2 * len(scene.of("rout")), -event["n"]


def rest_sentence(voice: Voice, scenes: list[Scene]) -> str:
    """Return the lesser combats together."""
    won = sum(1 for scene in scenes if scene.event["result"] in ("rout", "defender_hit"))
    where = voice.pick("elsewhere", ("Elsewhere along the line", "On other parts of the field", "Meanwhile"))
    more = counted(len(scenes), "more combat")
    if won == 0:
        return f"{where} {more} gained the attackers nothing."
    return f"{where} the attackers won {more if won == len(scenes) else f'{number(won)} of {more}'}."
