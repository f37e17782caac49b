"""Prose for a part of a day: who attacked, its weightiest fights one by one, what the guns did, and who is winning."""

import re
from collections import Counter

from base.words import counted, listed, number, possessive, sentence, times, uncapitalised
from battles.resolvers.dispatch.combat import combat_sentence
from battles.resolvers.dispatch.guns import broken_by_ground, gun_sentences, works_sentence, worn_by_ground
from battles.resolvers.dispatch.names import is_nobody
from battles.resolvers.dispatch.plan import (
    ACCIDENTS,
    ARRIVALS,
    FIRE,
    FIXED,
    GROUND,
    REST,
    SCORE,
    SECOND,
    WHY,
    Draft,
    Tale,
)
from battles.resolvers.dispatch.reasons import in_first_person, reason_sentences
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene
from battles.resolvers.dispatch.score import score_sentence
from battles.resolvers.dispatch.voice import Voice

MOST_COMBATS = 2
_TURNED = ("Here the battle turned.", "No other blow did more for {winner}.", "That was the turning point.")
_ELSEWHERE = (
    "elsewhere",
    "on other parts of the field", "along the rest of the line", "meanwhile", "away from there", "besides that",
)  # fmt: skip


def combat_sentences(voice: Voice, tale: Tale, combats: list[Scene]) -> tuple[list[tuple[int, str]], str]:
    """Return the blows that cost most, one by one in their order with their weights, and the others in one sentence.

    The last may go on a day that is too long, where it is not the weightiest."""
    ranked = sorted(combats, key=lambda scene: (-_weight(tale, scene), scene.event["n"]))
    chosen = [scene for scene in ranked[: _room(tale, combats)] if _weight(tale, scene)] or ranked[:1]
    made, last = list[tuple[int, str]](), ""
    told = [scene for scene in combats if scene in chosen]
    for n, scene in enumerate(told):
        text, last = _placed(voice, tale, scene, last)
        weight = SECOND if n and scene is not ranked[0] else FIXED
        made += [(weight, text), *((FIXED, turned) for turned in _turning(voice, tale, scene))]
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


MOST_NOTABLE, MOST_ACCIDENTS = 1, 1
_WHEN = {
    "morning": (
        "in the morning",
        "in the first hours",
        "early in the day",
        "soon after first light",
        "before the morning was out",
    ),
    "noon": ("towards noon", "about midday", "by the middle of the day", "as noon came on", "in the middle of the day"),
    "afternoon": (
        "in the afternoon",
        "as the afternoon wore on",
        "after midday",
        "when noon was past",
        "in the hours after noon",
    ),
    "long": ("for hours", "for the better part of the day", "hour after hour"),
    "evening": (
        "towards evening",
        "in the last hours of light",
        "as the light failed",
        "before dusk",
        "late in the day",
    ),
}
_QUIET = (
    "the armies only felt for one another; nobody struck",
    "the lines moved without coming within reach of each other",
    "neither side would begin the fight",
)
_QUIET_AGAIN = (
    "nobody came to blows",
    "the lines moved without coming within reach of each other",
    "neither side renewed the fight",
    "the armies only watched one another",
)


_DANGER = {
    "fallen": ("{g} was struck down among his men.", "{g} fell, and the word ran along the line.",
               "{g} was carried from the field."),
    "escaped": ("{g} was for a moment in the midst of the enemy, but came away.", "{g} barely escaped capture.",
                "a charge swept past {g} and missed him by yards.", "{g} had to ride for his life.",
                "{g} drew his sword in his own defence."),
}  # fmt: skip


def fight_paragraphs(voice: Voice, tale: Tale, chapter: Chapter) -> list[Draft]:
    """Return a part of a day as one paragraph: attacks, intentions, guns, blows, accidents, and who is winning."""
    fires, combats = chapter.of("fire"), chapter.of("combat")
    numbers = sorted(n for scene in chapter.scenes for n in scene.numbers)
    opening = _opening(voice, chapter, combats)
    before, after = reason_sentences(voice, chapter)
    voice.blows = voice.blows or bool(fires or combats)
    lines = [*((WHY, text) for text in before), (ARRIVALS, _arrivals(voice, chapter))]
    blows = _blows(voice, tale, fires, combats)
    lines += blows + [(ACCIDENTS, text) for text in notable_sentences(voice, chapter)]
    lines += [(GROUND, text) for text in broken_by_ground(voice, chapter)] + _behind(voice, chapter)
    lines += [(WHY, text) for text in after]
    if not any(text for _, text in blows):
        lines += [(GROUND, text) for text in worn_by_ground(voice, chapter)]
    alone = not opening and not any(text for _, text in lines)
    lines += [(SCORE, score_sentence(voice, tale.plan.ledger, numbers[-1], alone=alone))]
    lines = _in_time(voice, chapter, opening, [line for line in lines if line[1]])
    return [Draft(chapter.day, chapter.first_round, lines, numbers)] if lines else []


