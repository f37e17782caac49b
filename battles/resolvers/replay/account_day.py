"""Days, turns and evenings in the running account."""

from collections.abc import Callable

from base.words import counted, listed, number, ordinal_word, sentence
from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event

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
