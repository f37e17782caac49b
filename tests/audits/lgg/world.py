"""What an auditor knows of a battle at a moment of its journal."""

import itertools
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from tests.audits.lgg.dice import Cup
from tests.audits.lgg.ground.ground import Ground
from tests.audits.lgg.ground.plane import HAIR, Base, facing, gap
from tests.audits.lgg.tables import GUARD_MORALE, KINDS, LINE, OUTRIDER_RADII, RADII, STAND, Kind

Event = dict[str, Any]


@dataclass
class Unit:
    """One unit, as the journal has left it."""

    id: str
    side: str
    type: str
    guard: bool
    outriders: bool
    start: int
    sp: int
    arrives: int | None
    edge: str | None
    army: str | None
    status: str = "waiting"
    base: Base | None = None
    done: set[str] = field(default_factory=set)
    closed: bool = False
    spent: bool = False
    withdrew: bool = False
    checked: bool = False
    combat: int | None = None
    column: bool = False
    was_broken: bool = False
    received: int = 0
    into: str | None = None
    joined: bool = False
    came: bool = False
    faces: tuple[float, float] | None = None

    @property
    def kind(self) -> Kind:
        """Its row of REC-1."""
        return KINDS[self.type]

    @property
    def arm(self) -> str:
        """Its arm."""
        return self.kind.arm

    @property
    def morale(self) -> int:
        """REC-1, REC-2: its Morale."""
        return self.kind.morale + GUARD_MORALE * self.guard

    @property
    def there(self) -> bool:
        """Is it on the table?"""
        return self.status == "board"

    @property
    def place(self) -> Base:
        """Where it stands; only for units on the table."""
        assert self.base is not None
        return self.base

    @property
    def view(self) -> Base:
        """How it counts as facing: as it stands, or as a long base that only faces its attacker (LGG-9.0-a)."""
        if self.faces is None:
            return self.place
        (x, y), b = self.faces, self.place
        across = abs(x * b.fx + y * b.fy) < 0.5
        return Base(b.x, b.y, x, y, *((b.d, b.w) if across else (b.w, b.d)))


@dataclass
class Combat:
    """A combat that is not resolved."""

    number: int
    defender: Unit
    attackers: list[Unit] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    hindered: list[set[bool]] = field(default_factory=list)
    flank: bool = False

    @property
    def squares(self) -> bool:
        """LGG-9.0-h: infantry attacked by cavalry."""
        return self.defender.arm == "foot" and any(u.arm == "horse" for u in self.attackers)


@dataclass
class Leader:
    """A commander's stand."""

    name: str
    side: str
    role: str
    skill: str
    x: float = 0.0
    y: float = 0.0
    here: bool = True
    moved: bool = False

    @property
    def base(self) -> Base:
        """LGG-1.0-b: 2" by 2"."""
        return Base(self.x, self.y, 0.0, 1.0, STAND, STAND)


