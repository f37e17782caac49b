"""The phrases of La Grande Guerre's own events, and of common ones where it has more to say (contract: phrases)."""

from base.words import broken_of, counted, ordinal_word
from battles.resolvers.lgg.sums.briefing import will_of as will_of
from battles.resolvers.replay.narrator import Narrator, actions, length_of
from battles.resolvers.values.report import Event

_STRATAGEMS = {
    "reroll_command": "rolled again for {} orders", "more_actions": "won further actions",
    "reroll": "had a die of {} own thrown again", "enemy_reroll": "had a die of the enemy's thrown again",
    "activate": "acted out of {} turn",
}  # fmt: skip
_RESULTS = {
    "rout": "and broke it", "defender_hit": "and won", "attacker_hit": "and was beaten off",
    "attacker_two_hits": "and was bloodily beaten off",
}  # fmt: skip
_ORDERS = {
    "move": "was ordered to move", "attack": "was ordered to attack", "withdraw": "was ordered to withdraw",
    "force": "was ordered to press its attack home", "fire": "was ordered to fire", "engineer": "was set to work",
    "recover": "was ordered to re-form", "rally": "was to be rallied", "exit": "was ordered off the field",
}  # fmt: skip
_CHECKS = {
    "increment": "after its long march", "rough": "in the rough ground", "obstacle": "at the obstacle",
    "fallback": "as it fell back",
}  # fmt: skip
_WORKS = {
    "EA1": "laying a bridge", "EA2": "breaking down a bridge", "EA3": "making a bridge good",
    "EA4": "throwing up a field work", "EA5": "opening an obstacle", "EA6": "laying a track",
    "dismantle": "taking up a bridge",
}  # fmt: skip


def _chits(t: Narrator, e: Event) -> str:
    return f"{t.side(e['side'])} drew {counted(e['count'], 'stratagem')}."


def _day_start(t: Narrator, e: Event) -> str:
    reach = f"a general's orders carried {e['radius']}″"
    return f"the {ordinal_word(e['day'])} day began {t.sky(e['weather'])}, on {e['ground']} ground; {reach}."


def _command_roll(t: Narrator, e: Event) -> str:
    again = " in a new roll" if e["rerolled"] else ""
    rolls = f" in {counted(e['rolls'], 'roll')}" if e.get("rolls", 1) > 1 else ""
    return f"{t.side(e['side'])} rolled {e['total']} for {_their(t, e)} orders{rolls}{again}."


def _their(t: Narrator, e: Event) -> str:
    return t.names.sides[e["side"]].their


def _initiative(t: Narrator, e: Event) -> str:
    tie = "the rolls were equal: " if e["tie"] else ""
    return f"{tie}{t.side(e['first'])} went first."


def _stratagem(t: Narrator, e: Event) -> str:
    extra = f" ({actions(e['die']['face'])})" if e["effect"] == "more_actions" and e.get("die") else ""
    effect = _STRATAGEMS[e["effect"]].format(_their(t, e))
    return f"by a stratagem ({e['stratagem']}) {t.side(e['side'])} {effect}{extra}."


def _round_end(t: Narrator, e: Event) -> str:
    return f"the round ended; the count of the day stood at {e['count']}."


def _broke(t: Narrator, e: Event) -> str:
    sides = [side for side in t.names.sides if e["loser"] in (None, side)]
    parts = [f"{t.side(side)} gave way with {broken_of(e['broken'][side], e['total'][side])}" for side in sides]
    return " and ".join(parts) + "."


def _last_evening(t: Narrator, e: Event) -> str:
    loser, lost, strength = e["loser"], e["lost"], e["strength"]
    parts = {side: f"{lost[side]} of {strength[side]}" for side in lost}
    foe = next(side for side in lost if side != loser)
    return (f"{t.side(loser)}, with {parts[loser]} strength points lost against {parts[foe]}, had to give up the field "
            "after the last day.")  # fmt: skip


def _break_off(t: Narrator, e: Event) -> str:
    return f"{t.side(e['side'])} broke off the fight." if e["side"] else "both armies broke off the fight."


def _squares(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"{'formed squares' if e['on'] else 'went out of its squares'}.")


def _repoint(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "had to turn from its attack against a new enemy.")


def _fire(t: Narrator, e: Event) -> str:
    cost = f"and cost {t.it(e['target'])} {counted(e['hits'], 'strength point')}"
    effect = cost if e["hits"] else "without effect"
    scores = f"{e['totals']['firer']} against {e['totals']['target']}" if "totals" in e else ""
    tail = f" ({scores})" if scores else ""
    return f"{t.unit(e['firer'])} fired at {t.unit(e['target'])} {effect}{tail}."


def _combat(t: Narrator, e: Event) -> str:
    scores = f"{e['totals']['attack']} against {e['totals']['defend']}"
    result = _RESULTS[e["result"]].replace("broke it", f"broke {t.it(e['defender'])}")
    if len(e["attackers"]) > 1 or t.names.is_many(e["attackers"][0]):
        result = result.replace("was", "were")
    return f"{t.units(e['attackers'])} fought {t.unit(e['defender'])} {result} ({scores})."


