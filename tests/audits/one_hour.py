"""An auditor of One Hour Wargames, modified, written from the specification alone.

``audit(report)`` reads a report and its journal and gives a sentence for everything that the rules do not allow. Where
the specification leaves a number to tuning (column of Elite, steadiness of Guard) it takes those of docs/systems.md.
"""

from typing import Any

from battles.resolvers.values.report import Report
from tests.audits.inches import SLACK, OnInches
from tests.audits.walker import FULL, Event, arm_of
from tests.battles.resolvers.common.floats import dist, gap, heading, inside, lap, rhu, side, sides, turn

BASES = {"foot": [4, 2], "cav": [4, 2], "art": [2, 3]}
MOVES = {"foot": 6.0, "cav": 12.0, "art": 6.0}
HITS = {
    -2: ((0, 0), (0, 0), (0, 0), (0, 0), (1, 0), (1, 1)), 0: ((0, 0), (0, 0), (1, 0), (1, 0), (1, 1), (1, 1)),
    2: ((0, 0), (1, 0), (1, 0), (1, 1), (1, 1), (2, 1)),
}  # fmt: skip
AGAIN = {"great": 3, "good": 2, "average": 1, "poor": 0}


class Unit:
    """What the auditor knows of a unit."""

    def __init__(self, row: dict[str, Any], side: str, cast: dict[str, Any]) -> None:
        self.id, self.side, self.kind, self.guard = row["id"], side, row["type"], row["guard"]
        self.outriders, self.arm = row["outriders"], arm_of(row["type"])
        self.sp, self.base = cast["strength"], cast["base"]
        self.now = self.sp
        self.cap = self.left = max(1, rhu(3 * self.sp / FULL[self.arm]))
        self.pose: list[float] = [-99.0, -99.0, 0.0]
        self.here = False
        self.moved = self.back = self.attacked = False
        self.foe: str | None = None
        self.hit_by = ""


