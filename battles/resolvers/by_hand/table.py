"""The table: a record of the rule system without places, its counters, and what both sides know of one another."""

from dataclasses import dataclass, field
from typing import cast

from base.refusal import Refusal
from base.words import counted
from battles.resolvers.by_hand.game import FIRST_SIDE, SECOND_SIDE, Fight, Game, Phase
from battles.resolvers.common.codes import SIDE_UNITS, TYPE_KEYS, Arm, Status, Type
from battles.resolvers.common.ending import unit_strength
from battles.resolvers.common.events import names_of
from battles.resolvers.common.record import LIVE_FIELDS, Battle
from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import Plain
from battles.resolvers.dispatch.sides import with_side
from battles.resolvers.values.battle import BattleFile
from rosters.rules.catalogue import UnitType, catalogue

NO_CARD = -1
SETUP, MORNING, FIGHTING, OVER = "setup", "morning", "fighting", "over"


@dataclass
class TableState:
    """A battle on the table after some notes.

    ``slots`` are the numbers of the units in the record. ``stage`` is one of the four above, ``at`` the place of the
    phase in its turn. ``tally`` holds the counters of units, ``store`` those of sides, ``known`` the units whose
    strength both sides know, because they have fought; ``acted`` who has done what in this turn, ``thrown`` which
    throws were made in it. ``stays`` is what a side has chosen, None before. ``lost`` are generals by their places,
    ``hand`` is the card that each side keeps from the other.
    """

    game: Game
    file: BattleFile
    battle: Battle
    slots: dict[str, int]
    stage: str = SETUP
    at: int = 0
    tally: dict[tuple[int, str], int] = field(default_factory=dict)
    store: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    known: set[int] = field(default_factory=set)
    acted: set[tuple[str, int]] = field(default_factory=set)
    thrown: set[tuple[str, int]] = field(default_factory=set)
    set_up: list[bool] = field(default_factory=lambda: [False, False])
    leaving: list[bool] = field(default_factory=lambda: [False, False])
    stays: list[bool | None] = field(default_factory=lambda: [None, None])
    lost: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    hand: list[int] = field(default_factory=lambda: [NO_CARD, NO_CARD])

    @property
    def keys(self) -> dict[int, str]:
        """The units by their numbers."""
        return {slot: key for key, slot in self.slots.items()}

    @property
    def phase(self) -> Phase:
        """The part of the turn."""
        return self.game.phases[self.at]

    @property
    def on_turn(self) -> int | None:
        """The side in whose phase it is; None where both act."""
        if self.stage != FIGHTING or self.phase.who not in (FIRST_SIDE, SECOND_SIDE):
            return None
        first = int(self.battle.first)
        return first if self.phase.who == FIRST_SIDE else 1 - first

    def slot(self, key: str) -> int:
        """Return the number of a unit; Refusal where there is none."""
        if key not in self.slots:
            raise Refusal("There is no such unit on this table.")
        return self.slots[key]

    def side_of(self, slot: int) -> int:
        """Return the number of a unit's side."""
        return slot // SIDE_UNITS

    def units_of(self, side: int) -> list[int]:
        """Return the numbers of a side's units."""
        return [slot for slot in self.slots.values() if slot // SIDE_UNITS == side]

    def is_here(self, slot: int) -> bool:
        """Does a unit stand on the table?"""
        return bool(self.battle.status[slot] == Status.BOARD)

    def plain_name(self, slot: int) -> str:
        """Return a unit's name where its side is given beside it; parts of a unit are numbered."""
        key, _, part = self.keys[slot].partition("/")
        units = self.file.sides[self.side_of(slot)].units
        name = next((unit.name or unit.id for unit in units if unit.id == key), key)
        return f"{name} ({part})" if part else name

    def name(self, slot: int) -> str:
        """Return a unit's name in the log: with its side where the enemy has one of the same name."""
        plain, side = self.plain_name(slot), self.side_of(slot)
        others = self.units_of(1 - side) if self.set_up[1 - side] else []
        alike = any(self.plain_name(other) == plain for other in others)
        return f"{plain} ({self.file.sides[side].name})" if alike else plain

    def name_with_side(self, slot: int) -> str:
        """Return a unit with its side, as the dispatch names it."""
        return with_side(self.plain_name(slot), [side.name for side in self.file.sides], self.side_of(slot))

    def full(self, slot: int, *, known: bool) -> int:
        """Return the capacity of a fresh unit; of one that a reader does not know, as if it were no Guard."""
        battle, guard = self.battle, self.battle.guard[slot]
        battle.guard[slot] = guard if known else 0
        found = self.game.full(battle, slot)
        battle.guard[slot] = guard
        return found

    def between(self, what: str, fight: Fight) -> str:
        """Return what one unit does to another, as the log and the dispatch name it."""
        return f"{what} of {self.name_with_side(fight.unit)} at {self.name_with_side(fight.foe)}"

    def kind(self, slot: int) -> UnitType:
        """Return a unit's type."""
        return catalogue().unit_types[TYPE_KEYS[int(self.battle.kind[slot])]]

    def taken(self, slot: int) -> int:
        """Return the losses of this battle."""
        return int(self.battle.cap[slot]) - int(self.battle.left[slot])

    def count(self, slot: int, key: str) -> int:
        """Return a counter of a unit."""
        return self.tally.get((slot, key), 0)

    def mark(self, slot: int, key: str, number: int = 1) -> None:
        """Set a counter of a unit."""
        self.tally[(slot, key)] = max(0, number)

    def lose(self, slot: int, points: int, *, near: bool = True, melee: bool = False) -> str:
        """Take losses from a unit; return them in words. ``near``: a general of its own is near (COM-07)."""
        lost = max(0, min(points, int(self.battle.left[slot])))
        self.battle.left[slot] -= lost
        text = counted(lost, *self.game.loss)
        gone = lost and self.is_here(slot) and self.game.gone(self.battle, slot)
        return f"{text}, and it {self.remove(slot, near=near, melee=melee)}" if gone else text

    def remove(self, slot: int, *, near: bool = True, melee: bool = False) -> str:
        """COM-07 Take a unit off the table; return where it went."""
        self.battle.status[slot], self.battle.left[slot] = self._box(slot, near=near, melee=melee), 0
        words: dict[int, str] = {Status.ELIMINATED: "is destroyed", Status.RALLYABLE: "breaks (Rallyable box)",
                 Status.NONRALLYABLE: "breaks (Non-Rallyable box)"}  # fmt: skip
        return words[int(self.battle.status[slot])]

    def _box(self, slot: int, *, near: bool, melee: bool) -> int:
        if self.battle.kind[slot] == Type.IRREG_CAV or self.battle.outrider[slot]:
            return Status.ELIMINATED
        if self.battle.arm[slot] == Arm.ART and melee and self.game.lost_guns:
            return Status.ELIMINATED
        guns = self.battle.arm[slot] == Arm.ART
        return Status.RALLYABLE if (near or self.game.boxed) and not guns else Status.NONRALLYABLE

    def strength(self, slot: int) -> int:
        """COM-06 The strength points that a unit would have if the battle ended now."""
        return int(unit_strength(self.battle, slot))

    def arrive(self) -> list[int]:
        """HR-T6 Units that are due come to the table; return them."""
        battle, come = self.battle, []
        for slot in self.slots.values():
            if battle.status[slot] == Status.WAITING and self.due(slot) <= battle.turn:
                battle.status[slot] = Status.BOARD
                come.append(slot)
        return come

    def due(self, slot: int) -> int:
        """HR-T6 The turn in which a late unit is due."""
        return self.game.due(self.battle, slot)


MOST_KEPT = 4
_KEPT: list[tuple[BattleFile, Battle]] = []
"""The battles laid out last: their notes are read anew for every page, and laying out takes longer than reading."""


def _fresh(game: Game, file: BattleFile) -> Battle:
    """Return a record of its own, laid out and deployed; where rules run uncompiled, a copy of one that is kept."""
    kept = next((battle for other, battle in _KEPT if other == file), None)
    if kept is None:
        kept = game.door.ready(file, "table")
        kept.quiet = 1
        if COMPILED:
            return kept
        _KEPT[MOST_KEPT - 1 :] = []
        _KEPT.insert(0, (file, kept))
    made = cast(Plain, kept).copy(LIVE_FIELDS)
    for scratch in ("pick", "worth", "work"):
        made.__dict__[scratch] = list(made.__dict__[scratch])
    return cast(Battle, made)


def new_table(game: Game, file: BattleFile) -> TableState:
    """Return the table before its first note."""
    battle = _fresh(game, file)
    units = names_of(battle, file).units
    table = TableState(game, file, battle, {key: slot for slot, key in sorted(units.items())})
    for side in (0, 1):
        table.store[side] = {one.key: one.first(battle, side) for one in game.stores}
    return table
