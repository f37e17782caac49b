"""The details of a journal's events as JSON texts: dice, poses, units, modifiers and further rules, event by event."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import atan2, degrees

from battles.resolvers.core.dice import STREAMS
from battles.resolvers.journal.lines import Rows, Texts, TextTable, last_of_each, listed, put_together
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.journal import D_DIE, D_MODIFIER, D_POSE, D_RULE, D_UNIT, DIE_NAMES, EVENTS
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.values.battle import BattleFile, BattleSide
from battles.resolvers.values.canonical import dump

RULES_OF: dict[str, tuple[str, ...]] = {
    "battle_start": ("ENG-2",),
    "deploy": ("HR-T3", "HR-T5"),
    "arrive": ("HR-T6",),
    "chits": ("LGG-S1-a",),
    "day_start": ("LGG-4.0-a", "LGG-6.2-a", "HR-W"),
    "command_roll": ("LGG-5.0-a", "LGG-6.1-a"),
    "initiative": ("LGG-6.1-a", "LGG-6.1-b"),
    "turn_end": ("LGG-6.1-c",),
    "activate": ("LGG-7.0-b", "LGG-7.0-c"),
    "move": ("LGG-8.0-a", "LGG-8.1-c"),
    "withdraw": ("LGG-9.0-g", "LGG-9.0-i"),
    "night_move": ("HR-D2",),
    "commander_move": ("LGG-8.2-c",),
    "check": ("LGG-8.3-a", "LGG-8.4-f"),
    "contact": ("LGG-9.0-b", "LGG-9.0-d"),
    "turned": ("LGG-9.0-a",),
    "squares": ("LGG-9.0-h",),
    "repoint": ("LGG-9.0-k",),
    "fire": ("LGG-13.0-b", "LGG-13.0-c", "REC-5"),
    "combat": ("LGG-10.0-a", "LGG-10.0-d", "REC-4"),
    "hit": ("LGG-11.0-a",),
    "fallback": ("LGG-10.2-d",),
    "rout": ("LGG-11.0-a", "LGG-14.0-c"),
    "occupy": ("LGG-10.0-h",),
    "eliminated": ("LGG-15.4-b",),
    "exit": ("HR-E",),
    "casualty": ("LGG-16.0-b", "LGG-16.0-c"),
    "command_change": ("LGG-16.0-d",),
    "recover": ("LGG-14.0-a",),
    "rally": ("LGG-14.0-e",),
    "engineer": ("REC-7",),
    "stratagem": ("LGG-S1-c",),
    "round_end": ("LGG-6.1-d", "LGG-6.3-a"),
    "sudden_death": ("LGG-S3-a",),
    "break_off": ("HR-B",),
    "stay_leave": ("LGG-15.1-a",),
    "pursuit": ("LGG-15.2-a", "LGG-15.3-a"),
    "eod_recover": ("LGG-15.4-a",),
    "eod_rally": ("LGG-15.4-b",),
    "amalgamate": ("LGG-15.5-a", "LGG-15.5-b"),
    "battle_end": ("LGG-15.6-a",),
    "will": ("HR-26",),
    "last_evening": ("HR-26",),
}


EVENT_NAMES = tuple(EVENTS)
SETTLED_BY_ONE = frozenset({"combat", "fire", "check", "casualty", "recover", "rally", "engineer"})
"""A die of these that was thrown again does not count."""
MOST_SIDES = 10_000
"""A bound of a die's sides, so that it is one number together with what it was thrown for."""


