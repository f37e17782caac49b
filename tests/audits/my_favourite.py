"""An auditor of My Favourite Rules, written from the specification alone.

``audit(report)`` reads a report and its journal and gives a sentence for everything that the rules do not allow.
"""

from math import ceil, cos, radians, sin
from typing import Any

from battles.resolvers.values.report import Report
from tests.audits.inches import SLACK, OnInches
from tests.audits.walker import Event, arm_of
from tests.battles.resolvers.common.floats import dist, gap, heading, lap, side, sides, turn

SKILLS = ("poor", "average", "good", "great")
RESULTS = ("dissolves", "routs", "retreats", "stands", "rallies", "half", "free", "wild")
GUN_BANDS = ((4, 2), (8, 3), (16, 4), (24, 5), (32, 6))


class Unit:
    """What the auditor knows of a unit."""

    crew = 4

    def __init__(self, row: Event, side: str, cast: Event) -> None:
        self.id, self.side, self.kind, self.guard = row["id"], side, row["type"], row["guard"]
        self.outriders, self.arm, self.sp = row["outriders"], arm_of(row["type"]), cast["strength"]
        self.now = self.sp
        self.pose = [-99.0, -99.0, 0.0]
        self.here = False
        self.wake()

    def wake(self) -> None:
        """A day begins."""
        self.cap = self.left = 6 * self.sp if self.arm != "art" else (3 if self.kind == "horse_art" else self.crew)
        self.form = "column" if self.arm == "foot" else "line"
        self.light = self.kind in ("light_cav", "irreg_cav")
        self.marked, self.flanked, self.marked_on = False, -9, 0
        self.turn()

    def turn(self) -> None:
        """A turn begins."""
        self.moved = self.acted = self.fired = self.hurt = False
        self.pace, self.pending, self.formed = 0.0, 0, False
        self.foe, self.stand, self.rate = "", "simultaneous", "free"

    @property
    def base(self) -> tuple[float, float]:
        stands = max(1, ceil(self.left / 3))
        files = ceil(stands / 2)
        if self.arm == "art":
            return 2.0, 2.0
        if self.arm == "cav":
            return 1.5 * files, 1.5 * min(2, stands)
        if self.form == "column":
            return 1.5 * min(2, stands), 0.75 * files
        return (1.5, 0.75 * stands) if self.form == "march column" else (1.5 * files, 0.75 * min(2, stands))

    @property
    def grade(self) -> int:
        if self.guard or self.kind == "elite_inf":
            return 1
        return -1 if self.kind == "militia_inf" else 0


