"""Prose for the generals' reasons: why one attacked, waited, held, stayed or left, as he chose it himself."""

import re

from base.words import counted, sentence
from battles.resolvers.dispatch.names import Namer, general, person
from battles.resolvers.dispatch.reason_phrases import (
    BEARINGS,
    BLOW,
    BOTH,
    DOWN,
    FIRST,
    PASSIVE,
    PREPARED,
    THEN,
    UNKNOWN,
    UP,
    Ways,
)
from battles.resolvers.dispatch.scenes import Chapter
from battles.resolvers.dispatch.voice import Voice
from battles.resolvers.values.report import Reason, Report

POSTURES = BEARINGS[:-1]
"""The bearings of which only the last in a part of the day is worth a sentence: all but the hunt."""
MOST_OF_A_SIDE = 2
"""Intentions of one general that a day's account has room for."""
_RANKS = ("break_off", *reversed(BEARINGS), "fight_on", "sector")
"""Which reason of a part of a day is worth a sentence first."""
_EVENING = ("stay", "leave")
_ONCE_A_DAY = ("guns", "form", "assault", "reserve", "sector")
_RATIOS = (
    (1.07, "nearly even"), (1.2, "six to five"), (1.29, "five to four"), (1.41, "four to three"),
    (1.75, "three to two"), (2.25, "two to one"), (2.75, "five to two"), (3.5, "three to one"), (4.5, "four to one"),
)  # fmt: skip
_FAR = "more than four to one"
_AT = {"houses": " against the houses", "hill": " against the hill", "cover": " against an enemy in cover"}


def reason_sentences(voice: Voice, chapter: Chapter) -> tuple[list[str], list[str]]:
    """Return a sentence for each side whose general chose anew in a part of the day, with what else he chose then.

    The second list is for those who took command only then: their sentences belong behind those of the change."""
    made: tuple[list[str], list[str]] = ([], [])
    begun = min(n for scene in chapter.scenes for n in scene.numbers)
    for side in voice.report.sides:
        own = [reason for reason in _of(voice, chapter) if reason["side"] == side.name and reason["choice"] in _RANKS]
        chosen = sorted(_worth_telling(voice, chapter, own), key=lambda r: _RANKS.index(r["choice"]))
        if chosen and voice.room_for(side.name, chapter.day, MOST_OF_A_SIDE):
            made[_took_command(voice, chosen[0], begun)].append(sentence(f"{_with_sector(voice, chosen, chapter)}."))
    return made


def _worth_telling(voice: Voice, chapter: Chapter, own: list[Reason]) -> list[Reason]:
    """Leave out what is known, all bearings but the last, and that the enemy is slow to strike where he has struck."""
    postures = [reason for reason in own if reason["choice"] in POSTURES]
    new = [r for r in own if _is_new(voice, r) and (r["choice"] not in POSTURES or r is postures[-1])]
    return [r for r in new if r["why"] != "quiet" or not _struck_by_enemy(voice, chapter, r)]


def _struck_by_enemy(voice: Voice, chapter: Chapter, reason: Reason) -> bool:
    return any(_attacks(voice, chapter, side) for side in voice.sides if side != reason["side"])


def _attacks(voice: Voice, chapter: Chapter, side: str) -> bool:
    attackers = (scene.event["attackers"][0] for scene in chapter.of("combat"))
    return any(voice.names.cards[unit].side == side for unit in attackers)


def _took_command(voice: Voice, reason: Reason, begun: int) -> bool:
    """Whether another general commanded the side at the beginning of the part of the day."""
    return _who(voice, reason) != commander_then(voice.report, voice.names, reason | {"n": begun - 1})


def _with_sector(voice: Voice, chosen: list[Reason], chapter: Chapter) -> str:
    """Return the first reason; of an attack also where it goes."""
    first, rest = chosen[0], chosen[1:]
    where = next((r for r in rest if r["choice"] == "sector"), None)
    untrue = BLOW if chapter.quiet else PASSIVE if _attacks(voice, chapter, first["side"]) else None
    clause = _clause(voice, first, _who(voice, first), untrue)
    if where is None or first["choice"] not in ("attack", "probe"):
        return clause
    return f"{clause}; {_clause(voice, where, 'he', untrue)}"


def evening_sentences(voice: Voice, chapter: Chapter) -> list[str]:
    """Return why the generals stayed or left."""
    own = [reason for reason in _of(voice, chapter) if reason["choice"] in _EVENING]
    same = {(reason["choice"], reason["why"]) for reason in own}
    if len(own) == 2 and len(same) == 1 and (both := BOTH.get(next(iter(same)))):
        return [sentence(f"{voice.pick('both equal', both)}.")]
    return [sentence(f"{_clause(voice, reason, _who(voice, reason))}.") for reason in own]


def retreat_sentences(voice: Voice, chapter: Chapter) -> list[str]:
    """Return why a general broke off."""
    own = [reason for reason in _of(voice, chapter) if reason["choice"] == "break_off"]
    return [sentence(f"{_clause(voice, reason, _who(voice, reason))}.") for reason in own]


def _of(voice: Voice, chapter: Chapter) -> list[Reason]:
    numbers = {n for scene in chapter.scenes for n in scene.numbers}
    return [reason for reason in voice.report.reasons if reason["n"] in numbers]


