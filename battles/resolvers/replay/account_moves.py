"""How the running account tells orders and moves."""

from __future__ import annotations

from collections.abc import Callable

from battles.resolvers.dispatch.names import person
from battles.resolvers.replay.teller import Teller, actions, inches
from battles.resolvers.report import Event

_ORDERS = {
    "move": "was ordered to move", "attack": "was ordered to attack", "withdraw": "was ordered to withdraw",
    "force": "was told to press its attack home", "fire": "was ordered to fire", "engineer": "was set to work",
    "recover": "was told to close its ranks", "rally": "was to be rallied", "exit": "was ordered off the field",
}  # fmt: skip
_CHECKS = {
    "increment": "for its long march", "rough": "for the rough ground", "obstacle": "for the obstacle",
    "fallback": "for the ground it fell back over",
}  # fmt: skip
_WORKS = {
    "EA1": "laying a bridge", "EA2": "breaking down a bridge", "EA3": "making a bridge good",
    "EA4": "throwing up a field work", "EA5": "opening an obstacle", "EA6": "laying a track",
    "dismantle": "taking up a bridge",
}  # fmt: skip


def _deploy(t: Teller, e: Event) -> str:
    if "commander" in e:
        return f"{person(e['commander'])} took his post."
    return t.did(e["unit"], "was drawn up.")


def _arrive(t: Teller, e: Event) -> str:
    if "commander" in e:
        return f"{person(e['commander'])} came onto the field."
    paid = f" for {actions(e['cost'])}; {e['left']} left" if e.get("cost") else ""
    return t.did(e["unit"], f"came onto the field{paid}.")


def _activate(t: Teller, e: Event) -> str:
    price = f"for {actions(e['cost'])}; {e['left']} left" if e["cost"] else "without any action"
    if "commander" in e:
        return f"{person(e['commander'])} rode to another place {price}."
    return t.did(e["unit"], f"{_ORDERS[e['activity']]} {price}.")


def _move(t: Teller, e: Event) -> str:
    halt = f" and halted at {t.piece(e['halted_by'])}" if e.get("halted_by") is not None else ""
    return t.did(e["unit"], f"moved {inches(e['path'])}{halt}.")


def _withdraw(t: Teller, e: Event) -> str:
    return t.did(e["unit"], f"withdrew {inches(e['path'])} before the blow fell.")


def _night_move(t: Teller, e: Event) -> str:
    return f"in the night {t.unit(e['unit'])} moved {inches(e['path'])}."


def _commander_move(t: Teller, e: Event) -> str:
    return f"{person(e['commander'])} took another post."


def _check(t: Teller, e: Event) -> str:
    ending = "and kept its order" if e["pass"] else "and fell into disorder"
    return t.did(e["unit"], f"was tested {_CHECKS.get(e['cause'], '')} {ending}.")


def _exit(t: Teller, e: Event) -> str:
    return t.did(e["unit"], "left the field.")


def _recover(t: Teller, e: Event) -> str:
    if not e["pass"]:
        return t.did(e["unit"], "could not gather its stragglers.")
    return t.did(e["unit"], f"gathered stragglers and was {t.strength(e['unit'], e['sp'])} strong.")


def _rally(t: Teller, e: Event) -> str:
    if not e["pass"]:
        return t.did(e["unit"], "could not be rallied.")
    return t.did(e["unit"], f"rallied at {t.strength(e['unit'], e['sp'])}.")


def _engineer(t: Teller, e: Event) -> str:
    what = _WORKS.get(e["work"], "their work")
    if "piece" in e or "removed" in e:
        return t.did(e["unit"], f"finished {what}.")
    return t.did(e["unit"], f"{'made headway' if e['pass'] else 'made none'} with {what}.")


MOVES: dict[str, Callable[[Teller, Event], str]] = {
    "deploy": _deploy, "arrive": _arrive, "activate": _activate, "move": _move, "withdraw": _withdraw,
    "night_move": _night_move, "commander_move": _commander_move, "check": _check, "exit": _exit,
    "recover": _recover, "eod_recover": _recover, "rally": _rally, "eod_rally": _rally, "engineer": _engineer,
}  # fmt: skip
