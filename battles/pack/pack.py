"""A battle pack: a battle as far as one reader may read it, with what is reported to him of the rest.

Its maker decides what is in it; nothing that is printed or saved from a pack looks behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from battles.resolvers.contract.manifest import BoardPaper
from battles.resolvers.contract.registry import papers
from battles.resolvers.values.battle import BattleFile, BattleSide
from battles.resolvers.values.sides import Leader, Plan

UNKNOWN = Leader("", "")


@dataclass(frozen=True)
class PackSide:
    """A side as the reader knows it.

    ``side`` has its name and role alone where nothing else of it is known. ``commanded`` shows whether the commander
    and his orders are in it; ``partial`` that units of others stand beside those in it.
    """

    side: BattleSide
    reported: tuple[str, ...] = ()
    commanded: bool = True
    partial: bool = False

    @property
    def has_units(self) -> bool:
        """Whether units of this side are in the pack."""
        return bool(self.side.units)


@dataclass(frozen=True)
class Pack:
    """The papers for the table. ``file`` holds only the sides of ``sides``; ``reader`` is the number of the side
    whose pack it is, None for the pack of both."""

    key: str
    file: BattleFile
    sides: tuple[PackSide, PackSide]
    reader: int | None
    turn: str = ""
    """The turn on which the armies met, where the pack is of a later one: `on turn 1`."""
    board: BoardPaper | None = None
    """The board of the battle, where its rule system has one of its own."""

    @property
    def known_sides(self) -> tuple[int, ...]:
        """The numbers of the sides of which it has units."""
        return tuple(n for n, side in enumerate(self.sides) if side.has_units)

    @property
    def title(self) -> str:
        """The name of the pack's owner."""
        return "Both sides" if self.reader is None else self.sides[self.reader].side.name

    @property
    def edges(self) -> tuple[str, str]:
        """The names of the sides at the near edge (y = 0) and at the far one."""
        near = self.file.attacker
        return self.file.sides[near].name, self.file.sides[1 - near].name


def pack_of_both(key: str, file: BattleFile, *, plans: Sequence[int] = (0, 1)) -> Pack:
    """Return the pack of both sides, with the plans of the sides ``plans`` alone."""
    first, second = (side if n in plans else replace(side, plan=None) for n, side in enumerate(file.sides))
    both = (PackSide(first), PackSide(second))
    return Pack(key, replace(file, sides=(first, second)), both, None, board=board_of_battle(file))


def board_of_battle(file: BattleFile) -> BoardPaper | None:
    """Return the board on which a laid-out battle is played; None where its rule system prints nothing of its own."""
    door = papers(file.rules)
    return door.board_paper(file) if door and file.field is not None else None


@dataclass(frozen=True)
class Share:
    """A reader's exact knowledge of a side on which others stand beside him: ids of units, and posts of leaders (0
    is the army commander, then the wings)."""

    units: frozenset[str]
    posts: frozenset[int]


def pack_of_side(
    key: str, file: BattleFile, number: int, *, reported: Sequence[str], share: Share | None = None,
    beside: Sequence[str] = (),
) -> Pack:  # fmt: skip
    """Return the pack of one side: its own part of the file, of the enemy what is ``reported`` of him.

    ``share`` is what the reader knows of the side, None for all of it; ``beside`` lists the others on it.
    """
    side = file.sides[number]
    own = PackSide(side) if share is None else _shared(side, share, beside)
    foe = PackSide(unknown_side(file.sides[1 - number]), tuple(reported), commanded=False)
    sides = (own, foe) if number == 0 else (foe, own)
    hidden = replace(file, sides=(sides[0].side, sides[1].side))
    return Pack(key, hidden, sides, number, board=board_of_battle(file))


def unknown_side(side: BattleSide) -> BattleSide:
    """Return a side of which nothing is known but its name and role."""
    return BattleSide(side.name, side.role, UNKNOWN, ())


def _shared(side: BattleSide, share: Share, beside: Sequence[str]) -> PackSide:
    """Return a side as far as one of its armies knows it; where the others came from and what supply they have is
    theirs."""
    leads = 0 in share.posts
    known = replace(
        unknown_side(side), capital=side.capital, units=tuple(unit for unit in side.units if unit.id in share.units),
        commander=side.commander if leads else UNKNOWN,
        wings=tuple(wing for n, wing in enumerate(side.wings, 1) if n in share.posts),
        plan=_plan(side, share) if leads else None,
    )  # fmt: skip
    return PackSide(known, tuple(beside), commanded=leads, partial=True)


def _plan(side: BattleSide, share: Share) -> Plan | None:
    return side.plan and replace(side.plan, spare=tuple(id for id in side.plan.spare if id in share.units))
