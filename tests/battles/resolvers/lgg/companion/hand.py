"""A small battle on a table, noted by hand: two sides, few units, typed dice."""

from typing import Any

from battles.resolvers.by_hand.reading import Played
from battles.resolvers.contract.notes import UNDO, Note, Wording
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import field_seed_of
from battles.resolvers.lgg.companion.door import check_fresh, play_next, read_notes, try_undo
from battles.resolvers.lgg.companion.state import TableState
from battles.resolvers.values.battle import BattleFile

FRENCH = [("f1", "line_inf", 4), ("f2", "line_inf", 2), ("f3", "elite_inf", 4), ("f4", "heavy_cav", 3),
          ("f5", "light_cav", 3), ("f6", "heavy_art", 1)]  # fmt: skip
ALLIES = [("a1", "line_inf", 4), ("a2", "militia_inf", 4), ("a3", "light_cav", 1), ("a4", "horse_art", 1)]


def units(rows: list[tuple[str, str, int]], **marks: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": key, "name": key.upper(), "type": kind, "strength": strength} | marks.get(key, {})
            for key, kind, strength in rows]  # fmt: skip


def file(*, skills: tuple[str, str] = ("average", "average"), wings: tuple[str, ...] = (), **more: Any) -> BattleFile:
    marks = more.pop("marks", {})
    sides = [
        {"name": "French", "commander": {"name": "Ney", "skill": skills[0]}, "units": units(FRENCH, **marks),
         "wings": [{"name": f"wing {n}", "skill": skill} for n, skill in enumerate(wings, 1)]},
        {"name": "Allies", "commander": {"name": "Bülow", "skill": skills[1]}, "units": units(ALLIES, **marks)},
    ]  # fmt: skip
    data = {"format": "bivouac.battle/1", "name": "Dennewitz", "season": "spring", "terrain": "open",
            "weather": "normal", "ground": "hard", "sides": sides}  # fmt: skip
    return resolver("lgg").freeze(parse(data | more), field_seed_of("companion"))


class Hand:
    """Writes notes one after the other, as the service does; ``table`` is kept while nothing is refused or undone."""

    def __init__(self, battle: BattleFile | None = None) -> None:
        self.file = battle or file()
        self.notes: list[Note] = []
        self.wording: Wording = Wording("")
        self.kept: TableState | None = None

    def note(self, kind: str, *, by: int | None = None, seen: int | None = None, **values: Any) -> "Hand":
        mine = Note(len(self.notes) + 1, by, kind, values, "somebody")
        check_fresh(self.notes, mine, len(self.notes) if seen is None else seen)
        table, self.kept = self.table, None
        if kind == UNDO:
            try_undo(self.file, self.notes, mine)
        else:
            self.wording = play_next(table, mine)
            self.kept = table
        self.notes.append(mine)
        return self

    def take_back(self, number: int, *, by: int | None = None) -> "Hand":
        return self.note(UNDO, by=by, of=number)

    @property
    def played(self) -> Played:
        return read_notes(self.file, self.notes)

    @property
    def table(self) -> TableState:
        if self.kept is None:
            self.kept = self.played.table
        return self.kept

    def begin(self) -> "Hand":
        """Both have set up and the first day has begun."""
        return self.note("deploy", side=0).note("deploy", side=1).note("day")

    def roll(self, first: list[int], second: list[int]) -> "Hand":
        return self.note("roll", side=0, dice=first).note("roll", side=1, dice=second)

    def end_round(self) -> "Hand":
        return self.note("turn_end").note("turn_end").note("round_end")

    def round(self, first: list[int], second: list[int]) -> "Hand":
        """A whole round in which nothing happens."""
        return self.roll(first, second).end_round()

    def day_over(self) -> "Hand":
        """Rounds of 24 until the count reaches a spring day's 100."""
        for _ in range(5):
            self.round([6, 6], [6, 5]) if self.table.battle.round_no == 1 else self.round([6, 6], [6, 6])
        return self
