"""Prose for fire and for engineers (REC-7, HR-T4), and for units that broke with no enemy to strike the blow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from base.words import counted, number, sentence, times
from battles.resolvers.dispatch.scenes import Chapter, Event, Scene
from battles.resolvers.dispatch.voice import Voice

MOST_NAMED, MOST_OF_MANY, MANY = 3, 1, 40
"""Units that break under fire and are named, and in a battle of more units than `MANY`; more are counted."""


def gun_sentences(voice: Voice, fires: list[Scene], combats: list[Scene]) -> list[tuple[bool, str]]:
    """Return the bombardment of each side in a sentence, with whom it hurt most and whom it broke; then its
    musketry; True beside a sentence in which a unit breaks."""
    kinds = [(side.name, ways, _of(voice, fires, side.name, ways))
             for ways in (_BATTERIES, _MUSKETS) for side in voice.report.sides]  # fmt: skip
    told = [kind for kind in kinds if _told(voice, kind[2], WORTH_TELLING if combats else 1)]
    ranked = sorted(told, key=lambda kind: (not _breaks(voice, kind[2]), -_hits(kind[2])))
    room = max(MOST_WITH_FIGHTS if combats else MOST_ALONE, sum(_breaks(voice, own) for _, _, own in told))
    return [(_breaks(voice, own), _bombardment(voice, side, own, ways, _fought(combats)))
            for side, ways, own in told if (side, ways, own) in ranked[:room]]  # fmt: skip


MOST_WITH_FIGHTS, MOST_ALONE = 2, 3
"""Sentences about fire that a part of the day has room for; those in which a unit breaks always stay."""


def _of(voice: Voice, fires: list[Scene], side: str, ways: Fire) -> list[Scene]:
    return [scene for scene in fires if scene.event["side"] == side and _fires_as(voice, scene) is ways]


def _hits(fires: list[Scene]) -> int:
    return sum(int(scene.event["hits"]) for scene in fires)


def _breaks(voice: Voice, fires: list[Scene]) -> bool:
    """Did the fire break a whole unit? A battalion of a unit that is drawn up in pieces is not worth a sentence."""
    return any(not voice.names.cards[rout["unit"]].part for scene in fires for rout in scene.of("rout"))


WORTH_TELLING = 2
"""Hits of a side's fire in a part of the day with fights, below which only a broken unit is worth a sentence."""


def _told(voice: Voice, fires: list[Scene], least: int) -> bool:
    hits = _hits(fires)
    return bool(hits) and (hits >= least or _breaks(voice, fires))


def _fought(combats: list[Scene]) -> dict[str, int]:
    """Return each unit's first fight of a part of the day, by the number of its event."""
    first: dict[str, int] = {}
    for scene in combats:
        for unit in (*scene.event["attackers"], scene.event["defender"]):
            first.setdefault(unit, scene.event["n"])
    return first


@dataclass(frozen=True)
class Fire:
    """Sentences about a kind of fire: with losses, or with hits that are no losses yet."""

    key: str
    ways: tuple[str, ...]
    hits: tuple[str, ...]


