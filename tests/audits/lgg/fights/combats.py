"""Combats: values, modifiers, totals, results and what follows (LGG-10.0, 12.0, REC-4)."""

from itertools import product

from tests.audits.lgg.ground.plane import HAIR, gap, share_behind
from tests.audits.lgg.tables import MODIFIERS, PLACE_LIMIT
from tests.audits.lgg.world import Combat, Event, Unit, World, is_line

RESULTS = ("rout", "defender_hit", "attacker_two_hits", "attacker_hit")
FLANK_REACH = 3.0
SHARE = 1e-5
PLACE = ("CM5", "CM6", "CM7", "CM8")


def on_combat(w: World, e: Event) -> None:
    """LGG-10.0: one combat with everything in it."""
    combat = w.combats.get(e["combat"])
    if combat is None:
        w.breach("LGG-10.1-b", f"combat {e['combat']} is not there to be resolved")
        return
    ids = [u.id for u in combat.attackers]
    w.hold(
        e["attackers"] == ids and e["defender"] == combat.defender.id,
        "LGG-9.0-b",
        f"fought by {e['attackers']}, joined by {ids}",
    )
    when_fought(w, e, combat)
    values(w, e, combat)
    attack, defend = modifiers(w, combat)
    compare(w, "attack", e["modifiers"]["attack"], attack)
    compare(w, "defend", e["modifiers"]["defend"], defend)
    totals(w, e)
    w.fought = combat
    expect(w, e, combat)


def when_fought(w: World, e: Event, combat: Combat) -> None:
    """LGG-7.0-i, 10.1-a: forced and paid for by all attackers in their turn, or after both turns."""
    paid = sorted(x["unit"] for x in w.paid)
    if e["forced"]:
        w.hold(w.turn == combat.attackers[0].side, "R-18", "forced by the wrong side")
        w.hold(paid == sorted(u.id for u in combat.attackers), "LGG-7.0-i", f"forced, paid for by {paid}")
    else:
        w.hold(w.turn is None, "LGG-10.1-a", "resolved unforced within a turn")
        w.hold(not paid, "LGG-7.0-i", f"{paid} paid for nothing")
    w.paid = []


def values(w: World, e: Event, combat: Combat) -> None:
    """LGG-10.0-b, c: combat values by the opponent's class."""
    horse = combat.defender.arm == "horse"
    wanted = [u.kind.horse_attack if horse else u.kind.foot_attack for u in combat.attackers]
    w.hold(e["cv"]["attack"] == wanted, "LGG-10.0-b", f"attack values {e['cv']['attack']}, not {wanted}")
    defence = defence_value(combat)
    w.hold(e["cv"]["defend"] == defence, "LGG-10.0-c", f"defence value {e['cv']['defend']}, not {defence}")


def defence_value(combat: Combat) -> int:
    """LGG-10.0-b, c: mixed attackers meet squares, or the lower value of other defenders."""
    arms, kind = {u.arm for u in combat.attackers}, combat.defender.kind
    if arms == {"foot"}:
        return kind.foot_defend
    if arms == {"horse"} or combat.defender.arm == "foot":
        return kind.horse_defend
    return min(kind.foot_defend, kind.horse_defend)


def missing(units: list[Unit]) -> int:
    """CM1: strength points missing."""
    return sum(u.kind.full - u.sp for u in units)


def enemy_behind(w: World, unit: Unit) -> tuple[bool, bool]:
    """LGG-12.0-d (ii): is an enemy behind the unit's front; and may rounding say otherwise?"""
    sure = maybe = False
    for foe in w.foes(unit):
        held = foe.combat is not None and foe.combat != unit.combat
        far = gap(unit.place, foe.place)
        if not is_line(foe) or held or far > FLANK_REACH + HAIR:
            continue
        share = share_behind(unit.view, foe.place)
        if share > 0.5 + SHARE and far <= FLANK_REACH - HAIR:
            sure = True
        maybe = maybe or share > 0.5 - SHARE
    return sure, maybe


def flanked(w: World, combat: Combat) -> tuple[bool, bool]:
    """LGG-12.0-d, e: the defender's flank; sure and perhaps."""
    if combat.squares or w.ground.block(combat.defender.place) is not None:
        return False, False
    sure, maybe = enemy_behind(w, combat.defender)
    return combat.flank or sure, combat.flank or maybe


