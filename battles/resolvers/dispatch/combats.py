"""Prose for the fights of a part of the day: the weightiest one by one, with their places; the others counted."""

import re

from base.words import counted, listed, number, sentence, uncapitalised
from battles.resolvers.dispatch.combat import combat_sentence
from battles.resolvers.dispatch.scenes import Scene
from battles.resolvers.dispatch.tale import Tale
from battles.resolvers.dispatch.voice import Voice

MOST_COMBATS = 2
_TURNED = ("Here the battle turned.", "No other blow did more for {winner}.", "That was the turning point.")
_ELSEWHERE = (
    "elsewhere",
    "on other parts of the field", "along the rest of the line", "meanwhile", "away from there", "besides that",
)  # fmt: skip


def combat_sentences(voice: Voice, tale: Tale, combats: list[Scene]) -> tuple[list[str], str]:
    """Return the blows that cost most, one by one in their order, and the others in one sentence."""
    ranked = sorted(combats, key=lambda scene: (-_weight(tale, scene), scene.event["n"]))
    chosen = [scene for scene in ranked[: _room(tale, combats)] if _weight(tale, scene)] or ranked[:1]
    made, last = [], ""
    for scene in combats:
        if scene in chosen:
            text, last = _placed(voice, tale, scene, last)
            made += [text, *_turning(voice, tale, scene)]
    rest = [scene for scene in combats if scene not in chosen]
    return made, rest_sentence(voice, tale, rest) if rest else ""


def _room(tale: Tale, combats: list[Scene]) -> int:
    """Return how many blows a part of the day describes: one on a day that was fought from morning to night."""
    day = combats[0].event["day"] if combats else 0
    busy = sum(1 for part in tale.story.chapters if part.day == day and len(part.of("combat")) > 1)
    return 1 if busy > 3 and not any(tale.turned(scene.event["n"]) for scene in combats) else MOST_COMBATS


def _weight(tale: Tale, scene: Scene) -> int:
    """Weigh how much a combat deserves a sentence of its own."""
    generals = len([event for event in scene.of("casualty") if event["lost"]])
    return tale.cost(scene.event["n"]) + 3 * generals + 100 * tale.turned(scene.event["n"])


def _placed(voice: Voice, tale: Tale, scene: Scene, last: str) -> tuple[str, str]:
    """Return a combat with its place in front, where it had one that the sentence before did not name."""
    where = tale.country.phrase(scene.event["n"])
    text = combat_sentence(voice, tale.country, scene)
    if not where or re.match(r"(Before|Between|In|On|At|By) ", text) or "," in text.partition(" of ")[0][:30]:
        return text, ""
    shown = "there" if where == last else where
    return sentence(f"{shown} {uncapitalised(text)}"), where


def _turning(voice: Voice, tale: Tale, scene: Scene) -> list[str]:
    if not tale.turned(scene.event["n"]) or tale.plan.winner is None:
        return []
    winner = voice.sides[tale.plan.ledger.sides[tale.plan.winner]].subject
    return [voice.pick("turned", _TURNED).format(winner=winner)]


def rest_sentence(voice: Voice, tale: Tale, scenes: list[Scene]) -> str:
    """Return the lesser combats together, with what they cost either side."""
    costs = [sum(max(0, tale.blows[scene.event["n"]].cost[side]) for scene in scenes) for side in (0, 1)]
    where, many = voice.pick("elsewhere", _ELSEWHERE), counted(len(scenes), "more fight")
    sides = [voice.sides[name].subject for name in tale.plan.ledger.sides]
    hurt = [(cost, side) for cost, side in zip(costs, sides, strict=True) if cost]
    if not tale.plan.ledger.sure:
        return ""
    words = [f"{side} {number(n) if k else counted(n, 'strength point')}" for k, (n, side) in enumerate(hurt)]
    return sentence(f"{where} {many} cost {listed(words)}.") if words else ""
