"""Prose for a part of a day: who pressed, what the guns did, where it came to blows, what went on behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from battles.resolvers.dispatch.combat import combat_sentence, rest_sentence, weight
from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene
from battles.resolvers.dispatch.voice import Paragraph, Voice, joined, paragraph
from battles.resolvers.dispatch.works import works_told
from battles.resolvers.words import counted, listed, number, sentence

MOST_COMBATS, MOST_NOTABLE = 6, 2
_WHEN = {
    "morning": ("in the morning", "in the first hours", "early in the day"),
    "noon": ("towards noon", "about midday", "by the middle of the day"),
    "afternoon": ("in the afternoon", "as the afternoon wore on", "after midday"),
    "long": ("for hours", "for the better part of the day", "hour after hour"),
    "evening": ("towards evening", "in the last hours of light", "as the light failed"),
}

_BEHIND = ("recover", "rally", "withdraw", "casualty", "command_change", "arrive", "exit", "engineer")
_QUIET = (
    "but the armies only felt for one another; it did not come to blows",
    "and the lines moved without coming within reach of each other",
    "yet neither side would begin the fight",
)


def fight_paragraphs(voice: Voice, chapter: Chapter) -> list[Paragraph]:
    """Return the opening with the guns; the fights; what happened behind the lines."""
    fires, combats = chapter.of("fire"), chapter.of("combat")
    opening = [_opening(voice, chapter, quiet=not (fires or combats)), *_guns(voice, fires)]
    parts = (
        (opening, [*chapter.of("initiative", "command_roll", "round_end", "contact"), *fires]),
        (_combats(voice, combats), combats),
        ([*notable_sentences(voice, chapter), *_behind(voice, chapter)], chapter.of(*_BEHIND, *voice.phrases.notable)),
    )
    return joined(
        paragraph(chapter.day, chapter.first_round, sentences, [n for scene in scenes for n in scene.numbers])
        for sentences, scenes in parts
        if any(sentences)
    )


def _opening(voice: Voice, chapter: Chapter, *, quiet: bool) -> str:
    """Describe which side moved first, and how far it was the attacker."""
    when = voice.pick(f"when {chapter.part}", _WHEN[chapter.part or "morning"])
    led = Counter(scene.event["first"] for scene in chapter.of("initiative") if scene.event["first"])
    if not led:
        return _attacks_alone(voice, chapter, when, quiet=quiet)
    (side, times), rounds = led.most_common(1)[0], sum(led.values())
    name = voice.sides[side]
    tempo = f"{name.subject} {_moved_first(voice, times, rounds)}"
    if quiet:
        return sentence(f"{when} {tempo}, {voice.pick('quiet', _QUIET)}.")
    attacks = Counter(e["side"] for e in chapter.results("contact"))
    return sentence(f"{when} {tempo}{_attacks(voice, attacks, side)}.")


def _attacks_alone(voice: Voice, chapter: Chapter, when: str, *, quiet: bool) -> str:
    """Return the attacks of both sides, where a system has no initiative to be lost and won."""
    if quiet:
        ways = ("the armies only felt for one another", "the lines moved without coming within reach of each other")
        return sentence(f"{when} {voice.pick('no blow', ways)}.")
    attacks = Counter(e["side"] for e in (chapter.results("contact") or chapter.results("combat")) if e["side"])
    told = [f"{voice.sides[side].subject} attacked {_times(n)}" for side, n in attacks.most_common()]
    return sentence(f"{when} {listed(told)}.") if told else ""


def _moved_first(voice: Voice, times: int, rounds: int) -> str:
    if rounds == 1 or times == rounds:
        return voice.pick("initiative", ("set the pace", "had the initiative", "dictated the pace"))
    if 2 * times == rounds:
        return "had the initiative in half of the rounds"
    return f"moved first in {number(times)} rounds out of {number(rounds)}"


def _attacks(voice: Voice, attacks: Counter[str], side: str) -> str:
    own, other = attacks[side], attacks[voice.other(side)]
    if own and other:
        return f" and attacked {_times(own)}; the enemy came on {_times(other)}"
    if own:
        return f" and attacked {_times(own)}"
    return f", yet it was the enemy who attacked, {_times(other)}" if other else ""


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{number(n)} times")


def _guns(voice: Voice, fires: list[Scene]) -> list[str]:
    """Return the bombardment of each side in a sentence, with whom it hurt most and whom it broke; then its
    musketry."""
    made = []
    for ways in (_BATTERIES, _MUSKETS):
        for side in voice.report.sides:
            own = [scene for scene in fires if scene.event["side"] == side.name and _fires_as(voice, scene) is ways]
            if own:
                made.append(_bombardment(voice, side.name, own, ways))
    return made


@dataclass(frozen=True)
class Fire:
    """A sentence about a kind of fire: in vain, or with its effect."""

    key: str
    vain: tuple[str, ...]
    ways: tuple[str, ...]


_BATTERIES = Fire(
    "guns",
    ("{0} guns fired {1} without effect.", "{0} batteries spoke {1}, to no purpose."),
    ("{0} guns fired {1} and cost the enemy {2}", "{0} batteries fired {1}, and the enemy lost {2}",
     "under {0} guns, which fired {1}, the enemy lost {2}"),
)  # fmt: skip
_MUSKETS = Fire(
    "muskets",
    ("{0} infantry fired {1} without effect.", "{0} volleys, {1} in all, went wide."),
    ("{0} infantry fired {1} and cost the enemy {2}",
     "the musketry of {0} line, which fired {1}, cost the enemy {2}",
     "{0} volleys told: fired {1}, they cost the enemy {2}"),
)  # fmt: skip


def _fires_as(voice: Voice, scene: Scene) -> Fire:
    return _BATTERIES if voice.names.cards[scene.event["firer"]].arm == "art" else _MUSKETS


def _bombardment(voice: Voice, side: str, fires: list[Scene], kind: Fire) -> str:
    name = voice.sides[side]
    hits: Counter[str] = Counter()
    for scene in fires:
        hits[scene.event["target"]] += scene.event["hits"]
    total = sum(hits.values())
    owner = name.owner
    if not total:
        return sentence(voice.pick(f"vain {kind.key}", kind.vain).format(owner, _times(len(fires))))
    target, worst = hits.most_common(1)[0]
    told = voice.pick(kind.key, kind.ways).format(owner, _times(len(fires)), counted(total, *voice.phrases.loss))
    return sentence(
        f"{told}{_worst(voice, target, worst, total)}{_broken(voice, fires, target if 2 * worst > total else '')}."
    )


def _worst(voice: Voice, target: str, worst: int, total: int) -> str:
    if worst == total:
        return f", {'all ' if total > 1 else ''}from {voice.names.unit(target)}"
    return f", most of them from {voice.names.unit(target)}" if 2 * worst > total else ""


def _broken(voice: Voice, fires: list[Scene], named: str) -> str:
    """Return the units that broke under the fire; ``named`` is the one that ends the sentence so far."""
    routed = list(dict.fromkeys(rout["unit"] for scene in fires for rout in scene.of("rout")))
    if not routed:
        return ""
    return ", which broke" if routed == [named] else f"; {voice.names.units(routed)} broke under the fire"


def _combats(voice: Voice, combats: list[Scene]) -> list[str]:
    """Return the weightiest fights one by one in their order, the others in one sentence."""
    chosen = sorted(combats, key=lambda scene: weight(voice, scene), reverse=True)[:MOST_COMBATS]
    told = [combat_sentence(voice, scene) for scene in combats if scene in chosen]
    rest = [scene for scene in combats if scene not in chosen]
    return [*told, rest_sentence(voice, rest)] if rest else told


def notable_sentences(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the accidents that a system wants remembered, one sentence each; of many of one kind the first two."""
    made = []
    for name, ways in voice.phrases.notable.items():
        for event in chapter.results(name)[:MOST_NOTABLE]:
            made.append(sentence(voice.pick(name, ways).format_map(_named(voice, event))))
    return made


