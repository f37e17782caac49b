"""A reader's view of the table: the clock that both share, his own units whole, the enemy's as miniatures.

Of the enemy he sees the units that have been set up, by name and type, with the hits they have taken in this battle and
the box they are in. Their strength he reads once they have fought in a combat, as at a real table. The
units of his allies he sees likewise.
"""

from dataclasses import dataclass

from battles.resolvers.common.codes import GROUND_KEYS, WEATHER_KEYS
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.companion.clock import UNROLLED, command_dice, due, rollers, weather_dice
from battles.resolvers.lgg.companion.evening import broken, convergers, penalty, pursuit_dice, recoverers, to_allot
from battles.resolvers.lgg.companion.fates import leaders_here
from battles.resolvers.lgg.companion.fights import locked_with, waiting_attackers, waiting_hits
from battles.resolvers.lgg.companion.forces import known_strength, knows
from battles.resolvers.lgg.companion.round_end import will_of
from battles.resolvers.lgg.companion.state import TableState, waiting_count
from battles.resolvers.lgg.record.codes import DRAW, PHASE_KEYS, STATUS_KEYS, Pending, Phase

UNDECIDED = -1


@dataclass(frozen=True)
class UnitSeen:
    """A unit as a reader sees it; ``strength`` is None where he does not know it."""

    id: str
    name: str
    type_name: str
    arm: str
    strength: int | None
    supposed: int
    full: int
    hits: int
    start: int | None
    status: str
    morale: int | None
    penalty: int = 0
    own: bool = False
    acted: bool = False
    locked: tuple[str, ...] = ()

    @property
    def here(self) -> bool:
        """Does it stand on the table?"""
        return self.status == "board"

    @property
    def boxes(self) -> tuple[bool, ...]:
        """Its strength as boxes."""
        return tuple(n < self.supposed for n in range(self.full))


@dataclass(frozen=True)
class ComingUnit:
    """A unit that is not there yet, and when it is due."""

    id: str
    name: str
    due: str


@dataclass(frozen=True)
class SideSeen:
    """One side. ``own`` means that the reader writes for it; what is None is hidden from him or not there yet."""

    number: int
    name: str
    own: bool
    set_up: bool
    units: tuple[UnitSeen, ...]
    coming: tuple[ComingUnit, ...]
    rolled: int | None
    dice: tuple[int, ...]
    rollers: tuple[str, ...]
    spent: int
    extra: int
    chits: int | None
    stratagem_used: bool
    leaving: bool | None
    has_chosen: bool
    stays: bool | None
    done: bool
    leaders: tuple[tuple[int, str], ...]
    holds_back: int = 0
    """HR-T3 How many of its units wait for round 3, where it still has to set up."""
    will: tuple[int, int] | None = None
    """HR-26 How many of its units are broken, and with how many it must leave; None where nobody must."""


