"""How the running account tells contacts, fire and combats, and what came of them."""

from __future__ import annotations

from collections.abc import Callable

from battles.resolvers.dispatch.names import person
from battles.resolvers.replay.teller import Teller
from battles.resolvers.report import Event
from battles.resolvers.words import counted

_WHERE = {"front": "in front", "right": "in its right flank", "left": "in its left flank", "rear": "in its rear"}
_RESULTS = {
    "rout": "and broke it", "defender_hit": "and won", "attacker_hit": "and was beaten off",
    "attacker_two_hits": "and was bloodily beaten off",
}  # fmt: skip
_BOXES = {
    "rallyable": "broke and fled, but might be rallied", "nonrallyable": "broke and fled beyond recall",
    "eliminated": "broke and was no more",
}  # fmt: skip
_HITS = {
    "fire": "under the fire", "combat": "in the combat", "pursuit": "in the pursuit", "increment": "on the march",
    "rough": "in the rough ground", "obstacle": "at the obstacle", "fallback": "falling back",
}  # fmt: skip


def _contact(t: Teller, e: Event) -> str:
    return f"{t.unit(e['attacker'])} struck {t.unit(e['defender'])} {_WHERE[e['where']]}."


def _turned(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "turned to face the attack.")


def _squares(t: Teller, e: Event) -> str:
    return t.did(e["unit"], f"{'formed squares' if e['on'] else 'went out of its squares'}.")


def _repoint(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "had to turn from its attack against a new enemy.")


def _fire(t: Teller, e: Event) -> str:
    effect = f"and cost it {counted(e['hits'], 'strength point')}" if e["hits"] else "without effect"
    scores = f"{e['totals']['firer']} against {e['totals']['target']}" if "totals" in e else ""
    tail = f" ({scores})" if scores else ""
    return f"{t.unit(e['firer'])} fired at {t.unit(e['target'])} {effect}{tail}."


def _combat(t: Teller, e: Event) -> str:
    scores = f"{e['totals']['attack']} against {e['totals']['defend']}"
    result = _RESULTS[e["result"]]
    if len(e["attackers"]) > 1:
        result = result.replace("was", "were")
    return f"{t.units(e['attackers'])} fought {t.unit(e['defender'])} {result} ({scores})."


def _hit(t: Teller, e: Event) -> str:
    where = _HITS.get(e["cause"], "")
    return t.did(e["unit"], f"lost a strength point{' ' + where if where else ''}: {t.strength(e['unit'], e['sp'])}.")


def _fallback(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "fell back.")


def _rout(t: Teller, e: Event) -> str:
    return t.did(e["unit"], f"{_BOXES[e['box']]}.")


def _occupy(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "took the ground.")


def _eliminated(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "was no more.")


def _casualty(t: Teller, e: Event) -> str:
    if e["lost"]:
        return f"{person(e['commander'])} was lost as {t.unit(e['by'])} swept over his post."
    return f"{person(e['commander'])} was ridden over by {t.unit(e['by'])} and came away unhurt."


def _command_change(t: Teller, e: Event) -> str:
    return f"{person(e['new'])} ({e['skill']}) took over the command from {person(e['old'])}."


FIGHTS: dict[str, Callable[[Teller, Event], str]] = {
    "contact": _contact, "turned": _turned, "squares": _squares, "repoint": _repoint, "fire": _fire,
    "combat": _combat, "hit": _hit, "fallback": _fallback, "rout": _rout, "occupy": _occupy,
    "eliminated": _eliminated, "casualty": _casualty, "command_change": _command_change,
}  # fmt: skip