def _named(voice: Voice, event: Event) -> dict[str, object]:
    """Return an event's values with units, generals and sides by name."""
    made: dict[str, object] = {}
    for key, value in event.items():
        if isinstance(value, str) and value in voice.names.cards:
            made[key] = voice.names.unit(value)
        elif isinstance(value, str) and value in voice.sides:
            made[key] = voice.sides[value].subject
        else:
            made[key] = person(value) if key == "commander" and isinstance(value, str) else value
    return made


def _behind(voice: Voice, chapter: Chapter) -> list[str]:
    sentences = [_arrivals(voice, chapter), *_commanders(voice, chapter)]
    for side in voice.report.sides:
        sentences.append(_withdrawals(voice, chapter, side.name))
        sentences.append(works_told(voice, chapter.results("engineer"), side.name))
    rests = [told for side in voice.report.sides if (told := _rest(voice, chapter, side.name))]
    return [*sentences, sentence(f"behind the line {', and '.join(rests)}.") if rests else ""]


def _arrivals(voice: Voice, chapter: Chapter) -> str:
    told = []
    for side in voice.report.sides:
        came = [event["unit"] for event in chapter.results("arrive") if "unit" in event and event["side"] == side.name]
        if came:
            who = voice.names.units(came) if len(came) <= 4 else f"{number(len(came))} fresh units"
            own = voice.sides[side.name]
            told.append(f"{who} came up" if own.owner in who else f"{who} joined {own.subject}")
    return sentence(f"{listed(told)}.") if told else ""


