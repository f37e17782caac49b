"""The phrases of the activation rules' own events and words (contract: phrases)."""

from base.words import counted
from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event


def _activation(t: Narrator, e: Event) -> str:
    return f"{t.did(e['unit'], 'was activated')}: {_successes(e)} at Quality {e['quality']}."


def _group(t: Narrator, e: Event) -> str:
    return f"{t.person(e['commander'])} activated a group: {_successes(e)}."


def _successes(e: Event) -> str:
    return counted(e["successes"], "success", "successes")


PHRASES = {
    "activation": _activation,
    "blunder": "{unit} blundered: {blunder}.",
    "critical": "{unit} suffered a critical event: {critical}.",
    "group": _group,
    "canister": "{unit} loaded canister.",
    "first_turn": "{first} had the first turn.",
    "ease": "{unit} closed its ranks when the fighting ended.",
    "rout_stopped": "{unit} was brought to a halt.",
}
TITLES = {
    "activation": "Activation",
    "blunder": "Blunder",
    "critical": "Critical event",
    "group": "Group activation",
    "canister": "Canister",
    "first_turn": "First turn",
    "break_off": "Breaking off",
    "ease": "Recovery after the fighting",
    "rout_stopped": "End of a rout",
}
LOUD = ("blunder", "critical", "break_off")
NOTABLE = {
    "blunder": ("{unit} misunderstood an order.", "Orders went astray at {unit}.", "An order to {unit} was misread.")
}
LOSS = ("step", "steps")
ODDS = {
    "attacker_recoils": "The attacker takes a disorder and recoils",
    "attacker_disordered": "The attacker takes a disorder",
    "nothing": "Nothing",
    "defender_disordered": "The defender takes a disorder",
    "defender_critical": "A disorder and a critical event",
    "defender_shattered": "Two disorders and a critical event",
    "miss": "A miss",
    "turnover": "A turnover",
    "blunder": "A blunder",
    "actions_0": "No action",
    "actions_1": "One action",
    "actions_2": "Two actions",
    "actions_3": "Three actions",
}
