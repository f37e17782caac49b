"""By which of its dice a battle is decided that was held open while the war was taken back.

Its seed stays as long as nobody has read its dice. Where an undone version decided it, or threw its dice at a table,
its dice are fresh ones. They are the old ones only where it is decided as it was then: by the same rules, armies and
typed result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.files.fighting import likeness_of

Natural = tuple[int, str, int]
"""What names a battle in every version of a war: turn, province and sequence of its engagement."""
NOBODY_KNOWS = 0


@dataclass(frozen=True)
class Taken:
    """A roll-back: its number, whether it gave new dice, and the war that it undid as JSON, None where unreadable."""

    number: int
    new_dice: bool
    reached: int
    war: Mapping[str, Any] | None


@dataclass(frozen=True)
class Read:
    """A version of a battle whose dice were read, undone by a roll-back; ``attempt`` is that of its turn's dice.

    Dice that were thrown at a table alone have no likeness: nothing was decided by them.
    """

    number: int
    attempt: int
    seed: str
    likeness: str


def reads_of(taken: Sequence[Taken], named: Natural) -> list[Read]:
    """Return the undone versions of a battle in which its dice were read, in their order."""
    return [read for row in taken if row.reached >= named[0] and (read := _read(row, named))]


def _read(row: Taken, named: Natural) -> Read | None:
    if row.war is None:
        return Read(row.number, NOBODY_KNOWS, "", "")
    history = row.war["history"]
    met = (one for one in history.get("engagements", ()) if _named(one) == named and one.get("battle"))
    key = next((one["battle"] for one in met), None)
    if key is None:
        return None
    battle = next(one for one in history["battles"] if one["id"] == key)
    decided = next((one["report"] for one in history.get("results", ()) if one["battle"] == key), None)
    thrown = any(one["battle"] == key and one["values"].get("rolled") for one in history.get("notes", ()))
    if decided is None and not thrown:
        return None
    attempt = next(one.get("attempt", 1) for one in history["turns"] if one["number"] == named[0])
    alike = likeness_of(decided["rules"], battle["file"], decided.get("typed")) if decided else ""
    return Read(row.number, attempt, battle["seed"], alike)


def _named(row: Mapping[str, Any]) -> Natural:
    return row["turn"], row["province"], row["sequence"]


def dice_of(
    own: set[str], attempt: int, reads: Sequence[Read], taken: Sequence[Taken], fresh: Callable[[int], str]
) -> tuple[str, dict[str, str]] | None:  # fmt: skip
    """Return the seed of a battle, and those that come again by the likeness of a decision; None if all is unread.

    ``own`` are the seeds that it has now and had at first, ``attempt`` is that of its turn, ``fresh`` gives the seed
    that follows from the number of the last roll-back that undid what had been read.
    """
    mine = [read for read in reads if read.attempt in (attempt, NOBODY_KNOWS)]
    if not any(read.seed in own or read.attempt == NOBODY_KNOWS for read in mine):
        return None
    anew = max((row.number for row in taken if row.new_dice), default=0)
    again: dict[str, str] = {}
    for read in mine:
        if read.likeness and read.number > anew:
            again.setdefault(read.likeness, read.seed)
    return fresh(mine[-1].number), again


def fresh_key(named: Natural, attempt: int) -> str:
    """Return the natural key of the fresh dice of a battle held open; their attempt is 1 + the roll-back's number."""
    return f"{named[1]}:{named[2]}:{attempt}"
