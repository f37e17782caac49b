"""The details of a journal's events as JSON texts: dice, poses, units, modifiers and further rules, event by event."""

from collections import Counter
from functools import cached_property, lru_cache
from math import atan2, degrees

from battles.resolvers.core.dice import STREAMS
from battles.resolvers.journal.lines import Rows, Texts, TextTable, last_of_each, listed, put_together
from battles.resolvers.lgg.files.journal_rules import RULES_OF
from battles.resolvers.lgg.record.journal import D_DIE, D_MODIFIER, D_POSE, D_RULE, D_UNIT, DIE_NAMES, EVENTS
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.values.canonical import dump

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
