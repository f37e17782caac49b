"""Prose for a part of a day: who pressed, what the guns did, where it came to blows, what went on behind."""

from __future__ import annotations

import re
from collections import Counter

from battles.resolvers.dispatch.combats import combat_sentences
from battles.resolvers.dispatch.guns import gun_sentences
from battles.resolvers.dispatch.losses import OTHER_LOSSES, other_losses
from battles.resolvers.dispatch.reasons import reason_sentences
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene
from battles.resolvers.dispatch.voice import Paragraph, Voice, joined, paragraph
from battles.resolvers.dispatch.works import works_sentence
from battles.resolvers.words import listed, number, possessive, sentence, times, uncapitalised

MOST_NOTABLE, MOST_ACCIDENTS = 1, 3
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
    opening = _timed(
        voice, chapter, _opening(voice, chapter, combats), [*chosen, *gun_sentences(voice, fires, combats)]
    )
    voice.blows = voice.blows or bool(fires or combats)
    fights = combat_sentences(voice, combats)
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
    clauses = [f"{voice.sides[side].subject} {'attacked ' * (k == 0)}{times(n)}"
            for k, (side, n) in enumerate(attacks.most_common())]  # fmt: skip
    if len(attacks) == 2 and len(set(attacks.values())) == 1:
        clauses = [f"each side attacked {times(attacks.most_common(1)[0][1])}"]
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
        ways = _EACH if own == other else _BOTH
        return voice.pick("both attack", ways).format(times(own), times(other))
    if own:
        return f" and attacked {times(own)}"
    return f", yet it was the enemy who attacked, {times(other)}" if other else ""


_EACH = ("; each side attacked {0}", " and attacked {0}; the enemy came on {1}")
_BOTH = (
    " and attacked {0}; the enemy came on {1}",
    " and attacked {0}, while the enemy came on {1}",
)


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
    events = chapter.results("casualty")
    danger = {event["commander"]: "escaped" for event in events}
    danger |= {event["commander"]: "fallen" for event in events if event["lost"]}
    sides = {event["commander"]: event["side"] for event in events}
    dangers = [(name, how) for name, how in danger.items() if how == "fallen" or name not in voice.dangers]
    made = [voice.pick(how, _DANGER[how]).format(_leader(voice, name, sides[name])) for name, how in dangers]
    voice.dangers |= set(danger)
    return [sentence(text) for text in [*made, *_successors(voice, chapter.results("command_change"))]]


def _leader(voice: Voice, name: str, side: str) -> str:
    """Return a general of a side; a wing's, whom nobody introduced, with his side: `Oudinot of the French`."""
    who = voice.names.person(name)
    if who in voice.generals.values() and side in voice.sides:
        return voice.names.chief(who, side)
    known = name in voice.dangers or who.startswith("the ") or re.search(r" of |['’]s? ", who)
    return who if known or side not in voice.sides else f"{who} of {voice.sides[side].subject}"


def _successors(voice: Voice, changes: list[Event]) -> list[str]:
    """Return who took command, each by himself, and brigades, all together."""
    brigades = list(
        dict.fromkeys(voice.names.person(event["new"]) for event in changes if event.get("role") == "brigade")
    )
    others = [event for event in changes if event.get("role") != "brigade"]
    made = [f"{_leader(voice, event['new'], event['side'])} took command{_of_wing(voice, event)}." for event in others]
    if brigades:
        made.append(f"{listed(brigades)} took over {'a brigade' if len(brigades) == 1 else 'brigades'}.")
    return made


def _of_wing(voice: Voice, event: Event) -> str:
    return f" of {possessive(voice.names.person(event['old']))} wing" if event.get("role") == "wing" else ""


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