class Details:
    """The details of one journal; each list has a text for every event."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    @cached_property
    def dice(self) -> list[str]:
        """All dice."""
        return listed(put_together(self._rows.count, self._dice))

    @cached_property
    def last_die(self) -> list[str]:
        """The die that decides where one does; empty without any."""
        return last_of_each(self._rows.count, self._dice, "")

    @cached_property
    def _dice(self) -> list[tuple[int, str]]:
        places, (name, stream, k, sides, face, *_) = self._rows.columns(D_DIE)
        settled = {place for code, group in self._groups_named(SETTLED_BY_ONE) for place in group}
        rows = list(zip(places.tolist(), name.tolist(), strict=True))
        last = {row: number for number, row in enumerate(rows)}
        thrown, kinds = TextTable(_thrown), ((name * len(STREAMS) + stream) * MOST_SIDES + sides) * 2
        dice = zip(rows, face.tolist(), k.tolist(), kinds.tolist(), strict=True)
        return [
            (row[0], f'{{"face":{face},"k":{k}{thrown[kind + (row[0] in settled and last[row] != number)]}')
            for number, (row, face, k, kind) in enumerate(dice)
        ]

    def _groups_named(self, names: frozenset[str]) -> list[tuple[int, list[int]]]:
        groups = self._rows.groups.items()
        return [(code, list(group.at)) for code, group in groups if EVENT_NAMES[code] in names]

    @cached_property
    def paths(self) -> list[str]:
        """The poses of every way that were reached."""
        reached = ((place, pose) for place, pose, missed in self._poses if not missed)
        return listed(put_together(self._rows.count, reached))

    @cached_property
    def unwalked(self) -> list[str]:
        """LGG-8.3-b The poses of a way that was paid for and not reached; empty where all were."""
        rest = put_together(self._rows.count, ((place, pose) for place, pose, missed in self._poses if missed))
        return [poses and f"[{poses}]" for poses in rest]

    @cached_property
    def last_pose(self) -> list[str]:
        """The last pose, or null."""
        return last_of_each(self._rows.count, ((place, pose) for place, pose, _ in self._poses), "null")

    @cached_property
    def _poses(self) -> list[tuple[int, str, int]]:
        places, columns = self._rows.columns(D_POSE)
        return [
            (place, f"[{x / 10_000},{y / 10_000},{_facing(fx, fy)}]", missed)
            for place, x, y, fx, fy, missed in zip(places.tolist(), *columns[:5].tolist(), strict=True)
        ]

    @cached_property
    def combat_facing(self) -> list[str]:
        """LGG-9.0-a The facing that counts as turned where the base stays: that of the first of two poses."""
        poses = self._rows.details(D_POSE)
        poses_of = Counter(row[0] for row in poses)
        first = ((row[0], str(_facing(row[3], row[4]))) for row in reversed(poses) if poses_of[row[0]] > 1)
        return last_of_each(self._rows.count, first, "")

    @cached_property
    def units(self) -> list[tuple[int, ...]]:
        """The units of events: the place of the event, the role, the row of the roll, the number."""
        return self._rows.details(D_UNIT)

    def modifiers(self, words: tuple[str, ...], places: set[int]) -> tuple[list[str], list[str]]:
        """Return the modifiers of either column, as lists, of the events at some places."""
        rows = [row for row in self._rows.details(D_MODIFIER) if row[0] in places]
        texts = [(place, column, f'["{words[number]}",{value}]') for place, column, number, value, *_ in rows]
        first, second = (
            put_together(self._rows.count, ((place, text) for place, side, text in texts if side == column))
            for column in (0, 1)
        )
        return listed(first), listed(second)

    @cached_property
    def _rules(self) -> dict[int, list[str]]:
        made: dict[int, list[str]] = {}
        for place, rule, *_ in self._rows.details(D_RULE):
            made.setdefault(place, []).append(RULE_IDS[rule])
        return made

    def rules(self, name: str) -> Texts:
        """Return the rules of a kind of event, then those that single events name besides."""
        usual, more = _rules(name, ()), self._rules
        return lambda group: [
            _rules(name, tuple(more[place])) if place in more else usual for place in group.at
        ]  # fmt: skip

    def trail(self, place: int) -> list[list[int]]:
        """Return all details of one event in their order, with their codes."""
        return self._rows.details_at(place)


@lru_cache(maxsize=4000)
def _rules(name: str, more: tuple[str, ...]) -> str:
    return dump(list(dict.fromkeys([*RULES_OF[name], *more])))


@lru_cache(maxsize=20_000)
def _facing(fx: int, fy: int) -> float:
    """Return a direction as degrees clockwise from +y, to 4 decimals."""
    facing = round(degrees(atan2(fx, fy)) % 360.0, 4)
    return 0.0 if facing >= 360.0 else facing


def _thrown(kind: int) -> str:
    """Return what a die was thrown for, whether another counts in its place, its sides and its stream."""
    kind, replaced = divmod(kind, 2)
    (name, stream), sides = divmod(kind // MOST_SIDES, len(STREAMS)), kind % MOST_SIDES
    again = '"replaced":true,' if replaced else ""
    return f',"name":"{DIE_NAMES[name]}",{again}"sides":{sides},"stream":"{STREAMS[stream]}"}}'


def pose_of_row(row: list[int]) -> list[float]:
    """Return the pose of a detail's row: inches and degrees clockwise from +y, each to 4 decimals."""
    return [row[1] / 10_000, row[2] / 10_000, _facing(row[3], row[4])]


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