def _occupy(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], "took the ground.")


def _arrive(t: Narrator, e: Event) -> str:
    if "commander" in e:
        return f"{t.person(e['commander'])} came onto the field."
    paid = f" ({actions(e['cost'])}; {e['left']} left)" if e.get("cost") else ""
    return t.did(e["unit"], f"came onto the field{paid}.")


def _activate(t: Narrator, e: Event) -> str:
    price = f"({actions(e['cost'])}; {e['left']} left)" if e["cost"] else "at no cost"
    if "commander" in e:
        return f"{t.person(e['commander'])} rode to another place {price}."
    return t.did(e["unit"], f"{_ORDERS[e['activity']]} {price}.")


def _withdraw(t: Narrator, e: Event) -> str:
    return t.did(e["unit"], f"withdrew {length_of(t, e['path'])} before the blow fell.")


def _night_move(t: Narrator, e: Event) -> str:
    return f"in the night {t.unit(e['unit'])} moved {length_of(t, e['path'])}."


def _check(t: Narrator, e: Event) -> str:
    ending = "and stayed in good order" if e["pass"] else "and fell into disorder"
    return t.did(e["unit"], f"was tested {_CHECKS.get(e['cause'], '')} {ending}.")


def _recover(t: Narrator, e: Event) -> str:
    if not e["pass"]:
        return t.did(e["unit"], "could not gather its stragglers.")
    return t.did(e["unit"], f"gathered stragglers and was {t.strength(e['unit'], e['sp'])} strong.")


def _engineer(t: Narrator, e: Event) -> str:
    what = _WORKS.get(e["work"], "their work")
    if "piece" in e or "removed" in e:
        return t.did(e["unit"], f"finished {what}.")
    return t.did(e["unit"], f"{'made headway' if e['pass'] else 'made none'} with {what}.")


def _move(t: Narrator, e: Event) -> str:
    halt = f" and halted at {t.piece(e['halted_by'])}" if e.get("halted_by") is not None else ""
    return t.did(e["unit"], f"moved {length_of(t, e['path'])}{halt}.")


PHRASES = {
    "chits": _chits, "day_start": _day_start, "command_roll": _command_roll, "initiative": _initiative,
    "stratagem": _stratagem, "round_end": _round_end, "sudden_death": _broke, "break_off": _break_off,
    "will": _broke, "last_evening": _last_evening,
    "squares": _squares, "repoint": _repoint, "fire": _fire, "combat": _combat, "occupy": _occupy, "arrive": _arrive,
    "activate": _activate, "withdraw": _withdraw, "night_move": _night_move, "check": _check, "recover": _recover,
    "engineer": _engineer, "move": _move,
}  # fmt: skip
LOUD = ("break_off", "sudden_death", "will", "last_evening", "withdraw")
CIRCUMSTANCES = {
    ("defend", "CM6"): "houses", ("defend", "CM3"): "flank", ("defend", "CM4"): "horse_and_foot",
    ("defend", "CM7"): "obstacle", ("defend", "CM5"): "uphill", ("attack", "CM5"): "downhill",
}  # fmt: skip
TITLES = {
    "chits": "Stratagems", "command_roll": "Command roll", "initiative": "Initiative", "activate": "Activation",
    "withdraw": "Withdrawal", "night_move": "Night move", "check": "Morale check", "squares": "Squares",
    "repoint": "Attack turned elsewhere", "fire": "Artillery fire", "occupy": "Ground occupied",
    "recover": "Recovery", "engineer": "Engineers at work", "stratagem": "Stratagem", "round_end": "End of the round",
    "sudden_death": "Sudden death", "will": "The army breaks", "last_evening": "Gives up the field",
    "break_off": "Breaks off",
}  # fmt: skip
RESULTS = {
    "rout": "the defender is routed",
    "defender_hit": "the defender is hit",
    "attacker_hit": "the attacker is hit",
    "attacker_two_hits": "the attacker is hit twice",
}
ODDS = {
    "rout": "The defender routs",
    "defender_hit": "The defender takes a hit and falls back",
    "attacker_hit": "The attackers take a hit and fall back",
    "attacker_two_hits": "The attackers take two hits and fall back",
    "nothing": "Nothing",
    "one_hit": "One hit",
    "two_hits": "Two hits",
    "FP": "fire power of the battery",
    "flank": "the battery is not to the target's front",
    "guard": "Guard artillery",
    "soft_ground": "soft ground",
    "elevation": "different elevations",
    "cavalry": "cavalry as a target",
    "artillery": "artillery as a target",
    "engineer": "engineers as a target",
    "vehicle": "vehicles as a target",
    "soft_cover": "soft cover",
    "hard_cover": "hard cover",
    "infantry": "infantry as a target",
}
