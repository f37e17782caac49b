"""The table: a battle record without places, and what both sides know of one another's units."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted
from battles.resolvers.common.codes import TYPE_KEYS
from battles.resolvers.core.dice import face_of
from battles.resolvers.dispatch.sides import SideName, brief_name, with_side
from battles.resolvers.lgg.day.deploy import ROUND_THREE
from battles.resolvers.lgg.files.beginning import profile_of
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.plane.space import STAND, place
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_ROLL, SIDE_SLOTS, SIDES, Pending, Phase, Status
from battles.resolvers.lgg.record.profile import Profile
from battles.resolvers.lgg.record.setup import seat, set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile, BattleSide, BattleUnit
from rosters.rules.catalogue import UnitType

FAR_OFF = 1000.0
"""Inches from his commander at which a unit is put that is beyond the radius."""
WINGS_OFF = 500.0
"""Inches at which wings stand, so that no distance is measured from them."""
TURNS = (Phase.TURN_FIRST, Phase.TURN_SECOND)
ROUND = (*TURNS, Phase.COMBATS)


@dataclass
class TableState:
    """A battle on the table, after some notes.

    ``slots`` are the seats of the units in the record, ``late`` the units that have not come yet; ``shown`` those whose
    strength both sides know, because they have fought. ``set_up``, ``leaving`` and ``done`` are by side: has it put
    down its units, has it chosen in secret to leave at the round's end, is it through with this step of the
    evening. ``lost`` are the generals lost, by their place in the file; ``groups`` the amalgamations of the nights.
    ``second`` are the units of the second half of a
    meeting engagement, ``acted`` those of which an act of this round was noted, ``locked`` attackers with defenders.
    """

    file: BattleFile
    profile: Profile
    battle: Battle
    slots: dict[str, int]
    late: set[str]
    shown: set[str] = field(default_factory=set)
    set_up: list[bool] = field(default_factory=lambda: [False, False])
    leaving: list[bool] = field(default_factory=lambda: [False, False])
    done: list[bool] = field(default_factory=lambda: [False, False])
    dealt: list[bool] = field(default_factory=lambda: [False, False])
    lost: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    groups: list[tuple[str, ...]] = field(default_factory=list)
    second: set[str] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    locked: list[tuple[str, str]] = field(default_factory=list)
    beyond: frozenset[str] = frozenset()

    @property
    def phase(self) -> int:
        """The phase of the record."""
        return int(self.battle.phase)

    def side(self, number: int) -> BattleSide:
        """Return a side of the battle file."""
        return self.file.sides[number]

    def side_of(self, key: str) -> int:
        """Return the number of a unit's side."""
        return self.slots[key] // SIDE_SLOTS

    def unit(self, key: str) -> BattleUnit:
        """Return a unit of the battle file."""
        return next(unit for side in self.file.sides for unit in side.units if unit.id == key)

    def plain_name(self, key: str) -> str:
        """Return a unit's name where its side is given beside it."""
        unit = self.unit(key)
        return unit.name or unit.id

    def people(self, side: int) -> SideName:
        """Return a side as the dispatch names it: `the French`."""
        return brief_name([one.name for one in self.file.sides], side)

    def name_with_side(self, key: str) -> str:
        """Return a unit with its side, as the dispatch names it."""
        return with_side(self.plain_name(key), [side.name for side in self.file.sides], self.side_of(key))

    def name(self, key: str) -> str:
        """Return a unit's name in the log: with its side where the enemy has one of the same name."""
        plain, own = self.plain_name(key), self.side_of(key)
        shown = self.units_of(1 - own) if self.set_up[1 - own] else []
        alike = any(self.plain_name(other) == plain for other in shown)
        return f"{plain} ({self.side(own).name})" if alike else plain

    def kind(self, key: str) -> UnitType:
        """Return a unit's type now; amalgamation may have changed it."""
        return self.profile.catalogue.unit_types[TYPE_KEYS[int(self.battle.type[self.slots[key]])]]

    def strength(self, key: str) -> int:
        """Strength points now."""
        return int(self.battle.sp[self.slots[key]])

    def hits(self, key: str) -> int:
        """LGG-11.0-b Hits taken in this battle and not recovered: the markers on the table."""
        slot = self.slots[key]
        return int(self.battle.start[slot] - self.battle.sp[slot])

    def status(self, key: str) -> int:
        """Return where a unit is."""
        return int(self.battle.status[self.slots[key]])

    def is_here(self, key: str) -> bool:
        """Does a unit stand on the table?"""
        return key not in self.late and self.status(key) == Status.BOARD

    def units_of(self, side: int) -> list[str]:
        """Return the ids of a side's units in the order of the file, without those that have not come yet."""
        return [unit.id for unit in self.file.sides[side].units if unit.id not in self.late]

    def keep_away(self, key: str, mark: int) -> None:
        """HR-T3, T6 A unit is still on the march: its row has no seat yet, as in the engine."""
        self.late.add(key)
        slot = self.slots[key]
        row = int(self.battle.roll[slot])
        set_status(self.battle, slot, Status.WAITING)
        self.battle.roll_slot[row], self.battle.roll_arrives[row] = NOBODY, mark

    def join(self, key: str) -> None:
        """HR-T6 A unit comes to the table: it takes its seat."""
        self.late.discard(key)
        slot = self.slots[key]
        self.battle.roll_slot[int(self.battle.roll[slot])] = slot
        set_status(self.battle, slot, Status.BOARD)

    def put(self, key: str, *, beyond: bool) -> int:
        """Put a unit next to its commander or beyond every radius; its slot."""
        slot = self.slots[key]
        at_gap(self.battle, slot, FAR_OFF if beyond else 0.0)
        return slot