class Auditor(OnInches):
    """Plays the journal again and notes what is wrong."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.units = {key: Unit(*self.rows[key], one) for key, one in self.cast.items()}
        self.again = {one["name"]: self._dice(one) for one in self.battle["sides"]}
        self.turns: list[Any] = []
        self.on_turn = ""
        self.must_go: str | None = None

    def _dice(self, side: Event) -> int:
        return AGAIN[side["commander"]["skill"]] + sum(w["skill"] in ("good", "great") for w in side["wings"])

    def begin(self) -> None:
        self.check(self.deep == 36 and self.wide == max(36, 5 * self.front_units() + 6), "the board has another size")
        for unit in self.units.values():
            self.check(unit.cap == self.cast[unit.id]["capacity"], f"{unit.id} came with another capacity")
            self.check(BASES[unit.arm] == unit.base, f"{unit.id} has another base")

    def before(self, event: Event) -> None:
        if self.must_go and event["ev"] not in ("rout", "eliminated"):
            self.say(f"{self.must_go} has no hits left and stays")
            self.must_go = None

    def touching(self, unit: Unit) -> list[Unit]:
        return [one for one in self.others(unit) if unit.foe == one.id or one.foe == unit.id]

    def part(self, unit: Unit) -> None:
        unit.foe = None
        for one in self.units.values():
            if one.foe == unit.id:
                one.foe = None

    def on_day_start(self, e: Event) -> None:
        super().on_day_start(e)
        self.turns = []

    def new_day(self) -> None:
        for unit in self.units.values():
            unit.here, unit.foe, unit.back = False, None, False
            unit.sp = unit.now
            unit.cap = unit.left = max(1, rhu(3 * unit.sp / FULL[unit.arm]))

    on_arrive = lambda self, e: self.place(self.units[e["unit"]], e["pose"])  # noqa: E731

    def on_turn_start(self, e: Event) -> None:
        self.turns.append(e["side"])
        self.check(e["side"] == (self.attacker if len(self.turns) % 2 else self.other(self.attacker)), "not its turn")
        self.on_turn = e["side"]
        for unit in self.units.values():
            unit.moved = unit.attacked = False
            unit.hit_by = ""

    def other(self, side: str) -> str:
        return self.sides[1 - self.sides.index(side)]

    def on_turn_end(self, e: Event) -> None:
        for unit in self.units.values():
            if unit.side == e["side"]:
                unit.back = False
            self.check(not (unit.here and unit.hit_by), f"{unit.id} was hit and did not check its morale")
            self.check_edge(unit)
            if unit.here and unit.arm == "cav":
                self.check(all(one.arm != "foot" for one in self.touching(unit)), f"{unit.id} did not fall back")

    def on_move(self, e: Event) -> None:
        unit, path = self.units[e["unit"]], e["path"]
        how = e.get("how", "move")
        self.check(unit.side == self.on_turn and unit.here, f"{unit.id} moves out of turn")
        self.check(not unit.moved and not unit.back, f"{unit.id} moves twice, or after a retreat")
        self.check(not self.touching(unit), f"{unit.id} moves out of contact")
        self.check(dist(unit.pose, path[0]) < SLACK, f"{unit.id} starts elsewhere")
        self.check(turn(path[0][2], path[1][2]) <= 45.01, f"{unit.id} pivots more than 45 degrees")
        self.check(turn(path[1][2], path[-1][2]) <= (45.01 if how == "move" else 0.01), f"{unit.id} pivots too far")
        length = dist(path[0], path[1])
        if length > 0.3:
            self.check(turn(heading(path[0], path[1]), path[1][2]) < 3, f"{unit.id} does not go straight ahead")
        most = self.move_of(unit)
        on_road = how == "move" and self.near_road(path[0]) and self.near_road(path[1])
        self.check(length <= most + 3 * on_road + SLACK, f"{unit.id} moves {length:.2f} inches")
        unit.moved = True
        self.over(unit, path)
        self.place(unit, path[-1])

    def skirmishes(self, unit: Unit) -> bool:
        """OHW-28 The units that a switch makes skirmishers."""
        who = self.options.get("skirmishers", "0")
        return not unit.guard and unit.kind == {"1": "elite_inf", "2": "militia_inf"}.get(who)

    def move_of(self, unit: Unit) -> float:
        if self.skirmishes(unit):
            return 9.0
        return 3.0 if unit.arm == "art" and self.ground == "soft" else MOVES[unit.arm]

    def over(self, unit: Unit, path: list[list[float]]) -> None:
        """OHW-07 OHW-28 Nobody is passed through, but friends by skirmishers."""
        steps = max(1, int(4 * dist(path[0], path[1])))
        for n in range(1, steps):
            pose = [path[0][0] + (path[1][0] - path[0][0]) * n / steps,
                    path[0][1] + (path[1][1] - path[0][1]) * n / steps, path[1][2]]  # fmt: skip
            for one in self.others(unit):
                passes = self.skirmishes(unit) and one.side == unit.side
                if not passes and lap(pose, unit.base, one.pose, one.base) > SLACK:
                    self.say(f"{unit.id} goes through {one.id}")
                    return

    def near_road(self, point: list[float]) -> bool:
        return any(
            min(dist(point, [a[0] + (b[0] - a[0]) * t / 40, a[1] + (b[1] - a[1]) * t / 40]) for t in range(41)) < 2
            for piece in self.field
            if piece["kind"] in ("road", "bridge")
            for a, b in zip(piece["shape"], piece["shape"][1:], strict=False)
        )

    def on_contact(self, e: Event) -> None:
        unit, target = self.units[e["attacker"]], self.units[e["defender"]]
        self.check(gap(unit.pose, unit.base, target.pose, target.base) < SLACK, "there is no contact")
        town = self.on(target, "town", 1.5)
        storms = unit.arm == "foot" and (target.arm == "art" or (target.arm == "foot" and town))
        self.check(unit.arm == "cav" or storms, f"{unit.id} may not charge")
        self.check(e["where"] in sides(target.pose, target.base, unit.pose), "another side is struck")
        if unit.arm == "cav":
            self.check(not self.on(target, "town", -1.5) and not self.on(target, "rough", -1.5), "closed to cavalry")
        faces = [self.face(target, one) for one in self.units.values() if one.foe == target.id]
        self.check(self.face(target, unit) not in faces, "that face has an attacker")
        unit.foe = target.id

    def face(self, target: Unit, unit: Unit) -> str:
        where = side(target.pose, target.base, unit.pose)
        return where + ("left" if where == "flank" and inside(target.pose, unit.pose)[0] < 0 else "")

    def on_turned(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        self.check(len(self.touching(unit)) == 1 and not unit.moved, f"{unit.id} may not turn")
        unit.moved = True
        self.place(unit, e["pose"])

    def column(self, unit: Unit, melee: bool, reach: float) -> int:
        best = 2 if unit.guard or unit.kind == "elite_inf" else 0
        if self.skirmishes(unit):
            return -2
        if unit.arm == "foot":
            return -2 if unit.kind == "militia_inf" and not unit.guard and unit.left < 3 else best
        if unit.arm == "cav":
            known = {"heavy_cav": 2, "light_cav": 0, "irreg_cav": 0}[unit.kind]
            return min(2, known + 2 * unit.guard) if melee else -2
        return 0 if not melee and reach <= (18 if unit.kind == "heavy_art" else 12) else -2

    def rolled(self, e: Event, column: int, covered: bool, dice: int) -> int:
        faces = [die for die in e["dice"] if die["name"].startswith("attack")]
        self.check(len([die for die in faces if die["name"] == "attack"]) == dice, "another number of dice")
        hits = 0
        for die in faces:
            if die["name"] == "attack again":
                self.again[self.on_turn] -= 1
                self.check(self.again[self.on_turn] >= 0, "no die is left to throw again")
            hits += HITS[column][die["face"] - 1][covered]
        return hits

    def attack(self, unit: Unit) -> None:
        self.check(unit.side == self.on_turn and unit.here and not unit.attacked, f"{unit.id} may not attack")
        unit.attacked = True

    def covers(self, e: Event) -> list[str]:
        return [name for name, value in e["modifiers"]["target" if e["ev"] == "fire" else "defend"]]

    def on_fire(self, e: Event) -> None:
        unit, target = self.units[e["firer"]], self.units[e["target"]]
        self.attack(unit)
        self.check(not (unit.moved or unit.back), f"{unit.id} shoots after moving")
        self.check(not self.touching(unit) and not self.touching(target), "there is contact")
        reach = self.reach(unit, target)
        most = {"foot": 12, "cav": 6, "art": 36 if self.weather == "normal" else 24}[unit.arm]
        may = unit.kind != "heavy_cav" or self.options.get("heavy_horse", False)
        self.check(may and reach <= most + SLACK, f"{unit.id} shoots {reach:.2f} inches")
        self.check_sight(unit, target)
        covers = self.covers(e)
        self.check_cover(target, covers)
        must = self.weather == "precipitating" or (unit.arm == "art" and self.ground == "soft" and reach > 12.1)
        self.check(not must or bool(covers), "weather or ground cover the target")
        if not any(abs(reach - edge) < SLACK for edge in (12, 18)):
            hits = self.rolled(e, self.column(unit, False, reach), bool(covers), 1)
            self.check(hits == e["hits"], f"{hits} hits by the table")
        self.expect_hits(target, e["hits"], unit)

    def on_combat(self, e: Event) -> None:
        unit, target = self.units[e["attackers"][0]], self.units[e["defender"]]
        self.attack(unit)
        self.check(target in self.touching(unit), "they do not touch")
        where = sides(target.pose, target.base, unit.pose)
        self.check(e["where"] in where, f"the {min(where)} is struck")
        covers = self.covers(e)
        self.check_cover(target, covers)
        if unit.arm == "cav" and target.arm == "foot" and e["where"] == "front":
            self.check(bool(covers), "bayonets cover")
        hits = self.rolled(e, self.column(unit, True, 0), bool(covers), 1 if e["where"] == "front" else 2)
        self.check(hits == e["attack"], f"{hits} hits by the table")
        self.expect_hits(target, e["attack"], unit)

    def expect_hits(self, target: Unit, hits: int, by: Unit) -> None:
        n = self.event["n"]
        after = self.journal[n] if n < len(self.journal) else {}
        if hits:
            target.hit_by = by.id
            self.check(after.get("ev") == "hit" and after.get("unit") == target.id, "the hits are not taken")
            self.check(after.get("lost") == min(hits, target.left), "another number of hits is taken")
        else:
            self.check(after.get("ev") != "hit", "a miss hits")

    def on_hit(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        unit.now = e["sp"]
        if e["cause"] not in ("fire", "combat"):
            return
        unit.left -= e["lost"]
        self.check_left(unit, e)
        if unit.left == 0:
            self.must_go = unit.id

    def gone(self, e: Event) -> Unit | None:
        if e["cause"] in ("evening", "pursuit", "rule"):
            return None
        unit = self.units[e["unit"]]
        self.check(e["cause"] == "edge" or unit.left == 0, f"{unit.id} leaves with hits left")
        self.must_go = None
        unit.here = False
        self.part(unit)
        told: Unit | None = unit
        return told

    def on_rout(self, e: Event) -> None:
        unit = self.gone(e)
        if unit:
            self.check(not self.dies(unit, e), f"{unit.id} is eliminated, not routed")
            self.check(e["box"] == ("nonrallyable" if e["cause"] == "edge" else "rallyable"), "another box")

    def on_eliminated(self, e: Event) -> None:
        unit = self.gone(e)
        if unit:
            self.check(self.dies(unit, e), f"{unit.id} is routed, not eliminated")

    def dies(self, unit: Unit, e: Event) -> bool:
        return unit.kind == "irreg_cav" or unit.outriders or (unit.arm == "art" and e["cause"] == "combat")

    def on_morale(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        self.check(unit.here and bool(unit.hit_by) and unit.side != self.on_turn, f"{unit.id} has nothing to check")
        least = 6 if unit.guard else {"elite_inf": 6, "militia_inf": 4, "irreg_cav": 4}.get(unit.kind, 5)
        self.again[unit.side] -= len(e["dice"]) - 1
        self.check(self.again[unit.side] >= 0, "no die is left to throw again")
        self.check(e["score"] == e["dice"][-1]["face"] and e["needed"] == least, f"it retreats from {least} on")
        self.check(e["pass"] == (e["score"] < least), "another result")
        n = e["n"]
        after = self.journal[n] if n < len(self.journal) else {}
        back = after.get("ev") == "fallback" and after.get("unit") == unit.id
        self.check(back != e["pass"], "whether it falls back")
        if e["pass"]:
            unit.hit_by = ""

    def on_fallback(self, e: Event) -> None:
        unit, (start, end) = self.units[e["unit"]], e["path"]
        morale = e["rule"] == ["OHW-22"]
        away = (
            self.units.get(unit.hit_by) if morale else next((o for o in self.touching(unit) if o.arm == "foot"), None)
        )
        if away is None:
            self.say(f"{unit.id} has no reason to fall back")
            return
        most = self.move_of(unit) if morale else 6.0
        length = dist(start, end)
        if length > 0.5:
            off = turn(heading(away.pose, start), heading(start, end))
            self.check(off < 3, f"{unit.id} goes {off:.0f} degrees off")
            if morale:
                self.check(turn(end[2], heading(end, start)) < 3, f"{unit.id} does not face the enemy")
        if length > most + SLACK:
            ways = [n / 20 for n in range(int(20 * most), int(20 * (length - 0.5)))]
            for far in ways[:: max(1, len(ways) // 12)]:
                spot = [start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length]
                there = [*spot, end[2]]
                mates = [one for one in self.others(unit) if lap(there, unit.base, one.pose, one.base) > -0.6]
                self.check(bool(mates), f"{unit.id} falls back {length:.1f} inches and nobody is in the way")
        if morale:
            unit.back, unit.hit_by = True, ""
        self.part(unit)
        unit.pose = list(end)


def audit(report: Report) -> list[str]:
    """Everything in a report that the rules do not allow."""
    return Auditor(report).run()