def _is_new(voice: Voice, reason: Reason) -> bool:
    """Decide whether it is worth a sentence: not what was reported of this side last, and small matters once a day."""
    key, mark = _mark(reason)
    return key not in voice.reasons if reason["choice"] in _ONCE_A_DAY else voice.reasons.get(key) != mark


def _mark(reason: Reason) -> tuple[str, object]:
    """Return what a reason is about, and by what it differs from another about the same."""
    choice, side = reason["choice"], reason["side"]
    if choice in POSTURES:
        return f"{side} posture", (choice, reason["why"])
    return f"{side} {choice} {reason['day'] if choice in _ONCE_A_DAY else ''}", reason["why"]


def _clause(voice: Voice, reason: Reason, who: str, untrue: re.Pattern[str] | None = None) -> str:
    choice, why = reason["choice"], reason["why"]
    voice.reasons |= [_mark(reason)]
    turn = _turn(voice.bearings.get(reason["side"]), choice)
    if choice in BEARINGS:
        voice.bearings[reason["side"]] = choice
    ways = plain_ways(THEN.get((choice, why, turn), ())) or plain_ways(FIRST.get((choice, why), ())) or UNKNOWN
    if untrue is not None:
        ways = _true_ways(ways, (choice, why), untrue)
    way = voice.pick(f"{choice} {why} {turn}", ways)
    if voice.writes(reason["side"]) and _who(voice, reason) == voice.generals[reason["side"]]:
        way = in_first_person(way)
    return way.format_map(reason_words(voice.names, reason) | {"g": who})


def _true_ways(ways: Ways, key: tuple[str, str], untrue: re.Pattern[str]) -> Ways:
    """Leave out phrases that the part of the day would belie, and take others where none is left."""
    made = tuple(way for way in ways if not untrue.search(way))
    others = PREPARED.get(key, ()) if untrue is BLOW else plain_ways(FIRST.get(key, ()))
    return made or tuple(way for way in others if not untrue.search(way)) or ways


_BEFORE_NAME = re.compile(r"\b(to|for|behind|kept|allowed|drew|past) \{g\}")
_OWN = {"himself": "myself", "his": "my", "he": "I", "him": "me"}


def in_first_person(way: str) -> str:
    """Return a phrase as the general himself writes it: `{g} liked his chances` as `I liked my chances`."""
    way = _BEFORE_NAME.sub(r"\1 me", way).replace("{g}", "I")
    return re.sub(r"(?<!fall on )\b(himself|his|he|him)\b", lambda found: _OWN[found[1]], way)


def plain_ways(ways: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out ratios: they are the general's own estimate, which weighs more than the strength that a reader sees."""
    return tuple(way for way in ways if "{odds}" not in way)


def _turn(before: str | None, now: str) -> str:
    """Return whether a general became bolder or more careful; empty at first, and where it is no bearing."""
    if before is None or before == now or now not in BEARINGS:
        return ""
    return UP if BEARINGS.index(now) > BEARINGS.index(before) else DOWN


def _who(voice: Voice, reason: Reason) -> str:
    return commander_then(voice.report, voice.names, reason)


def reason_words(names: Namer, reason: Reason) -> dict[str, str]:
    """Return what a phrase may name: odds, place, units."""
    made = {"odds": "", "where": str(reason.get("sector", "")), "at": _AT.get(str(reason.get("ground")), "")}
    if "odds" in reason or "share" in reason:
        made["odds"] = odds_words(reason)
    if "units" in reason:
        made["units"] = counted(reason["units"], "unit")
    return made | {key: names.unit(reason[key]) for key in ("unit", "target") if key in reason}


def odds_words(reason: Reason) -> str:
    """Return a ratio of strength in words, the stronger first: `three to two`."""
    ratio = reason["odds"] / 100 if "odds" in reason else reason["share"] / max(100 - reason["share"], 1)
    high = ratio if ratio >= 1 else 1 / max(ratio, 0.01)
    return next((words for most, words in _RATIOS if high < most), _FAR)


def commander_then(report: Report, names: Namer, reason: Reason) -> str:
    """Return the general who commanded the side when it chose, in a sentence."""
    side = next(one for one in report.battle["sides"] if one["name"] == reason["side"])
    who = general(side["commander"], names.sides[reason["side"]])
    for event in report.journal[: reason["n"]]:
        if event["ev"] == "command_change" and event.get("role") == "army" and event["side"] == reason["side"]:
            who = person(event["new"])
    return names.chief(who, reason["side"])


def ways_of(report: Report, reason: Reason) -> list[str]:
    """Return every way to put a reason, the plainest first, without a full stop."""
    names, key = Namer(report.battle, introduce=False), (reason["choice"], reason["why"])
    words = reason_words(names, reason) | {"g": commander_then(report, names, reason)}
    then = [way for (choice, why, _), ways in THEN.items() if (choice, why) == key for way in ways]
    more = (*then, *PREPARED.get(key, ()), *BOTH.get(key, ()))
    ways = (*FIRST.get(key, ()), *more)
    return [way.format_map(words) for way in (*ways, *map(in_first_person, ways))] or [*UNKNOWN]


def reason_sentence(report: Report, reason: Reason) -> str:
    """Return a reason in one plain sentence, as the running account has it."""
    return sentence(f"{ways_of(report, reason)[0]}.")
