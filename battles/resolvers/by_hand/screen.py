"""A reader's view of the table: the clock that both share, his own units whole, the enemy's as miniatures.

Of the enemy he sees the units that have been set up and are on the table, by name and type, with the losses and
counters of this battle. What they came with he reads once they have fought. He sees his allies' units likewise.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from battles.resolvers.by_hand.clock import missing_throws, phase_title, sky, verdict, weather_dice
from battles.resolvers.by_hand.fights import knows
from battles.resolvers.by_hand.game import Game
from battles.resolvers.by_hand.table import FIGHTING, MORNING, OVER, SETUP, TableState
from battles.resolvers.by_hand.units import FATE, shut
from battles.resolvers.common.codes import Status
from battles.resolvers.common.ending import lost_units
from battles.resolvers.contract.notes import Reader


@dataclass(frozen=True)
class UnitSeen:
    """A unit as a reader sees it; ``left`` is None where he does not know it."""

    key: str
    slot: int
    side: int
    name: str
    type_name: str
    arm: str
    full: int
    left: int | None
    taken: int
    fate: str
    waiting: bool
    due: int
    own: bool
    counters: tuple[tuple[str, int], ...]
    acted: tuple[str, ...]

    @property
    def here(self) -> bool:
        """Does it stand on the table?"""
        return self.fate == "stands" and not self.waiting

    @property
    def supposed(self) -> int:
        """Its remains as far as the reader knows."""
        return self.left if self.left is not None else max(1, self.full - self.taken)


@dataclass(frozen=True)
class SideSeen:
    """One side; ``own`` means that the reader writes for it. ``lost`` are its lost units of ``began``."""

    number: int
    name: str
    own: bool
    set_up: bool
    units: tuple[UnitSeen, ...]
    stores: tuple[tuple[str, str, int], ...]
    leaving: bool
    chosen: bool
    lost: int
    began: int
    broken: bool
    leaders: tuple[tuple[int, str], ...]
    held: tuple[str, ...] = ()


@dataclass(frozen=True)
class Screen:
    """The table as one reader sees it."""

    game: Game
    stage: str
    turn: int
    limit: int
    phase: str
    phase_title: str
    on_turn: int | None
    sky: str
    weather_dice: tuple[int, ...]
    throws: tuple[tuple[str, int, tuple[int, ...]], ...]
    must: str
    verdict: str
    sides: tuple[SideSeen, SideSeen]
    blocked: dict[tuple[str, int], bool] = field(default_factory=dict)
    deeds: frozenset[tuple[str, int]] = frozenset()
    """The deeds that are open to the sides for which the reader writes."""

    @property
    def fighting(self) -> bool:
        """Is a turn being played?"""
        return self.stage == FIGHTING

    def units(self, numbers: list[int], may: Callable[[UnitSeen], bool]) -> list[UnitSeen]:
        """Return units of some sides that may be chosen."""
        return [unit for number in numbers for unit in self.sides[number].units if may(unit)]


def screen_of(table: TableState, reader: Reader) -> Screen:
    """Return the table as this reader sees it."""
    begun = table.stage in (FIGHTING, OVER)
    open_throws = tuple((throw.key, side, tuple(throw.dice(table, side))) for throw, side in missing_throws(table))
    return Screen(
        game=table.game, stage=table.stage, turn=int(table.battle.turn), limit=int(table.battle.limit),
        phase=table.phase.key, phase_title=phase_title(table), on_turn=table.on_turn,
        sky=sky(table) if begun else "", weather_dice=tuple(weather_dice(table)) if table.stage == MORNING else (),
        throws=open_throws, must=table.game.must(table) if table.stage == FIGHTING else "",
        verdict=verdict(table) if table.stage == OVER else "",
        sides=(_side(table, 0, reader), _side(table, 1, reader)),
        blocked={(look.key, slot): bool(look.may(table, slot)) for look in table.game.lookups
                 for slot in table.slots.values()},
        deeds=frozenset((deed.key, side) for deed in table.game.deeds for side in (0, 1)
                        if reader.writes_for(side) and not shut(table, deed, side)),
    )  # fmt: skip


def _side(table: TableState, side: int, reader: Reader) -> SideSeen:
    own = reader.writes_for(side)
    units = [slot for slot in table.units_of(side) if _sees(table, slot, reader)]
    shown = own or table.stage != SETUP
    leaders = (table.file.sides[side].commander, *table.file.sides[side].wings)
    return SideSeen(
        number=side, name=table.file.sides[side].name, own=own, set_up=table.set_up[side],
        units=tuple(_unit(table, slot, reader) for slot in units),
        stores=tuple((one.key, one.label, table.store[side][one.key]) for one in table.game.stores) if shown else (),
        leaving=own and table.leaving[side], chosen=table.stays[side] is not None,
        lost=int(lost_units(table.battle, side)) if shown else 0,
        began=int(table.battle.start_units[side]) if own else 0, broken=bool(table.battle.broken[side]),
        leaders=tuple((n, one.name or f"general {n + 1}") for n, one in enumerate(leaders)
                      if n not in table.lost[side]) if own else (),
        held=tuple(words for deed in table.game.deeds if (words := deed.held(table, side))) if own else (),
    )  # fmt: skip


def _sees(table: TableState, slot: int, reader: Reader) -> bool:
    side = table.side_of(slot)
    if reader.owns(table.keys[slot].partition("/")[0], side):
        return True
    return table.set_up[side] and table.battle.status[slot] != Status.WAITING


def _unit(table: TableState, slot: int, reader: Reader) -> UnitSeen:
    side, kind, known = table.side_of(slot), table.kind(slot), knows(table, slot, reader)
    guard = "Guard " if known and table.battle.guard[slot] else ""
    return UnitSeen(
        key=table.keys[slot], slot=slot, side=side, name=table.plain_name(slot), type_name=guard + kind.name,
        arm=kind.arm, full=int(table.battle.cap[slot]) if known else table.full(slot, known=False),
        left=int(table.battle.left[slot]) if known else None, taken=table.taken(slot),
        fate=FATE.get(int(table.battle.status[slot]), "stands"),
        waiting=bool(table.battle.status[slot] == Status.WAITING),
        due=table.due(slot), own=reader.writes_for(side),
        counters=tuple((one.key, table.count(slot, one.key)) for one in table.game.counters
                       if table.count(slot, one.key)),
        acted=tuple(look.key for look in table.game.lookups if (look.key, slot) in table.acted),
    )  # fmt: skip