def _blows(voice: Voice, tale: Tale, fires: list[Scene], combats: list[Scene]) -> list[tuple[int, str]]:
    """Return the guns and the fights of a part of the day."""
    lines = [(FIXED if broke else FIRE, text) for broke, text in gun_sentences(voice, fires, combats)]
    fights, rest = combat_sentences(voice, tale, combats)
    return [*lines, *fights, (REST, rest)]


def _when(voice: Voice, chapter: Chapter) -> str:
    return voice.pick(f"when {chapter.part}", _WHEN[chapter.part or "morning"])


def _in_time(voice: Voice, chapter: Chapter, opening: str, rest: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the sentences of a part of the day, the first of them with its hour."""
    if opening or not rest:
        return [(FIXED, opening), *rest] if opening else rest
    first = uncapitalised(rest[0][1])
    pause = "," if first.startswith(_PAUSED) else ""
    return [(FIXED, sentence(f"{_when(voice, chapter)}{pause} {first}")), *rest[1:]]


_PAUSED = ("under ", "in ", "on ", "by ", "at ", "before ", "falling ", "away ", "behind ", "meanwhile ", "with ")


def _opening(voice: Voice, chapter: Chapter, combats: list[Scene]) -> str:
    """Describe how often each side attacked, or that nobody did."""
    if chapter.quiet:
        return sentence(f"{_when(voice, chapter)} {voice.pick('quiet', _QUIET_AGAIN if voice.blows else _QUIET)}.")
    attacks = _attackers(voice, combats)
    clauses = [f"{voice.sides[side].subject} {'attacked ' * (k == 0)}{times(n)}"
            for k, (side, n) in enumerate(attacks.most_common())]  # fmt: skip
    if len(attacks) == 2 and len(set(attacks.values())) == 1:
        clauses = [f"each side attacked {times(attacks.most_common(1)[0][1])}"]
    ways = ("{when} {who}.", "{who}, {when}.", "{when} {who}.")
    text = voice.pick("attacks", ways).format(when=_when(voice, chapter), who=listed(clauses))
    return sentence(text) if clauses else ""


def _attackers(voice: Voice, combats: list[Scene]) -> Counter[str]:
    """Count the combats of a part of the day by the side that attacked."""
    return Counter(voice.names.cards[scene.event["attackers"][0]].side for scene in combats)


def notable_sentences(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the accidents that a system wants remembered, one sentence each: three at most, one of a kind a day."""
    kinds = [name for name in voice.phrases.notable if (chapter.day, name) not in voice.accidents]
    events = [(name, event) for name in kinds for event in chapter.results(name)[:MOST_NOTABLE]]
    skipped = voice.turn("accidents", len(events)) if events else 0
    chosen = [*events[skipped:], *events[:skipped]][:MOST_ACCIDENTS]
    voice.accidents |= {(chapter.day, name) for name, _ in chosen}
    return [
        sentence(voice.pick(name, voice.phrases.notable[name]).format_map(_named(voice, event)))
        for name, event in sorted(chosen, key=lambda pair: pair[1]["n"])
    ]


def _named(voice: Voice, event: Event) -> dict[str, object]:
    """Return an event's values with units, generals and sides by name."""
    made: dict[str, object] = {}
    for key, value in sorted(event.items(), key=lambda item: item[0] != "unit"):
        if isinstance(value, str) and value in voice.names.cards:
            made[key] = voice.names.unit(value)
        elif isinstance(value, str) and value in voice.sides:
            made[key] = voice.sides[value].subject
        else:
            made[key] = voice.names.person(value) if key == "commander" and isinstance(value, str) else value
    return made


def _behind(voice: Voice, chapter: Chapter) -> list[tuple[int, str]]:
    works = [works_sentence(voice, chapter.results("engineer"), side.name) for side in voice.report.sides]
    return [(FIXED, text) for text in (*_commanders(voice, chapter), *works)]


_UP = " came up"


def _arrivals(voice: Voice, chapter: Chapter) -> str:
    clauses = []
    for side in voice.report.sides:
        came = [event["unit"] for event in chapter.results("arrive") if "unit" in event and event["side"] == side.name]
        if came:
            wholes = list(dict.fromkeys(voice.names.cards[unit].whole for unit in came))
            who = voice.names.units(came) if len(wholes) <= 2 else f"{number(len(wholes))} fresh units"
            own = voice.sides[side.name]
            clauses.append(
                f"{who} came up" if own.owner in who or own.subject in who else f"{who} joined {own.subject}"
            )
    if all(one.endswith(_UP) for one in clauses[:2]) and len(clauses) > 1:
        clauses = [f"{clauses[0]}, as did {clauses[1].removesuffix(_UP)}"]
    return sentence(f"{', and '.join(clauses)}.") if clauses else ""


def _commanders(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the generals in danger and their successors; of brigadiers without a name only how many fell."""
    events = chapter.results("casualty")
    danger = {event["commander"]: "escaped" for event in events}
    danger |= {event["commander"]: "fallen" for event in events if event["lost"]}
    sides = {event["commander"]: event["side"] for event in events}
    known = {name: how for name, how in danger.items() if not is_nobody(name)}
    shown = {e.get("commander") for name in voice.phrases.notable for e in chapter.results(name)[:MOST_NOTABLE]}
    dangers = [(name, how) for name, how in known.items()
               if how == "fallen" or name not in voice.dangers | shown]  # fmt: skip
    made = [_danger(voice, name, how, sides[name]) for name, how in dangers]
    voice.dangers |= set(danger)
    made += _successors(voice, chapter.results("command_change"))
    fallen = Counter(sides[name] for name, how in danger.items() if how == "fallen" and is_nobody(name))
    return [sentence(text) for text in [*made, *_brigadiers(voice, fallen)]]


def _brigadiers(voice: Voice, fallen: Counter[str]) -> list[str]:
    """`A brigadier of the French and two of the Russians fell.`"""
    words = [
        f"{'a brigadier' if n == 1 else counted(n, 'brigadier')} of {voice.sides[side].subject}"
        if not k else f"{number(n)} of {voice.sides[side].subject}" for k, (side, n) in enumerate(fallen.items())
    ]  # fmt: skip
    return [f"{listed(words)} fell."] if words else []


def _danger(voice: Voice, name: str, how: str, side: str) -> str:
    way = voice.pick(how, _DANGER[how])
    if voice.writes(side) and voice.names.person(name) == voice.generals[side]:
        way = in_first_person(way)
    return way.format(g=_leader(voice, name, side))


def _leader(voice: Voice, name: str, side: str) -> str:
    """Return a general of a side; a wing's, whom nobody introduced, with his side: `Oudinot of the French`."""
    who = voice.names.person(name)
    if who in voice.generals.values() and side in voice.sides:
        return voice.names.chief(who, side)
    known = name in voice.dangers or who.startswith("the ") or re.search(r" of |['’]s? ", who)
    return who if known or side not in voice.sides else f"{who} of {voice.sides[side].subject}"


def _successors(voice: Voice, changes: list[Event]) -> list[str]:
    """Return who took command, each by himself, and brigades that somebody with a name took over, all together."""
    taken = [e["new"] for e in changes if e.get("role") == "brigade" and not is_nobody(e["new"])]
    brigades = list(dict.fromkeys(voice.names.person(name) for name in taken))
    others = [event for event in changes if event.get("role") != "brigade"]
    made = [f"{_successor(voice, event)} took command{_of_wing(voice, event)}." for event in others]
    if brigades:
        made.append(f"{listed(brigades)} took over {'a brigade' if len(brigades) == 1 else 'brigades'}.")
    return made


def _successor(voice: Voice, event: Event) -> str:
    """Return who took command; a deputy where nobody with a name was left."""
    return "his deputy" if event["new"] == event["old"] else _leader(voice, event["new"], event["side"])


def _of_wing(voice: Voice, event: Event) -> str:
    return f" of {possessive(voice.names.person(event['old']))} wing" if event.get("role") == "wing" else ""
