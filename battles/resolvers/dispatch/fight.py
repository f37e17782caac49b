"""Prose for a part of a day: who pressed, what the guns did, where it came to blows, what went on behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from battles.resolvers.dispatch.combat import combat_sentence, rest_sentence, weight
from battles.resolvers.dispatch.losses import OTHER_LOSSES, other_losses
from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.reasons import reason_sentences
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene
from battles.resolvers.dispatch.voice import Paragraph, Voice, joined, paragraph
from battles.resolvers.dispatch.works import works_sentence
from battles.resolvers.words import counted, listed, number, sentence, uncapitalised

MOST_COMBATS, MOST_NOTABLE, MOST_ACCIDENTS = 6, 1, 3
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
_QUIET_AGAIN = (
    "but nobody came to blows",
    "and the lines moved without coming within reach of each other",
    "yet neither side renewed the fight",
    "but the armies only watched one another",
)


_RECOVERED = ("saw {} re-form", "let {} close up", "put {} in order again", "restored the ranks of {}")
_DANGER = {
    "fallen": ("{} was struck down among his men.", "{} fell, and the word ran along the line.",
               "{} was carried from the field."),
    "escaped": ("{} was for a moment in the midst of the enemy, but came away.", "{} barely escaped capture.",
                "a charge swept past {} and missed him by yards.", "{} had to ride for his life.",
                "{} drew his sword in his own defence."),
}  # fmt: skip


def fight_paragraphs(voice: Voice, chapter: Chapter) -> list[Paragraph]:
    """Return the opening with the guns; the fights; what happened behind the lines."""
    fires, combats = chapter.of("fire"), chapter.of("combat")
    chosen = reason_sentences(voice, chapter)
    opening = _timed(voice, chapter, _opening(voice, chapter, combats), [*chosen, *_guns(voice, fires, combats)])
    voice.blows = voice.blows or bool(fires or combats)
    fights = _combats(voice, combats)
    behind = [*notable_sentences(voice, chapter), *other_losses(voice, chapter), *_behind(voice, chapter)]
    if not opening and not combats:
        behind = _timed(voice, chapter, "", [text for text in behind if text])
    parts = (
        (opening, [*chapter.of("initiative", "command_roll", "round_end", "contact"), *fires]),
        (fights, combats),
        (behind, chapter.of(*_BEHIND, *OTHER_LOSSES, *voice.phrases.notable)),
    )
    return joined(
        paragraph(chapter.day, chapter.first_round, sentences, [n for scene in scenes for n in scene.numbers])
        for sentences, scenes in parts
        if any(sentences)
    )


def _when(voice: Voice, chapter: Chapter) -> str:
    return voice.pick(f"when {chapter.part}", _WHEN[chapter.part or "morning"])


def _timed(voice: Voice, chapter: Chapter, opening: str, rest: list[str]) -> list[str]:
    """Return the sentences of a part of the day, the first of them with its hour."""
    if opening or not rest:
        return [opening, *rest] if opening else rest
    first = uncapitalised(rest[0])
    pause = "," if first.startswith(("under ", "in ", "before ", "falling ", "away ", "behind ", "meanwhile ")) else ""
    return [sentence(f"{_when(voice, chapter)}{pause} {first}"), *rest[1:]]


def _opening(voice: Voice, chapter: Chapter, combats: list[Scene]) -> str:
    """Describe which side moved first, and how far it was the attacker."""
    led = Counter(scene.event["first"] for scene in chapter.of("initiative") if scene.event["first"])
    if not led:
        return _attacks_alone(voice, chapter, combats)
    (side, times), rounds = led.most_common(1)[0], sum(led.values())
    tempo = f"{_when(voice, chapter)} {voice.sides[side].subject} {_moved_first(voice, times, rounds)}"
    if chapter.quiet:
        return sentence(f"{tempo}, {voice.pick('quiet', _QUIET_AGAIN if voice.blows else _QUIET)}.")
    return sentence(f"{tempo}{_attacks(voice, _attackers(voice, combats), side)}.")


def _attackers(voice: Voice, combats: list[Scene]) -> Counter[str]:
    """Count the combats of a part of the day by the side that attacked."""
    return Counter(voice.names.cards[scene.event["attackers"][0]].side for scene in combats)


def _attacks_alone(voice: Voice, chapter: Chapter, combats: list[Scene]) -> str:
    """Return the attacks of both sides, where a system has no initiative to be lost and won."""
    if chapter.quiet:
        ways = ("nobody came to blows", "the lines moved without coming within reach of each other")
        first = ("the armies only felt for one another", "the lines moved without coming within reach of each other")
        return sentence(f"{_when(voice, chapter)} {voice.pick('no blow', ways if voice.blows else first)}.")
    attacks = _attackers(voice, combats)
    clauses = [f"{voice.sides[side].subject} {'attacked ' * (k == 0)}{_times(n)}"
            for k, (side, n) in enumerate(attacks.most_common())]  # fmt: skip
    if len(attacks) == 2 and len(set(attacks.values())) == 1:
        clauses = [f"each side attacked {_times(attacks.most_common(1)[0][1])}"]
    return sentence(f"{_when(voice, chapter)} {listed(clauses)}.") if clauses else ""


_HALF = (
    "had the initiative half of the time",
    "shared the initiative with the enemy",
    "moved first in half of the rounds",
)


def _moved_first(voice: Voice, times: int, rounds: int) -> str:
    if rounds == 1 or times == rounds:
        return voice.pick(
            "initiative", ("set the pace", "had the initiative", "dictated the pace", "held the initiative")
        )
    if 2 * times == rounds:
        return voice.pick("half", _HALF)
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


def _guns(voice: Voice, fires: list[Scene], combats: list[Scene]) -> list[str]:
    """Return the bombardment of each side in a sentence, with whom it hurt most and whom it broke; then its
    musketry."""
    made = []
    for ways in (_BATTERIES, _MUSKETS):
        for side in voice.report.sides:
            own = [scene for scene in fires if scene.event["side"] == side.name and _fires_as(voice, scene) is ways]
            if own:
                made.append(_bombardment(voice, side.name, own, ways, _fought(combats)))
    return made


def _fought(combats: list[Scene]) -> dict[str, int]:
    """Return each unit's first fight of a part of the day, by the number of its event."""
    first: dict[str, int] = {}
    for scene in combats:
        for unit in (*scene.event["attackers"], scene.event["defender"]):
            first.setdefault(unit, scene.event["n"])
    return first


