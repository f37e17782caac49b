"""The words of this system's journal and of its answers about odds (contract: phrases)."""

from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event

_FATES = {
    "unharmed": "led from the front and was unharmed", "horse shot": "had his horse shot",
    "wounded": "was wounded", "dead": "fell",
}  # fmt: skip
_STANDS = {
    "simultaneous": "stood to receive", "first": "fired first at", "half": "wavered before",
    "second": "gave way before", "not at all": "fled before",
}  # fmt: skip


def _initiative(t: Narrator, e: Event) -> str:
    chose = "" if e["first"] == e["side"] else f" and let {t.side(e['first'])} go first"
    return f"{t.side(e['side'])} had the initiative{chose}."


def _mark(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "was in disorder." if e["marked"] else "was in order again.")


def _general(t: Narrator, e: Event) -> str:
    return f"{t.person(e['commander'])} {_FATES[e['fate']]}."


def _stand(t: Narrator, e: Event) -> str:
    return f"{t.did(e['unit'], _STANDS[e['stand']])} {t.unit(e['by'])}."


PHRASES = {"initiative": _initiative, "mark": _mark, "general": _general, "stand": _stand}
TITLES = {"initiative": "Initiative", "general": "A general at risk", "stand": "Standing to a charge", "fire": "Fire"}
LOSS = ("figure", "figures")
RESULTS = {
    "dissolves": "dissolves", "routs": "routs", "retreats": "retreats", "stands": "stands in disorder",
    "rallies": "rallies", "half": "rallies, half a move left", "free": "rallies, free to move",
    "wild": "goes out of control",
}  # fmt: skip
CIRCUMSTANCES = {
    ("attack", "flank"): "flank", ("defend", "uphill"): "uphill", ("attack", "uphill"): "downhill",
    ("defend", "cover"): "obstacle",
}  # fmt: skip
ODDS = RESULTS | {
    "attacker_wins": "The attacker wins", "even": "Equal: the attacker is repulsed",
    "defender_wins": "The defender wins",
    "need": "the d6 needed", "need_back": "the d6 that the defender needs", "dice": "dice",
    "dice_back": "dice of the defender",
    "losses": "Figures lost by the target", "losses_back": "Figures lost by the attacker",
}  # fmt: skip