def at_gap(battle: Battle, slot: int, gap: float) -> None:
    """LGG-4.0-c Put a unit straight before its commander's stand, this many inches from it."""
    chief = slot // SIDE_SLOTS * LEADERS
    along = STAND + gap + battle.half_depth[slot]
    place(battle, slot, battle.lead_x[chief], battle.lead_y[chief] + along, 0.0, 1.0)


def new_table(file: BattleFile) -> TableState:
    """Return the table before the first note; Refusal for a battle that is too large for it."""
    for side in file.sides:
        if len(side.units) > SIDE_SLOTS:
            raise Refusal(f"{side.name} has {len(side.units)} units; the companion seats {SIDE_SLOTS} a side.")
    profile = profile_of(file)
    battle = fill(file, "", profile)
    battle.stratagems, battle.phase = 0, Phase.DEPLOY
    for leader in range(SIDES * LEADERS):
        battle.lead_x[leader] = 0.0 if leader % LEADERS == 0 else WINGS_OFF
    table = TableState(file, profile, battle, {}, set())
    for number, side in enumerate(file.sides):
        for row, unit in enumerate(side.units, number * SIDE_ROLL):
            _seat(table, unit, row)
    return table


def _seat(table: TableState, unit: BattleUnit, row: int) -> None:
    slot = int(seat(table.battle, row))
    table.slots[unit.id] = slot
    if unit.arrives is not None:
        table.keep_away(unit.id, unit.arrives)


def read_unit(table: TableState, place: JsonPlace) -> str:
    """Return the id of a unit of this battle that has come to it; Refusal for others, those on the march among them."""
    key = place.text(most=60)
    if key not in table.slots or key in table.late:
        place.refuse("no unit on this table has this id; choose one of the list.")
    return key


def read_side(place: JsonPlace) -> int:
    """Return the number of a side."""
    return place.integer(0, 1)


def must_be(table: TableState, phases: tuple[int, ...], sentence: str) -> None:
    """Refuse a note that does not fit the moment, or while a question is open."""
    if table.battle.pending == Pending.ALLOT:
        owner = table.side(int(table.battle.asked)).name
        raise Refusal(f"{owner} chooses first which attacker takes the hits of the last combat.")
    if table.phase not in phases:
        raise Refusal(sentence)


MOST_AT_ONCE = 2
"""Two dice are found after about a hundred; more would take long."""


def find(battle: Battle, stream: int, sides: Sequence[int], faces: Sequence[int]) -> None:
    """ENG-12 Move a stream on to where its next dice, of these sides, show these faces."""
    if len(faces) > MOST_AT_ONCE:
        raise ValueError("more dice at once than can be found in a stream")
    key, k = battle.key, int(battle.dice[stream])
    while any(face_of(key, stream, k + n, sides[n]) != face for n, face in enumerate(faces)):
        k += 1
    battle.dice[stream] = k


SECOND_ROUND = 3


def present(file: BattleFile, side: int) -> list[str]:
    """Return the units of a side that do not come later by a mark of their own."""
    return [unit.id for unit in file.sides[side].units if unit.arrives is None]


def waiting_count(table: TableState, side: int) -> int:
    """HR-T3 How many units of a side wait: half of those present, rounded down."""
    return len(present(table.file, side)) // 2 if table.file.engagement == "meeting" else 0


def hold_back(table: TableState, side: int, values: JsonPlace) -> int:
    """HR-T3 Take the units that wait off the table; how many. A log from before this rule names none."""
    if not waiting_count(table, side) or not values.has("waits"):
        return 0
    keys = [place.text(most=60) for place in values.at("waits").items(most=codes.SIDE_SLOTS)]
    _verify(table, side, keys)
    for key in keys:
        table.second.add(key)
        table.keep_away(key, ROUND_THREE)
    return len(keys)


def _verify(table: TableState, side: int, keys: list[str]) -> None:
    """Allies each know their own units alone: together they may hold back fewer."""
    most, here = waiting_count(table, side), present(table.file, side)
    if any(key not in here for key in keys) or len(set(keys)) < len(keys):
        raise Refusal("waits: choose among your own units that are present, each once.")
    several = len({unit.army for unit in table.file.sides[side].units}) > 1
    if len(keys) > most or (len(keys) < most and not several):
        raise Refusal(f"waits: choose {counted(most, 'unit')} of {len(here)} to wait for round {SECOND_ROUND} (HR-T3).")


def may_come(table: TableState, key: str) -> bool:
    """HR-T3 Is the time of a unit of the second half there?"""
    battle = table.battle
    return key not in table.second or int(battle.day) > 1 or int(battle.round_no) >= SECOND_ROUND
