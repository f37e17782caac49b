"""Check a report of the activation rules: dice, moves, shots, melees, disorder and events against the specification."""

from itertools import pairwise

from battles.resolvers.values.report import Report
from tests.audits.grid import GridAudit, GridPiece
from tests.audits.grid_land import Square, ahead, away
from tests.audits.walker import Event

TABLE = {
    "elite_inf": (3, 2, 3, 3), "line_inf": (4, 2, 3, 3), "militia_inf": (5, 2, 3, 2), "heavy_cav": (4, 3, 4, 2),
    "light_cav": (4, 4, 3, 3), "irreg_cav": (5, 4, 3, 3), "heavy_art": (4, 1, 1, 4), "field_art": (4, 2, 1, 3),
    "horse_art": (4, 3, 1, 3),
}  # fmt: skip
"""E.6 Quality, Speed, melee, shooting."""
EVENTS = {2: "officer_killed", 3: "officer_killed", 4: "broken_line", 5: "petrified", 6: "devastating",
          7: "devastating", 8: "devastating", 9: "panic", 10: "wavering", 11: "rout", 12: "rout"}  # fmt: skip
GROUPS = {"poor": 2}
HARD = {"rough", "town", "obstacle", "river"}


class Piece(GridPiece):
    """A unit of this system."""

    def wake(self) -> None:
        """E.8 A day begins."""
        super().wake()
        self.form = {"foot": "column", "art": "limbered", "cav": "mounted"}[self.arm]
        self.broken = self.wavering = self.routing = self.no_officer = self.canister = False
        self.moved = self.actions = 0
        self.acted = self.charging = self.seized = False
        self.came: Square = (-1, -1)

    @property
    def values(self) -> tuple[int, int, int, int]:
        """E.6 ADN-50 Quality, Speed, melee and shooting value."""
        quality, speed, melee, fire = TABLE[self.kind]
        if self.guard:
            quality = 3
            if self.arm == "foot":
                melee, fire = 4, 4
            melee += self.arm == "cav"
            fire += self.arm == "art"
        if self.form in ("square", "unlimbered"):
            speed = 0
        return quality, speed - (self.form == "line"), melee, fire

    def formed(self, form: str) -> bool:
        """ADN-42 Does a formation count?"""
        return self.arm == "foot" and self.form == form and not self.broken


