"""An auditor of the Solo Napoleonic rules: reads a report and its journal, and knows nothing of the engine."""

from dataclasses import dataclass, field
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from battles.resolvers.values.report import Report
from tests.audits.walker import Event, Walker

SLACK = 0.35
FIGURES = {"foot": 18, "cav": 12, "heavy_art": 4, "field_art": 4, "horse_art": 3}
ARMS = {
    "elite_inf": "foot", "line_inf": "foot", "militia_inf": "foot", "heavy_cav": "cav", "light_cav": "cav",
    "irreg_cav": "cav", "heavy_art": "art", "field_art": "art", "horse_art": "art",
}  # fmt: skip
CLASSES = {
    "elite_inf": "BC", "line_inf": "CC", "militia_inf": "DC", "heavy_cav": "BC", "light_cav": "CC", "irreg_cav": "DC",
    "heavy_art": "BB", "field_art": "BB", "horse_art": "BB",
}  # fmt: skip
FOOT_MOVES = {"line": 100, "column": 150, "square": 30, "skirmish": 150}
SHAPES = {"line": (10, 2), "column": (6, 3), "square": (6, 6), "skirmish": (18, 1)}
FOOT_PACE = {1: 30, 2: 20, 3: 10, 4: 0, 5: 0, 6: -10, 7: -20, 8: -30}
HORSE_PACE = dict(enumerate((50, 40, 30, 20, 10, 0, 0, -10, -20, -30, -40, -50), 1))
GUN_RANGES = {
    "heavy_art": (200, 500, 800, 1100), "field_art": (175, 450, 700, 950), "horse_art": (150, 400, 650, 900),
}  # fmt: skip
MORALE = {"A": 95, "B": 80, "C": 65, "D": 50}
CHARGE = {"A": 85, "B": 75, "C": 65, "D": 55}
HOME = {"A": 90, "B": 75, "C": 60, "D": 55}
VOLLEY = {"A": 1, "B": 1, "C": 0, "D": -1}
RESULTS = (("routs", 2), ("retreats", 5), ("halts", 8), ("wavers", 10))
SIDES = {
    "control": 8, "troop handling": 6, "attack value": 6, "control rating": 6, "chance card": 16, "setting off": 6,
    "halting": 6, "swerve": 6, "drift": 6, "collision": 6, "formation": 4, "volley": 6, "part of a hit": 100,
    "save": 6, "gun": 6, "general": 6, "morale": 100, "failure": 10, "charge": 100, "charge home": 100, "melee": 6,
    "rounds": 6, "ridden down": 6, "reform": 6, "evade": 20, "steadied": 6,
}  # fmt: skip


@dataclass
class Piece:
    """What the auditor knows of a unit."""

    side: str
    type: str
    guard: bool
    row: str
    figures: int
    began: int
    pose: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    form: str = ""
    chits: int = 0
    state: str = "steady"
    moved: bool = False
    on_table: bool = False
    lost: bool = False
    place: int = 0
    """How many units of the same division come before it."""

    @property
    def arm(self) -> str:
        return ARMS[self.type]

    @property
    def quality(self) -> str:
        return "A" if self.guard else CLASSES[self.type][self.place % 2]

    @property
    def base(self) -> tuple[float, float]:
        if self.arm == "art":
            return 40.0, 50.0
        wide, deep = SHAPES.get(self.form, (6, 2))
        return (16.0 * wide, 20.0 * deep) if self.arm == "cav" else (11.0 * wide, 12.0 * deep)

    @property
    def front(self) -> int:
        return self.figures if self.arm == "art" else min(self.figures, SHAPES.get(self.form, (6, 2))[0])

    def normal(self, soft: bool) -> float:
        if self.arm == "foot":
            return FOOT_MOVES[self.form]
        if self.arm == "cav":
            length = 200 if self.type == "heavy_cav" else 250
        elif self.form == "limbered":
            length = 200 if self.type == "horse_art" else 120
        else:
            length = 50 if self.type == "horse_art" else 30
        slow = soft and (self.arm == "art" or self.type == "heavy_cav")
        return length * 2 / 3 if slow else length