_BATTERIES = Fire(
    "guns",
    ("{0} guns fired {1} and cost the enemy {2}", "{0} batteries fired {1}, and the enemy lost {2}",
     "under {0} guns, which fired {1}, the enemy lost {2}"),
    ("{0} guns fired {1} and scored {2}", "{0} batteries spoke {1} and scored {2}",
     "under {0} guns, which fired {1}, the enemy took {2}"),
)  # fmt: skip
_MUSKETS = Fire(
    "muskets",
    ("{0} infantry fired {1} and cost the enemy {2}",
     "{0} line fired {1} and cost the enemy {2}",
     "{0} infantry gave fire {1}, and the enemy lost {2}"),
    ("{0} infantry fired {1} and scored {2}", "{0} line fired {1} and scored {2}",
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
    target, worst = hits.most_common(1)[0]
    ways = kind.hits if voice.phrases.loss[0] in _HITS else kind.ways
    text = voice.pick(kind.key, ways).format(owner, times(len(fires)), counted(total, *voice.phrases.loss))
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
    most = MOST_OF_MANY if sum(not card.part for card in voice.names.cards.values()) > MANY else MOST_NAMED
    who = voice.names.units(list(routs)) if len(routs) <= most else voice.names.bodies(list(routs))
    return f"; {who} {voice.pick('under fire', _UNDER_FIRE)}{late}"


_UNDER_FIRE = ("broke under the fire", "fled under the fire", "did not stand the fire")


_WHERE = {"rough": " in the rough ground", "obstacle": " at the obstacles", "increment": " on the long march",
          "fallback": " in falling back"}  # fmt: skip
_GONE = ("{0} broke up{1}.", "{0} lost all order{1} and fled.", "{0} gave way{1} and fled.")
MOST_NAMED_ALONE = 2


def broken_by_ground(voice: Voice, chapter: Chapter) -> list[str]:
    """Return the units of each side that broke outside fights and fire, with the ground's part in it."""
    made = []
    for side in voice.report.sides:
        gone = [s.event for s in chapter.of("rout", "eliminated") if s.event["side"] == side.name]
        causes = {s.event["unit"]: s.event.get("cause", "") for s in chapter.of("hit")}
        units = list(dict.fromkeys(event["unit"] for event in gone))
        shared = {causes.get(unit, "") for unit in units}
        where = _WHERE.get(shared.pop(), "") if len(shared) == 1 else ""
        if units:
            made.append(sentence(voice.pick("gone", _GONE).format(_who(voice, side.name, units), where)))
    return made


_WEARS = {"rough": "the rough ground", "obstacle": "the obstacles on the way", "increment": "the long march"}


def worn_by_ground(voice: Voice, chapter: Chapter) -> list[str]:
    """Return what the ground cost each side where nobody fought: its units that broke are named elsewhere."""
    broken = {scene.event["unit"] for scene in chapter.of("rout", "eliminated")}
    hits = [s.event for s in chapter.of("hit") if s.event.get("cause") in _WEARS and s.event["unit"] not in broken]
    made = []
    for side in voice.report.sides:
        causes = [event["cause"] for event in hits if event["side"] == side.name]
        if causes:
            points = counted(len(causes), "strength point")
            made.append(sentence(f"{_WEARS[causes[0]]} cost {voice.sides[side.name].subject} {points}."))
    return made


def _who(voice: Voice, side: str, units: list[str]) -> str:
    if len(units) <= MOST_NAMED_ALONE:
        return voice.names.units(units)
    return f"{voice.names.bodies(units)} of {voice.sides[side].subject}"


_DONE = {
    "EA1": ("threw a bridge over the river", "threw {} bridges over the river"),
    "EA2": ("broke down a bridge", "broke down {} bridges"),
    "EA3": ("made a broken bridge good", "made {} broken bridges good"),
    "EA4": ("threw up a field work", "threw up {} field works"),
    "EA5": ("opened a way through an obstacle", "opened {} ways through obstacles"),
    "EA6": ("laid a track through rough ground", "laid {} tracks through rough ground"),
    "dismantle": ("took a bridge up again", "took {} bridges up again"),
}
_SOME = ("finished a work", "finished {} works")
"""For a work of a rule system's own."""


def finished(events: Iterable[Event], side: str) -> Counter[str]:
    """Count the works of each kind that a side finished."""
    works = [e["work"] for e in events if e["side"] == side and ("piece" in e or "removed" in e)]
    return Counter(works)


def works_before(voice: Voice, front: Iterable[Event]) -> list[str]:
    """Name the field works that were ready before the battle began."""
    events = [event for event in front if event["ev"] == "engineer"]
    sentences = []
    for side in voice.report.sides:
        works = finished(events, side.name)["EA4"]
        if works:
            what = "a field work was ready" if works == 1 else f"{number(works)} field works were ready"
            sentences.append(sentence(f"before {voice.sides[side.name].owner} line {what}."))
    return sentences


def _act(work: str, times: int) -> str:
    one, many = _DONE.get(work, _SOME)
    return one if times == 1 else many.format(number(times))


def works_sentence(voice: Voice, events: Iterable[Event], side: str) -> str:
    """Describe the works that the engineers of a side finished in a part of the day."""
    works = finished(events, side)
    if not works:
        return ""
    acts = [_act(work, n) for work, n in works.items()]
    return sentence(f"{voice.sides[side].owner} engineers {' and '.join(acts)}.")