class Audit(GridAudit[Piece]):
    """The audit of one report."""

    piece = Piece

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.generals: dict[str, Square] = {}
        self.turn, self.over, self.awaiting = "", False, ""
        self.contacts: dict[str, tuple[str, str, int]] = {}

    def new_day(self) -> None:
        """ADN-01 A further day: both throw for the first turn again."""
        super().new_day()
        self.turn, self.generals, self.contacts, self.awaiting = "", {}, {}, ""

    def in_melee(self, piece: Piece) -> bool:
        """ADN-37 Is an enemy in its square?"""
        return any(p.side != piece.side for p in self.here(piece.at))

    def on_deploy(self, event: Event) -> None:
        """ADN-01 Both armies and their Generals."""
        if "commander" in event:
            self.generals[event["side"]] = self.square(event["pose"])
        else:
            super().on_deploy(event)

    def on_first_turn(self, event: Event) -> None:
        """ADN-01 The first turn: the higher die, then skill, then the attacker."""
        mine, theirs = (die["face"] for die in event["dice"])
        order = ("poor", "average", "good", "great")
        skill = {side: order.index(skill) for side, skill in self.skill.items()}
        defender = next(s for s in self.sides if s != self.attacker)
        second = theirs > mine or (theirs == mine and skill[defender] > skill[self.attacker])
        if event["first"] != (defender if second else self.attacker):
            self.say("the other side is first")

    def on_turn_start(self, event: Event) -> None:
        """ADN-03 A turn of the other side begins."""
        if event["side"] == self.turn:
            self.say("the turns do not alternate")
        self.turn, self.over = event["side"], False
        for piece in self.units.values():
            piece.acted, piece.actions, piece.moved = False, 0, 0
            piece.charging = piece.seized = False

    def on_activation(self, event: Event) -> None:
        """ADN-03 ADN-04 ADN-07 One activation a turn: dice by colour, successes, turnover."""
        piece, dice = self.units[event["unit"]], event["dice"]
        if piece.acted or self.over or piece.side != self.turn:
            self.say("it may not be activated now")
        white = [die["name"] == "white die" for die in dice]
        if white != [n < 3 - (4 - piece.left) for n in range(len(dice))]:
            self.say("the colours are wrong")
        successes = sum(die["face"] >= piece.values[0] for die in dice)
        if (event["successes"], event["quality"]) != (successes, piece.values[0]):
            self.say(f"{successes} successes are right")
        if event["turnover"] != (len(dice) - successes >= 2):
            self.say("the turnover is wrong")
        piece.acted, piece.actions, piece.moved = True, successes, 0
        self.over = event["turnover"]
        self.coloured = [die["face"] for die, plain in zip(dice, white, strict=True) if not plain]

    def on_blunder(self, event: Event) -> None:
        """ADN-08 ADN-09 A blunder follows a 1 on a coloured die."""
        piece, faces = self.units[event["unit"]], [die["face"] for die in event["dice"]]
        names = ("garbled", "hesitation", "forward", "fall_back", "charge", "fire")
        if 1 not in self.coloured or event["blunder"] != names[faces[0] - 1]:
            self.say("there is no such blunder")
        left = piece.actions
        if event["blunder"] == "garbled" and left:
            left -= faces[1] < piece.values[0]
        if event["blunder"] == "hesitation":
            left, self.over = 0, False
        if event["successes"] != left:
            self.say(f"{left} successes are left")
        piece.actions = left

    def on_group(self, event: Event) -> None:
        """ADN-23 A group near the General, each next to another, by one roll at the worst Quality."""
        members, skill = [self.units[key] for key in event["units"]], self.skill[event["side"]]
        at = self.generals[event["side"]]
        for piece in members:
            linked = any(p is not piece and away(p.at, piece.at) == 1 for p in members)
            if piece.acted or piece.routing or piece.no_officer or self.in_melee(piece) or not linked:
                self.say("one of them cannot be in a group")
            if away(piece.at, at) > 3:
                self.say("one of them is far from the General")
        quality = max(piece.values[0] for piece in members)
        quality = max(2, quality - 1) if skill == "great" else quality
        successes = sum(die["face"] >= quality for die in event["dice"])
        if len(members) > GROUPS.get(skill, 4) or self.over:
            self.say("no such group")
        if (event["quality"], event["successes"]) != (quality, successes):
            self.say(f"{successes} successes at {quality} are right")
        self.over = event["turnover"]
        if event["turnover"] != (len(event["dice"]) - successes >= 2):
            self.say("the turnover is wrong")
        for piece in members:
            piece.acted, piece.actions, piece.moved = True, successes, 0

    def on_move(self, event: Event) -> None:
        """ADN-10 to ADN-14, ADN-21, ADN-32, ADN-48, ADN-51 A move."""
        piece, path = self.units[event["unit"]], [self.square(p) for p in event["path"]]
        how, speed = event["how"], piece.values[1]
        facing = event["path"][0][2]
        if path[0] != piece.at:
            self.say("it is not there")
        road, doubled = all("road" in self.land[at] for at in path), event["rule"] == ["ADN-11"]
        most = max(1, speed) + road + doubled
        if facing != piece.facing or doubled != (how == "double_time" or (how == "charge" and doubled)):
            self.say("it faced another way, or does not go in double time")
        if piece.moved + len(path) - 1 > most or len(path) < 2:
            self.say("too far")
        if doubled and self.soft and (piece.arm == "art" or piece.kind == "heavy_cav"):
            self.say("no double time on soft ground")
        for n, (a, b) in enumerate(pairwise(path)):
            last = n == len(path) - 2
            if away(a, b) != 1 or not self.may_enter(piece, b) or not ahead(a, facing, b):
                self.say(f"no step from {a} to {b}")
            enemies = [p for p in self.here(b) if p.side != piece.side]
            if (enemies and not (last and how == "charge")) or (last and how != "charge" and self.here(b)):
                self.say(f"{b} is taken")
            hard = self.land[b] & HARD and not ("road" in self.land[b] and "road" in self.land[a])
            if hard and not last and not piece.routing:
                self.say(f"the ground at {b} ends the move")
        if how == "charge" and (piece.arm == "art" or not self.here(path[-1])):
            self.say("it charges nobody")
        if not piece.routing:
            self.spend(event, piece, 2 if doubled or event["rule"] == ["ADN-17"] else 1)
        piece.moved += len(path) - 1
        piece.at, piece.facing, piece.came = path[-1], event["path"][-1][2], path[-2]
        piece.charging, piece.seized = how == "charge", event["rule"] == ["ADN-17"]

    def spend(self, event: Event, piece: Piece, price: int) -> None:
        """ADN-04 Actions are paid by successes."""
        if event.get("how") == "forward":
            return
        piece.actions -= price
        if piece.actions < 0:
            self.say("it has no actions left")

    def on_turned(self, event: Event) -> None:
        """ADN-13 A turn of 45 degrees; ADN-47 the turns at the beginning and the end of a rout."""
        piece = self.units[event["unit"]]
        if event["rule"] == ["ADN-13"] and (event["pose"][2] - piece.facing) % 360 not in (45, 315):
            self.say("it turns by something else than 45 degrees")
        piece.facing = event["pose"][2]

    def on_formation(self, event: Event) -> None:
        """ADN-12 ADN-19 ADN-42 A change of formation."""
        piece = self.units[event["unit"]]
        if event["rule"] == ["ADN-42"]:
            piece.broken = False
        else:
            self.spend(event, piece, 2 if piece.arm == "art" else 1)
        piece.form = event["formation"]

    def on_canister(self, event: Event) -> None:
        """ADN-20 Canister is loaded."""
        piece = self.units[event["unit"]]
        self.spend(event, piece, 2)
        piece.canister = True

    def on_rally(self, event: Event) -> None:
        """ADN-22 ADN-46 A rally."""
        piece = self.units[event["unit"]]
        self.spend(event, piece, 2)
        near = any(p.on and p.side != piece.side and away(p.at, piece.at) <= 2 for p in self.units.values())
        if near or piece.left >= piece.cap or (piece.wavering and piece.left == 1):
            self.say("it may not rally")
        piece.left += 1
        self.check_strength(event, piece)

    def on_ease(self, event: Event) -> None:
        """E.8 A kept unit sheds a disorder."""
        piece = self.units[event["unit"]]
        if piece.left >= piece.cap or piece.wavering or piece.routing or self.in_melee(piece):
            self.say("it does not recover")
        piece.left += 1
        self.check_strength(event, piece)

    def check_strength(self, event: Event, piece: Piece) -> None:
        """COM-06 What is left of a unit."""
        if (event["left"], event["sp"]) != (piece.left, piece.strength):
            self.say(f"{piece.left} steps, {piece.strength} strength points are right")

    def on_fire(self, event: Event) -> None:
        """ADN-15 ADN-31 ADN-38 ADN-39 A shot and its result."""
        firer, target = self.units[event["firer"]], self.units[event["target"]]
        far, mods = away(firer.at, target.at), event["modifiers"]
        aimed = any(name == "aimed" for name, _ in mods["target"])
        self.spend(event, firer, 2 if aimed else 1)
        guns = firer.arm == "art"
        limit = (6 if self.weather == "normal" else 4) if guns else (2 if self.weather == "precipitating" else 3)
        if firer.arm == "cav" or (guns and firer.form != "unlimbered") or far > limit or event["range"] != far:
            self.say("it may not fire so")
        if self.in_melee(firer) or self.in_melee(target) or not ahead(firer.at, firer.facing, target.at):
            self.say("the target may not be fired at")
        if not self.is_clear(firer.at, target.at):
            self.say("the target is not seen")
        mine, theirs = self.fire_totals(firer, target, far)
        theirs -= aimed
        told = [sum(value for _, value in mods[key]) for key in ("firer", "target")]
        if told != [mine, theirs]:
            self.say(f"{mine} and {theirs} are right, not {told}")
        a, d = (die["face"] for die in event["dice"])
        result = self.compare(a + mine, a, d + theirs, d)
        hits = {"one": 1, "hard": 1, "twice": 2}.get(result, 0)
        if event["hits"] != hits:
            self.say(f"{hits} disorders are right")
        self.owed = (event["target"], hits)
        canister = firer.canister and far <= 2
        firer.canister = firer.canister and not canister
        self.expect_critical(event, event["target"] if hits and (canister or result != "one") else "")

    def expect_critical(self, event: Event, key: str) -> None:
        """ADN-35 ADN-39 ADN-40 The event before has had its critical event; this one is followed by that of a unit."""
        if self.awaiting and self.units[self.awaiting].on:
            self.say(f"{self.awaiting} throws for no critical event")
        self.awaiting = key

    def fire_totals(self, firer: Piece, target: Piece, far: int) -> tuple[int, int]:
        """ADN-38 ADN-39 ADN-52 What both sides of a shot add."""
        guns = firer.arm == "art"
        mine, theirs = (
            p.values[3] - 2 * (p.formed("column") or p.formed("square")) - (p.left == 1) for p in (firer, target)
        )
        mine += (far <= (2 if guns else 1)) - (far > (4 if guns else 2)) - (self.weather == "precipitating")
        mine -= guns and self.soft and far > 2
        held = self.land[target.at]
        if held & {"town", "work"}:
            theirs += 1 if guns else 2
        elif held & {"rough", "obstacle"} and not guns:
            theirs += 1
        return mine, theirs

    @staticmethod
    def compare(attack: int, attack_die: int, defend: int, defend_die: int) -> str:
        """ADN-33 to ADN-35 The result of two totals."""
        attack, defend = max(1, attack), max(1, defend)
        if attack <= defend:
            return "ground" if defend >= 2 * attack else "own" if defend_die % 2 == 0 else ""
        if attack >= 2 * defend:
            return "twice" if attack >= 3 * defend else "hard"
        return "one" if attack_die % 2 == 0 else ""

    def on_combat(self, event: Event) -> None:
        """ADN-35 ADN-36 A round of melee."""
        (key,) = event["attackers"]
        attacker, defender = self.units[key], self.units[event["defender"]]
        if attacker.at != defender.at or attacker.side != self.turn:
            self.say("they are not in one square")
        guest = self.contacts.get(key, ("", "", 0))[0] == event["defender"]
        if not guest and self.contacts.get(event["defender"], ("", "", 0))[0] != key:
            self.say("they have no contact")
            return
        charging = attacker.charging
        _, side, height = self.contacts[key if guest else event["defender"]]
        height = height if guest else -height
        told = [sum(value for _, value in event["modifiers"][side]) for side in ("attack", "defend")]
        struck = [
            {n: v for n, v in event["modifiers"][side] if n in ("flank", "rear")} for side in ("attack", "defend")
        ]
        mine, theirs = self.melee_base(attacker, defender), self.melee_base(defender, attacker)
        mine, theirs = mine + sum(struck[0].values()), theirs + sum(struck[1].values())
        mine, theirs = mine + (height > 0), theirs + (height < 0)
        if charging:
            mine, theirs = mine + (2 if attacker.arm == "cav" else 1), theirs - attacker.seized
        host = defender if guest else attacker
        wanted = {} if side == "front" or host.formed("square") else {side: -1 - (side == "rear")}
        if struck != ([{}, wanted] if guest else [wanted, {}]):
            self.say(f"the unit whose square it is is struck in its {side}")
        if told != [mine, theirs]:
            self.say(f"{mine} and {theirs} are right, not {told}")
        a, d = (die["face"] for die in event["dice"])
        totals = [max(1, a + mine), max(1, d + theirs)]
        if [event["attack"], event["defend"]] != totals:
            self.say(f"the totals {totals} are right")
        result = self.compare(a + mine, a, d + theirs, d)
        word = {"": "nothing", "ground": "attacker_hit", "own": "attacker_hit"}.get(result, "defender_hit")
        if event["result"] != word:
            self.say(f"{word} is right")
        hits = {"": 0, "twice": 2}.get(result, 1)
        self.owed = (key if word == "attacker_hit" else event["defender"], hits)
        self.expect_critical(event, event["defender"] if result in ("hard", "twice") else "")
        attacker.charging = attacker.seized = False

    def on_contact(self, event: Event) -> None:
        """ADN-36 ADN-37 The side that a charge strikes and the height it comes from count as long as it lasts."""
        unit, target = self.units[event["attacker"]], self.units[event["defender"]]
        side = self.side_of(target, unit.came)
        if event["where"] != side:
            self.say(f"the {side} is struck")
        heights = [("hill" in land) + ("high" in land) for land in (self.land[unit.came], self.land[target.at])]
        self.contacts[event["attacker"]] = (event["defender"], side, heights[0] - heights[1])

    def part(self, key: str) -> None:
        """ADN-37 A unit is out of its melees."""
        self.contacts = {guest: seen for guest, seen in self.contacts.items() if key not in (guest, seen[0])}

    @staticmethod
    def melee_base(piece: Piece, other: Piece) -> int:
        """ADN-25 ADN-26 ADN-36 What a unit adds wherever it is."""
        square = 3 * (piece.formed("square") and other.arm == "cav")
        return piece.values[2] - 2 * piece.formed("line") + square - (piece.left == 1)

    @staticmethod
    def side_of(piece: Piece, at: Square) -> str:
        """ADN-36 The side of a unit on which a square next to it lies."""
        if ahead(piece.at, piece.facing, at):
            return "front"
        return "rear" if ahead(piece.at, piece.facing + 180, at) else "flank"

    def on_hit(self, event: Event) -> None:
        """ADN-06 Disorder is taken."""
        if self.evening(event):
            return
        piece = self.units[event["unit"]]
        piece.left -= event["lost"]
        if piece.left < 0:
            self.say("it has not so many steps")
        self.check_strength(event, piece)

    def on_critical(self, event: Event) -> None:
        """ADN-41 to ADN-47 A critical event by two dice."""
        piece, total = self.units[event["unit"]], sum(die["face"] for die in event["dice"])
        if event["critical"] != EVENTS[total] or event["total"] != total or event["unit"] != self.awaiting:
            self.say(f"{EVENTS[total]} is right, for {self.awaiting or 'nobody'}")
        self.awaiting = ""
        piece.no_officer |= event["critical"] == "officer_killed"
        piece.broken |= event["critical"] == "broken_line"
        piece.wavering |= event["critical"] == "wavering"
        if event["critical"] == "rout":
            piece.routing = True

    def on_rout_stopped(self, event: Event) -> None:
        """ADN-47 Three successes stop a rout."""
        piece = self.units[event["unit"]]
        if piece.actions != 3 or not piece.routing:
            self.say("three successes are needed")
        piece.routing = False

    def on_fallback(self, event: Event) -> None:
        """ADN-09 ADN-49 A recoil or a blunder straight back, or a step out of a square."""
        piece, (a, b) = self.units[event["unit"]], [self.square(p) for p in event["path"]]
        if a != piece.at or not self.may_enter(piece, b) or self.here(b):
            self.say("it cannot go there")
        self.part(event["unit"])
        stays = piece.arm == "art" and (event["rule"] != ["ADN-09"] or piece.form != "limbered")
        if event["rule"] != ["ADN-32"] and (stays or not ahead(a, event["path"][0][2] + 180, b)):
            self.say("it does not go straight back")
        piece.at, piece.facing = b, event["path"][-1][2]

    def on_rout(self, event: Event) -> None:
        """COM-07 A unit leaves the table."""
        if self.evening(event):
            return
        piece = self.units[event["unit"]]
        if piece.left and not piece.routing:
            self.say("it has steps left")
        always = piece.kind == "irreg_cav" or piece.outriders
        if always != (event["ev"] == "eliminated") and not (piece.arm == "art" and event["cause"] == "combat"):
            self.say("the fate is wrong")
        near = piece.side in self.generals and away(self.generals[piece.side], piece.at) <= 3
        if event["ev"] == "rout" and event["box"] != (
            "rallyable" if near and event["cause"] != "rout" else "nonrallyable"
        ):
            self.say("the box is wrong")
        piece.on, piece.left = False, 0
        self.part(event["unit"])

    on_eliminated = on_rout

    def on_commander_move(self, event: Event) -> None:
        """ADN-23 The General rides three squares at most."""
        at = self.square(event["pose"])
        if event["rule"] == ["ADN-23"] and away(self.generals[event["side"]], at) > 3:
            self.say("he rides too far")
        self.generals[event["side"]] = at

    def on_casualty(self, event: Event) -> None:
        """ADN-53 A General in an enemy's square."""
        if event["lost"] != (event["dice"][0]["face"] == 1):
            self.say("the die says something else")
        if event["lost"]:
            del self.generals[event["side"]]

    def on_command_change(self, event: Event) -> None:
        """COM-16 A General is followed by a wing commander, and the army's skill drops a level."""
        order = ("poor", "average", "good", "great")
        self.skill[event["side"]] = order[max(0, order.index(self.skill[event["side"]]) - 1)]
        self.generals[event["side"]] = self.square(event["pose"])


def audit(report: Report) -> list[str]:
    """Every fault of a report; none where it is sound."""
    return Audit(report).run()
