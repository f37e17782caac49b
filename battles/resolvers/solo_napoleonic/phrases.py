"""The words of this system's journal and of its answers about odds (contract: phrases)."""

from base.words import counted
from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event

LOSS = ("figure", "figures")
RESULTS = {
    "pass": "stands",  # nosec B105
    "wavers": "wavers", "halts": "halts in disorder", "retreats": "retreats", "routs": "routs",
}  # fmt: skip
_FORMS = {"limbered": "limber up", "unlimbered": "unlimber", "deployed": "deploy"}
_WHY = {
    "loss": "its losses",
    "friend": "a friend in flight",
    "brigadier": "the loss of its brigadier",
    "corps": "the loss of the general",
}


def _disorder(t: Narrator, e: Event) -> str:
    return t.did(
        e["unit"], f"took {e['added']} more of disorder from {e['cause'].replace('_', ' ')}, {e['chits']} in all."
    )


def _marked(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"had to test for {_WHY.get(e['reason'], e['reason'])}.")


def _reform(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"reformed and was rid of {e['removed']} of its disorder, with {e['chits']} left.")


def _figure_lost(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"lost its {e['figure']}.")


def _captured(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"was taken by {t.unit(e['by'])}.")


def _changing(t: Narrator, e: Event) -> str:
    form = _FORMS.get(e["formation"], f"form {e['formation']}")
    return t.did(e["unit"], f"began to {form}, which took {counted(e['quarters'], 'quarter')} of a move.")


PHRASES = {
    "brigadier": "{commander} commanded at Grade {grade}: handling {handling}, temper {attack}, modifier {modifier}.",
    "card": "{unit} acted on card {card}.",
    "brigade_card": "{commander} led {units} of his units on card {card}.",
    "chance_card": "{side} drew a chance card: {card}.",
    "chance_played": "{side} played a chance card: {card}.",
    "balks": "{unit} did not set off.",
    "carries_on": "{unit} was to halt and went on.",
    "disorder": _disorder,
    "collision": "{unit} ran into {other}.",
    "jumps": "{unit} had to answer {attacker} at once.",
    "marked": _marked,
    "charge_test": "{unit} tested to charge {target}: {score}, needed below {needed}.",
    "charge_home": "{unit} tested to charge home on {target}: {score}, needed below {needed}.",
    "reform": _reform,
    "figure_lost": _figure_lost,
    "locked": "{unit} and {other} stayed locked in melee.",
    "captured": _captured,
    "changing": _changing,
    "staff_officer": "A staff officer directed the fire of {unit}.",
    "attached": "{commander} placed himself at the head of {unit}.",
    "steps_in": "{commander} stepped in with Grade {grade}.",
}
TITLES = {
    "orders": "Control", "brigadier": "Brigadiers", "card": "Cards", "brigade_card": "Cards",
    "chance_card": "Chance cards", "balks": "Setting off", "carries_on": "Halting", "collision": "Collisions",
    "charge_test": "Charges", "charge_home": "Charging home", "reform": "Reforming", "changing": "Formations",
    "chance_played": "Chance cards", "staff_officer": "Staff officers", "attached": "Generals with their men",
}  # fmt: skip
LOUD = ("balks", "carries_on", "collision", "chance_played", "captured", "figure_lost")
NOTABLE = {
    "collision": (
        "{unit} drifted off its line and ran into {other}; both took a while to sort themselves out.",
        "In the smoke {unit} blundered into {other}.",
        "{unit} and {other} got into each other's way.",
    ),
    "carries_on": (
        "{unit} was to halt, and marched on anyway.",
        "Nobody could stop {unit}, which went on past its place.",
        "The order to halt did not reach {unit} in time.",
    ),
    "balks": (
        "{unit} had orders and did not move.",
        "For all the shouting {unit} stayed where it was.",
        "{unit} did not set off when the order came.",
    ),
    "captured": ("{unit} was taken by {by}.",),
}
CIRCUMSTANCES = {("attack", "flank"): "flank"}
ODDS = {
    **{f"lost_{n}": f"{n} figures fall" for n in range(2, 13)},
    "lost_0": "Nobody falls", "lost_1": "One figure falls",
    "attacker_worse": "The attacker loses more", "defender_worse": "The defender loses more",
    "equal": "Both lose as many",
    "pass": "It stands",  # nosec B105
    "wavers": "It wavers", "halts": "It halts in disorder",
    "retreats": "It retreats", "routs": "It routs", "needed": "thrown below this", "dice": "dice of the attacker",
    "defender_dice": "dice of the defender", "extra": "added to the dice", "defender_extra": "added to the defender",
    "volleys": "volleys", "band": "range", "starts": "A charge starts", "goes_home": "It goes home",
}  # fmt: skip
