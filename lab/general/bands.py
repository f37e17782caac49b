"""Do the general's battles look like history? The bands of section 19.6, measured (a report, not a test).

``python -m lab.general.bands 200`` prints them, for battles whose file gives no stakes;
``bands 200 7`` for a field that is worth 7 hundredths of an army's price to both sides, as in an ordinary province of a
campaign (AI-22). Every battle has its own field and its own seed; the sides change places from one battle to the next,
so that being listed first counts for nothing.
"""

import sys
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import DRAW, SIDE_ROLL, SIDES, Pending, Phase, Status
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile

Band = tuple[str, float, float, float]
A400 = "1 Elite inf, 5 Line inf, 2 Militia inf, 2 Heavy cav, 2 Light cav, 2 Heavy art"
G360 = "1 Elite inf, 6 Line inf, 1 Heavy cav, 2 Light cav, 1 Heavy art, 1 Horse art, 1 Engineer"
_TOWN_LINE = [[29.0, 33.5], [34.0, 33.5], [39.0, 33.5]]
_BLOCK = 4.0


@dataclass
class Tally:
    """The sum of a series of battles; shares are of strength points at the start."""

    battles: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    long: int = 0
    days: int = 0
    combats: int = 0
    guns: int = 0
    pursuits: int = 0
    evening: dict[str, list[float]] = field(default_factory=lambda: {"won": [], "lost": []})
    net: list[float] = field(default_factory=list)


def bands(battles: int, seed: str, stakes: int = 0) -> list[Band]:
    """19.6 Return name, least, most and what was seen of each band, over so many battles of each kind."""
    mirror = series(battles, seed, (A400, A400), ("average", "average"), stakes=stakes)
    skill = series(battles, seed, (G360, A400), ("good", "average"), stakes=stakes)
    town = series(battles, seed, (A400, A400), ("average", "average"), town=True, stakes=stakes)
    return [*_mirror_bands(mirror), ("Good at equal points wins", 50, 65, _percent(skill.wins[0], battles)),
            ("attacker of a town line wins", 0, 30, _percent(town.wins[0], battles))]


def _mirror_bands(seen: Tally) -> list[Band]:
    decided = sum(seen.wins)
    draws = seen.battles - decided
    return [
        ("attacker wins", 30, 45, _percent(seen.wins[0], seen.battles)),
        ("defender wins", 30, 45, _percent(seen.wins[1], seen.battles)),
        ("draws", 15, 40, _percent(draws, seen.battles)),
        ("loser's strength in the evening", 45, 75, 100 * _mean(seen.evening["lost"])),
        ("winner's strength in the evening", 55, 85, 100 * _mean(seen.evening["won"])),
        ("net loss", 10, 35, 100 * _mean(seen.net)),
        ("battles of two days or more", 5, 25, _percent(seen.long, seen.battles)),
        ("guns lost by a side", 0.3, 1.2, seen.guns / SIDES / max(1, seen.battles)),
        ("combats of a side in a day", 6, 14, seen.combats / max(1, seen.days)),
        ("decisions with a pursuit", 40, 70, _percent(seen.pursuits, decided)),
    ]


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


@cache
def army_file(rosters: tuple[str, str], skills: tuple[str, str], attacker: int, town: bool, stakes: int) -> BattleFile:
    """Return a battle of two rosters on rolling ground, or before a line of town blocks; one side attacks."""
    sides: list[dict[str, Any]] = [
        {"name": name, "role": "attacker" if attacker == n else "defender", "roster": rosters[n],
         "commander": {"name": name, "skill": skills[n]}} for n, name in enumerate(("North", "South"))
    ]
    for side in sides if stakes else ():
        side["stakes"] = {"won": stakes, "drawn": 0, "lost": -stakes}
    if town:
        sides[attacker]["plan"] = {"posture": "attack"}
    field = {"width": 72.0, "depth": 48.0, "pieces": [_block(*corner) for corner in _TOWN_LINE]} if town else None
    return parse({"format": "bivouac.battle/1", "name": "Band", "season": "spring", "weather": "normal",
                  "ground": "hard", "terrain": "rolling", "field": field, "sides": sides})  # fmt: skip


def _block(x: float, y: float) -> dict[str, Any]:
    return {"kind": "town", "shape": [[x, y], [x + _BLOCK, y], [x + _BLOCK, y + _BLOCK], [x, y + _BLOCK]]}


def series(battles: int, seed: str, rosters: tuple[str, str], skills: tuple[str, str], *, town: bool = False,
           stakes: int = 0) -> Tally:
    """Fight a series. Equal armies change roles by turns and are counted by role, unequal ones by army."""
    tally, equal = Tally(), rosters[0] == rosters[1]
    for number in range(battles):
        attacker = number % 2
        file = freeze(army_file(rosters, skills, attacker, town, stakes), f"{seed}/field/{number}")
        count(tally, fill(file, f"{seed}/{number}", shipped_profile()), attacker if equal else 0)
    return tally


def strength(battle: Battle, side: int) -> int:
    """Strength points of a side on the table."""
    return sum(int(battle.sp[unit]) for unit in range(first_of(side), end_of(battle, side))
               if battle.status[unit] == Status.BOARD)


def count(tally: Tally, battle: Battle, leading: int) -> None:
    """Fight a battle and add it to the tally; ``leading`` is the side whose wins are counted first."""
    evening = [1, 1]
    advance(battle)
    while battle.phase != Phase.OVER:
        if battle.pending == Pending.BREAK_OFF:
            evening = [strength(battle, side) for side in range(SIDES)]
        act(battle)
        sound(battle.fault)
    tally.battles += 1
    tally.days += int(battle.day)
    tally.long += int(battle.day > 1)
    tally.combats += int(battle.combat_number)
    _count_end(tally, battle, evening, leading)


def _count_end(tally: Tally, battle: Battle, evening: list[int], leading: int) -> None:
    for side in range(SIDES):
        rows = range(side * SIDE_ROLL, side * SIDE_ROLL + int(battle.roll_count[side]))
        start = sum(int(battle.roll_before[row]) for row in rows)
        left = sum(int(battle.roll_after[row]) for row in rows)
        tally.net.append((start - left) / start)
        guns = (row for row in rows if battle.t_arm[battle.roll_type[row]] == Arm.ART)
        tally.guns += sum(battle.roll_after[row] == 0 for row in guns)
        if battle.winner != DRAW:
            tally.evening["won" if battle.winner == side else "lost"].append(evening[side] / start)
    if battle.winner != DRAW:
        tally.wins[0 if battle.winner == leading else 1] += 1
        tally.pursuits += int(battle.pursuit_dice > 0)


if __name__ == "__main__":
    for name, low, high, seen in bands(int(sys.argv[1]), "bands", int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(f"{name:34} {low:6g} to {high:<6g} {seen:7.2f} {'' if low <= seen <= high else 'outside'}")
