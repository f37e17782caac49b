"""Moves, contacts, fire and combats in the running account, with their results."""

import re
from collections.abc import Callable

from base.words import counted
from battles.resolvers.replay.narrator import Narrator, length_of
from battles.resolvers.values.report import Event

_WHERE = {
    "front": "in front", "right": "in its right flank", "left": "in its left flank", "flank": "in its flank",
    "rear": "in its rear",
}  # fmt: skip
_RESULTS = {
    "rout": "and broke it", "defender_hit": "and had the better of it", "attacker_hit": "and had the worse of it",
    "both_hit": "and both suffered", "nothing": "without a decision",
}  # fmt: skip
_BOXES = {
    "rallyable": "broke and fled, but might be rallied", "nonrallyable": "broke and fled beyond recall",
    "eliminated": "broke and was no more",
}  # fmt: skip
_HITS = {
    "fire": "under the fire", "combat": "in the combat", "pursuit": "in the pursuit", "increment": "on the march",
    "rough": "in the rough ground", "obstacle": "at the obstacle", "fallback": "falling back",
    "morale": "as its order gave way", "rout": "in flight", "accident": "by an accident",
}  # fmt: skip


_PAST = {
    "stands": "stood", "goes": "went", "halts": "halted", "wavers": "wavered", "retreats": "retreated",
    "routs": "routed", "dissolves": "dissolved", "rallies": "rallied",
}  # fmt: skip
"""Results of tests, as their phrases begin, in the tense of the account."""


def _contact(t: Narrator, e: Event) -> str:
    where = _WHERE.get(e.get("where", ""), "")
    return f"{t.unit(e['attacker'])} struck {t.unit(e['defender'])}{' ' + where if where else ''}."


def _turned(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "turned to face the attack." if "combat_facing" in e else "turned.")


def _fire(t: Narrator, e: Event) -> str:
    cost = cost_of(t, e["target"], e["hits"])
    effect = cost if e["hits"] else "without effect"
    return f"{t.unit(e['firer'])} fired at {t.unit(e['target'])} {effect}."


def cost_of(t: Narrator, target: str, hits: int) -> str:
    """`and cost it two figures`, `and scored two hits`."""
    what = counted(hits, *t.phrases.loss)
    return f"and scored {what}" if t.phrases.loss[0] == "hit" else f"and cost {t.it(target)} {what}"


def _combat(t: Narrator, e: Event) -> str:
    scores = f" ({e['attack']} against {e['defend']})" if e.get("attack") or e.get("defend") else ""
    result = t.phrases.results.get(e["result"]) or _RESULTS.get(e["result"], e["result"].replace("_", " "))
    result = result.replace("broke it", f"broke {t.it(e['defender'])}")
    return f"{t.units(e['attackers'])} fought {t.unit(e['defender'])} {result}{scores}."


def _hit(t: Narrator, e: Event) -> str:
    where, left = _HITS.get(e.get("cause", ""), ""), t.strength(e["unit"], e["sp"])
    what = counted(e["lost"], *t.phrases.loss) if e.get("lost") else "a strength point"
    verb = "took" if t.phrases.loss[0] == "hit" else "lost"
    return t.did(e["unit"], f"{verb} {what}{' ' + where if where else ''}: {left}.")


def _morale(t: Narrator, e: Event) -> str:
    result = t.phrases.results.get(e["result"], e["result"].replace("_", " "))
    return t.did(e["unit"], f"was tested{_in_the_past(result)}.")


def _in_the_past(result: str) -> str:
    """` and stood` for a result `stands`; `: shaken` for one that is no verb."""
    verb = re.match(r"\w+", result)
    if verb is None or verb[0] not in _PAST:
        return f": {result}"
    return f" and {_PAST[verb[0]]}{result[verb.end() :]}"


def _fallback(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "fell back.")


def _rout(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"{_BOXES.get(e['box'], 'broke and fled')}.")


def _eliminated(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "was no more.")


def _casualty(t: Narrator, e: Event) -> str:
    by = t.unit(e["by"]) if e.get("by") else ""
    if e["lost"]:
        return f"{t.person(e['commander'])} was lost{f' as {by} swept over his post' if by else ''}."
    danger = f"was ridden over by {by}" if by else "was in danger"
    return f"{t.person(e['commander'])} {danger} and came away unhurt."


def _command_change(t: Narrator, e: Event) -> str:
    return f"{t.person(e['new'])} ({e['skill']}) took command after {t.person(e['old'])}."


FIGHTS: dict[str, Callable[[Narrator, Event], str]] = {
    "contact": _contact, "turned": _turned, "fire": _fire, "combat": _combat, "hit": _hit, "morale": _morale,
    "fallback": _fallback, "rout": _rout, "eliminated": _eliminated, "casualty": _casualty,
    "command_change": _command_change,
}  # fmt: skip


_FORMED = {"limbered": "limbered up", "unlimbered": "unlimbered", "deployed": "deployed"}


def _deploy(t: Narrator, e: Event) -> str:
    if "commander" in e:
        return f"{t.person(e['commander'])} took his post."
    return t.did(e["unit"], "was drawn up.")


def _arrive(t: Narrator, e: Event) -> str:
    if "commander" in e:
        return f"{t.person(e['commander'])} came onto the field."
    return t.did(e["unit"], "came onto the field.")


def _move(t: Narrator, e: Event) -> str:
    path = e["path"]
    if len(path) > 1 and path[0][:2] == path[-1][:2]:
        return t.did(e["unit"], "turned where it stood.")
    return t.did(e["unit"], f"moved {length_of(t, e['path'])}.")


def _commander_move(t: Narrator, e: Event) -> str:
    return f"{t.person(e['commander'])} rode to another post."


def _formation(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"{_FORMED.get(e['formation'], 'formed ' + e['formation'].replace('_', ' '))}.")


def _exit(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "left the field.")


def _recover(t: Narrator, e: Event) -> str:
    if not e["pass"]:
        return t.did(e["unit"], "could not gather its stragglers.")
    return t.did(e["unit"], f"gathered stragglers and was {t.strength(e['unit'], e['sp'])} strong.")


def _rally(t: Narrator, e: Event) -> str:
    if not e["pass"]:
        return t.did(e["unit"], "could not be rallied.")
    return t.did(e["unit"], f"rallied at {t.strength(e['unit'], e['sp'])}.")


MOVES: dict[str, Callable[[Narrator, Event], str]] = {
    "deploy": _deploy, "arrive": _arrive, "move": _move, "commander_move": _commander_move, "formation": _formation,
    "exit": _exit, "eod_recover": _recover, "rally": _rally, "eod_rally": _rally,
}  # fmt: skip
