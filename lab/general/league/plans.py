"""Does the right plan win? Each plan of a player's form on grounds where one is right (19.6), and is it followed?

``python -m lab.general.league 60 --plans`` fights 60 battles a plan, ground and stake. A plan's
points are those of its side: 1 for a victory, a half for a draw. Its gain is what it brought in hundredths of an army:
the field by its stakes, and how much more the enemy lost.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.doctrine.sees.sector import across_of, off_sector
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import DRAW, Command, Edge, Pending, Phase, Stake
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile
from lab.general.league.generals import GENERAL, Player, planned
from lab.general.league.grounds import DEPTH, WIDTH, Piece, Roster, units_of, usual_army
from lab.general.league.matches import SURE, arranged, lost_by

ATTACKER, DEFENDER = 0, 1
NEXT_DAY = 125
"""A count that in autumn runs into the second day."""


@dataclass(frozen=True)
class PlanGround:
    """A field with two armies: which side plans, what is right for it and why, and which plans are compared."""

    name: str
    why: str
    planner: int
    right: tuple[str, ...]
    others: tuple[str, ...]
    armies: tuple[Roster, Roster]
    pieces: tuple[Piece, ...] = ()
    help: int = 0
    """How many of the planner's last units come on the second day."""


def _army(elite: int, line: int, militia: int, heavy: int, light: int, guns: int) -> Roster:
    counts = (elite, line, militia, heavy, light, guns)
    kinds = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "heavy_art")
    return [(kind, n) for kind, n in zip(kinds, counts, strict=True) if n]


def _box(kind: str, left: float, low: float, right: float, high: float, **more: Any) -> Piece:
    return {"kind": kind, "shape": [[left, low], [right, low], [right, high], [left, high]], **more}


_RIVER = (
    {"kind": "river", "shape": [[0, 27], [WIDTH, 27]], "impassable": True},
    {"kind": "bridge", "shape": [[36, 25], [36, 29]], "width": 2},
)
_RIDGE = (
    _box("hill", 10, 34.5, 62, 40.5, elevation=1),
    *(_box("town", x, 35.5, x + 4, 39.5) for x in (20, 34, 48)),
)
_MARSH = (_box("rough", 33, 16, 51, 34), _box("rough", 52, 16, 70, 34))
_WINGS = tuple(
    {"kind": "obstacle", "shape": [[x, 34.5], [x + 7, 34.5]], "cover": "hard"} for x in (16.5, 24.5, 40.5, 48.5)
)  # fmt: skip
HALF, LESS, MORE = _army(1, 3, 1, 1, 1, 1), _army(1, 4, 1, 1, 1, 2), _army(1, 6, 2, 2, 2, 3)

GROUNDS = (
    PlanGround("one bridge", "behind a river with one bridge the enemy must come over it", DEFENDER, ("hold",),
               ("attack", "limited", "delay"), (usual_army(), usual_army()), _RIVER),
    PlanGround("ridge and town", "a smaller army on a ridge with houses lets the enemy come", DEFENDER, ("hold",),
               ("attack", "limited", "delay"), (usual_army(), LESS), _RIDGE),
    PlanGround("open left", "marsh covers the enemy's centre and right, his flank on our left is open", ATTACKER,
               ("attack left",), ("attack centre", "attack right", "hold", "delay"), (MORE, usual_army()), _MARSH),
    PlanGround("weak centre", "works cover both wings of the enemy, his centre is open", ATTACKER,
               ("attack centre",), ("attack left", "attack right", "hold", "delay"), (MORE, usual_army()), _WINGS),
    PlanGround("help on day 2", "two against three today, but as many again come tomorrow", DEFENDER, ("delay",),
               ("attack", "limited", "hold"), (usual_army(), _army(1, 6, 2, 2, 3, 4)), (), help=9),
    PlanGround("more cavalry", "twice the cavalry on an open field is for attack on a wing", ATTACKER,
               ("attack left", "attack right"), ("attack centre", "hold", "delay"),
               (_army(1, 4, 0, 5, 3, 1), _army(1, 6, 2, 0, 2, 2)), ()),
)  # fmt: skip


@cache
def plan_file(number: int, stakes: int, planner: int | None = None) -> BattleFile:
    """Return the battle file of a ground; with ``stakes`` hundredths for the field, 0 for a file without any."""
    one = GROUNDS[number]
    sides = [_side(one, n, name, stakes) for n, name in enumerate(("South", "North"))]
    file = {
        "format": "bivouac.battle/1", "name": one.name, "season": "fall", "terrain": "open", "sides": sides,
        "field": {"width": WIDTH, "depth": DEPTH, "pieces": list(one.pieces)},
    }  # fmt: skip
    return freeze(parse(file), f"plans/{one.name}")


def _side(one: PlanGround, n: int, name: str, stakes: int) -> dict[str, Any]:
    units = units_of(one.armies[n], name)
    if n == one.planner and one.help:
        units = units[::2] + units[1::2]
        units[-one.help :] = [unit | {"arrives": NEXT_DAY} for unit in units[-one.help :]]
    side = {
        "name": name, "role": ("attacker", "defender")[n], "units": units,
        "commander": {"name": name, "skill": "average"},
    }  # fmt: skip
    return side | ({"stakes": {"won": stakes, "drawn": 0, "lost": -stakes}} if stakes else {})


OUT = 3.0
"""A unit of a side that holds is out when it attacks from so many inches before the line's first place."""
FIRST_ROW = 10.5


