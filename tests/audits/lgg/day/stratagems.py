"""Chits and stratagems (LGG-S1, REC-6)."""

from tests.audits.lgg.ground.plane import HAIR
from tests.audits.lgg.world import Event, World

DRAWN = 10
OWNERS = {"fire": "firer", "cover": "target", "defend": "defender"}
EFFECTS = {"ST1": "reroll_command", "ST2": "more_actions", "ST3": "reroll", "ST4": "enemy_reroll", "ST5": "activate"}
OPEN_TO_ST3 = {"attack", "defend", "fire", "cover", "check", "recover", "rally", "engineer", "casualty"}
"""REC-6: combat, fire, attrition, recovery, rally, engineering, commander casualty."""
OPEN_TO_ST4 = {"attack", "defend", "fire", "cover"}
AT_ONCE = ("move", "withdraw", "fire", "recover")
REACH = 16
"""How many events later the die that was thrown again must stand."""


def on_chits(w: World, e: Event) -> None:
    """LGG-S1-a: ten of fifteen chits, six of them stratagems, without putting back."""
    left, sizes = 6, [die["sides"] for die in e["dice"]]
    w.hold(sizes == [15 - n for n in range(DRAWN)], "LGG-S1-a", f"chits drawn with dice of {sizes}")
    for die in e["dice"]:
        left -= int(die["face"] <= left)
    w.hold(e["count"] == 6 - left, "LGG-S1-a", f"{e['count']} stratagems, the dice give {6 - left}")
    w.chits[e["side"]] = e["count"]


def on_stratagem(w: World, e: Event) -> None:
    """LGG-S1-b, REC-6: one a side and round, from its chits, in its window."""
    side = e["side"]
    w.hold(bool(w.options.get("stratagems")), "LGG-S1-a", "stratagems are not in play")
    w.hold(w.chits.get(side, 0) > 0, "LGG-S1-a", f"{side} has no stratagem left")
    w.hold(not w.evening, "LGG-S1-b", f"{e['stratagem']} in the evening")
    w.hold(e["effect"] == EFFECTS[e["stratagem"]], "journal", f"{e['stratagem']} is told as {e['effect']}")
    w.hold((side, w.day, w.round) not in w.played, "LGG-S1-b", f"{side} plays twice in a round")
    w.chits[side] = w.chits.get(side, 0) - 1
    w.played.add((side, w.day, w.round))
    WINDOWS[e["stratagem"]](w, e)


def _second_wind(w: World, e: Event) -> None:
    seen = len(w.rolls) == 2 and w.turn is None and not w.order and not w.tied
    w.hold(seen, "REC-6", "Second Wind outside the command rolls")
    following = next(iter(w.rest()), None)
    rolls = following is not None and following["ev"] == "command_roll" and following["side"] == e["side"]
    w.hold(rolls, "REC-6", "Second Wind without a new command roll")


def _effort(w: World, e: Event) -> None:
    w.hold(e["side"] == w.turn and w.left >= 1, "REC-6", "Redoubled Effort outside the own turn")
    w.hold(e["die"]["sides"] == 6, "REC-6", f"Redoubled Effort with a d{e['die']['sides']}")
    w.left += e["die"]["face"]
    w.extra[e["side"]] += e["die"]["face"]


def _again(w: World, e: Event) -> None:
    dice: list[Event] = next((x["dice"] for x in w.rest()[:REACH] if any(die.get("replaced") for die in x["dice"])), [])
    before = [die for die in dice if die.get("replaced") and die["face"] == e["before"]]
    after = [die for die in dice if not die.get("replaced") and die["face"] == e["after"]]
    w.hold(bool(before and after), "REC-6", f"{e['stratagem']}: {e['before']} to {e['after']} is not in what follows")
    names = {die["name"] for die in before}
    fit = names <= (OPEN_TO_ST3 if e["stratagem"] == "ST3" else OPEN_TO_ST4)
    w.hold(fit and all(die["sides"] == 10 for die in before), "REC-6", f"{e['stratagem']} over {names}")
    decided = next((x for x in w.rest()[:REACH] if any(die in x["dice"] for die in before)), None)
    owners = {_owner(w, decided, name) for name in names} if decided is not None else set()
    own = e["side"] in owners if e["stratagem"] == "ST3" else bool(owners - {e["side"]})
    w.hold(own, "REC-6", f"{e['stratagem']} of {e['side']} on a die of {owners}")
    if decided is not None and e["unit"]:
        whose = {_unit(decided, name) for name in names}
        w.hold(any(e["unit"] in units for units in whose), "journal", f"{e['unit']} is told, the die is of {whose}")
    thrown = [die["name"] for die in dice if die.get("replaced")]
    w.hold(len(thrown) == len(set(thrown)) or "check" in thrown, "REC-6", f"thrown again and again: {thrown}")


def _unit(decided: Event, name: str) -> tuple[str, ...]:
    """docs/journal.md: the unit whose die it is; of two attackers either."""
    if name == "attack":
        return tuple(decided["attackers"])
    return (str(decided.get(OWNERS.get(name, "by" if name == "casualty" else "unit"))),)


def _owner(w: World, decided: Event, name: str) -> str:
    """REC-6: whose die it is."""
    if name == "attack":
        return w.units[decided["attackers"][0]].side
    if name == "casualty":
        return str(decided["side"])
    return w.units[decided[OWNERS.get(name, "unit")]].side


def _presence(w: World, e: Event) -> None:
    w.hold(w.acts >= 1, "REC-6", "Presence of Mind before the enemy's first activation")
    between = e["side"] != w.turn and w.turn is not None and w.left >= 1
    w.hold(between, "REC-6", "Presence of Mind outside the enemy's turn")
    following = next(iter(w.rest()), None)
    acts = following is not None and following["ev"] == "activate" and following["unit"] == e["unit"]
    fit = acts and following is not None and following["activity"] in AT_ONCE
    w.hold(fit, "REC-6", f"Presence of Mind without one of {AT_ONCE}")
    unit = w.units[e["unit"]]
    w.hold(w.reach(unit, unit.place) <= w.radius + HAIR, "REC-6", f"{unit.id} is beyond the single radius")


WINDOWS = {"ST1": _second_wind, "ST2": _effort, "ST3": _again, "ST4": _again, "ST5": _presence}
