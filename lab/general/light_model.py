"""A light war: a mirror of the league whose battles are drawn from the table of odds, to try the campaign's general.

His knowledge and his orders are those of a war. Marches, battles and provinces go by the coarse war of AI-49, with the
table of odds as it was fought. There are a few reinforcements, and no supply, siege or weather.
"""

import datetime
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np

from campaign.rules.ending.aims import BY_RULE, Moment
from campaign.rules.ending.race import Calendar
from campaign.rules.general.ahead.record import FINER, GROUNDS, NOBODY, OURS, STACKS, STEPS, THEIRS, Coarse
from campaign.rules.general.ahead.stage import give, padded, stage_of
from campaign.rules.general.ahead.turn import has_won, play_turn
from campaign.rules.general.ahead.worth import begin, margin
from campaign.rules.general.known import FADED, REMEMBERED, Known
from campaign.rules.general.odds import TABLE
from campaign.rules.general.stakes import stakes_of
from campaign.rules.house import house_rules
from campaign.rules.orders.kinds import REST, SUPPORT
from campaign.rules.standing import Now
from campaign.rules.theatre import WAR, ArmyFacts, EdgeFacts, LeaderFacts, ProvinceFacts, Theatre, UnitFacts
from lab.bench.small_war import SIDES, TURNS, small_war

HOUSE, DAY = house_rules({}), datetime.date(1806, 5, 1)
ARMS = {"inf": "foot", "cav": "cav", "art": "art"}
FULL, GUNS, RESTED = 4.0, 3.0, 0.5
"""The strength points of a unit and of a battery, and how many a unit has back that rests."""
UP = 0.5
"""A unit or a corps of less strength is taken off."""
IN_CAPITAL, IN_FORTRESS = (2, 2.5), (1, 3.0)
"""The units of each garrison at the start, and their strength."""
EVERY, RECRUITS, RECRUIT = 4, 4, 3.5
"""So often reinforcements come, so many for whom all land belongs to, and how strong each is."""
COUNTED, LOST = (0.8, 1.2), (0.6, 1.4)
"""The bounds of what is counted of enemies in sight, and of what a battle costs, as parts of the truth."""
ARRIVES, CLOSE = 0.5, 0.1
"""The chance that a supporting corps comes, and the part of the better score by which the worse makes it a draw."""


@cache
def odds_fought() -> Any:
    """Return the table of odds by ground and step as it was fought: what reports leave uncertain does not blur it."""
    kept = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return np.array([_by_steps(np.array(kept[ground])) for ground in GROUNDS])


def _by_steps(rows: Any) -> Any:
    steps = np.arange(STEPS) / FINER
    return np.transpose([np.interp(steps, rows[:, 0], column) for column in rows[:, 1:].T])


@dataclass
class Unit:
    """A unit of some arm; its strength need not be a whole number."""

    arm: str
    strength: float

    def rest(self) -> None:
        """Give back a part of what a unit has lost."""
        if 0 < self.strength < FULL:
            self.strength = min(FULL, self.strength + RESTED)


@dataclass
class Corps:
    """An army of a side, 0 or 1, in its province."""

    ref: str
    side: int
    province: str
    units: list[Unit]

    @property
    def strength(self) -> float:
        """Strength points in all."""
        return sum(unit.strength for unit in self.units)

    @property
    def up(self) -> list[Unit]:
        """The units that are still there."""
        return [unit for unit in self.units if unit.strength > UP]

    def facts(self) -> ArmyFacts:
        """Return the corps as its general knows it."""
        units = tuple(UnitFacts(f"{self.ref}-{n}", arm=unit.arm, strength=max(1, round(unit.strength)))
                      for n, unit in enumerate(self.units) if unit.strength > UP)  # fmt: skip
        leader = LeaderFacts("g", "General", "average")
        return ArmyFacts(self.ref, SIDES[self.side], self.province, self.ref, units, leader)


def _corps(row: Mapping[str, Any]) -> Corps:
    units = [unit for part in row["roster"].split(", ") for unit in _units(part)]
    return Corps(row["ref"], SIDES.index(row["faction"]), row["province"], units)


def _units(part: str) -> list[Unit]:
    """Read ``3 Line inf``."""
    arm = ARMS[part.split()[-1]]
    return [Unit(arm, GUNS if arm == "art" else FULL) for _ in range(int(part.split()[0]))]