@dataclass
class Seen:
    """The record of a plan on a ground."""

    battles: int = 0
    won: int = 0
    lost: int = 0
    gains: list[float] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)

    @property
    def points(self) -> float:
        """A win 1, a draw a half, by battle."""
        return (self.won + (self.battles - self.won - self.lost) / 2) / self.battles

    @property
    def error(self) -> float:
        """The error of the points that is not exceeded 19 times of 20."""
        squares = self.won + (self.battles - self.won - self.lost) / 4
        return SURE * sqrt(max(squares / self.battles - self.points**2, 0.0) / self.battles)

    @property
    def gain(self) -> float:
        """The mean gain."""
        return sum(self.gains) / len(self.gains)

    @property
    def gain_error(self) -> float:
        """The error of the gain that is not exceeded 19 times of 20."""
        spread = sum((one - self.gain) ** 2 for one in self.gains) / max(len(self.gains) - 1, 1)
        return SURE * sqrt(spread / len(self.gains))

    def share(self, part: str, whole: str) -> float:
        """Return one count as a share of another, in hundredths."""
        return 100 * self.count[part] / self.count[whole] if self.count[whole] else 0.0


def plan_of(name: str) -> Player:
    """Return the player who follows a plan: `hold`, `attack left`; the general for `free`."""
    known = {one.name.removeprefix("plan "): one for one in planned()}
    return GENERAL if name == "free" else known[name]


def try_plan(number: int, name: str, stakes: int, battles: int, against: str = "free") -> Seen:
    """So many battles of a plan on a ground against the plain general, or against another plan."""
    one, seen = GROUNDS[number], Seen()
    mine, other = plan_of(name), plan_of(against)
    leaders = (mine, other) if one.planner == 0 else (other, mine)
    for n in range(battles):
        battle = arranged(plan_file(number, stakes), f"plans/{one.name}/{n}", leaders)
        watch(battle, one.planner, seen)
        count_end(battle, one.planner, seen)
    return seen


def watch(battle: Battle, side: int, seen: Seen) -> None:
    """Fight a battle to its end; count where the blows of a side fall, and from where."""
    advance(battle)
    while battle.phase != Phase.OVER:
        turns, asked = battle.pending == Pending.NONE, int(battle.asked)
        act(battle)
        sound(battle.fault)
        if turns and asked == side and battle.cmd == Command.ATTACK:
            count_blow(battle, side, seen)


def count_blow(battle: Battle, side: int, seen: Seen) -> None:
    """Count a blow: in which third of the front, how far out; before the side hunts, off the plan's sector or not."""
    target, unit = int(battle.cmd_target), int(battle.cmd_unit)
    seen.count["blows"] += 1
    low, high = float(battle.front_low[side]), float(battle.front_high[side])
    third = 3 * (across_of(battle, side, battle.x[target]) - low) / max(high - low, 1.0)
    seen.count[f"third {int(min(max(third, 0), 2))}"] += 1
    led = battle.hunted_left[side] == 0.0
    seen.count["led"] += int(led)
    seen.count["in sector"] += int(led and not off_sector(battle, target))
    seen.count["first day"] += int(battle.day == 1)
    y = battle.y[unit] if battle.edge[side] == Edge.SOUTH else battle.depth - battle.y[unit]
    seen.count["out"] += int(battle.arm[unit] == Arm.FOOT and y > FIRST_ROW + OUT)


def count_end(battle: Battle, side: int, seen: Seen) -> None:
    """Count how a battle ended for a side."""
    won, lost = battle.winner == side, battle.winner not in (side, DRAW)
    seen.battles += 1
    seen.won += int(won)
    seen.lost += int(lost)
    own, his = lost_by(battle, side), lost_by(battle, 1 - side)
    fieldworth = 100 * float(battle.stakes[side, Stake.WON]) * (int(won) - int(lost))
    seen.gains.append(fieldworth + 100 * (his - own))
    seen.count["days"] += int(battle.day)


def show(battles: int, stakes: tuple[int, ...] = (0, 7), names: tuple[str, ...] = ()) -> None:
    """Print the table of plans, ground by ground."""
    for number, one in enumerate(GROUNDS):
        if names and one.name not in names:
            continue
        for stake in stakes:
            print(f"{one.name}, stakes {stake or 'not given'}: {' or '.join(one.right)}, for {one.why}")
            rows = {name: try_plan(number, name, stake, battles) for name in (*one.right, *one.others, "free")}
            for name, seen in sorted(rows.items(), key=lambda row: -row[1].points):
                print(f"  {_line(one, name, seen)}", flush=True)


def _line(one: PlanGround, name: str, seen: Seen) -> str:
    mark = "*" if name in one.right else " "
    thirds = "/".join(f"{seen.share(f'third {n}', 'blows'):.0f}" for n in range(3))
    return (
        f"{mark} {name:14} points {100 * seen.points:5.1f} ± {100 * seen.error:4.1f}  won {seen.won:3} : {seen.lost:<3}"
        f" gain {seen.gain:+6.1f} ± {seen.gain_error:4.1f}  blows {seen.count['blows'] / seen.battles:5.1f}, "
        f"in the sector {seen.share('in sector', 'led'):3.0f} %, by thirds of the front {thirds}, "
        f"out {seen.share('out', 'blows'):3.0f} %  days {seen.count['days'] / seen.battles:.2f}"
    )
