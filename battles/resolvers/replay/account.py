"""The running account of a battle: one sentence for each event, in the third person."""

from collections.abc import Callable, Mapping
from typing import Any

from base.words import counted, listed, number, ordinal_word, sentence
from battles.resolvers.contract.registry import board_of
from battles.resolvers.dispatch.names import Namer
from battles.resolvers.journal.phrases import phrases_of
from battles.resolvers.replay.account_fights import FIGHTS, MOVES
from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event, Report

_GRADES = {"marginal": "a narrow victory", "decisive": "a clear victory"}


def _battle_start(t: Narrator, e: Event) -> str:
    if "table" not in e:
        return "the battle began."
    width, depth = e["table"]
    return f"the armies came to a field of {t.measure(width)} by {t.measure(depth)}."


def _day_start(t: Narrator, e: Event) -> str:
    length = counted(e["length"], "turn")
    begun = f"the {ordinal_word(e['day'])} day began {t.sky(e['weather'])}, on {e['ground']} ground"
    return f"{begun}, with {length} to fight."


def _turn_start(t: Narrator, e: Event) -> str:
    return f"turn {e['round']}: {t.side(e['side'])}." if e["side"] else f"turn {e['round']} began."


def _turn_end(t: Narrator, e: Event) -> str:
    if not e["side"]:
        return f"turn {e['round']} ended."
    return f"{t.side(e['side'])} ended {t.names.sides[e['side']].their} turn."


def _orders(t: Narrator, e: Event) -> str:
    who = t.person(e["commander"]) if e.get("commander") else t.side(e["side"])
    return f"{who} put off his orders." if e.get("deferred") else f"{who} had {counted(e['total'], 'order')} to give."


def _broken(t: Narrator, e: Event) -> str:
    return f"{t.side(e['side'])} had lost {e['lost']} of {e['began']} units and could fight no more."


def _break_off(t: Narrator, e: Event) -> str:
    loss = f" with {number(e['lost'])} of {counted(e['began'], 'unit')} lost" if "began" in e else ""
    return f"{t.side(e['side'])} broke off the fight{loss}." if e["side"] else f"both armies broke off the fight{loss}."


def _decision(t: Narrator, e: Event) -> str:
    lost = listed([f"{t.side(name)} {points}" for name, points in e["lost"].items()])
    if e["winner"] is None:
        return f"the fighting ended with neither side ahead; strength points lost by then: {lost}."
    grade = _GRADES.get(e["grade"], "a victory")
    return f"the fighting ended in {grade} for {t.side(e['winner'])}; strength points lost by then: {lost}."


def _stay_leave(t: Narrator, e: Event) -> str:
    if len(set(e["choices"].values())) == 1:
        return f"at dusk both sides chose to {next(iter(e['choices'].values()))}."
    choices = [f"{t.side(name)} chose to {choice}" for name, choice in e["choices"].items()]
    return f"at dusk {listed(choices)}."


def _pursuit(t: Narrator, e: Event) -> str:
    hits = sum(row["hits"] for row in e["allotment"])
    horse = f"{t.names.sides[e['side']].owner} light cavalry" if e["side"] else "the light cavalry"
    if not hits:
        return f"{horse} caught nobody in the pursuit."
    return f"{horse} cost the beaten army {counted(hits, 'strength point')} in the pursuit."


def _amalgamate(t: Narrator, e: Event) -> str:
    sentences = []
    for group in e["groups"]:
        made = listed([t.strength(row["unit"], row["sp"]) for row in group["made"]])
        sentences.append(sentence(f"{t.units(group['members'])} were put together: {made}."))
    return " ".join(sentences)


def _battle_end(t: Narrator, e: Event) -> str:
    return f"the battle ended: victory for {t.side(e['winner'])}." if e["winner"] else "the battle ended in a draw."


DAY: dict[str, Callable[[Narrator, Event], str]] = {
    "battle_start": _battle_start, "day_start": _day_start, "turn_start": _turn_start, "turn_end": _turn_end,
    "orders": _orders, "broken": _broken, "break_off": _break_off, "decision": _decision, "stay_leave": _stay_leave,
    "pursuit": _pursuit,
    "amalgamate": _amalgamate, "battle_end": _battle_end,
}  # fmt: skip


Sentence = Callable[[Narrator, Event], str]
SENTENCES: Mapping[str, Sentence] = {**DAY, **MOVES, **FIGHTS}
_PERSONS = ("commander", "old", "new")
_LOUD = frozenset({
    "day_start", "combat", "rout", "eliminated", "command_change", "arrive", "exit", "stay_leave", "pursuit",
    "battle_end", "rally", "eod_rally", "fire", "broken", "decision",
})  # fmt: skip


def narrator_of(report: Report) -> Narrator:
    """Return the narrator of a report's events: it knows the names, the field, the board and the system's phrases."""
    start: dict[str, Any] = next((e for e in report.journal if e["ev"] == "battle_start"), {})
    names = Namer(report.battle, introduce=False, pieces=start.get("cast") or ())
    kinds = tuple(piece["kind"] for piece in start.get("field", ()))
    return Narrator(names, kinds, board_of(report.rules), phrases_of(report.rules), report.battle["season"])


def event_sentence(narrator: Narrator, event: Event) -> str:
    """Return one event in a sentence, by its system's phrase where it has one."""
    way = narrator.phrases.account.get(event["ev"]) or SENTENCES.get(event["ev"])
    if way is None:
        return f"{event['ev'].replace('_', ' ').capitalize()}."
    if not isinstance(way, str):
        return sentence(way(narrator, event))
    if way.startswith("{unit} ") and event["unit"] in narrator.names.cards:
        way = narrator.agreed(event["unit"], way)
    return sentence(way.format_map(worded(narrator, event)))


def worded(narrator: Narrator, event: Event) -> dict[str, Any]:
    """Return the values of an event as a phrase names them: units, sides and generals by name, words without
    underscores."""
    return {
        key: narrator.person(value) if key in _PERSONS and isinstance(value, str) else _worded(narrator, value)
        for key, value in event.items()
    }


def _worded(narrator: Narrator, value: Any) -> Any:
    if isinstance(value, str):
        if value in narrator.names.cards:
            return narrator.unit(value)
        return narrator.side(value) if value in narrator.names.sides else value.replace("_", " ")
    known = narrator.names.cards
    if isinstance(value, list) and value and all(part in known for part in value if isinstance(part, str)):
        return narrator.units(value) if all(isinstance(part, str) for part in value) else value
    return value


def is_loud(event: Event, narrator: Narrator) -> bool:
    """Does an event stand out in the account? The others are what leads to it."""
    return event["ev"] in _LOUD or event["ev"] in narrator.phrases.loud
