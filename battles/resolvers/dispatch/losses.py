"""Prose for losses outside fights and fire: on the march, in flight, over the edge of the table."""

from __future__ import annotations

from battles.resolvers.dispatch.scenes import Chapter, Event
from battles.resolvers.dispatch.voice import Voice
from battles.resolvers.words import counted, number, sentence

OTHER_LOSSES = ("hit", "rout", "eliminated")
"""Events of such losses, where no fight or fire is their cause."""
_CAUSES = {
    "rough": (
        "the rough ground cost {0} {1}",
        "in the rough ground {0} lost {1}",
        "{0} lost {1} in crossing the rough ground",
        "crossing the rough ground cost {0} {1}",
    ),
    "obstacle": ("the obstacles on the field cost {0} {1}", "before the obstacles {0} lost {1}"),
    "increment": (
        "the long march cost {0} {1}",
        "{0} lost {1} on the long march",
    ),
    "fallback": (
        "falling back cost {0} {1}",
        "{0} lost {1} in falling back",
    ),
    "accident": ("accidents cost {0} {1}",),
}
_GONE = (
    "{} broke and left the fight", "{} gave way and fled", "{} lost heart and streamed away", "{} broke and ran",
    "{} fled the field",
)  # fmt: skip


def other_losses(voice: Voice, chapter: Chapter) -> list[str]:
    """Return what each side lost with no enemy to strike the blow, and the units that broke afterwards."""
    made = []
    for side in voice.report.sides:
        hits = [s.event for s in chapter.of("hit") if s.event["side"] == side.name and s.event.get("cause") in _CAUSES]
        causes = _by_cause(hits)
        made += [_ground(voice, cause, events) for cause, events in causes.items()]
        gone = dict.fromkeys(s.event["unit"] for s in chapter.of("rout", "eliminated") if s.event["side"] == side.name)
        last = {event["unit"] for event in [*causes.values()][-1]} if causes else set()
        made += [_fled(voice, list(gone), known=len(gone) == 1 and last == set(gone))] if gone else []
    return made


def _by_cause(hits: list[Event]) -> dict[str, list[Event]]:
    return {cause: [e for e in hits if e["cause"] == cause] for cause in dict.fromkeys(e["cause"] for e in hits)}


def _ground(voice: Voice, cause: str, hits: list[Event]) -> str:
    units = list(dict.fromkeys(event["unit"] for event in hits))
    who = voice.names.units(units) if len(units) <= 3 else voice.sides[hits[0]["side"]].subject
    loss = counted(sum(event.get("lost", 1) for event in hits), *voice.phrases.loss)
    return sentence(voice.pick(f"loss {cause}", _CAUSES[cause]).format(who, loss) + ".")


def _fled(voice: Voice, units: list[str], *, known: bool) -> str:
    """Return the units that broke; `known` means that the sentence before ended with the only one."""
    if known:
        who = "they" if voice.names.is_many(units[0]) else "it"
    elif len(units) > 4:
        who = f"{number(len(units))} units of {voice.sides[voice.names.cards[units[0]].side].subject}"
    else:
        who = voice.names.units(units)
    return sentence(voice.pick("fled", _GONE).format(who) + ".")
