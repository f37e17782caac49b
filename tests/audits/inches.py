"""What the auditors of the two systems on inches share: places, pieces of the field, sight, the length of a day."""

from math import ceil
from typing import Any

from battles.resolvers.values.report import Report
from tests.audits.walker import Event, Walker, arm_of
from tests.battles.resolvers.common import floats

SLACK, ZONE = 0.06, 9
LENGTHS = {"spring": 100, "summer": 140, "fall": 120, "winter": 80}


class OnInches(Walker):
    """Follows a journal on a table in inches; a unit has a base, a pose, and is here or not."""

    day_turns = 15

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        start = self.journal[0]
        (self.wide, self.deep), self.field = start["table"], start["field"]
        self.cast = {one["id"]: one for one in start["cast"]}
        self.rows = {row["id"]: (row, one["name"]) for one in self.battle["sides"] for row in one["units"]}
        self.weather, self.ground, self.options = "normal", "hard", self.battle.get("options", {})

    def front_units(self) -> int:
        """COM-23 Three fifths of the larger army stand in its front."""
        most = max(sum(arm_of(row["type"]) != "none" for row in one["units"]) for one in self.battle["sides"])
        return ceil(6 * most / 10)

    def others(self, unit: Any) -> list[Any]:
        return [one for one in self.units.values() if one.here and one is not unit]

    def place(self, unit: Any, pose: list[float]) -> None:
        unit.pose, unit.here = list(pose), True
        for one in self.others(unit):
            self.check(floats.lap(pose, unit.base, one.pose, one.base) < SLACK, f"{unit.id} lies over {one.id}")

    def on_day_start(self, e: Event) -> None:
        self.weather, self.ground = e["weather"], e["ground"]
        length = floats.rhu(self.day_turns * LENGTHS[self.battle["season"]] / 120)
        self.check(e["length"] == length, "the day has another length")

    def on_deploy(self, e: Event) -> None:
        if "unit" in e:
            unit = self.units[e["unit"]]
            self.place(unit, e["pose"])
            ys = [y if unit.side == self.low else self.deep - y for _, y in floats.corners(e["pose"], unit.base)]
            self.check(min(ys) >= 0 and max(ys) <= ZONE + SLACK, f"{unit.id} deploys outside its zone")

    def check_edge(self, unit: Any) -> None:
        hangs = floats.over_edge(unit.pose, unit.base, self.wide, self.deep) if unit.here else 0.0
        self.check(hangs < SLACK, f"{unit.id} hangs over the edge by {hangs:.2f} inches")

    def check_sight(self, unit: Any, target: Any) -> None:
        """The target is in the arc, and nobody else hides it."""
        eye = floats.front(unit.pose, unit.base)
        off = floats.turn(floats.heading(unit.pose, target.pose), unit.pose[2])
        self.check(off <= 45.6, f"{unit.id} shoots out of its arc")
        for one in self.others(unit):
            hidden = one is not target and floats.cut(eye, target.pose, one.pose, one.base, 0.15)
            self.check(not hidden, f"{one.id} hides {target.id}")

    def reach(self, unit: Any, target: Any) -> float:
        return floats.gap_to(target.pose, target.base, floats.front(unit.pose, unit.base))

    def on(self, unit: Any, kind: str, slack: float) -> bool:
        """Does a unit stand on a piece: surely (slack below 0), or perhaps (above)?"""
        for piece in self.field:
            if piece["kind"] == kind:
                far, within = floats.border(piece["shape"], unit.pose), floats.in_polygon(piece["shape"], unit.pose)
                if (within and far >= -slack) or (slack > 0 and far <= slack):
                    return True
        return False

    def check_cover(self, target: Any, covers: list[str]) -> None:
        self.check(len(covers) <= 1, "covers add up")
        for kind, name in (("town", "town"), ("rough", "rough ground")):
            self.check(name not in covers or self.on(target, kind, 1.5), f"no {name} here")
            self.check(bool(covers) or not self.on(target, kind, -1.5), f"{name} does not cover")

    def check_left(self, unit: Any, e: Event) -> None:
        """COM-06 What a unit has left of its capacity, and the strength points that it comes to."""
        self.check(unit.left == e["left"] >= 0, f"{unit.id} has {unit.left} left")
        sp = 0 if unit.left <= 0 else min(unit.sp, max(1, floats.rhu(unit.sp * unit.left / unit.cap)))
        self.check(e["sp"] == sp, f"{unit.id} has {sp} strength points")

    def on_broken(self, e: Event) -> None:
        self.check(2 * e["lost"] > e["began"], "it is not broken")