def attackers_flanked(w: World, combat: Combat) -> tuple[bool, bool]:
    """LGG-12.0-d (ii): it applies to attackers too."""
    free = [u for u in combat.attackers if not (u.arm == "foot" and w.ground.block(u.place) is not None)]
    found = [enemy_behind(w, u) for u in free]
    return any(sure for sure, _ in found), any(maybe for _, maybe in found)


def _obstacle(hindered: tuple[bool, ...]) -> int:
    """CM7: +2 if all attackers are hindered, +1 if one of two is."""
    return sum(hindered) if len(hindered) == 2 else 2 * hindered[0]


Column = dict[str, set[int]]


def modifiers(w: World, combat: Combat) -> tuple[Column, Column]:
    """REC-4: for each modifier the values that may be right."""
    attack: Column = {"CM1": {-missing(combat.attackers)}}
    defend: Column = {"CM1": {-missing([combat.defender])}}
    foe = combat.defender
    say(attack, "CM2", any(u.guard for u in combat.attackers))
    say(defend, "CM2", foe.guard)
    perhaps(attack, "CM3", *attackers_flanked(w, combat))
    perhaps(defend, "CM3", *flanked(w, combat))
    say(defend, "CM4", combat.squares and any(u.arm == "foot" for u in combat.attackers))
    heights(w, combat, attack, defend)
    say(defend, "CM6", foe.arm == "foot" and w.ground.block(foe.place) is not None)
    over = [over_bridge(w, u) for u in combat.attackers]
    met = [({True} if sure == {True} else behind | (sure & {True}))
           for behind, sure in zip(combat.hindered, over, strict=True)]  # fmt: skip
    defend["CM7"] = {_obstacle(picked) for picked in product(*met)}
    say(defend, "CM8", foe.arm == "foot" and w.ground.in_rough(foe.place))
    say(attack, "CM9", any(u.arm == "horse" and w.ground.in_rough(u.place) for u in combat.attackers))
    say(defend, "CM9", foe.arm == "horse" and w.ground.in_rough(foe.place))
    say(attack, "CM10", w.ground_kind == "soft" and any(u.arm == "horse" for u in combat.attackers))
    say(defend, "CM11", not is_line(foe) and undeployed(w, foe))
    return attack, defend


def over_bridge(w: World, unit: Unit) -> set[bool]:
    """CM7, R-51: does an attacker stand on a bridge when the combat is fought? Both if rounding decides."""
    return {w.ground.over_span(unit.place.x, unit.place.y, slack) for slack in (HAIR, -HAIR)}


def undeployed(w: World, unit: Unit) -> bool:
    """CM11: on a bridge, or on a road inside rough ground."""
    x, y = unit.place.x, unit.place.y
    return w.ground.on_bridge(x, y) or (w.ground.on_road(x, y) and w.ground.in_rough(unit.place))


def heights(w: World, combat: Combat, attack: Column, defend: Column) -> None:
    """CM5, R-33: every opponent lower."""
    low = w.ground.elevation(combat.defender.place)
    high = [w.ground.elevation(u.place) for u in combat.attackers]
    unsure = any(w.ground.on_hill_rim(u.place) for u in (combat.defender, *combat.attackers))
    perhaps(attack, "CM5", min(high) > low and not unsure, max(high) > low or unsure)
    perhaps(defend, "CM5", max(high) < low and not unsure, max(high) < low or unsure)


def say(column: Column, name: str, applies: bool) -> None:
    """A modifier that is certain."""
    column[name] = {MODIFIERS[name] if applies else 0}


def perhaps(column: Column, name: str, sure: bool, maybe: bool) -> None:
    """A modifier that rounding may decide."""
    column[name] = {MODIFIERS[name]} if sure else ({0, MODIFIERS[name]} if maybe else {0})


def compare(w: World, where: str, told: list[list[object]], wanted: Column) -> None:
    """REC-4: the told modifiers against the derived ones; CM5 to CM8 together at most +4."""
    said = {str(name): value for name, value in told}
    w.hold(len(said) == len(told), "LGG-12.0-c", f"{where}: a modifier is told twice")
    place = sum(max(wanted.get(name, {0})) for name in PLACE)
    for name, values in wanted.items():
        if name in PLACE and place > PLACE_LIMIT:
            continue
        w.hold(said.get(name, 0) in values, name, f"{where}: told {said.get(name, 0)}, should be {sorted(values)}")
    if place > PLACE_LIMIT:
        w.hold(
            sum(int(str(said.get(name, 0))) for name in PLACE) == PLACE_LIMIT, "REC-4", f"{where}: CM5 to CM8 exceed +4"
        )
    strange = [name for name in said if name not in wanted]
    w.hold(not strange, "REC-4", f"{where}: {strange} do not belong there")


