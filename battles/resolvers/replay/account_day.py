"""How the running account tells days, rounds, command rolls and evenings."""

from __future__ import annotations

from collections.abc import Callable

from battles.resolvers.replay.teller import Teller, actions
from battles.resolvers.report import Event
from battles.resolvers.words import counted, listed, ordinal_word, sentence

_SKIES = {
    "normal": "in clear weather", "overcast": "under an overcast sky", "precipitating": "in rain or snow",
}  # fmt: skip
_STRATAGEMS = {
    "reroll_command": "rolled again for {} orders", "more_actions": "won further actions",
    "reroll": "had a die of {} own thrown again", "enemy_reroll": "had a die of the enemy's thrown again",
    "activate": "acted out of {} turn",
}  # fmt: skip


def _battle_start(t: Teller, e: Event) -> str:
    width, depth = e["table"]
    return f"the armies came to a field of {width:g}″ by {depth:g}″."


def _chits(t: Teller, e: Event) -> str:
    return f"{t.side(e['side'])} drew {counted(e['count'], 'stratagem')}."


def _day_start(t: Teller, e: Event) -> str:
    sky = _SKIES.get(e["weather"], e["weather"])
    reach = f"a general's orders carried {e['radius']}″"
    return f"the {ordinal_word(e['day'])} day began {sky}, on {e['ground']} ground; {reach}."


def _command_roll(t: Teller, e: Event) -> str:
    again = " in a new roll" if e["rerolled"] else ""
    return f"{t.side(e['side'])} rolled {e['total']} for {_their(t, e)} orders{again}."


def _their(t: Teller, e: Event) -> str:
    return t.names.sides[e["side"]].their


def _initiative(t: Teller, e: Event) -> str:
    tie = "the rolls were equal: " if e["tie"] else ""
    return f"{tie}{t.side(e['first'])} went first."


def _turn_end(t: Teller, e: Event) -> str:
    return f"{t.side(e['side'])} ended {_their(t, e)} turn."


def _stratagem(t: Teller, e: Event) -> str:
    extra = f" ({actions(e['die']['face'])})" if e["effect"] == "more_actions" and e.get("die") else ""
    effect = _STRATAGEMS[e["effect"]].format(_their(t, e))
    return f"by a stratagem ({e['stratagem']}) {t.side(e['side'])} {effect}{extra}."


def _round_end(t: Teller, e: Event) -> str:
    return f"the round ended; the count of the day stood at {e['count']}."


def _sudden_death(t: Teller, e: Event) -> str:
    return f"{t.side(e['loser'])} had lost too many units to fight on."


def _break_off(t: Teller, e: Event) -> str:
    return f"{t.side(e['side'])} broke off the fight." if e["side"] else "both armies broke off the fight."


def _stay_leave(t: Teller, e: Event) -> str:
    told = [f"{t.side(name)} chose to {choice}" for name, choice in e["choices"].items()]
    return f"at dusk {listed(told)}."


def _pursuit(t: Teller, e: Event) -> str:
    hits = sum(row["hits"] for row in e["allotment"])
    if not hits:
        return "the light cavalry caught nobody in the pursuit."
    return f"the light cavalry cost the beaten army {counted(hits, 'strength point')} in the pursuit."


def _amalgamate(t: Teller, e: Event) -> str:
    told = []
    for group in e["groups"]:
        made = listed([t.strength(row["unit"], row["sp"]) for row in group["made"]])
        told.append(sentence(f"{t.units(group['members'])} were put together: {made}."))
    return " ".join(told)


def _battle_end(t: Teller, e: Event) -> str:
    return f"the battle ended: victory for {t.side(e['winner'])}." if e["winner"] else "the battle ended undecided."


DAY: dict[str, Callable[[Teller, Event], str]] = {
    "battle_start": _battle_start, "chits": _chits, "day_start": _day_start, "command_roll": _command_roll,
    "initiative": _initiative, "turn_end": _turn_end, "stratagem": _stratagem, "round_end": _round_end,
    "sudden_death": _sudden_death, "break_off": _break_off, "stay_leave": _stay_leave, "pursuit": _pursuit,
    "amalgamate": _amalgamate, "battle_end": _battle_end,
}  # fmt: skip
