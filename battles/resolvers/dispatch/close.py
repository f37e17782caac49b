"""Prose for the end of a day: who stayed, who pursued, who came back to the colours."""

from collections.abc import Mapping

from base.words import counted, listed, number, ordinal_word, sentence
from battles.resolvers.dispatch.plan import FIRE, FIXED, WHY, Draft, Tale
from battles.resolvers.dispatch.reasons import evening_sentences, retreat_sentences
from battles.resolvers.dispatch.scenes import Chapter, Event
from battles.resolvers.dispatch.score import level
from battles.resolvers.dispatch.voice import Voice


def closing_paragraphs(voice: Voice, tale: Tale, chapter: Chapter) -> list[Draft]:
    """Return the end of a day: the decision with its pursuit, then the evening."""
    retired = [_broken_off(voice, s.event, tale) for s in chapter.of("break_off")]
    retired += [_broke(voice, s.event) for s in chapter.of("will", "sudden_death")]
    fixed = retired or _choices(voice, chapter, tale)
    why = [*(retreat_sentences(voice, chapter) if retired else ()), *evening_sentences(voice, chapter)]
    pursuit = [_pursuit(voice, s.event) for s in chapter.of("pursuit")]
    lines = [(FIXED, text) for text in fixed] + [(WHY, text) for text in why] + [(FIXED, text) for text in pursuit]
    lines += [(FIRE, text) for text in _evenings(voice, chapter)]
    lines += [(FIXED, text) for text in (*_returned(voice, tale, chapter), *_end(voice, tale, chapter))]
    numbers = [n for scene in chapter.scenes for n in scene.numbers]
    told = [line for line in lines if line[1]]
    return [Draft(chapter.day, chapter.first_round, told, numbers)] if told else []


def _broke(voice: Voice, event: Event) -> str:
    """HR-26 Which army broke, and how much of it was broken."""
    counts = {side: on_field(event["broken"][side], event["total"][side], voice.sides[side].their)
              for side in event["broken"]}  # fmt: skip
    if event["loser"] is None:
        both = listed([f"{voice.sides[side].subject} with {lost}" for side, lost in counts.items()])
        return sentence(f"both armies gave way in the same hour, {both}.")
    ways = (
        "{0} gave way with {1}, and left the field.",
        "with {1} {0} could bear no more and streamed to the rear.",
        "{1}: that was more than {0} could bear, and the retreat became general.",
        "the will of {0} was at an end, with {1}; the army went back.",
        "one rout drew on another, until {0}, with {1}, gave way altogether.",
    )
    loser = event["loser"]
    return sentence(voice.pick("broke", ways).format(voice.sides[loser].subject, counts[loser]))


def on_field(broken: int, total: int, their: str) -> str:
    """Return how much of an army's units on the field is broken: `six of the 15 units on the field broken`."""
    if total == 1:
        return f"{their} only unit on the field {'broken' if broken else 'unbroken'}"
    return f"{number(broken) if broken else 'none'} of the {number(total)} units on the field broken"


def _worn_down(voice: Voice, chapter: Chapter) -> list[str]:
    """HR-26 Both would stay after the last day, and one had lost so much more that it had to go."""
    ways = (
        "{0} would have stayed, but had lost so much more than {1} that the field was given up in the night.",
        "by night {0} counted who was left, and gave the field up to {1}.",
    )
    losers = [scene.event["loser"] for scene in chapter.of("last_evening")]
    sides = [(voice.sides[loser].subject, voice.sides[voice.other(loser)].subject) for loser in losers]
    return [sentence(voice.pick("worn down", ways).format(*names)) for names in sides]


def _broken_off(voice: Voice, event: Event, tale: Tale) -> str:
    side = voice.sides[event["side"]] if event["side"] else None
    if side is None:
        return "Both armies broke off the fight."
    if not tale.plan.ledger.at(event["n"])[tale.plan.ledger.sides.index(event["side"])]:
        return sentence(f"nobody of {side.subject} was left to retreat in order.")
    ways = (
        "{} broke off the fight and marched away.",
        "{} had seen enough and broke off.",
        "orders went out to retire, and {} broke off.",
        "{} gave the day up and drew off.",
        "the retreat was ordered, and {} left the field.",
    )
    return sentence(voice.pick("break off", ways).format(side.subject))


