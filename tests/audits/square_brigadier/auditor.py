"""Check a report of the Square Brigadier: every move, shot, blow, hit and rally against the specification."""

import itertools
from collections.abc import Mapping
from typing import Any

from battles.resolvers.values.report import Report
from tests.audits.grid import GridAudit
from tests.audits.grid_land import Square, ahead, away
from tests.audits.square_brigadier.pieces import Piece, has_carbines, range_of
from tests.audits.walker import Event

SIGHT = {"normal": 6, "overcast": 5, "precipitating": 3}
HELP = {"great": 2, "good": 1, "average": 0, "poor": -1}
SKILLS = ("poor", "average", "good", "great")


OF_AN_ATTACK = ("hit", "fallback", "commander_move", "casualty", "escape", "rout", "eliminated", "combat")


class Audit(GridAudit[Piece]):
    """The audit of one report."""

    piece = Piece

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.general = {s["name"]: s["commander"]["name"] for s in self.battle["sides"]}
        self.leaders: dict[str, Square] = {}
        self.side_of: dict[str, str] = {}
        self.orders: dict[str, int] = {}
        self.deferred = dict.fromkeys(self.sides, 0)
        self.owed: dict[str, int] = {}
        self.struck: list[str] = []
        self.turn: str | None = None
        self.spare_pool: dict[str, int] = {}
        self.options: Mapping[str, Any] = self.battle["options"]
        self.first: str | None = self.attacker
        if self.options["first"] or self.battle["engagement"] == "meeting":
            self.first = None

    def new_day(self) -> None:
        """SQB-01 COM-16 A further day: nobody has deferred, the attacker is first, a lost General is mourned."""
        super().new_day()
        for side, general in self.general.items():
            if general not in self.leaders:
                self.falls(side)
        self.deferred, self.turn, self.leaders = dict.fromkeys(self.sides, 0), None, {}

    def before(self, event: Event) -> None:
        """SQB-43 What an attack owed in hits has to be paid before the next act."""
        if event["ev"] not in OF_AN_ATTACK:
            for key, hits in self.owed.items():
                if hits > 0 and self.units[key].on:
                    self.say(f"{key} still owes {hits} hits")
            self.owed = {}

    def enemies(self, piece: Piece) -> list[Piece]:
        """The enemies on the board."""
        return [p for p in self.units.values() if p.on and p.side != piece.side]

    def touching(self, piece: Piece, at: Square) -> list[Piece]:
        """SQB-14 The enemies next to a square."""
        return [p for p in self.enemies(piece) if away(p.at, at) == 1]

    def at(self, square: Square) -> Piece | None:
        """Who is on a square."""
        return next((p for p in self.units.values() if p.on and p.at == square), None)

    def on_deploy(self, event: Event) -> None:
        """C.7 Both armies and their commanders."""
        if "commander" not in event:
            super().on_deploy(event)
            return
        self.leaders[event["commander"]] = self.square(event["pose"])
        self.side_of[event["commander"]] = event["side"]
        if event["role"] == "army":
            self.general[event["side"]] = event["commander"]

    def on_first_turn(self, event: Event) -> None:
        """SQB-01 A die for each side, in the order of the file; ties are thrown again."""
        one, two = (die["face"] for die in event["dice"][-2:])
        tied = all(a["face"] == b["face"] for a, b in zip(event["dice"][:-2:2], event["dice"][1:-2:2], strict=True))
        self.first = list(self.sides)[int(two > one)]
        if self.turn is not None or not tied or one == two or event["side"] != self.first:
            self.say(f"{self.first} moves first")

    def on_turn_end(self, event: Event) -> None:
        """SQB-19 SQB-31 A unit that shot as one that moves has moved."""
        for key, piece in self.units.items():
            if piece.promised and piece.on and not piece.moved:
                self.say(f"{key} shot before a move that it did not make")

    def on_dismount(self, event: Event) -> None:
        """SQB-40 Cavalry with carbines dismounts on an obstacle or a hill."""
        piece = self.units[event["unit"]]
        ground = self.land[piece.at] & {"obstacle", "hill"}
        if not has_carbines(piece, self.options) or piece.dismounted or piece.moved or not ground:
            self.say("it may not dismount here")
        piece.dismounted = True

    def on_turn_start(self, event: Event) -> None:
        """SQB-01 The side that is first, then the other."""
        if self.turn is None and event["side"] != self.first:
            self.say(f"{self.first} moves first")
        if (self.turn == self.attacker) == (event["side"] == self.attacker) and self.turn is not None:
            self.say("the turns do not alternate")
        self.turn, self.melee, self.struck, self.orders = event["side"], False, [], {}
        for piece in self.units.values():
            piece.fresh()

    def on_orders(self, event: Event) -> None:
        """SQB-04 SQB-07 SQB-08 Dice and totals of orders."""
        who, side = event["commander"], event["side"]
        is_general, dice = who == self.general[side], [die["face"] for die in event["dice"]]
        if event["deferred"]:
            self.deferred[side] += 1
            wanted, total = 0, 0
        else:
            wanted = min(2, 1 + self.deferred[side]) if is_general else 1
            total = max(1, sum(dice) + HELP[self.skill[side]]) if is_general else sum(dice)
            self.deferred[side] = 0 if is_general else self.deferred[side]
        if (len(dice), event["total"]) != (wanted, total):
            self.say(f"{wanted} dice and {total} orders are right")
        self.orders[who] = event["total"]

    def on_order(self, event: Event) -> None:
        """SQB-04 SQB-06 An order is paid for."""
        piece, who = self.units[event["unit"]], event["commander"]
        far = away(piece.at, self.leaders[who]) > 3
        if event["price"] != (2 if far else 1) and not (event["price"] == 2 and piece.at == self.leaders[who]):
            self.say("the price is wrong")
        self.orders[who] = self.orders.get(who, 0) - event["price"]
        if self.orders[who] < 0:
            self.say("he has no orders left")
        piece.ordered = True

    def on_move(self, event: Event) -> None:
        """SQB-14 to SQB-21 A move."""
        piece, path = self.units[event["unit"]], [self.square(p) for p in event["path"]]
        in_column = event["how"] == "column"
        reach = piece.reach - (self.soft and (piece.arm == "art" or piece.kind == "heavy_cav")) + in_column
        if path[0] != piece.at or piece.moved or not piece.ordered or self.melee or (piece.shot and not piece.promised):
            self.say("it may not move now")
        if len(path) - 1 > (1 if piece.promised else max(1, reach)) or len(path) < 2:
            self.say("too far")
        leaving = bool(self.touching(piece, piece.at))
        for n, (a, b) in enumerate(itertools.pairwise(path)):
            self.check_step(event, piece, a, b, last=n == len(path) - 2, leaving=leaving, in_column=in_column)
        piece.at, piece.facing = path[-1], event["path"][-1][2]
        piece.moved, piece.column, piece.dismounted = len(path) - 1, in_column, False
        beside = self.touching(piece, piece.at)
        bound = [p for p in beside if ahead(p.at, p.facing, piece.at)]
        if beside and not any(self.looks_at(piece, p) for p in bound or beside):
            self.say("it faces none of those it has to")

    @staticmethod
    def looks_at(piece: Piece, other: Piece) -> bool:
        """SQB-15 Does a unit face the square of another next to it?"""
        step = (other.at[0] - piece.at[0], other.at[1] - piece.at[1])
        steps = {0: (0, 1), 45: (1, 1), 90: (1, 0), 135: (1, -1), 180: (0, -1), 225: (-1, -1), 270: (-1, 0),
                 315: (-1, 1)}  # fmt: skip
        return steps[int(piece.facing) % 360] == step

    def check_step(
        self, event: Event, piece: Piece, a: Square, b: Square, *, last: bool, leaving: bool, in_column: bool
    ) -> None:
        """SQB-15 to SQB-21 One step of a move."""
        held, other = self.land[b], self.at(b)
        if away(a, b) != 1 or not self.may_enter(piece, b):
            self.say(f"no step from {a} to {b}")
        if other is not None and (last or other.side != piece.side):
            self.say(f"{b} is taken")
        if self.touching(piece, b) and (leaving or in_column or piece.arm == "art" or not last):
            self.say(f"it may not come next to an enemy at {b}")
        hard = bool(held & {"rough", "town", "river", "obstacle"}) and not ("road" in held and "road" in self.land[a])
        irregular = piece.kind == {"0": "", "1": "militia_inf", "2": "elite_inf"}[self.options["irregular"]]
        if hard and not last and not irregular:
            self.say(f"difficult ground at {b} ends the move")
        if in_column and "road" not in held:
            self.say("a column keeps to the road")
        corner = [self.at((b[0], a[1])), self.at((a[0], b[1]))]
        if a[0] != b[0] and a[1] != b[1] and all(c is not None and c.side != piece.side for c in corner):
            self.say("it passes between two enemies")

    def on_turned(self, event: Event) -> None:
        """SQB-16 SQB-22 A turn in place."""
        piece = self.units[event["unit"]]
        if self.square(event["pose"]) != piece.at or self.melee:
            self.say("it turns where it is not")
        piece.facing, piece.turned = event["pose"][2], True

    def on_commander_move(self, event: Event) -> None:
        """SQB-09 A ride of at most three squares."""
        who, at = event["commander"], self.square(event["pose"])
        if away(self.leaders[who], at) > 3:
            self.say("he rides too far")
        self.leaders[who] = at

    def on_fire(self, event: Event) -> None:
        """SQB-22 to SQB-34 A shot."""
        firer, target = self.units[event["firer"]], self.units[event["target"]]
        dense, far = event["rule"] == ["SQB-33"], away(firer.at, target.at)
        if self.touching(firer, firer.at) or (self.touching(target, target.at)):
            self.say("next to an enemy nobody shoots or is shot at")
        if not dense:
            self.check_shot(event, firer, target, far)
        wanted = 1 if dense else self.fire_pool(firer, target, far)
        faces = [die["face"] for die in event["dice"]]
        if len(faces) != wanted:
            self.say(f"{wanted} dice are right, not {len(faces)}")
        if event["hits"] != sum(face >= 5 for face in faces):
            self.say("the hits are miscounted")
        self.owed[event["target"]] = self.owed.get(event["target"], 0) + event["hits"]

    def check_shot(self, event: Event, firer: Piece, target: Piece, far: int) -> None:
        """SQB-23 SQB-24 SQB-27 Range, arc and line of a shot."""
        limit = min(range_of(firer, self.options), SIGHT[self.weather])
        if far > limit or event["range"] != far or not ahead(firer.at, firer.facing, target.at):
            self.say("out of range or arc")
        both = firer.arm == "foot" or firer.kind == "horse_art" or firer.arm == "cav"
        if firer.shot or firer.column or self.melee or firer.moved > (1 if both else 0):
            self.say("it may not shoot now")
        firer.shot, firer.dismounted = True, firer.arm == "cav"
        firer.promised = self.noted_moved(event) and not (firer.moved or firer.turned)
        if firer.promised and not both:
            self.say("it cannot shoot and move")
        self.check(self.is_clear(firer.at, target.at), "the line of fire is blocked")

    @staticmethod
    def noted_moved(event: Event) -> bool:
        """SQB-31 Does the journal count a move against the firer?"""
        return "moved" in dict(event["modifiers"]["firer"])

    def fire_pool(self, firer: Piece, target: Piece, far: int) -> int:
        """SQB-26 to SQB-34 SQB-50 The dice of a shot."""
        dice = 3 if firer.arm == "art" else 2
        dice -= firer.arm == "cav" or (firer.kind == "militia_inf" and bool(self.options["militia"]))
        dice += (firer.guard and firer.arm == "foot") + (firer.kind == "heavy_art")
        if firer.arm == "art" and far > 3:
            dice -= 1 + self.soft
        dice -= firer.arm != "art" and self.weather == "precipitating"
        dice -= target.arm != "foot" or bool(self.land[target.at] & {"rough", "town", "work"})
        dice -= firer.moved > 0 or firer.turned or firer.promised
        return max(0, dice + target.column)

    def on_combat(self, event: Event) -> None:
        """SQB-37 to SQB-42 A blow."""
        (key,) = event["attackers"]
        unit, target = self.units[key], self.units[event["defender"]]
        self.melee = True
        if away(unit.at, target.at) != 1 or not ahead(unit.at, unit.facing, target.at):
            self.say("the enemy is not ahead")
        first = unit.side != self.turn and not unit.mounted
        if first and any(k != key and self.is_late(k) for k in self.struck):
            self.say("foot and guns that are not on turn strike first")
        parts = dict(event["modifiers"]["attack"])
        faces = [die["face"] for die in event["dice"]]
        if key in self.struck:
            wanted = self.spare_pool.get(key, 0)
        else:
            pool = self.melee_pool(unit, target)
            self.spare_pool[key] = -parts.get("divided", 0)
            wanted = pool - self.spare_pool[key]
        self.struck.append(key)
        wanted = max(0, wanted - bool(self.land[target.at] & {"rough", "town", "work"}))
        if len(faces) != wanted:
            self.say(f"{wanted} dice are right, not {len(faces)}")
        if event["attack"] != sum(face >= 4 for face in faces):
            self.say("the hits are miscounted")
        self.owed[event["defender"]] = self.owed.get(event["defender"], 0) + event["attack"]

    def is_late(self, key: str) -> bool:
        """SQB-39 Does a unit strike in the second part of the phase?"""
        return self.units[key].side == self.turn or self.units[key].mounted

    def melee_pool(self, unit: Piece, target: Piece) -> int:
        """SQB-37 SQB-40 SQB-49 The dice of a unit in melee."""
        dice = (1 if unit.column else 2) + int(unit.kind == "heavy_cav")
        dice += unit.guard and unit.arm == "foot"
        mine, theirs = self.land[unit.at], self.land[target.at]
        height = [("hill" in held) + ("high" in held) for held in (mine, theirs)]
        wall = "obstacle" in mine and "river" not in mine
        stream = "river" in theirs and "river" not in mine
        dice += not unit.mounted and not unit.moved and (wall or stream or height[0] > height[1])
        dice += any(self.side_of[who] == unit.side and at == unit.at for who, at in self.leaders.items())
        back = self.at((2 * unit.at[0] - self.front(unit)[0], 2 * unit.at[1] - self.front(unit)[1]))
        dice += unit.arm == "foot" and back is not None and back.side == unit.side and back.arm == "foot"
        return max(1, dice)

    @staticmethod
    def front(piece: Piece) -> Square:
        """The square straight ahead."""
        steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        dx, dy = steps[int(piece.facing) // 45 % 8]
        return piece.at[0] + dx, piece.at[1] + dy

    def on_fallback(self, event: Event) -> None:
        """SQB-44 SQB-45 Ground is given."""
        key = event["unit"]
        piece, (a, b) = self.units[key], [self.square(p) for p in event["path"]]
        phase = "melee" if self.melee else "fire"
        if self.owed.get(key, 0) < 1 or phase in piece.shed or a != piece.at or away(a, b) != 1:
            self.say("it may not give ground")
        known = {id(p) for p in self.touching(piece, a)}
        if self.at(b) or not self.may_enter(piece, b) or any(id(p) not in known for p in self.touching(piece, b)):
            self.say("no square to give ground to")
        piece.shed.add(phase)
        piece.at = b
        self.owed[key] -= 1

    def on_hit(self, event: Event) -> None:
        """SQB-43 COM-06 Hits are taken."""
        if self.evening(event):
            return
        key = event["unit"]
        piece = self.units[key]
        lost = min(self.owed.get(key, 0), piece.left)
        piece.left -= event["lost"]
        self.owed[key] = 0
        if (event["lost"], event["left"], event["sp"]) != (lost, piece.left, piece.strength):
            self.say(f"{lost} lost, {piece.left} left, {piece.strength} strength points are right")

    def on_rout(self, event: Event) -> None:
        """COM-07 A destroyed unit and its box."""
        if self.evening(event):
            return
        piece = self.units[event["unit"]]
        near = any(self.side_of[who] == piece.side and away(at, piece.at) <= 3 for who, at in self.leaders.items())
        gone = piece.kind == "irreg_cav" or piece.outriders or (piece.arm == "art" and event["cause"] == "combat")
        box = "eliminated" if gone else "rallyable" if near else "nonrallyable"
        if piece.left or event.get("box", "eliminated") != box:
            self.say(f"{box} is right")
        piece.on = False

    on_eliminated = on_rout

    def on_rally(self, event: Event) -> None:
        """SQB-46 A rally."""
        piece = self.units[event["unit"]]
        busy = piece.moved or piece.turned or piece.shot or piece.left >= piece.cap or self.melee
        if busy or self.touching(piece, piece.at):
            self.say("it may not rally")
        friends = any(p.on and p.side == piece.side and away(p.at, piece.at) == 1 for p in self.units.values())
        there = any(self.side_of[who] == piece.side and at == piece.at for who, at in self.leaders.items())
        done = event["dice"][0]["face"] + (friends or there) >= 4
        piece.left += done
        if (event["pass"], event["left"], event["sp"]) != (done, piece.left, piece.strength):
            self.say("the die says something else")

    def on_escape(self, event: Event) -> None:
        """SQB-10 A commander gets away on a tie or better."""
        mine, theirs = (die["face"] for die in event["dice"])
        if event["pass"] != (mine >= theirs):
            self.say("the dice say something else")

    def on_casualty(self, event: Event) -> None:
        """SQB-12 A commander is hit by a 1."""
        if event["dice"] and event["lost"] != (event["dice"][0]["face"] == 1):
            self.say("the die says something else")
        if event["lost"]:
            del self.leaders[event["commander"]]

    def on_command_change(self, event: Event) -> None:
        """SQB-13 COM-16 A commander is followed by another."""
        side, new = event["side"], event["new"]
        self.leaders[new] = self.square(event["pose"])
        self.side_of[new] = side
        if event["role"] == "army":
            self.falls(side)
            self.general[side], self.deferred[side] = new, 0
        else:
            self.orders[self.general[side]] = self.orders.get(self.general[side], 0) - 1

    def falls(self, side: str) -> None:
        """COM-16 The skill of an army that has lost its General falls by a level."""
        self.skill[side] = SKILLS[max(0, SKILLS.index(self.skill[side]) - 1)]


def audit(report: Report) -> list[str]:
    """Every fault of a report; none where it is sound."""
    return Audit(report).run()
