"""What the auditors of both boards of squares check alike: days, deployment, late units, works, losses, the evening."""

from math import ceil
from typing import Any, Generic, TypeVar

from battles.resolvers.values.report import Report
from tests.audits.grid_land import Square, crossed, land_of
from tests.audits.walker import FULL, Event, Walker, arm_of

LENGTHS = {"spring": 100, "summer": 140, "fall": 120, "winter": 80}


def half_up(numerator: int, denominator: int) -> int:
    """COM-02 The nearest whole number, halves upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


class GridPiece:
    """A unit as an auditor follows it; a system says with how much capacity a strength comes."""

    full_capacity = 4

    def __init__(self, side: str, row: Event) -> None:
        self.id, self.side, self.kind, self.guard = row["id"], side, str(row["type"]), bool(row["guard"])
        self.outriders, self.arm, self.row = bool(row["outriders"]), arm_of(self.kind), row
        self.now, self.off = int(row["strength"]), False
        self.due = 0
        self.wake()

    def wake(self) -> None:
        """A day begins with the strength that is left."""
        self.sp = self.now
        full = self.full_capacity
        self.cap = self.left = max(1, half_up(full * self.sp, FULL[self.arm])) if self.sp else 0
        self.at, self.facing, self.on = (-1, -1), 0.0, False

    @property
    def strength(self) -> int:
        """COM-06 What it comes to in strength points."""
        return min(self.sp, max(1, half_up(self.sp * self.left, self.cap))) if self.left else 0


P = TypeVar("P", bound=GridPiece)


class GridAudit(Walker, Generic[P]):
    """The audit of one report; ``piece`` makes the pieces of a system."""

    turns_in_fall = 15
    piece: type[P]

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.units: dict[str, P] = {
            unit["id"]: self.piece(side["name"], unit)
            for side in self.battle["sides"] for unit in side["units"] if unit["type"] not in ("engineer", "pontoon")
        }  # fmt: skip
        self.skill = {s["name"]: s["commander"]["skill"] for s in self.battle["sides"]}
        self.engineers: list[str] = []
        self.raised = 0
        self.limit = half_up(self.turns_in_fall * LENGTHS[self.battle["season"]], 120)
        self.muster()

    def begin(self) -> None:
        """The board and its land."""
        self.columns, self.lines = (int(v) for v in self.journal[0]["table"])
        self.land = land_of(self.battle["field"], self.columns, self.lines)

    def new_day(self) -> None:
        """HR-D2 A further day: strength becomes capacity again, late units are there."""
        for piece in self.units.values():
            piece.wake()
        self.muster()

    def muster(self) -> None:
        """HR-7 HR-T3 HR-T6 Who is fielded on this day, and in which turn each unit is due."""
        for side in self.sides:
            mine = self.fielded(side)
            if self.battle["options"]["limit_guns"]:
                guns = [piece for piece in mine if piece.arm == "art"]
                for piece in guns[(len(mine) - len(guns)) // 3 :]:
                    piece.off = True
            for place, piece in enumerate(self.fielded(side)):
                piece.due = self.due(piece, place)

    def due(self, piece: P, place: int) -> int:
        """The turn in which a unit comes; 0 where it is there from the beginning."""
        mark = piece.row["arrives"] if self.day == 1 else None
        if mark is not None:
            told: int = max(1, ceil(mark * self.limit / LENGTHS[self.battle["season"]]))
            return told
        return 3 if self.day == 1 and self.battle["engagement"] == "meeting" and place % 2 == 1 else 0

    def fielded(self, side: str) -> list[P]:
        """The units of a side that fight on this day."""
        return [piece for piece in self.units.values() if piece.side == side and piece.sp > 0 and not piece.off]

    @staticmethod
    def square(pose: Any) -> Square:
        """The square of a pose."""
        return int(pose[0] - 0.5), int(pose[1] - 0.5)

    def here(self, at: Square) -> list[P]:
        """Who is on a square."""
        return [p for p in self.units.values() if p.on and p.at == at]

    def is_clear(self, one: Square, other: Square) -> bool:
        """COM-21 ADN-31 SQB-24 Is the line between two squares free of units, woods, towns and hills?"""
        squares, corners = crossed(other[0] - one[0], other[1] - one[1])
        stops = {"rough", "town"} | (set() if "hill" in self.land[one] | self.land[other] else {"hill"})

        def filled(step: Square) -> bool:
            at = one[0] + step[0], one[1] + step[1]
            return at in self.land and (bool(self.here(at)) or bool(self.land[at] & stops))

        return not any(filled(s) for s in squares) and not any(filled(a) and filled(b) for a, b in corners)

    def may_enter(self, piece: P, at: Square) -> bool:
        """COM-11 May a unit be on a square? Guns cross difficult ground and fords by road alone."""
        held = self.land.get(at)
        if held is None or "closed" in held or ("town" in held and piece.arm != "foot"):
            return False
        if "road" in held or piece.arm == "foot":
            return True
        rough = "rough" in held and piece.kind not in ("light_cav", "irreg_cav")
        return not rough and not ("river" in held and piece.arm == "art")

    def depth(self, side: str, at: Square) -> int:
        """How many lines a square lies before a side's own edge."""
        return at[1] if side == self.low else self.lines - 1 - at[1]

    def stand(self, event: Event) -> tuple[P, Square]:
        """A unit comes onto the board, one to a square."""
        piece, at = self.units[event["unit"]], self.square(event["pose"])
        if self.here(at) or not self.may_enter(piece, at) or piece.off or piece.on:
            self.say("no place for it")
        piece.at, piece.facing, piece.on = at, event["pose"][2], True
        return piece, at

    def on_deploy(self, event: Event) -> None:
        """COM-20 HR-T4 Both armies begin before their own edges."""
        piece, at = self.stand(event)
        if self.depth(piece.side, at) > 3 or piece.due:
            self.say("no place to deploy")

    def on_arrive(self, event: Event) -> None:
        """HR-T3 HR-T6 A late unit enters over its edge when it is due."""
        piece, at = self.stand(event)
        edge = (piece.row["edge"] or "own") if piece.row["arrives"] is not None else "own"
        column = {"left": 0, "right": self.columns - 1}.get(edge)
        if column is not None and piece.side != self.low:
            column = self.columns - 1 - column
        if (column is None and self.depth(piece.side, at)) or (column is not None and at[0] != column):
            self.say("not on its edge")
        if event["round"] < max(piece.due, 1):
            self.say(f"it is due in turn {piece.due}")

    def on_engineer(self, event: Event) -> None:
        """HR-T4 A field work before the battle, one for each engineer unit of a defender who held the province.

        HR-31 Besides, as many as his army has raised.
        """
        side = next(s for s in self.battle["sides"] if s["name"] == event["side"])
        if "HR-31" in event["rule"]:
            self.raised += 1
            allowed = self.raised <= side.get("works", 0)
        else:
            own = [u["id"] for u in side["units"] if u["type"] == "engineer" and u["arrives"] is None][:2]
            allowed = self.battle["held_whole_turn"] and event["unit"] in own and event["unit"] not in self.engineers
            self.engineers.append(event["unit"])
        if not allowed or side["role"] != "defender" or self.day > 1:
            self.say("no work may be laid")
        (ax, ay), (bx, by) = event["piece"]["shape"]
        middle = (ax + bx) / 2, (ay + by) / 2
        held = self.land[int(middle[0]), int(middle[1])]
        if not any(p.side == event["side"] and p.arm == "foot" for p in self.here((int(middle[0]), int(middle[1])))):
            self.say("it covers nobody")
        held |= {"obstacle", "work"}

    def on_day_start(self, event: Event) -> None:
        """COM-12 The weather, and the turns of the day."""
        self.weather, self.soft = event["weather"], event["ground"] == "soft"
        if event["length"] != self.limit:
            self.say(f"a day has {self.limit} turns")

    def on_broken(self, event: Event) -> None:
        """COM-13 More than half of an army is lost."""
        mine = self.fielded(event["side"])
        lost = sum(p.left == 0 for p in mine)
        if (event["lost"], event["began"]) != (lost, len(mine)) or 2 * lost <= len(mine):
            self.say(f"{lost} of {len(mine)} are lost")

    def on_decision(self, event: Event) -> None:
        """COM-06 COM-14 What both sides have lost when the fighting ends."""
        for side in self.sides:
            lost = sum(p.sp - p.strength for p in self.fielded(side))
            if event["lost"][side] != lost:
                self.say(f"{side} has lost {lost}")
        for piece in self.units.values():
            if not piece.off:
                piece.now = piece.strength

    def evening(self, event: Event) -> bool:
        """LGG-15 Is this an event of the evening? Then only strength points count."""
        if event["cause"] not in ("pursuit", "evening"):
            return False
        self.units[event["unit"]].now = event.get("sp", 0)
        return True