def _choices(voice: Voice, chapter: Chapter, tale: Tale) -> list[str]:
    if given_up := _worn_down(voice, chapter):
        return given_up
    for scene in chapter.of("stay_leave"):
        choices = scene.event["choices"]
        stay = [voice.sides[name].subject for name, choice in choices.items() if choice == "stay"]
        leave = [voice.sides[name].subject for name, choice in choices.items() if choice != "stay"]
        timed = bool(voice.report.outcome.rounds)
        if not leave:
            return [voice.pick("both stay", _LAST_NIGHT if chapter.of("battle_end") else _NIGHT) if timed else _STAYED]
        if not stay:
            return [voice.pick("both leave", _EMPTY) if timed else _LEFT]
        ways = (_AT_DUSK if timed else _AT_ANY_HOUR) if _left(tale, scene.event, choices) else _NOBODY_LEFT
        return [sentence(voice.pick("field", ways).format(stay[0], leave[0]))]
    return []


def _left(tale: Tale, event: Event, choices: Mapping[str, str]) -> int:
    """Return the strength of the side that leaves the field; 1 where it is not known."""
    if not tale.plan.ledger.sure:
        return 1
    strengths = zip(tale.plan.ledger.sides, tale.plan.ledger.at(event["n"]), strict=True)
    return next(points for side, points in strengths if choices.get(side) != "stay")


_NOBODY_LEFT = (
    "at dusk {0} held the field; nobody of {1} was left on it.",
    "by dusk nobody of {1} was left on the field.",
)
_AT_DUSK = (
    "when night fell {0} stayed on the field, and {1} withdrew.",
    "at dusk {1} gave up the field to {0}.",
    "under cover of night {1} marched off, and {0} kept the field.",
)
_AT_ANY_HOUR = (
    "{0} stayed on the field, and {1} withdrew.",
    "{1} gave up the field to {0}.",
    "{1} marched off, and {0} kept the field.",
)
"""Of a result that was typed in, nobody knows the hour."""
_STAYED, _LEFT = "Both armies stayed on the field.", "Both armies left the field."
_NIGHT = (
    "When night fell neither army gave way; both slept on the field.",
    "Darkness ended the day with both armies where they were.",
    "Night came, and neither army left the field.",
    "At dusk both armies lay down in their lines.",
    "The night found both armies on the field.",
    "The light failed, and neither general gave the order to go.",
    "Both armies stayed on the field overnight.",
)
_LAST_NIGHT = (
    "When the last night fell both armies were still on the field.",
    "Darkness ended the battle; neither army had left the field.",
    "The last light went, and both armies still held their ground.",
)
_EMPTY = ("When night fell both armies left the field to the wounded.", "In the dark both armies marched away.")


MOST_NAMED = 3
"""Units that lose strength in a pursuit and are named; more are counted."""


def _pursuit(voice: Voice, event: Event) -> str:
    if not event["dice"]:
        return ""
    hits = sum(item["hits"] for item in event["allotment"])
    if not hits:
        return ""
    struck = [
        (number(item["hits"]), voice.names.unit(item["unit"], own=True)) for item in event["allotment"] if item["hits"]
    ]
    whose = f", from {struck[0][1]}" if len(struck) == 1 else f": {listed([f'{n} from {unit}' for n, unit in struck])}"
    whose = f", from {number(len(struck))} units" if len(struck) > MOST_NAMED else whose
    beaten = voice.names.cards[event["allotment"][0]["unit"]].side
    chasing = next(side for side in voice.sides if side != beaten)
    horse = f"{voice.sides[chasing].owner} light cavalry"
    return sentence(f"{horse} pursued; {voice.sides[beaten].subject} lost {counted(hits, 'strength point')}{whose}.")


_EVENING = ("that evening", "after dark", "during the night", "when the rolls were called", "by lantern light")