class Auditor(Walker):
    """Follows a journal event by event."""

    prefix = "_"

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.units: dict[str, Piece] = {}
        self.grades: dict[str, int] = {}
        self.cards: set[int] = set()
        self.staff: dict[str, str] = {}
        self.soft = self.wet = False
        self.pending: list[tuple[str, int]] = []
        self._cast()

    def _cast(self) -> None:
        known = {unit["id"]: (side["name"], unit) for side in self.report.battle["sides"] for unit in side["units"]}
        for one in self.report.journal[0]["cast"]:
            side, unit = known[one["unit"]]
            figures = FIGURES.get(unit["type"], FIGURES.get(ARMS[unit["type"]], 0))
            place = sum(other.row == one["unit"] for other in self.units.values())
            made = Piece(side, unit["type"], unit["guard"], one["unit"], figures, figures, place=place)
            self.units[one["id"]] = made
            limited = self.report.battle["options"]["limit_guns"] and ARMS[unit["type"]] == "art"
            right = one["capacity"] == figures or (limited and one["capacity"] == 0)
            self.check(right, f"{one['id']} has {one['capacity']} figures, not {figures}")
        self._scale(known)

    def _scale(self, known: dict[str, tuple[str, Any]]) -> None:
        fought = {key: unit for key, (_, unit) in known.items() if unit["type"] in ARMS}
        totals = [
            sum(unit["strength"] for unit in side["units"] if unit["type"] in ARMS)
            for side in self.report.battle["sides"]
        ]  # fmt: skip
        points = 1 if max(totals) <= 40 else 2
        for key, unit in fought.items():
            mates = sum(piece.row == key for piece in self.units.values())
            whole = max(totals) > 380 and mates == 1
            self.check(whole or mates == -(-unit["strength"] // points), f"{key} fields {mates} units")

    def before(self, event: Event) -> None:
        for die in event["dice"]:
            self.check(1 <= die["face"] <= die["sides"], f"die {die}")
            self.check(SIDES.get(die["name"], die["sides"]) == die["sides"], f"a d{die['sides']} for {die['name']}")

    def faces(self, name: str) -> list[int]:
        return [die["face"] for die in self.event["dice"] if die["name"] == name]

    def _day_start(self, event: Event) -> None:
        self.soft, self.wet = event["ground"] == "soft", event["weather"] == "precipitating"

    def _deploy(self, event: Event) -> None:
        if "unit" in event:
            self._appear(event)

    def _appear(self, event: Event) -> None:
        piece = self.units[event["unit"]]
        piece.pose, piece.on_table, piece.lost = event["pose"], True, False
        piece.form = {"foot": "column", "cav": "horse", "art": "deployed"}[piece.arm]
        piece.figures, piece.chits, piece.state = piece.began, 0, "steady"

    def _arrive(self, event: Event) -> None:
        self._appear(event)

    def _turn_start(self, event: Event) -> None:
        self.cards = set()
        for piece in self.units.values():
            piece.moved = False

    def _brigadier(self, event: Event) -> None:
        self.grades[event["commander"]] = event["grade"]
        self.check(event["grade"] in (0, 4, 5, 6), "no grade of the table")

    def _steps_in(self, event: Event) -> None:
        self.grades[event["commander"]] = event["grade"]
        self.check(event["grade"] == 4, "a replacement has Grade 4")

    def _orders(self, event: Event) -> None:
        score = self.faces("control")[-1] + sum(value for _, value in event["modifiers"])
        self.check(event["total"] == score, f"scores {score}")
        useless = event["deferred"] and score < self.grades[event["commander"]]
        self.check(event["deferred"] == (score >= self.grades[event["commander"]]) or useless, "control against Grade")

    def _card(self, event: Event) -> None:
        on_table = sum(piece.on_table for piece in self.units.values())
        self.check(1 <= event["card"] <= on_table, "no card of the deck")
        self.check(event["card"] not in self.cards, "the card was issued before")
        self.cards.add(event["card"])

    _brigade_card = _card

    def _move(self, event: Event) -> None:
        piece, path = self.units[event["unit"]], event["path"]
        start, end = path[0], path[-1]
        self.check(hypot(start[0] - piece.pose[0], start[1] - piece.pose[1]) < SLACK, "begins elsewhere")
        length = hypot(end[0] - start[0], end[1] - start[1])
        self.check(length <= self._most(piece, event) + SLACK, f"goes {length:.1f} mm")
        if event["how"] == "drifts":
            self._check_drift(path, length)
        piece.pose = end
        turned = abs((end[2] - start[2] + 180) % 360 - 180)
        if event["how"] != "drifts" and (event["how"] != "turns" or turned > 45):
            piece.moved = True

    def _most(self, piece: Piece, event: Event) -> float:
        normal, how = piece.normal(self.soft), event["how"]
        charge = normal + (100 if piece.arm == "cav" else 50)
        if how in ("marches", "carries on"):
            swift, faces = piece.arm == "cav" or piece.type == "horse_art", self.faces("pace")
            table = HORSE_PACE if swift else FOOT_PACE
            pace = max((self._paced(table, face) for face in faces), default=0)
            return max(0.0, (200 if piece.form == "column" else normal) + pace)
        if how == "drifts":
            return 10.0 * max(self.faces("drift"), default=0)
        if how == "evades":
            return 10.0 * max(self.faces("evade"), default=0)
        most = {"charges": charge, "follows": charge, "pursues": normal, "sidles": normal / 2, "turns": 0.0}
        return most.get(how, max(normal, 100.0))

    def _paced(self, table: dict[int, int], face: int) -> int:
        """The random part at best: handling moves it by a centimetre."""
        value = table[face]
        return value if value == 0 else min(max(table.values()), value + 10)

    def _check_drift(self, path: list[list[float]], length: float) -> None:
        face = self.faces("swerve")[-1]
        left, right = (2, 5) if self.wet else (1, 6)
        self.check(face <= left or face >= right, f"drifts on {face}")
        if length > 1:
            heading = degrees(atan2(path[-1][0] - path[0][0], path[-1][1] - path[0][1]))
            off = (heading - path[0][2] + 180) % 360 - 180
            wanted = -90 if face <= left else 90
            self.check(abs(off - wanted) < 4, "drifts to the wrong side")

    def _fallback(self, event: Event) -> None:
        piece, path = self.units[event["unit"]], event["path"]
        self.check(hypot(path[0][0] - piece.pose[0], path[0][1] - piece.pose[1]) < SLACK, "begins elsewhere")
        length = hypot(path[-1][0] - path[0][0], path[-1][1] - path[0][1])
        if event["rule"] == ["SNW-57"]:
            self.check(piece.form != "square" and (piece.arm != "art" or piece.form == "limbered"), "flees as it stood")
            most = piece.normal(self.soft) * (1.5 if piece.state == "routs" else 1)
            self.check(length <= most + SLACK, f"flees {length:.1f} mm")
        piece.pose, piece.moved = path[-1], True

    def _formation(self, event: Event) -> None:
        self.units[event["unit"]].form = event["formation"]

    def _turned(self, event: Event) -> None:
        self.units[event["unit"]].pose = event["pose"]

    def _disorder(self, event: Event) -> None:
        piece = self.units[event["unit"]]
        piece.chits += event["added"]
        self.check(event["chits"] == piece.chits, f"has {piece.chits} chits")

    def _chance_played(self, event: Event) -> None:
        if event["card"] == "steadied" and "unit" in event:
            piece = self.units[event["unit"]]
            piece.chits -= min(piece.chits, (self.faces("steadied")[-1] + 1) // 2)

    def _reform(self, event: Event) -> None:
        piece = self.units[event["unit"]]
        off = min(piece.chits, max(0, self.faces("reform")[-1] + sum(value for _, value in event["modifiers"])))
        self.check(event["removed"] == off, f"gets rid of {off}")
        piece.chits -= off
        self.check(event["chits"] == piece.chits, "chits left")

    def _fire(self, event: Event) -> None:
        firer, target = self.units[event["firer"]], self.units[event["target"]]
        self._check_range(event, firer, target)
        made = dict(map(tuple, event["modifiers"]["firer"]))
        (self._guns if event["rule"] == ["SNW-39"] else self._volleys)(event, firer, target, made)

    def _check_range(self, event: Event, firer: Piece, target: Piece) -> None:
        if firer.form == "square":
            return
        x, y, heading = firer.pose
        deep = firer.base[1] / 2
        gap = self._gap(target, x + deep * sin(radians(heading)), y + deep * cos(radians(heading)))
        self.check(abs(gap - event["range"] / 10) < 1.0, f"the range is {gap:.1f}")
        off = (degrees(atan2(target.pose[0] - x, target.pose[1] - y)) - heading + 180) % 360 - 180
        self.check(abs(off) < (91 if firer.form == "skirmish" else 46), f"fires {off:.0f} degrees aside")

    def _gap(self, piece: Piece, x: float, y: float) -> float:
        px, py, heading = piece.pose
        s, c = sin(radians(heading)), cos(radians(heading))
        ahead, aside = (x - px) * s + (y - py) * c, (x - px) * c - (y - py) * s
        wide, deep = piece.base
        return hypot(max(0.0, abs(ahead) - deep / 2), max(0.0, abs(aside) - wide / 2))

    def _volleys(self, event: Event, firer: Piece, target: Piece, made: dict[str, int]) -> None:
        if firer.form == "skirmish":
            self._singly(event, firer)
            return
        self.check(made.get("class", 0) == VOLLEY[firer.quality], "class of the firer")
        self.check(made.get("skirmishers", 0) == -2 * int(target.form == "skirmish"), "skirmishers as a target")
        dense = target.form in ("column", "square") and target.arm == "foot"
        self.check(made.get("dense", 0) == int(dense), "dense target")
        self.check(made.get("guns", 0) == -int(target.arm == "art"), "guns as a target")
        self.check(made.get("rain", 0) == -int(self.wet), "rain")
        self.check(made.get("moved", 0) == -2 * int(firer.moved), "the firer's move")
        self.check(len(self.faces("volley")) == firer.front // 5, f"{firer.front // 5} volleys")
        hits, extra = 0, sum(made.values())
        parts = self.faces("part of a hit")
        short = event["range"] <= 750 or self._answers(event)
        for face in self.faces("volley"):
            whole, part = divmod(max(0, face + extra) * (3 if short else 1), 4)
            hits += whole + int(part > 0 and bool(parts) and parts.pop(0) <= 25 * part)
        self._saved(event, hits, 5 if short else 4)

    def _singly(self, event: Event, firer: Piece) -> None:
        """SNW-38 Each figure of skirmishers fires: a 5 or 6 hits at short range, a 6 at long."""
        rifles = self.report.battle["options"]["rifles"] and firer.type == "elite_inf"
        reach = (40, 80) if firer.arm == "cav" else (100, 250) if rifles else (75, 150)
        short = event["range"] <= 10 * reach[0] or self._answers(event)
        self.check(short or event["range"] <= 10 * reach[1], "out of range")
        self.check(not (firer.moved and firer.arm == "cav"), "cavalry does not move and fire")
        faces = self.faces("volley")
        self.check(len(faces) == firer.front, f"{firer.front} figures fire")
        self._saved(event, sum(face >= (5 if short else 6) for face in faces), 5 if short else 4)

    def _staff_officer(self, event: Event) -> None:
        """SNW-41 He directs one battery at a time."""
        self.check(self.units[event["unit"]].arm == "art", "a staff officer directs guns")
        self.staff[event["side"]] = event["unit"]

    def _attached(self, event: Event) -> None:
        """SNW-17 A general joins a unit of his side on the table."""
        piece = self.units[event["unit"]]
        self.check(piece.on_table and piece.side == event["side"], "he joins nobody")

    def _answers(self, event: Event) -> bool:
        """A target of a charge fires at short range whatever the distance; it does nothing else in that turn."""
        for one in reversed(self.report.journal[: event["n"] - 1]):
            if one["ev"] == "turn_start":
                return False
            if one["ev"] == "jumps" and one["unit"] == event["firer"]:
                return True
        return False

    def _saved(self, event: Event, hits: int, least: int) -> None:
        saves = self.faces("save")
        self.check(len(saves) == hits, f"{len(saves)} saves for {hits} hits")
        dead = sum(face < least for face in saves)
        self.check(event["hits"] == dead, f"{dead} fall")
        if dead:
            self.pending.append((event["target"], dead))

    def _guns(self, event: Event, firer: Piece, target: Piece, made: dict[str, int]) -> None:
        band = next((n for n, most in enumerate(GUN_RANGES[firer.type]) if event["range"] <= 10 * most), 4)
        answers = self._answers(event)
        band = 0 if answers else band
        band = max(band, 1) if firer.moved and firer.type == "horse_art" else band
        self.check(band < 4, "out of range")
        self.check(made.get("range", 0) == -max(0, band - 1), "deduction for the range")
        directed = made.get("staff", 0) == 0 or self.staff.get(event["side"]) == event["firer"]
        self.check(made.get("staff", 0) in (0, 1) and directed, "a staff officer")
        self.check(made.get("crew", 0) == firer.figures - 3, "crew")
        self.check(made.get("disorder", 0) == -firer.chits, "chits of the battery")
        self.check(made.get("column", 0) == int(target.form == "column"), "column")
        self.check(made.get("square", 0) == 2 * int(target.form == "square"), "square")
        self.check(made.get("guns", 0) == -3 * int(target.arm == "art"), "guns as a target")
        dice = self.faces("gun")
        self.check(len(dice) == (2 if band == 0 else 1), "dice of the battery")
        least = (5, 5, 4, 4)[min(band, 3)] - int(self.soft and band > 0)
        self._saved(event, max(0, sum(dice) + sum(made.values())), least)

    def _hit(self, event: Event) -> None:
        if "left" not in event:
            return
        piece = self.units[event["unit"]]
        piece.figures -= event["lost"]
        self.check(event["left"] == piece.figures, f"{piece.figures} figures are left")
        wanted = [dead for unit, dead in self.pending if unit == event["unit"]]
        if wanted and event["cause"] in ("fire", "combat"):
            self.check(event["lost"] == min(wanted[-1], piece.figures + event["lost"]), "loses as many as fell")
        self.pending = [one for one in self.pending if one[0] != event["unit"]]

    def _combat(self, event: Event) -> None:
        (key,) = event["attackers"]
        mine, theirs = self.units[key], self.units[event["defender"]]
        dice, saves = self.faces("melee"), self.faces("save")
        opening = self._is_opening(event)
        counts = [self._dice(mine, theirs, opening), self._dice(theirs, mine, opening)]
        self.check(len(dice) == sum(counts), f"{sum(counts)} dice")
        sums = [sum(dice[: counts[0]]), sum(dice[counts[0] :])]
        for n, column in enumerate(("attack", "defend")):
            total = sums[n] + sum(value for _, value in event["modifiers"][column])
            self.check(event[column] == total, f"{column} comes to {total}")
        hits = [
            max(0, event[column]) // (4 if piece.form == "skirmish" else 2)
            for column, piece in (("attack", mine), ("defend", theirs))
        ]
        self.check(len(saves) == sum(hits), f"{sum(hits)} saves")
        for hit, saved, piece, other, unit in (
            (hits[0], saves[: hits[0]], theirs, mine, event["defender"]),
            (hits[1], saves[hits[0] :], mine, theirs, key),
        ):
            least = self._save(piece, other)
            dead = min(sum(face < least for face in saved), piece.figures)
            if dead and hit:
                self.pending.append((unit, dead))

    def _is_opening(self, event: Event) -> bool:
        before = self.report.journal[: event["n"] - 1]
        for one in reversed(before):
            if one["ev"] == "combat" and one["round"] == event["round"] and one["day"] == event["day"]:
                pair = {*one["attackers"], one["defender"]}
                if pair == {*event["attackers"], event["defender"]}:
                    return any(e["ev"] in ("contact", "charge_home") for e in before[one["n"] :])
            if one["ev"] in ("turn_start",):
                return True
        return True

    def _dice(self, piece: Piece, other: Piece, opening: bool) -> int:
        horse, foe = piece.arm == "cav", other.arm == "cav"
        heavy = int(piece.type == "heavy_cav")
        if not opening or horse != foe:
            men = piece.figures
        elif horse:
            men = piece.front
        else:
            deep = 1 if piece.arm == "art" else -(-piece.figures // SHAPES.get(piece.form, (6, 2))[0])
            men = min(piece.figures, (min(piece.front, other.front) + 2) * min(deep, 4))
        points = men * ((1 + heavy if foe else 2 + heavy) if horse else 1)
        return max(1, points // 5)

    def _save(self, piece: Piece, other: Piece) -> int:
        if piece.arm == "cav":
            return 4 if piece.type == "heavy_cav" and piece.guard else 5
        return 6 if other.arm == "cav" else 5

    def _morale(self, event: Event) -> None:
        piece = self.units[event["unit"]]
        needed = min(100, MORALE[piece.quality] + sum(value for _, value in event["modifiers"]))
        self.check(event["needed"] == needed, f"needs {needed}")
        self.check(event["score"] == self.faces("morale")[-1], "the die")
        self.check(event["pass"] == (event["score"] < needed), "passes below the figure")
        chits = dict(map(tuple, event["modifiers"])).get("disorder", 0)
        self.check(chits == -5 * piece.chits, "chits of the unit")
        if not event["pass"]:
            face = max(self.faces("failure"), default=11)
            self.check(face <= 10, "the chart was not asked")
            self.check(face > 10 or event["result"] == next(key for key, most in RESULTS if face <= most), "the chart")
        if event["result"] in ("retreats", "routs"):
            piece.state = event["result"]

    def _rally(self, event: Event) -> None:
        piece = self.units[event["unit"]]
        needed = min(100, MORALE[piece.quality] + sum(value for _, value in event["modifiers"]))
        self.check(event["pass"] == (self.faces("morale")[-1] < needed), "rallies below the figure")
        if event["pass"]:
            piece.state, piece.pose = "steady", event["pose"]

    def _charge_test(self, event: Event) -> None:
        self._percent(event, CHARGE, "charge")

    def _charge_home(self, event: Event) -> None:
        self._percent(event, HOME, "charge home")

    def _percent(self, event: Event, table: dict[str, int], die: str) -> None:
        needed = table[self.units[event["unit"]].quality] + sum(value for _, value in event["modifiers"])
        self.check(event["needed"] == needed, f"needs {needed}")
        self.check(event["score"] == self.faces(die)[-1], "the die")
        self.check(event["pass"] == (event["score"] < needed), "passes below the figure")

    def _rout(self, event: Event) -> None:
        if event["unit"] in self.units and (event["unit"] not in self._rows() or event["round"]):
            self.units[event["unit"]].on_table, self.units[event["unit"]].lost = False, True

    _eliminated = _rout

    def _rows(self) -> set[str]:
        return {piece.row for piece in self.units.values()}

    def _decision(self, event: Event) -> None:
        if event["day"] > 1:
            return
        for side in self.report.battle["sides"]:
            lost = sum(
                unit["strength"] - self._strength(unit["id"], unit["strength"])
                for unit in side["units"] if unit["type"] in ARMS
            )  # fmt: skip
            self.check(event["lost"][side["name"]] == lost, f"{side['name']} has lost {lost}")

    def _strength(self, row: str, strength: int) -> int:
        mine = [piece for piece in self.units.values() if piece.row == row]
        twice = sum(
            0 if piece.lost else piece.figures * (1 if piece.state in ("retreats", "routs") else 2) for piece in mine
        )
        began = sum(piece.began for piece in mine)
        return 0 if twice == 0 else min(strength, max(1, (2 * strength * twice + 2 * began) // (4 * began)))

    def end(self) -> None:
        for side in self.report.sides:
            for unit in side.units:
                self.check(unit.before == unit.after + unit.lost + unit.moved, f"{unit.id} does not add up")
                self.check(0 <= unit.after <= unit.before + max(0, -unit.moved), f"{unit.id} gained")


def audit(report: Report) -> list[str]:
    """What in a report breaks the rules, as sentences; empty where nothing does."""
    return Auditor(report).run()