@dataclass(frozen=True)
class Fire:
    """Sentences about a kind of fire: in vain, with losses, or with hits that are no losses yet."""

    key: str
    vain: tuple[str, ...]
    ways: tuple[str, ...]
    hits: tuple[str, ...]


_BATTERIES = Fire(
    "guns",
    ("{0} guns fired {1} without effect.", "{0} batteries spoke {1}, to no purpose.",
     "{0} guns opened {1} and hit nobody.", "the fire of {0} guns, heard {1}, did no harm."),
    ("{0} guns fired {1} and cost the enemy {2}", "{0} batteries fired {1}, and the enemy lost {2}",
     "under {0} guns, which fired {1}, the enemy lost {2}"),
    ("{0} guns fired {1} and scored {2}", "{0} batteries spoke {1} and scored {2}",
     "under {0} guns, which fired {1}, the enemy took {2}"),
)  # fmt: skip
_MUSKETS = Fire(
    "muskets",
    ("{0} infantry fired {1} without effect.", "{0} volleys were fired {1} and went wide.",
     "{0} infantry gave fire {1} and hit nobody."),
    ("{0} infantry fired {1} and cost the enemy {2}",
     "the musketry of {0} line, which fired {1}, cost the enemy {2}",
     "{0} infantry gave fire {1}, and the enemy lost {2}"),
    ("{0} infantry fired {1} and scored {2}", "the musketry of {0} line, which fired {1}, scored {2}",
     "{0} infantry gave fire {1}, and the enemy took {2}"),
)  # fmt: skip
_HITS = frozenset({"hit"})
"""Names of what is struck rather than lost."""


def _fires_as(voice: Voice, scene: Scene) -> Fire:
    return _BATTERIES if voice.names.cards[scene.event["firer"]].arm == "art" else _MUSKETS


def _bombardment(voice: Voice, side: str, fires: list[Scene], kind: Fire, fought: dict[str, int]) -> str:
    name = voice.sides[side]
    hits: Counter[str] = Counter()
    for scene in fires:
        hits[scene.event["target"]] += scene.event["hits"]
    total = sum(hits.values())
    owner = name.owner
    if not total:
        return sentence(voice.pick(f"vain {kind.key}", kind.vain).format(owner, _times(len(fires))))
    target, worst = hits.most_common(1)[0]
    ways = kind.hits if voice.phrases.loss[0] in _HITS else kind.ways
    text = voice.pick(kind.key, ways).format(owner, _times(len(fires)), counted(total, *voice.phrases.loss))
    named = target if 2 * worst > total else ""
    return sentence(f"{text}{_worst(voice, target, worst, total)}{_broken(voice, fires, named, fought)}.")


_ALL = {1: "", 2: "both "}


def _worst(voice: Voice, target: str, worst: int, total: int) -> str:
    of = "on" if voice.phrases.loss[0] in _HITS else "from"
    if worst == total:
        return f", {_ALL.get(total, 'all ')}{of} {voice.names.unit(target)}"
    return f", most of them {of} {voice.names.unit(target)}" if 2 * worst > total else ""