def _evenings(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the evening of each side; the hour is given once."""
    acts = {side.name: text for side in voice.report.sides if (text := _evening(voice, chapter, side.name))}
    hours = [f"{voice.pick('evening', _EVENING)} ", ""] if acts else []
    texts = [f"{voice.sides[name].subject} {text}" for name, text in acts.items()]
    if len(acts) > 1 and len(set(acts.values())) == 1:
        texts = [f"each army {next(iter(acts.values()))}"]
    return [sentence(f"{hour}{text}.") for hour, text in zip(hours, texts, strict=False)]


def _evening(voice: Voice, chapter: Chapter, side: str) -> str:
    """Return the broken units of one side that rallied or were lost, without its name."""
    rallied = [e for e in chapter.results("eod_rally") if e["side"] == side]
    came, gone = [e for e in rallied if e["pass"]], [e for e in rallied if not e["pass"]]
    acts = []
    if came:
        acts.append(f"saw {_some(voice, came)} return to the colours")
    if gone:
        acts.append(f"lost {_some(voice, gone)} for good")
    return listed(acts)


def _some(voice: Voice, events: list[Event]) -> str:
    if len(events) > 2:
        return f"{number(len(events))} broken units"
    return voice.names.units([event["unit"] for event in events], own=True)


def _returned(voice: Voice, tale: Tale, chapter: Chapter) -> list[str]:
    """Return what strength of either army came back on the last evening: why it lost less than was out of action."""
    if not chapter.of("battle_end") or not tale.plan.ledger.sure:
        return []
    back = [tale.plan.ledger.came_back(side, voice.report.journal) for side in (0, 1)]
    names = [voice.sides[side].subject for side in tale.plan.ledger.sides]
    some = [(n, name) for n, name in zip(back, names, strict=True) if n > 0]
    if len(some) > 1 and len(set(back)) == 1:
        parts = [f"{counted(back[0], 'strength point')} of either army"]
    else:
        parts = [f"{number(n) if k else counted(n, 'strength point')} of {name}" for k, (n, name) in enumerate(some)]
    ways = ("by night {0} had come back to the colours.", "before midnight {0} had rejoined the colours.",
            "by the last roll-call {0} had returned.")  # fmt: skip
    return [sentence(voice.pick("returned", ways).format(listed(parts)))] if parts else []


def _end(voice: Voice, tale: Tale, chapter: Chapter) -> list[str]:
    """Return since when the winner had been ahead; of a draw, that it was one."""
    if not chapter.of("battle_end"):
        return []
    if tale.plan.winner is None:
        return [voice.pick("no end", ("Neither side had won.", "The battle was drawn.", "It ended in a draw."))]
    since = _since(voice, tale)
    if not since:
        return []
    winner = voice.sides[tale.plan.ledger.sides[tale.plan.winner]]
    ways = ("{0} had been ahead {1}.", "{1} {0} had kept the lead.", "{0} had not been behind {1}.")
    return [sentence(voice.pick("since", ways).format(winner.subject, since))]


def _since(voice: Voice, tale: Tale) -> str:
    """`since the afternoon of the second day`: when the winner came to lead for good; empty where that is too late, or
    where the armies were called level afterwards."""
    part = tale.part_of(tale.plan.decided)
    parts = [one for one in tale.story.chapters if one.part is not None]
    if part is None or part is parts[-1] or not all(_leads(tale, one) for one in parts[parts.index(part) :]):
        return ""
    day = f" of the {ordinal_word(part.day)} day" if voice.report.outcome.days > 1 else ""
    return f"since {_HOURS[part.part or 'morning']}{day}"


def _leads(tale: Tale, part: Chapter) -> bool:
    """Return whether the winner is clearly ahead at the end of a part of a day."""
    ledger, winner, n = tale.plan.ledger, tale.plan.winner or 0, max(n for one in part.scenes for n in one.numbers)
    lost, taken = ledger.share_gone(winner, n), ledger.share_gone(1 - winner, n)
    return lost < taken and not level(lost, taken)


_HOURS = {"morning": "the morning", "noon": "noon", "afternoon": "the afternoon", "evening": "the evening",
          "long": "the first hours"}  # fmt: skip
