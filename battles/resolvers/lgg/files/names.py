"""The people, units and pieces of terrain behind the numbers of a journal."""

from collections.abc import Iterable, Sequence

from battles.resolvers.lgg.record import codes
from battles.resolvers.values.battle import BattleFile, BattleSide

Change = tuple[int, int, int]
"""LGG-16.0-d A change of command: the place of its event, the stand, and who is on it from then on."""


class Names:
    """The names of one battle; ``changes`` are its changes of command in their order.

    ``pieces`` shows for each piece of terrain in the record which piece of the file it is or belongs to.
    """

    def __init__(self, file: BattleFile, pieces: Sequence[int], changes: Iterable[Change] = ()) -> None:
        self._pieces, self._changes = pieces, tuple(changes)
        self.sides = tuple(side.name for side in file.sides)
        self._units = [[unit.id for unit in side.units] for side in file.sides]
        self._persons = [persons(side) for side in file.sides]

    def unit(self, row: int) -> str | None:
        """Return the id of a unit by its row on the roll."""
        return self._units[row // codes.SIDE_ROLL][row % codes.SIDE_ROLL] if row >= 0 else None

    def piece(self, row: int) -> int | None:
        """Return the place of a piece of terrain in the file's field, from 0; works made later are counted on."""
        if 0 <= row < len(self._pieces):
            return self._pieces[row]
        return None if row < 0 else row - len(self._pieces) + 1 + max(self._pieces, default=-1)

    def person(self, side: int, person: int) -> str:
        """Return the name of a general; one who is not in the file is a numbered subordinate."""
        known = self._persons[side]
        return known[person] if person < len(known) else f"{self.sides[side]} subordinate {max(person - 2, 1)}"

    def of_his_side(self, leader: int, person: int) -> str:
        """Return the name of a general of the side that a stand belongs to."""
        return self.person(leader // codes.LEADERS, person)

    def leader(self, place: int, leader: int) -> str:
        """Return the name of the general who was on a stand when the event at a place was written."""
        person = leader % codes.LEADERS
        for at, stand, new in self._changes:
            if at < place and stand == leader:
                person = new
        return self.of_his_side(leader, person)


def persons(side: BattleSide) -> list[str]:
    """List the names of a side's generals for the journal: the commander, then the wings."""
    plain = [f"{side.name} commander", f"{side.name} first wing", f"{side.name} second wing"]
    return [leader.name or name for leader, name in zip((side.commander, *side.wings), plain, strict=False)]