class Auditor(OnInches):
    """Plays the journal again and notes what is wrong."""

    day_turns = 12

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.units = {key: Unit(*self.rows[key], one) for key, one in self.cast.items()}
        if self.options.get("british"):
            for unit in self.units.values():
                unit.crew = 3
                unit.wake()
        self.holder = self.attacker
        self.size = int(self.options.get("stand", "3"))
        self.skill = {one["name"]: SKILLS.index(one["commander"]["skill"]) for one in self.battle["sides"]}
        self.chiefs = {one["commander"]["name"]: one["name"] for one in self.battle["sides"]}
        self.round = self.wave = 0
        self.claim: Any = None

    def begin(self) -> None:
        wide = max(72, 8 * self.front_units() + 12)
        self.check((self.deep, self.wide) == (48, wide), "another board")
        for unit in self.units.values():
            self.check(unit.cap == self.cast[unit.id]["capacity"], f"{unit.id} came with other figures")

    def new_day(self) -> None:
        self.round, self.holder = 0, self.attacker
        for unit in self.units.values():
            unit.here, unit.sp = False, unit.now
            unit.wake()

    def chargers(self, unit: Unit) -> list[Unit]:
        return [one for one in self.units.values() if one.here and one.foe == unit.id]

    def on_arrive(self, e: Event) -> None:
        if self.units[e["unit"]].arm == "foot":
            self.units[e["unit"]].form = "march column"
        self.place(self.units[e["unit"]], e["pose"])

    def on_initiative(self, e: Event) -> None:
        self.round += 1
        self.wave = 0
        scores = [e["dice"][n]["face"] + (self.skill[a] > self.skill[b])
                  for n, (a, b) in enumerate((self.sides, self.sides[::-1]))]  # fmt: skip
        self.check([e["score_0"], e["score_1"]] == scores, f"the scores are {scores}")
        winner = self.holder if scores[0] == scores[1] else self.sides[scores.index(max(scores))]
        self.check(e["side"] == winner, f"{winner} has the initiative")
        self.holder = e["first"]
        self.expected = [e["first"], next(one for one in self.sides if one != e["first"])]
        for unit in self.units.values():
            unit.turn()

    def on_turn_start(self, e: Event) -> None:
        self.check(bool(self.expected) and e["side"] == self.expected.pop(0), "not its turn")
        self.on_turn = e["side"]

    def on_mark(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        unit.marked, unit.marked_on = e["marked"], self.round

    def on_turn_end(self, e: Event) -> None:
        for unit in self.units.values():
            if unit.here:
                self.check(unit.marked or not unit.hurt, f"{unit.id} lost figures and is not marked")
                self.check(not unit.foe, f"{unit.id} is still in close combat")
                self.check_edge(unit)

    def points(self, unit: Unit, but: str = "") -> int:
        lost = 1 - unit.left / unit.cap
        losses = -2 if lost >= 0.5 else -1 if lost >= 0.25 else 0
        contact = -any(one.id != but for one in self.chargers(unit))
        return unit.grade + losses + contact - (unit.flanked >= self.round - 1)

    def shift(self, e: Event) -> int:
        found = sum(value for name, value in e["modifiers"] if name == "general")
        self.check(abs(found) <= 2, "a general shifts too far")
        by_skill = bool(self.options.get("by_skill"))
        self.check(by_skill or found >= 0 or e["ev"] == "morale", "a general leans on a stand from above")
        told: int = found
        return told

    def on_morale(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        self.check(unit.marked and unit.marked_on < self.round and not unit.acted, f"{unit.id} has nothing to test")
        unit.acted = True
        score = e["dice"][0]["face"] + self.points(unit) + self.shift(e)
        self.check(e["score"] == score, f"the score is {score}")
        result = max(0, min(7, score))
        if result == 7 and unit.arm != "cav" and not unit.guard:
            result = 6
        self.check(e["result"] == RESULTS[result], f"it {RESULTS[result]}")
        self.check(e["pass"] == (result >= 4), "another outcome")
        unit.rate = RESULTS[result]

    def on_stand(self, e: Event) -> None:
        unit, by = self.units[e["unit"]], self.units[e["by"]]
        told = any(name == "charged in flank" for name, _ in e["modifiers"])
        self.claim = (unit, list(unit.pose), unit.base, told, unit.flanked)
        unit.flanked = max(unit.flanked, self.round - 1) if told else unit.flanked
        score = e["dice"][0]["face"] + self.points(unit, by.id) + self.shift(e)
        self.check(e["score"] == score, f"the score is {score}")
        stand = "first" if score >= 6 else "simultaneous" if score >= 4 else "half" if score == 3 else "second"
        stand = "not at all" if score <= 0 else stand
        self.check(e["stand"] == stand, f"it stands: {stand}")
        unit.stand = stand

    def strike(self, by: Unit, pose: list[float]) -> None:
        """Where a charge that set out straight ahead from a pose strikes, and whether the test knew it."""
        target, stood, base, told, before = self.claim
        self.claim = None
        x, y, facing = pose
        found = set()
        while dist(pose, [x, y]) < self.move_of(by) and lap([x, y, facing], by.base, stood, base) < 2 * SLACK:
            x, y = x + sin(radians(facing)) / 50, y + cos(radians(facing)) / 50
            if gap([x, y, facing], by.base, stood, base) < 3 * SLACK:
                found.add(side(stood, base, [x, y, facing]) != "front")
        known = before >= self.round - 1
        self.check(any(told == (struck or known) for struck in found), f"{target.id} is not struck there")
        struck = told and (not known or True in found)
        target.flanked = self.round if struck else before

    def move_of(self, unit: Unit) -> float:
        if unit.arm == "cav":
            return 12.0
        if unit.arm == "foot":
            return 6.0 if unit.form == "line" else 9.0
        return 9.0 if unit.kind == "horse_art" else 3.0 if self.ground == "soft" else 6.0

    def on_move(self, e: Event) -> None:
        unit, path, how = self.units[e["unit"]], e["path"], e["how"]
        self.check(unit.here and dist(unit.pose, path[0]) < SLACK, f"{unit.id} starts elsewhere")
        last = path[-2] if len(path) > 2 else path[0]
        length, most = dist(last, path[-1]), self.move_of(unit)
        if how in ("move", "charge", "out of control"):
            self.check(unit.side == self.on_turn, f"{unit.id} moves out of turn")
            self.check(not unit.marked, f"{unit.id} moves in disorder")
            self.check(not self.chargers(unit), f"{unit.id} moves out of contact")
            most *= 0.5 if unit.formed or unit.rate == "half" else 1.0
            light, turned = unit.light or unit.form == "skirmish", turn(path[0][2], path[1][2])
            paid = 0.0 if turned < 0.01 or (light and turned <= 45.01) else min(
                self.move_of(unit) / 2, unit.base[0] * turned * 3.14159 / 180)  # fmt: skip
            self.check(length + paid <= most + 3.0 * (unit.form == "march column") + SLACK, f"{length:.2f} inches")
            self.check(dist(path[0], path[1]) <= sum(unit.base), "a turn leads astray")
            unit.moved = unit.moved or paid > 0 or length > 0 or how != "move"
            unit.pace = length
            if how != "move" and self.claim:
                self.strike(unit, last)
        elif how == "pursuit":
            self.check(unit.arm == "cav" and length <= most / 2 + SLACK, f"{unit.id} pursues {length:.2f} inches")
        if length > 0.3:
            self.check(turn(heading(last, path[-1]), path[-1][2]) < 3, f"{unit.id} does not go straight ahead")
        self.place(unit, path[-1])

    def on_formation(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        self.check(unit.arm == "foot" and not unit.moved and not unit.marked, f"{unit.id} may not change formation")
        light = self.options.get("light_foot") == "1" and unit.kind == "elite_inf" and not unit.guard
        self.check(e["formation"] != "skirmish" or light, f"{unit.id} is no light infantry")
        unit.form, unit.formed, unit.moved = e["formation"], True, True
        self.place(unit, e["pose"])

    def on_contact(self, e: Event) -> None:
        unit, target = self.units[e["attacker"]], self.units[e["defender"]]
        self.check(gap(unit.pose, unit.base, target.pose, target.base) < SLACK, "there is no contact")
        self.check(unit.arm == "cav" or (unit.arm == "foot" and target.arm != "cav"), f"{unit.id} may not charge")
        self.check(unit.form != "march column" and len(self.chargers(target)) < 2, f"{unit.id} may not charge")
        self.check(e["where"] in sides(target.pose, target.base, unit.pose), "another side is struck")
        unit.foe = target.id

    def on_fire(self, e: Event) -> None:
        unit, target = self.units[e["firer"]], self.units[e["target"]]
        self.check(unit.here and not unit.fired and unit.arm != "cav", f"{unit.id} may not fire")
        unit.fired = True
        self.check(not (unit.foe or self.chargers(unit) or target.foe or self.chargers(target)), "there is contact")
        if unit.moved and not self.wave:
            self.wave = 1
            self.settle_wave()
        self.check(self.wave == int(unit.moved), f"{unit.id} fires in the wrong wave")
        if unit.arm == "art" and unit.moved:
            most = self.move_of(unit) / 2 if unit.kind == "horse_art" else 1.0
            self.check(unit.pace <= most + SLACK, f"{unit.id} fires after {unit.pace:.1f} inches")
        self.check_sight(unit, target)
        self.check(len(e["dice"]) == self.fire_dice(unit), f"{unit.id} fires {self.fire_dice(unit)} dice")
        self.check_need(e, unit, target, self.reach(unit, target))
        target.pending += e["hits"]

    def check_need(self, e: Event, unit: Unit, target: Unit, reach: float) -> None:
        edges = (4, 8, 16, 24, 32) if unit.arm == "art" else (2, 4, 8)
        if any(abs(reach - edge) < SLACK for edge in edges):
            return
        if unit.arm == "art":
            need = next((need for far, need in GUN_BANDS if reach <= far), 9)
            self.check(reach <= (32 if self.weather == "normal" else 24), f"{reach:.1f} inches are too far")
            need -= (
                (unit.kind == "heavy_art" and reach > 8)
                - (target.arm == "art" or target.form == "skirmish")
                - (self.ground == "soft" and reach > 8)
            )
        else:
            need = 3 if reach <= 2 else 5 if reach <= 4 else 6 if reach <= 8 else 9
            need += self.weather == "precipitating"
        covers = [
            (n, v) for n, v in e["modifiers"]["target"] if n in ("town", "rough ground", "obstacle", "field work")
        ]
        self.check_cover(target, [name for name, _ in covers])
        need = max(2, need + sum({"town": 2, "field work": 2}.get(name, 1) for name, _ in covers))
        self.check(need <= 6, "the fire is useless")
        hits = sum(die["face"] >= need for die in e["dice"])
        if self.options.get("pairs") and unit.arm == "foot" and reach > 4:
            hits //= 2
        self.check(e["hits"] == hits, f"{hits} hits from {need} on")

    def fire_dice(self, unit: Unit) -> int:
        if unit.arm == "art":
            return unit.left
        stands = ceil(unit.left / self.size)
        return {"march column": 1, "column": min(2, stands)}.get(unit.form, stands)

    def settle_wave(self) -> None:
        for unit in self.units.values():
            self.check(unit.pending == 0 or not unit.here, f"{unit.id} keeps the figures that it lost")

    def combat_dice(self, unit: Unit) -> int:
        if unit.arm == "art":
            return unit.left
        stands = ceil(unit.left / self.size)
        return {"march column": min(2, stands), "skirmish": (stands + 1) // 2}.get(unit.form, stands)

    def on_combat(self, e: Event) -> None:
        self.settle_wave()
        target, chargers = self.units[e["defender"]], [self.units[key] for key in e["attackers"]]
        self.check(all(one.foe == target.id for one in chargers), "they do not touch")
        sums = {key: sum(v for n, v in e["modifiers"][key] if n not in ("general", "fights first", "fights second",
                "half effect", "does not fight")) for key in ("attack", "defend")}  # fmt: skip
        need, back_need = need_of(sums["attack"], sums["defend"]), need_of(sums["defend"], sums["attack"])
        mine = [die["face"] for die in e["dice"] if die["name"] == "attack"]
        theirs = [die["face"] for die in e["dice"] if die["name"] == "defence"]
        hits, back = sum(f >= need for f in mine), sum(f >= back_need for f in theirs)
        self.check_dice(target, chargers, len(mine), len(theirs), hits, back)
        bonus = {key: sum(v for n, v in e["modifiers"][key] if n == "general") for key in ("attack", "defend")}
        self.check(e["attack"] == hits + bonus["attack"] and e["defend"] == back + bonus["defend"], "other totals")
        self.check(all(bonus[key] in (0, 1, 2) for key in bonus), "a general counts too much")
        target.pending, chargers[0].pending = hits, back
        for one in chargers:
            one.foe = ""

    def check_dice(self, target: Unit, chargers: list[Unit], mine: int, theirs: int, hits: int, back: int) -> None:
        own, other = sum(self.combat_dice(one) for one in chargers), self.combat_dice(target)
        if target.stand == "first":
            lead = chargers[0]
            lead.left -= back
            own = sum(self.combat_dice(one) for one in chargers if one.left > 0)
            lead.left += back
        if target.stand == "second":
            target.left -= hits
            other = self.combat_dice(target) if target.left > 0 else 0
            target.left += hits
        other = {"half": (other + 1) // 2, "not at all": 0}.get(target.stand, other)
        self.check((mine, theirs) == (own, other), f"{own} and {other} dice are thrown")

    def on_hit(self, e: Event) -> None:
        unit = self.units[e["unit"]]
        unit.now = e["sp"]
        if e["cause"] not in ("fire", "combat", "morale"):
            return
        if e["cause"] == "morale":
            self.check(e["lost"] == min((e["dice"][0]["face"] + 1) // 2, unit.left), "a rout costs d3")
        else:
            self.check(e["lost"] == min(unit.pending, unit.left), f"{unit.pending} figures are lost")
            unit.pending = 0
        unit.left -= e["lost"]
        unit.hurt = True
        self.check_left(unit, e)

    def on_fallback(self, e: Event) -> None:
        unit, (start, end) = self.units[e["unit"]], e["path"]
        self.check(dist(unit.pose, start) < SLACK, f"{unit.id} starts elsewhere")
        unit.moved, unit.foe = True, ""
        for one in self.chargers(unit):
            one.foe = ""
        unit.pose = list(end)
        if e["rule"] == ["MFR-40"]:
            self.check(unit.marked, f"{unit.id} is beaten and not marked")

    def gone(self, e: Event) -> None:
        if e["cause"] in ("evening", "pursuit"):
            return
        unit = self.units[e["unit"]]
        unit.here = unit.hurt = False
        unit.foe = ""
        for one in self.chargers(unit):
            one.foe = ""

    def on_rout(self, e: Event) -> None:
        self.gone(e)
        unit = self.units[e["unit"]]
        kept = unit.kind != "irreg_cav" and not unit.outriders
        self.check(kept or e["cause"] == "pursuit", f"{unit.id} is eliminated, not routed")

    def on_eliminated(self, e: Event) -> None:
        self.gone(e)
        unit = self.units[e["unit"]]
        may = e["cause"] in ("evening", "pursuit") or unit.kind == "irreg_cav" or unit.outriders or unit.arm == "art"
        self.check(may, f"{unit.id} is routed, not eliminated")

    def on_general(self, e: Event) -> None:
        faces = [die["face"] for die in e["dice"]]
        if faces[0] < 6:
            self.check((e["fate"], len(faces)) == ("unharmed", 1), "he is unharmed")
            return
        fate = ("horse shot", "wounded", "dead")[(faces[1] - 1) // 2]
        out = {"horse shot": 1, "wounded": faces[-1], "dead": 0}[fate]
        self.check((e["fate"], e["out"]) == (fate, out), f"{fate}, out for {out}")

    def on_casualty(self, e: Event) -> None:
        if e["commander"] in self.chiefs:
            name = self.chiefs.pop(e["commander"])
            self.skill[name] = max(0, self.skill[name] - 1)

    def on_command_change(self, e: Event) -> None:
        self.chiefs[e["new"]] = e["side"]
        self.check(e["skill"] == SKILLS[self.skill[e["side"]]], "the army's skill is another")


def need_of(mine: int, theirs: int) -> int:
    """MFR-34 MFR-35."""
    if mine == theirs:
        return 4
    return 5 if mine < theirs else 3 if mine - theirs >= 2 else 4


def audit(report: Report) -> list[str]:
    """Everything in a report that the rules do not allow."""
    return Auditor(report).run()