def totals(w: World, e: Event) -> None:
    """LGG-10.0-a, d: totals of at least 1 and the first row that fits."""
    faces = {name: [d["face"] for d in e["dice"] if d["name"] == name] for name in ("attack", "defend")}
    w.hold(all(faces.values()), "LGG-10.0-a", f"dice {faces}")
    sums = {"attack": sum(e["cv"]["attack"]), "defend": e["cv"]["defend"]}
    for name, thrown in faces.items():
        total = max(1, (thrown or [0])[-1] + sums[name] + sum(v for _, v in e["modifiers"][name]))
        w.hold(e["totals"][name] == total, "LGG-10.0-a", f"{name} total {e['totals'][name]}, should be {total}")
    one, two = e["totals"]["attack"], e["totals"]["defend"]
    row = 0 if one >= 2 * two else 1 if one > two else 2 if two >= 2 * one else 3
    w.hold(e["result"] == RESULTS[row], "LGG-10.0-d", f"{one} against {two} is told as {e['result']}")


def expect(w: World, e: Event, combat: Combat) -> None:
    """LGG-10.0-d to g: who must be hit, go back or rout."""
    tail = w.after("hit", "rout", "eliminated", "fallback", "check", "occupy", "casualty", "command_change", "squares",
                   "stratagem")  # fmt: skip
    hits = [x["unit"] for x in tail if x["ev"] == "hit" and x["cause"] == "combat"]
    foe, result = combat.defender, e["result"]
    if result == "rout":
        w.hold(not hits, "LGG-10.0-d", f"a rout with hits on {hits}")
        told = [x for x in tail if x["ev"] in ("rout", "eliminated") and x["unit"] == foe.id]
        w.hold(bool(told), "LGG-10.0-d", f"{foe.id} does not rout")
    elif result == "defender_hit":
        w.hold(hits == [foe.id], "LGG-10.0-d", f"hits on {hits}, not on {foe.id}")
        if foe.sp > 1:
            back = combat.attackers if combat.squares else [foe]
            must_go(w, back, combat, lost=not combat.squares)
    else:
        number = 2 if result == "attacker_two_hits" else 1
        number = min(number, sum(u.sp for u in combat.attackers))
        fine = len(hits) == number and set(hits) <= {u.id for u in combat.attackers}
        w.hold(fine, "LGG-10.0-d", f"{result}: hits on {hits}")
        must_go(w, [u for u in combat.attackers if u.sp > hits.count(u.id)], combat, lost=True)
    occupation(w, combat, tail)


def must_go(w: World, units: list[Unit], combat: Combat, lost: bool) -> None:
    """LGG-10.2: units that have to fall back."""
    for unit in units:
        w.backs[unit.id] = (unit, lost, way_back(combat, unit), _left_behind(combat, unit))


def _left_behind(combat: Combat, unit: Unit) -> list[Unit]:
    return list(combat.attackers) if unit is combat.defender else [combat.defender]


def way_back(combat: Combat, unit: Unit) -> tuple[float, float]:
    """LGG-10.2-d: attackers against their facing, a defender with the mean of its attackers' facings."""
    if unit is not combat.defender:
        return -unit.place.fx, -unit.place.fy
    x, y = sum(u.place.fx for u in combat.attackers), sum(u.place.fy for u in combat.attackers)
    size = (x * x + y * y) ** 0.5
    return (x / size, y / size) if size > 1e-3 else (-unit.place.fx, -unit.place.fy)


def occupation(w: World, combat: Combat, tail: list[Event]) -> None:
    """LGG-10.0-d, f: after a rout one attacker takes the ground if it fits."""
    fate = [x for x in tail if x.get("unit") == combat.defender.id and x["ev"] in ("rout", "fallback")]
    routed = bool(fate) and fate[0]["ev"] == "rout" and fate[0]["cause"] != "blocked"
    told = [x for x in tail if x["ev"] == "occupy"]
    w.hold(len(told) <= routed, "LGG-10.0-d", "an occupation without a rout")
    if routed:
        w.ground_won = (combat.defender.place, list(combat.attackers), bool(told))