def _broken(voice: Voice, fires: list[Scene], named: str, fought: dict[str, int]) -> str:
    """Return the units that broke under the fire; ``named`` is the one that ends the sentence so far.

    The guns come before the fights in the text: a unit that fought before it broke did so in the end.
    """
    routs = {rout["unit"]: rout["n"] for scene in fires for rout in scene.of("rout")}
    late = " in the end" if any(fought.get(unit, n) < n for unit, n in routs.items()) else ""
    if not routs:
        return ""
    if list(routs) == [named]:
        return f", which broke{late}"
    return f"; {voice.names.units(list(routs))} broke under the fire{late}"


def _combats(voice: Voice, combats: list[Scene]) -> list[str]:
    """Return the weightiest fights one by one in their order, the others in one sentence."""
    chosen = sorted(combats, key=lambda scene: weight(voice, scene), reverse=True)[:MOST_COMBATS]
    sentences = [combat_sentence(voice, scene) for scene in combats if scene in chosen]
    rest = [scene for scene in combats if scene not in chosen]
    return [*sentences, rest_sentence(voice, rest)] if rest else sentences


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
            made[key] = person(value) if key == "commander" and isinstance(value, str) else value
    return made


def _behind(voice: Voice, chapter: Chapter) -> list[str]:
    sentences = [_arrivals(voice, chapter), *_commanders(voice, chapter)]
    for side in voice.report.sides:
        sentences.append(_withdrawals(voice, chapter, side.name))
        sentences.append(works_sentence(voice, chapter.results("engineer"), side.name))
    rests = [clause for side in voice.report.sides if (clause := _rest(voice, chapter, side.name))]
    where = (
        voice.pick("behind", ("behind the line", "away from the fighting", "in the rear", "behind the front"))
        if rests
        else ""
    )
    return [*sentences, sentence(f"{where} {', and '.join(rests)}.") if rests else ""]


_UP = " came up"


def _arrivals(voice: Voice, chapter: Chapter) -> str:
    clauses = []
    for side in voice.report.sides:
        came = [event["unit"] for event in chapter.results("arrive") if "unit" in event and event["side"] == side.name]
        if came:
            wholes = list(dict.fromkeys(voice.names.cards[unit].whole for unit in came))
            who = voice.names.units(came) if len(wholes) <= 4 else f"{number(len(wholes))} fresh units"
            own = voice.sides[side.name]
            clauses.append(f"{who} came up" if own.owner in who else f"{who} joined {own.subject}")
    if all(one.endswith(_UP) for one in clauses[:2]) and len(clauses) > 1:
        clauses = [f"{clauses[0]}, as did {clauses[1].removesuffix(_UP)}"]
    return sentence(f"{', and '.join(clauses)}.") if clauses else ""


def _commanders(voice: Voice, chapter: Chapter) -> list[str]:
    danger = {event["commander"]: "escaped" for event in chapter.results("casualty")}
    danger |= {event["commander"]: "fallen" for event in chapter.results("casualty") if event["lost"]}
    dangers = [(name, how) for name, how in danger.items() if how == "fallen" or name not in voice.dangers]
    voice.dangers |= set(danger)
    made = [voice.pick(how, _DANGER[how]).format(person(name)) for name, how in dangers]
    return [sentence(text) for text in [*made, *_successors(chapter.results("command_change"))]]


def _successors(changes: list[Event]) -> list[str]:
    """Return who took over the command, each by himself, and brigades, all together."""
    brigades = list(dict.fromkeys(person(event["new"]) for event in changes if event.get("role") == "brigade"))
    made = [f"{person(event['new'])} took over the command." for event in changes if event.get("role") != "brigade"]
    if brigades:
        made.append(f"{listed(brigades)} took over {'a brigade' if len(brigades) == 1 else 'brigades'}.")
    return made


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
    recovered = [unit for unit in recovered if unit not in rallied]
    acts = []
    if rallied:
        acts.append(f"{voice.pick('rallied', ('rallied', 'brought back'))} {_few(voice, rallied)}")
    if recovered:
        acts.append(voice.pick("recovered", _RECOVERED).format(_few(voice, recovered)))
    return f"{voice.sides[side].subject} {listed(acts)}" if acts else ""


def _few(voice: Voice, units: list[str]) -> str:
    different = list(dict.fromkeys(units))
    return voice.names.units(different, own=True) if len(different) <= 3 else f"{number(len(different))} units"


def _units(chapter: Chapter, name: str, side: str) -> list[str]:
    events: list[Event] = [event for event in chapter.results(name) if event["side"] == side]
    return list(dict.fromkeys(event["unit"] for event in events))