def _province(row: Mapping[str, Any]) -> ProvinceFacts:
    given = ("key", "value", "home", "controller", "capital", "depot", "fortress")
    return ProvinceFacts(name=row["key"], **{key: row[key] for key in given if key in row})


def _edge(row: Mapping[str, Any]) -> EdgeFacts:
    first, second = row["between"]
    return EdgeFacts(first, second, row["kind"])


@dataclass
class LightWar:
    """War ``number`` on a mirror: the same seed and number, and the same orders, make the same war.

    ``won``: battles won less battles lost by the west. ``points``: what the west has when the war is over: 1, 0, or a
    half for a draw.
    """

    seed: int
    number: int = 0
    last_turn: int = TURNS
    turn: int = field(default=1, init=False)
    won: int = field(default=0, init=False)
    points: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        data = small_war(self.seed)
        self._dice = Random(f"{self.seed}:{self.number}")
        self.provinces = {row["key"]: _province(row) for row in data["provinces"]}
        self._terrain = {row["key"]: row["terrain"] for row in data["provinces"]}
        self._edges = tuple(map(_edge, data["edges"]))
        self._memory: tuple[dict[str, tuple[int, int]], ...] = ({}, {})
        self.corps = [_corps(row) for row in data["armies"]]
        for side, key in ((side, key) for side in (OURS, THEIRS) for key in self.provinces):
            self._garrison(side, self.provinces[key])

    def _garrison(self, side: int, province: ProvinceFacts) -> None:
        if province.home == SIDES[side] and province.capital:
            self._recruit(side, province.key, *IN_CAPITAL)
        if province.home == SIDES[side] and province.fortress:
            self._recruit(side, province.key, *IN_FORTRESS)

    def _recruit(self, side: int, key: str, many: int, strength: float) -> None:
        units = [Unit("foot", strength) for _ in range(many)]
        self.corps.append(Corps(f"{SIDES[side]}-r{len(self.corps)}", side, key, units))

    def theatre(self) -> Theatre:
        """Return the map as it is."""
        return Theatre(dict(self.provinces), self._edges, {frozenset(SIDES): WAR}, factions=SIDES)

    def known(self, side: int) -> Known:
        """AI-36 Return the war as a side's general knows it: he sees his land, his corps and what is beside them."""
        land = self.theatre()
        own = [facts for one in self.corps if one.side == side and (facts := one.facts()).units]
        sight = self._sight(land, side, own)
        foes = self._foes(side, sight)
        ghosts, unseen = self._ghosts(side, sight, foes), frozenset(self.provinces.keys() - sight)
        return self._known(land, side, own, foes=foes, ghosts=ghosts, unseen=unseen, stakes=self._stakes(land, side))

    def _known(self, land: Theatre, side: int, own: Sequence[ArmyFacts], **more: Any) -> Known:
        nothing: dict[str, Any] = {"foes": {}, "ghosts": {}}
        return Known(
            theatre=land, faction=SIDES[side], turn=self.turn, last_turn=self.last_turn, house=HOUSE, own=own, idle=own,
            friends={}, terrain=self._terrain, may=lambda army, key: True,
            may_force=lambda army, way: land.edge(*way) is not None,
            toll=lambda army, key, forced: float(forced), cut=lambda army, key: False,
            battles=self.won if side == OURS else -self.won, **(nothing | more),
        )  # fmt: skip

    def _sight(self, land: Theatre, side: int, own: Sequence[ArmyFacts]) -> set[str]:
        held = {key for key, province in self.provinces.items() if province.controller == SIDES[side]}
        near = held | {army.province for army in own}
        return near.union(*map(land.neighbours, near))

    def _foes(self, side: int, sight: set[str]) -> dict[str, int]:
        """Return the enemy's units in sight by province, counted with an error."""
        found: dict[str, int] = {}
        for one in self.corps:
            if one.side != side and one.province in sight and one.strength > UP:
                units = max(1, round(len(one.up) * self._dice.uniform(*COUNTED)))
                found[one.province] = found.get(one.province, 0) + units
        return found

    def _ghosts(self, side: int, sight: set[str], foes: Mapping[str, int]) -> dict[str, float]:
        """Return the units that were seen before and are out of sight; remember those of this turn."""
        memory = self._memory[side]
        for key in sight:
            memory.pop(key, None)
        ages = {key: (units, self.turn - turn) for key, (units, turn) in memory.items()}
        memory.update({key: (units, self.turn) for key, units in foes.items()})
        return {key: units * FADED ** (age - 1) for key, (units, age) in ages.items() if age <= REMEMBERED}

    def _stakes(self, land: Theatre, side: int) -> Mapping[str, float]:
        now = Moment(land, (), self.turn, DAY, {}, HOUSE)
        return stakes_of(BY_RULE, now, Calendar(self.last_turn, lambda turn: DAY), SIDES[side])

    def play_turn(self, orders: Mapping[str, Now]) -> None:
        """Play a turn with the orders of both sides by corps, and set ``points`` when the war is over with it."""
        up = [one for one in self.corps if one.strength > UP]
        war = self._staged(up)
        self._give_orders(war, up, orders)
        for key in range(len(self.provinces)):
            war.dice[0, 0, key] = self._dice.random()
        play_turn(war, 0, 0)
        self._take_corps(war, up, orders)
        self._take_land(war)
        self.points = points_of(war)
        if self.points is None and self.turn % EVERY == 0:
            self._muster()

    def _staged(self, up: Sequence[Corps]) -> Coarse:
        """Return the whole war as a coarse one, the west being our side."""
        own = [ArmyFacts(one.ref, SIDES[OURS], one.province) for one in up]
        known = self._known(self.theatre(), OURS, own)
        war = stage_of(known, known.prizes).war
        costs = [1.0, 1.0, self._dice.uniform(*LOST), self._dice.uniform(*LOST)]
        give(war, {"side": padded((one.side for one in up), size=STACKS), "odds": odds_fought() * costs,
                   "strength_now": padded((one.strength for one in up), size=STACKS)})  # fmt: skip
        begin(war)
        return war

    def _give_orders(self, war: Coarse, up: Sequence[Corps], orders: Mapping[str, Now]) -> None:
        number = {key: n for n, key in enumerate(sorted(self.provinces))}
        for n, one in enumerate(up):
            war.goes[n], war.helps[n] = war.place[n], -1
            order = orders.get(one.ref)
            if order is not None and order.kind == SUPPORT:
                war.helps[n] = number[order.path[0]] if self._dice.random() < ARRIVES else -1
            elif order is not None and order.path:
                war.goes[n] = number[order.path[-1]]

    def _take_corps(self, war: Coarse, up: Sequence[Corps], orders: Mapping[str, Now]) -> None:
        keys = sorted(self.provinces)
        for n, one in enumerate(up):
            left = float(war.strength[n]) / one.strength
            one.province = keys[int(war.place[n])]
            for unit in one.units:
                unit.strength *= left
                if one.ref in orders and orders[one.ref].kind == REST:
                    unit.rest()

    def _take_land(self, war: Coarse) -> None:
        holders: dict[int, str | None] = {NOBODY: None, **dict(enumerate(SIDES))}
        for n, key in enumerate(sorted(self.provinces)):
            self.provinces[key] = replace(
                self.provinces[key], controller=holders[int(war.held[n])], controlled_since=int(war.since[n]),
                fortress_held_by=holders[int(war.half[n])],
            )  # fmt: skip
        self.turn, self.won = int(war.turn), int(war.won)

    def _muster(self) -> None:
        """Raise reinforcements in each capital that its side holds, by its part of all land."""
        for side, name in enumerate(SIDES):
            capital = next(p for p in self.provinces.values() if p.capital and p.home == name)
            if capital.controller == name:
                land = sum(p.value for p in self.provinces.values() if p.controller == name)
                part = land / sum(p.value for p in self.provinces.values())
                self._recruit(side, capital.key, max(1, round(RECRUITS * part)), RECRUIT)


def points_of(war: Coarse) -> float | None:
    """HR-21 Return the west's points: 1, 0, or a half for a draw; None where the war goes on."""
    west, east = has_won(war, OURS), has_won(war, THEIRS)
    if west or east:
        return 0.5 if west and east else float(west)
    if war.turn <= war.last_turn:
        return None
    lead = float(margin(war))
    is_close = 2 * abs(lead) / (1 + abs(lead)) < CLOSE
    return 0.5 if is_close else float(lead > 0)