@dataclass(frozen=True)
class Screen:
    """The table as one reader sees it; ``phase`` is a word of ``PHASE_KEYS``, ``pending`` hits or allot."""

    phase: str
    pending: str
    pending_side: int | None
    pending_units: tuple[str, ...]
    pending_hits: tuple[int, ...]
    day: int
    round: int
    count: int
    length: int
    weather: str
    ground: str
    radius: int
    first: int | None
    on_turn: int | None
    actions: int
    weather_add: int
    weather_dice: tuple[int, ...]
    pursuit_dice: int
    stratagems: bool
    winner: int | None
    drawn: bool
    sides: tuple[SideSeen, SideSeen]

    @property
    def count_share(self) -> int:
        """The part of the day that is gone, in per cent."""
        return min(100, 100 * self.count // self.length) if self.length else 0

    @property
    def is_turn(self) -> bool:
        """Is a side spending actions?"""
        return self.phase in ("turn_first", "turn_second")

    @property
    def turn_side(self) -> SideSeen | None:
        """The side that spends actions."""
        return None if self.on_turn is None else self.sides[self.on_turn]

    @property
    def is_round(self) -> bool:
        """May units fight?"""
        return self.is_turn or self.phase == "combats"

    @property
    def units(self) -> tuple[UnitSeen, ...]:
        """All units that the reader sees."""
        return self.sides[0].units + self.sides[1].units


def screen_of(table: TableState, reader: Reader) -> Screen:
    """Return the table as this side sees it."""
    battle, phase = table.battle, PHASE_KEYS[table.phase]
    pending, units, hits = _pending(table)
    fought = table.phase == Phase.OVER
    return Screen(
        phase=phase, pending=pending, pending_side=int(battle.asked) if pending else None, pending_units=units,
        pending_hits=hits, day=int(battle.day), round=int(battle.round_no), count=int(battle.count),
        length=int(battle.length), weather=WEATHER_KEYS[int(battle.weather)],
        ground=GROUND_KEYS[int(battle.ground)], radius=int(battle.radius),
        first=int(battle.first) if table.phase in (Phase.TURN_FIRST, Phase.TURN_SECOND, Phase.COMBATS) else None,
        on_turn=int(battle.on_turn) if table.phase in (Phase.TURN_FIRST, Phase.TURN_SECOND) else None,
        actions=int(battle.actions), weather_add=int(battle.count_add[battle.weather]) if battle.day else 0,
        weather_dice=tuple(weather_dice(table)), pursuit_dice=len(pursuit_dice(table)),
        stratagems=table.file.options.played("stratagems"),
        winner=int(battle.winner) if fought and battle.winner in (0, 1) else None,
        drawn=fought and int(battle.winner) == DRAW,
        sides=(_side(table, 0, reader), _side(table, 1, reader)),
    )  # fmt: skip


def _pending(table: TableState) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    if table.battle.pending == Pending.ALLOT:
        return "hits", tuple(waiting_attackers(table)), (waiting_hits(table),)
    if table.battle.pending == Pending.PURSUIT:
        return "allot", (), tuple(to_allot(table))
    return "", (), ()


def _side(table: TableState, side: int, reader: Reader) -> SideSeen:
    battle, own = table.battle, reader.writes_for(side)
    shown = [key for key in table.units_of(side) if table.set_up[side] or (own and reader.owns(key, side))]
    return SideSeen(
        number=side, name=table.side(side).name, own=own, set_up=table.set_up[side],
        units=tuple(_unit(table, key, reader) for key in shown),
        coming=_coming(table, side, reader),
        rolled=_rolled(table, side), dice=tuple(command_dice(table, side)) if battle.day else (),
        rollers=tuple(rollers(table, side)) if battle.day else (),
        spent=int(battle.spent[side]), extra=int(battle.extra_actions[side]),
        chits=int(battle.chits[side]) if own and table.dealt[side] else None,
        stratagem_used=battle.stratagem_used[side] == 1, leaving=table.leaving[side] if own else None,
        has_chosen=int(battle.stays[side]) != UNDECIDED, stays=_stays(table, side, own=own), done=table.done[side],
        leaders=tuple(leaders_here(table, side)) if own else (),
        holds_back=0 if table.set_up[side] or not own else waiting_count(table, side), will=will_of(table, side),
    )  # fmt: skip


def _rolled(table: TableState, side: int) -> int | None:
    rolled = int(table.battle.rolled[side])
    return None if rolled == UNROLLED or not table.battle.day else rolled


def _stays(table: TableState, side: int, *, own: bool) -> bool | None:
    """LGG-15.1-a Return whether a side stays; the other side sees it when both have chosen."""
    choice = int(table.battle.stays[side])
    if choice == UNDECIDED or not (own or table.phase != Phase.STAY_LEAVE):
        return None
    return choice == 1


def _unit(table: TableState, key: str, reader: Reader) -> UnitSeen:
    slot, kind, known = table.slots[key], table.kind(key), knows(table, key, reader)
    guard = "Guard " if known and table.battle.guard[slot] else ""
    return UnitSeen(
        id=key, name=table.plain_name(key), type_name=guard + kind.name, arm=kind.arm,
        strength=table.strength(key) if known else None, supposed=_supposed(table, key, reader), full=kind.full,
        hits=table.hits(key), start=int(table.battle.start[slot]) if known else None,
        status=STATUS_KEYS[table.status(key)], morale=int(table.battle.morale[slot]) if known else None,
        penalty=penalty(table, key) if table.phase in (Phase.EOD_RECOVERY, Phase.EOD_RALLY) else 0,
        own=reader.owns(key, table.side_of(key)), acted=key in table.acted,
        locked=tuple(table.name(other) for other in locked_with(table, key)),
    )  # fmt: skip


def _supposed(table: TableState, key: str, reader: Reader) -> int:
    return known_strength(table, key, reader) if table.is_here(key) else table.strength(key)


def _coming(table: TableState, side: int, reader: Reader) -> tuple[ComingUnit, ...]:
    late = [unit.id for unit in table.file.sides[side].units if unit.id in table.late]
    keys = [key for key in late if reader.owns(key, side)]
    return tuple(ComingUnit(key, table.plain_name(key), due(table, key)) for key in keys)


def trying(table: TableState, side: int) -> tuple[str, ...]:
    """LGG-15.4 The units of a side that try in this step of the evening, in the order of their dice."""
    if table.phase == Phase.EOD_RECOVERY:
        return tuple(recoverers(table, side))
    return tuple(broken(table, side)) if table.phase == Phase.EOD_RALLY else ()


def converging(table: TableState, side: int) -> tuple[str, ...]:
    """LGG-15.5-a, d The units of a side that may amalgamate now."""
    return tuple(convergers(table, side)) if table.phase == Phase.AMALGAMATE else ()
