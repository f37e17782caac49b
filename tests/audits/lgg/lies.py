"""Lies that a journal could tell, one or more for each kind of check of the auditor, with the rule that is broken."""

import copy
from collections.abc import Callable
from math import hypot
from typing import Any, NamedTuple

Report = dict[str, Any]
Event = dict[str, Any]


class Lie(NamedTuple):
    """What is falsified, in the first event of a kind that fits, and the rule that must be found broken."""

    name: str
    kind: str
    rule: str
    spoil: Callable[[Report, Event], object]
    fits: Callable[[Report, Event], bool] = lambda report, e: True


def other_side(report: Report, side: str) -> str:
    """The enemy of a side."""
    one, two = (s["name"] for s in report["battle"]["sides"])
    return str(two if side == one else one)


def shift(pose: list[float], x: float, y: float) -> None:
    """Move a pose."""
    pose[0], pose[1] = pose[0] + x, pose[1] + y


def put(*path: Any, to: Callable[[Any], Any]) -> Callable[[Report, Event], None]:
    """Change what stands at a place of an event."""

    def spoil(_: Report, e: Event) -> None:
        within: Any = e
        for key in path[:-1]:
            within = within[key]
        within[path[-1]] = to(within[path[-1]])

    return spoil


def bump(*path: Any, by: int = 1) -> Callable[[Report, Event], None]:
    """Make a number of an event greater."""
    return put(*path, to=lambda number: number + by)


def flip(*path: Any) -> Callable[[Report, Event], None]:
    """Turn a yes into a no."""
    return put(*path, to=lambda told: not told)


def modify(where: str, name: str, value: int, total: str) -> Callable[[Report, Event], None]:
    """Add a modifier that does not apply, and count it."""

    def spoil(_: Report, e: Event) -> None:
        e["modifiers"][where].append([name, value])
        e["totals"][total] += value

    return spoil


def without(*kinds: str) -> Callable[[Report, Event], None]:
    """Leave an event out, and those of some kinds that follow it."""

    def spoil(report: Report, e: Event) -> None:
        journal = report["journal"]
        at = journal.index(e)
        end = at + 1
        while end < len(journal) and journal[end]["ev"] in kinds:
            end += 1
        report["journal"] = journal[:at] + journal[end:]

    return spoil


def again(report: Report, e: Event, number: int = 2) -> None:
    """Tell an event and what follows it twice."""
    journal = report["journal"]
    at = journal.index(e)
    journal[at + number : at + number] = copy.deepcopy(journal[at : at + number])


def before(report: Report, e: Event) -> Event:
    """The event before another one."""
    return dict(report["journal"][e["n"] - 2])


def straight(_: Report, e: Event) -> bool:
    """Is a path one straight leg of some length?"""
    (x, y, _), (tx, ty, _) = e["path"][0], e["path"][-1]
    return len(e["path"]) == 2 and hypot(tx - x, ty - y) > 1.0


def dear(*activities: str) -> Callable[[Report, Event], bool]:
    """An activation for more than one action."""
    return lambda _, e: e["activity"] in activities and e["cost"] > 1


def is_a(activity: str) -> Callable[[Report, Event], bool]:
    """An activation, or the event after one."""
    return lambda report, e: (e if e["ev"] == "activate" else before(report, e)).get("activity") == activity


def free_of(where: str, name: str) -> Callable[[Report, Event], bool]:
    """A fight in which a modifier does not apply."""
    return lambda _, e: all(told != name for told, _ in e["modifiers"][where])


def has(key: str) -> Callable[[Report, Event], bool]:
    """An event in which something is there and not nothing."""
    return lambda _, e: bool(e.get(key))


def cheaper(_: Report, e: Event) -> None:
    """An activation for an action less."""
    e["cost"] -= 1
    e["left"] += 1


def longer(_: Report, e: Event) -> None:
    """A march goes 20" farther on its way."""
    (x, y, _), end = e["path"][0], e["path"][-1]
    far = hypot(end[0] - x, end[1] - y)
    shift(end, 20 * (end[0] - x) / far, 20 * (end[1] - y) / far)


def sideways(_: Report, e: Event) -> None:
    """A path comes to its end from the side."""
    (x, y, _), (tx, ty, facing) = e["path"][-2], e["path"][-1]
    far = hypot(tx - x, ty - y)
    e["path"].insert(-1, [tx + 3 * (ty - y) / far, ty - 3 * (tx - x) / far, facing])


def short(_: Report, e: Event) -> None:
    """The path ends an inch before the enemy."""
    (x, y, _), end = e["path"][-2], e["path"][-1]
    far = hypot(end[0] - x, end[1] - y)
    shift(end, (x - end[0]) / far, (y - end[1]) / far)


