"""Moves in the running account, and the work of units behind the line."""

from collections.abc import Callable

from battles.resolvers.replay.narrator import Narrator, length_of
from battles.resolvers.values.report import Event

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
