"""The general's conduct (19.6): actions unspent, units that never fight or walk away, towns attacked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.plane.footing import block_of
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import (
    ART,
    BOARD,
    CMD_ATTACK,
    CMD_END_TURN,
    CMD_FIRE,
    ELITE_INF,
    HEAVY_CAV,
    HORSE_ART,
    NOBODY,
    OVER,
    PEND_NONE,
    SIDES,
    SOUTH,
)
from battles.resolvers.lgg.record.faults import sound
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.generals import GENERAL
from lab.general.league.grounds import BY_HAND, KINDS, ground
from lab.general.league.matches import arranged

OWN_EDGE = 5.0


@dataclass
class Conduct:
    """Counts over battles: each share is `seen` of `whole` by its name."""

    seen: Counter[str] = field(default_factory=Counter)
    whole: Counter[str] = field(default_factory=Counter)

    def count(self, name: str, seen: float, whole: float = 1) -> None:
        """Add to a share."""
        self.seen[name] += seen  # type: ignore[assignment]
        self.whole[name] += whole  # type: ignore[assignment]

    def shares(self) -> dict[str, float]:
        """Return every share in hundredths."""
        return {name: 100 * self.seen[name] / self.whole[name] for name in self.whole if self.whole[name]}


def conduct_of(battles: int, seed: str, kinds: tuple[str, ...] = KINDS) -> Conduct:
    """So many battles of A400 against itself over grounds of all kinds."""
    conduct = Conduct()
    for number in range(battles):
        file = ground(number, seed, kinds[number % len(kinds)], usual=True)
        watch(arranged(file, f"{seed}/{number}", (GENERAL, GENERAL)), conduct, file.name)
    return conduct


def watch(battle: Battle, conduct: Conduct, name: str) -> None:
    """Fight a battle and count how it is conducted."""
    fought: set[int] = set()
    fired: set[int] = set()
    towns = [False, False]
    advance(battle)
    while battle.phase != OVER:
        turns, side, left = battle.pending == PEND_NONE, int(battle.asked), int(battle.actions)
        act(battle)
        sound(battle.fault)
        if turns and battle.cmd == CMD_END_TURN:
            conduct.count(f"unspent, side {'attacking' if battle.role[side] == 0 else 'defending'}", left,
                       int(battle.rolled[side]))  # fmt: skip
        elif turns and battle.cmd == CMD_ATTACK:
            fought |= {int(battle.cmd_unit), int(battle.cmd_target)}
            towns[1] |= block_of(battle, battle.cmd_target) != NOBODY
        elif turns and battle.cmd == CMD_FIRE:
            fired.add(int(battle.cmd_unit))
        towns[0] |= any(block_of(battle, unit) != NOBODY for unit in _defenders(battle))
    _count_end(battle, conduct, name, fought, fired)
    if towns[0] and name in BY_HAND:
        conduct.count("towns attacked", towns[1])


def _defenders(battle: Battle) -> list[int]:
    side = 0 if battle.role[0] == 1 else 1
    return [unit for unit in range(first_of(side), end_of(battle, side)) if battle.status[unit] == BOARD]


def _count_end(battle: Battle, conduct: Conduct, name: str, fought: set[int], fired: set[int]) -> None:
    conduct.count("without combat", battle.combat_number == 0)
    conduct.count(f"without combat on {name}", battle.combat_number == 0)
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            _count_unit(battle, conduct, unit, fought, fired)
            if battle.status[unit] == BOARD and battle.sp[unit] == battle.start[unit]:
                y = battle.y[unit] if battle.edge[side] == SOUTH else battle.depth - battle.y[unit]
                conduct.count("unhurt at the own edge", y < OWN_EDGE)


def _count_unit(battle: Battle, conduct: Conduct, unit: int, fought: set[int], fired: set[int]) -> None:
    names = {ELITE_INF: "Elite never fought", HEAVY_CAV: "heavy cavalry never fought"}
    kind = int(battle.type[unit])
    if kind in names:
        conduct.count(names[kind], unit not in fought)
    if battle.arm[unit] == ART:
        conduct.count("batteries never fired", unit not in fired)
    if kind == HORSE_ART:
        conduct.count("horse batteries never fired", unit not in fired)