def losers(report: Report) -> list[Event]:
    """The rows of units that have lost strength."""
    return [row for side in report["sides"] for row in side["units"] if row["lost"] > 0]


def gain(report: Report, _: Event) -> None:
    """The report gives a unit a strength point back."""
    row = losers(report)[0]
    row["after"], row["lost"] = row["after"] + 1, row["lost"] - 1


def onto_enemy(report: Report, e: Event) -> None:
    """A march ends on an enemy that was deployed."""
    foe = next(x for x in report["journal"] if x["ev"] == "deploy" and x["side"] != e["side"] and "unit" in x)
    e["path"][-1][:2] = foe["pose"][:2]


def aside(key: str, far: float) -> Callable[[Report, Event], None]:
    """The end of a way, or a pose, lies elsewhere."""

    def spoil(_: Report, e: Event) -> None:
        pose = e[key][-1] if key == "path" else e[key]
        shift(pose, far if pose[0] < 30 else -far, 0.0)

    return spoil


def inwards(_: Report, e: Event) -> None:
    """A pose lies farther from all edges."""
    x, y = e["pose"][:2]
    shift(e["pose"], 3.0 if x < 36 else -3.0, 3.0 if y < 24 else -3.0)


def by_the_other_edge(report: Report, e: Event) -> None:
    """A column enters opposite to where it should."""
    width, depth = report["journal"][0]["table"]
    x, y, facing = e["pose"]
    e["pose"] = [width - x, depth - y, (facing + 180) % 360]


def loses_one(report: Report, e: Event) -> None:
    """Somebody is counted as broken who is not."""
    e["broken"][e["loser"]] += 1


def count_all(report: Report, e: Event) -> None:
    """HR-27: all rolls of a large army count toward the day."""
    for x in report["journal"][: e["n"] - 1]:
        if x["ev"] == "command_roll" and x["day"] == e["day"] and x["round"] == e["round"]:
            e["count"] += x["total"] - e["rolls"][x["side"]]
            e["rolls"][x["side"]] = x["total"]


def led_by_many(report: Report, e: Event) -> bool:
    """A round in which a side threw more than one roll."""
    here = [x for x in report["journal"][: e["n"] - 1] if (x["day"], x["round"]) == (e["day"], e["round"])]
    return any(x["ev"] == "command_roll" and x["rolls"] > 1 for x in here)


def worn_and_broken(report: Report, e: Event) -> list[Event]:
    """R-47: the routs into the Rallyable box, in the turn that an event ends, of units that acted in it before."""
    here = [x for x in report["journal"][: e["n"] - 1] if (x["day"], x["round"]) == (e["day"], e["round"])]
    mine = [x for x in here if x["ev"] == "activate" and x["side"] == e["side"] and "unit" in x]
    rallied = {x["unit"] for x in mine if x["activity"] == "rally"}
    acted = {x["unit"]: x["n"] for x in reversed(mine) if x["unit"] not in rallied}
    return [x for x in here if x["ev"] == "rout" and x["box"] == "rallyable" and acted.get(x["unit"], x["n"]) < x["n"]]


def rally_the_worn(report: Report, e: Event) -> None:
    """R-47: a unit that had acted before it was broken is activated once more to rally."""
    unit = worn_and_broken(report, e)[0]["unit"]
    rally = copy.deepcopy(e) | {"ev": "activate", "unit": unit, "activity": "rally", "cost": 1, "left": 0}
    report["journal"].insert(e["n"] - 1, rally)


OPPOSITE = {"front": "rear", "rear": "front", "left": "right", "right": "left"}


def better(skill: str) -> str:
    """Make the next commander better than he is."""
    return "great" if skill != "great" else "good"