class World:
    """The state of one battle and the breaches found in it."""

    def __init__(self, report: Event) -> None:
        self.report, self.battle, self.events = report, report["battle"], report["journal"]
        self.at = 0
        self.breaches: list[tuple[str, int, str]] = []
        self.sides = [side["name"] for side in self.battle["sides"]]
        self.options = self.battle.get("options") or {}
        self.cup = Cup(report["seed"])
        self.ground = Ground([72.0, 48.0], [])
        self.units = {u.id: u for u in (_unit(s["name"], raw) for s in self.battle["sides"] for raw in s["units"])}
        self.leaders: list[Leader] = []
        self.combats: dict[int, Combat] = {}
        self.day = self.round = self.count = self.radius = self.length = 0
        self.weather = self.ground_kind = ""
        self.last_weather: str | None = None
        self.rolls: dict[str, int] = {}
        self.own: dict[str, int] = {}
        self.extra: dict[str, int] = {}
        self.order: list[str] = []
        self.first_before: str | None = None
        self.turn: str | None = None
        self.left = 0
        self.open: Unit | None = None
        self.act: Event | None = None
        self.paid: list[Event] = []
        self.deploying = True
        self.evening = ""
        self.stays: dict[str, bool] = {}
        self.pursued: str | None = None
        self.used: set[str] = set()
        self.chits: dict[str, int] = {}
        self.played: set[tuple[str, int, int]] = set()
        self.path: list[Base] = []
        self.struck: tuple[Unit, Unit, int] | None = None
        self.backs: dict[str, tuple[Unit, bool, tuple[float, float], list[Unit]]] = {}
        self.ground_won: tuple[Base, list[Unit], bool] | None = None
        self.fought: Combat | None = None
        self.recovered: set[str] = set()
        self.over = self.tied = self.pursuit_told = False
        self.acts = 0
        self.laid = 0
        self.raised = 0
        self.night: Any = None
        self.works: dict[str, tuple[tuple[str, int | None, float, float], int]] = {}
        self.trains: dict[int, Unit] = {}

    @property
    def event(self) -> Event:
        """The event in hand."""
        told: dict[str, Any] = self.events[self.at]
        return told

    def breach(self, rule: str, text: str) -> None:
        """Note that a rule is broken at the event in hand."""
        self.breaches.append((rule, self.event["n"], text))

    def hold(self, fine: bool, rule: str, text: str) -> bool:
        """Note a breach unless ``fine``."""
        if not fine:
            self.breach(rule, text)
        return fine

    def after(self, *kinds: str) -> list[Event]:
        """The events that follow this one as long as they are of some kinds."""
        found = []
        for event in self.events[self.at + 1 :]:
            if event["ev"] not in kinds:
                break
            found.append(event)
        return found

    def rest(self) -> list[Event]:
        """The events that follow this one."""
        told: list[dict[str, Any]] = self.events[self.at + 1 :]
        return told

    def edge_of(self, side: str) -> int:
        """1 if a side's own edge is y = 0, -1 if it is the far one (docs/formats.md: the attacker's is y = 0)."""
        roles = [s["role"] for s in self.battle["sides"]]
        attacker = self.sides[0] if roles[0] == "attacker" else self.sides[1]
        return 1 if (side == attacker) != bool(self.battle.get("swapped_edges")) else -1

    def other(self, side: str) -> str:
        """The enemy."""
        told: str = self.sides[1] if side == self.sides[0] else self.sides[0]
        return told

    def board(self, side: str | None = None) -> list[Unit]:
        """The units on the table."""
        return [u for u in self.units.values() if u.there and side in (None, u.side)]

    def foes(self, unit: Unit) -> list[Unit]:
        """The enemy's units on the table."""
        return [u for u in self.units.values() if u.there and u.side != unit.side]

    def base(self, unit: Unit, pose: list[float]) -> Base:
        """The base of a unit at a pose of the journal."""
        fx, fy = facing(pose[2])
        return Base(pose[0], pose[1], fx, fy, unit.kind.width / 2, unit.kind.depth / 2)

    def stands(self, side: str) -> list[Leader]:
        """The commanders of a side that are on the table."""
        return [leader for leader in self.leaders if leader.side == side and leader.here]

    def chief(self, side: str) -> Leader | None:
        """The army commander."""
        return next((leader for leader in self.stands(side) if leader.role == "army"), None)

    def commanding(self, side: str) -> list[Leader]:
        """LGG-S2-b: the army commander and the wings within his radius."""
        chief = self.chief(side)
        if chief is None:
            return []
        return [x for x in self.stands(side) if x is chief or gap(x.base, chief.base) <= self.radius + 1e-6]

    def reach(self, unit: Unit, base: Base) -> float:
        """LGG-4.0-c, S2-b: the distance of a base from the better stand in command."""
        return min((gap(base, leader.base) for leader in self.commanding(unit.side)), default=1e9)

    def band(self, unit: Unit, base: Base) -> int:
        """1 within R, 2 within 2R, 3 beyond (LGG-7.0-b to d); for Outriders 1 within 3R (S4-a)."""
        far = self.reach(unit, base)
        if unit.outriders:
            return 1 if far <= OUTRIDER_RADII * self.radius + HAIR else 3
        if far <= self.radius + HAIR:
            return 1
        return 2 if far <= RADII * self.radius + HAIR else 3

    def edgy(self, unit: Unit, base: Base) -> bool:
        """Is a base so near to the rim of a radius that rounding decides?"""
        far = self.reach(unit, base)
        return any(abs(far - n * self.radius) < HAIR for n in (1, 2, 3))

    def own_leader(self, unit: Unit) -> Leader | None:
        """HR-T6: the wing who leads a unit's column in the battle file, while he is on the table."""
        side = next(s for s in self.battle["sides"] if s["name"] == unit.side)
        names = [f"{unit.side} first wing", f"{unit.side} second wing"]
        for wing, plain in zip(side.get("wings") or [], names, strict=False):
            if unit.army is not None and wing.get("army") == unit.army:
                name = wing.get("name") or plain
                return next((x for x in self.stands(unit.side) if x.name == name and x.role == "wing"), None)
        return None

    def led(self, unit: Unit, base: Base) -> bool:
        """HR-T6: is a unit on the march within R of its own leader, or of the first unit of its column?"""
        if not unit.column:
            return False
        leader = self.own_leader(unit)
        if leader is not None:
            return gap(base, leader.base) <= self.radius + HAIR
        key = (unit.side, unit.arrives, unit.edge, unit.army)
        head = next(u for u in self.units.values() if u.there and u.column
                    and (u.side, u.arrives, u.edge, u.army) == key)  # fmt: skip
        return head is unit or gap(base, head.place) <= self.radius + HAIR

    def end_columns(self) -> None:
        """HR-T6: who is within 2R of a stand in command has come under its orders."""
        for unit in self.board():
            unit.column = unit.column and self.band(unit, unit.place) == 3

    def unlock(self, unit: Unit) -> None:
        """A unit leaves its combat; a combat without a defender or attackers is over."""
        combat = self.combats.get(unit.combat) if unit.combat is not None else None
        unit.combat, unit.faces = None, None
        if combat is None:
            return
        if combat.defender is unit or combat.attackers == [unit]:
            self.close(combat)
        else:
            n = combat.attackers.index(unit)
            for row in (combat.attackers, combat.sides, combat.hindered):
                del row[n]
            combat.flank = combat.sides[0] != "front"

    def close(self, combat: Combat) -> None:
        """A combat is over."""
        for unit in (combat.defender, *combat.attackers):
            unit.combat, unit.faces = None, None
        self.combats.pop(combat.number, None)


def _unit(side: str, raw: Event) -> Unit:
    full = KINDS[raw["type"]].full
    strength = raw["strength"] if raw.get("strength") else full
    return Unit(raw["id"], side, raw["type"], bool(raw.get("guard")), bool(raw.get("outriders")), strength, strength,
                raw.get("arrives"), raw.get("edge"), raw.get("army"))  # fmt: skip


def path_length(path: list[Base]) -> float:
    """LGG-2.0-i: the length of the polyline of the centres."""
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in itertools.pairwise(path))


def pose_at(path: list[Base], gone: float) -> Base:
    """Where a base is after so many inches of its path."""
    for one, two in itertools.pairwise(path):
        size = hypot(two.x - one.x, two.y - one.y)
        if gone <= size and size > 0:
            return two.at(one.x + (two.x - one.x) * gone / size, one.y + (two.y - one.y) * gone / size)
        gone -= size
    return path[-1]


def is_line(unit: Unit) -> bool:
    """Infantry or cavalry."""
    return unit.arm in LINE