def _commanders(voice: Voice, chapter: Chapter) -> list[str]:
    made = []
    lost = {event["commander"] for event in chapter.results("casualty") if event["lost"]}
    danger = {event["commander"]: event for event in chapter.results("casualty")}
    for event in danger.values():
        if event["commander"] in lost:
            ways = ("{} was struck down among his men.", "{} fell, and the word ran along the line.")
            made.append(voice.pick("fallen", ways).format(person(event["commander"])))
        else:
            ways = ("{} was for a moment in the midst of the enemy, but came away.", "{} barely escaped capture.")
            made.append(voice.pick("escaped", ways).format(person(event["commander"])))
    made += [f"{person(event['new'])} took over the command." for event in chapter.results("command_change")]
    return [sentence(text) for text in made]


def _withdrawals(voice: Voice, chapter: Chapter, side: str) -> str:
    units = _units(chapter, "withdraw", side)
    if not units:
        return ""
    if len(units) > 3:
        return sentence(f"{voice.sides[side].subject} withdrew {number(len(units))} units before they were struck.")
    ways = ("{} withdrew before the blow could land.", "{} slipped away from the attack in time.")
    return sentence(voice.pick("withdraw", ways).format(voice.names.units(units)))


def _rest(voice: Voice, chapter: Chapter, side: str) -> str:
    """Return units that rallied or gathered stragglers behind the line."""
    rallied = [e["unit"] for e in chapter.results("rally") if e["side"] == side and e["pass"]]
    recovered = [e["unit"] for e in chapter.results("recover") if e["side"] == side and e["pass"]]
    told = []
    if rallied:
        told.append(f"rallied {_few(voice, rallied)}")
    if recovered:
        told.append(f"saw {_few(voice, recovered)} re-form")
    return f"{voice.sides[side].subject} {listed(told)}" if told else ""


def _few(voice: Voice, units: list[str]) -> str:
    different = list(dict.fromkeys(units))
    return voice.names.units(different, own=True) if len(different) <= 3 else f"{number(len(different))} units"


def _units(chapter: Chapter, name: str, side: str) -> list[str]:
    events: list[Event] = [event for event in chapter.results(name) if event["side"] == side]
    return list(dict.fromkeys(event["unit"] for event in events))