LIES = [
    Lie("a loaded die", "combat", "ENG-12", put("dice", 0, "face", to=lambda face: face % 6 + 1)),
    Lie("another die of the stream", "combat", "ENG-12", bump("dice", 0, "k")),
    Lie("a table too small", "battle_start", "HR-T1", lambda _, e: e.update(table=[60, 40]),
        lambda report, _: bool(report["battle"].get("terrain"))),
    Lie("weather that was not thrown", "day_start", "HR-W", lambda _, e: e.update(
        {"weather": "overcast", "radius": 15} if e["weather"] == "normal" else {"weather": "normal", "radius": 20})),
    Lie("another radius", "day_start", "LGG-4.0-a", bump("radius", by=5)),
    Lie("a longer day", "day_start", "LGG-6.2-a", bump("length", by=20)),
    Lie("a better command roll", "command_roll", "LGG-6.1-a", bump("total")),
    Lie("the lower roll goes first", "initiative", "LGG-6.1-b",
        lambda r, e: e.update(first=other_side(r, e["first"])), lambda _, e: not e["tie"]),
    Lie("a forgotten count", "round_end", "LGG-6.1-d", bump("count", by=-1)),
    Lie("the day goes on", "stay_leave", "LGG-6.2-b", without("pursuit", "hit", "rout", "eliminated")),
    Lie("actions out of nothing", "activate", "LGG-6.1-c", bump("left")),
    Lie("a cheap march", "activate", "LGG-8.1-a", cheaper, dear("move", "attack")),
    Lie("a cheap shot or recovery", "activate", "LGG-7.0-c", cheaper, dear("fire", "recover", "engineer")),
    Lie("an activity twice", "activate", "LGG-7.0-f", again, is_a("recover")),
    Lie("an increment too few", "move", "LGG-8.1-c", bump("increments", by=-1), lambda _, e: e["increments"] > 1),
    Lie("a longer march", "move", "LGG-8.1-c", longer, straight),
    Lie("a march onto an enemy", "move", "ENG-16", onto_enemy, is_a("move")),
    Lie("a zone that nobody heeds", "move", "LGG-8.5-j", sideways, is_a("attack")),
    Lie("a passed check that failed", "check", "LGG-8.3-a", flip("pass")),
    Lie("a check left out", "check", "LGG-8.3-a", without("hit", "rout", "eliminated"), lambda _, e: (
        e["cause"] == "increment" and e["pass"])),
    Lie("another side struck", "contact", "LGG-9.0-a", put("where", to=OPPOSITE.__getitem__)),
    Lie("a contact that does not touch", "move", "LGG-2.0-h", short, is_a("attack")),
    Lie("squares never formed", "squares", "LGG-9.0-h", without(), has("on")),
    Lie("a withdrawal to the side", "withdraw", "LGG-9.0-i", aside("path", 9.0)),
    Lie("a re-pointing left out", "repoint", "LGG-9.0-b", without()),
    Lie("a turn left out", "turned", "LGG-9.0-a", without()),
    Lie("a better value", "combat", "LGG-10.0-b", lambda _, e: e["cv"]["attack"].__setitem__(0, 9)),
    Lie("Guards that are none", "combat", "CM2", modify("attack", "CM2", 1, "attack"), free_of("attack", "CM2")),
    Lie("a flank that is none", "combat", "CM3", modify("attack", "CM3", -2, "attack"), free_of("attack", "CM3")),
    Lie("squares that are none", "combat", "CM4", modify("defend", "CM4", -2, "defend"), free_of("defend", "CM4")),
    Lie("higher ground that is none", "combat", "CM5", modify("attack", "CM5", 1, "attack"), free_of("attack", "CM5")),
    Lie("a town that is none", "combat", "CM6", modify("defend", "CM6", 3, "defend"), free_of("defend", "CM6")),
    Lie("a greater total", "combat", "LGG-10.0-a", bump("totals", "attack")),
    Lie("another result", "combat", "LGG-10.0-d", put(
        "result", to=lambda told: "attacker_hit" if told == "rout" else "rout")),
    Lie("a hit that does not hurt", "hit", "LGG-11.0-b", bump("sp")),
    Lie("a fall back aside", "fallback", "LGG-10.2-d", aside("path", 0.5)),
    Lie("a fall back left out", "fallback", "LGG-10.0-d", without("check")),
    Lie("an occupation elsewhere", "occupy", "LGG-10.0-h", aside("pose", 1.0)),
    Lie("an occupation left out", "occupy", "LGG-10.0-d", without()),
    Lie("the wrong box", "rout", "LGG-14.0-c",
        put("box", to=lambda told: "nonrallyable" if told == "rallyable" else "rallyable"),
        lambda _, e: e["box"] != "eliminated"),
    Lie("a shot with more power", "fire", "REC-5", modify("firer", "guard", 1, "firer"), free_of("firer", "guard")),
    Lie("a greater total of fire", "fire", "LGG-13.0-c", bump("totals", "firer", by=5)),
    Lie("a hit by fire left out", "hit", "LGG-13.0-c", without("rout", "eliminated"),
        lambda _, e: e["cause"] == "fire"),
    Lie("a recovery that failed", "recover", "LGG-14.0-a", flip("pass")),
    Lie("a rally of who had acted", "turn_end", "R-47", rally_the_worn, lambda r, e: bool(worn_and_broken(r, e))),
    Lie("a rally out of reach", "rally", "LGG-14.0-e", aside("pose", 45.0), has("pose")),
    Lie("a casualty that was none", "casualty", "LGG-16.0-b", flip("lost")),
    Lie("a better successor", "command_change", "LGG-16.0-d", put("skill", to=better),
        lambda _, e: "subordinate" in e["new"]),
    Lie("a wing better than he is", "command_change", "LGG-S2-f", put("skill", to=better),
        lambda _, e: "subordinate" not in e["new"]),
    Lie("a stratagem twice", "stratagem", "LGG-S1-b", lambda r, e: again(r, e, 1)),
    Lie("more chits", "chits", "LGG-S1-a", bump("count")),
    Lie("more light cavalry", "pursuit", "LGG-15.2-a", lambda r, e: e["light"].update(dict.fromkeys(e["light"], 9))),
    Lie("a pursuit hit more", "pursuit", "LGG-15.3-b", bump("allotment", 0, "hits"), has("allotment")),
    Lie("an evening without its penalty", "eod_rally", "LGG-15.4-c", bump("penalty")),
    Lie("an attempt left out", "eod_recover", "LGG-15.4-a", without()),
    Lie("a last rally left out", "eod_rally", "LGG-15.4-b", without("eliminated")),
    Lie("strength out of amalgamation", "amalgamate", "LGG-15.5-b", bump("groups", 0, "made", -1, "sp")),
    Lie("Guard out of amalgamation", "amalgamate", "LGG-15.5-c", flip("groups", 0, "made", 0, "guard")),
    Lie("both choose otherwise", "stay_leave", "LGG-15.1-a", put("choices", to=lambda told: {
        side: "leave" if choice == "stay" else "stay" for side, choice in told.items()})),
    Lie("the loser wins", "battle_end", "LGG-15.1-a",
        lambda r, e: e.update(winner=other_side(r, e["winner"]), kind="victory"), has("winner")),
    Lie("a farther night", "night_move", "HR-D2", aside("path", 19.0)),
    Lie("a work without success", "engineer", "REC-7", bump("successes"), lambda _, e: e["day"] > 0),
    Lie("a deployment ahead", "deploy", "HR-T5", lambda _, e: e["pose"].__setitem__(1, 24.0), has("unit")),
    Lie("an arrival by the other edge", "arrive", "HR-T6", by_the_other_edge, has("cost")),
    Lie("a second half that comes early", "arrive", "HR-T3", bump("round", by=-1), lambda _, e: (
        e["cost"] == 0 and e["rule"] != [] and e["round"] == 3 and "unit" in e)),
    Lie("a roll thrown again that was not", "command_roll", "LGG-6.1-b", flip("rerolled")),
    Lie("a stratagem of another kind", "stratagem", "journal", lambda _, e: e.update(effect="none")),
    Lie("a pursuit left out", "pursuit", "LGG-15.2-a", without("hit", "rout", "eliminated"), has("dice")),
    Lie("an arrival in the middle", "arrive", "HR-T6", inwards, has("cost")),
    Lie("sudden death of somebody else", "sudden_death", "LGG-S3-b", loses_one, has("loser")),
    Lie("a broken unit more", "will", "HR-26", loses_one, has("loser")),
    Lie("units of an army on the march", "will", "HR-26",
        put("total", to=lambda total: {side: number + 1 for side, number in total.items()})),
    Lie("a broken army that fights on", "will", "HR-26", without()),
    Lie("the other army breaks", "will", "HR-26", lambda r, e: e.update(loser=other_side(r, e["loser"])), has("loser")),
    Lie("an army that bears more", "will", "HR-26", lambda r, e: r["battle"]["options"].update(will="1/2"),
        lambda r, e: bool(e["loser"]) and 2 * e["broken"][e["loser"]] <= e["total"][e["loser"]]),
    Lie("a field given up for too little", "last_evening", "HR-26", lambda _, e: e["lost"].update({e["loser"]: 0})),
    Lie("the other side worn down", "last_evening", "HR-26",
        lambda r, e: e.update(loser=other_side(r, e["loser"]))),
    Lie("a worn side that stays", "last_evening", "HR-26", without()),
    Lie("a command roll more", "command_roll", "HR-27", bump("rolls")),
    Lie("a greater part of the commander's", "command_roll", "HR-27", bump("own"), lambda _, e: e["rolls"] > 1),
    Lie("a count of every roll", "round_end", "LGG-6.1-d", count_all, led_by_many),
    Lie("strength out of nothing", "rout", "report", gain, lambda report, _: bool(losers(report))),
]  # fmt: skip
