"""From the rows of the common journal to its canonical lines (COM-18), by the kinds of ``events.py``."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count
from math import cos, radians, sin
from typing import Any

import numpy as np

from battles.resolvers.common import journal
from battles.resolvers.common.codes import LOG_WIDTH, STREAMS
from battles.resolvers.common.events import COMMON, DICE, PAIRS, Names, Words
from battles.resolvers.common.journal import Kind
from battles.resolvers.common.record import Battle
from battles.resolvers.journal.lines import (
    Group,
    Part,
    Rows,
    Texts,
    TextTable,
    always,
    flag,
    last_of_each,
    lines_of_kind,
    listed,
    looked_up,
    number,
    or_null,
    per_event,
    put_together,
    quoted,
)
from battles.resolvers.values.canonical import Event, Written, dump

DAY, TURN, RULE, SIDE, ACTOR, TARGET, FIRST_VALUE = range(1, 8)
"""Columns of an event's row."""
MOST_SIDES, MOST_VALUE = 10_000, 100_000
"""Bounds of a die's sides and of a modifier, so that it is one number together with its name."""


def journal_of(battle: Battle, names: Names, words: Words, start: Event) -> Written:
    """Return the journal of a record; ``start`` holds further details of its first event."""
    log = np.asarray(battle.log[: int(battle.log_n)]).reshape(-1, LOG_WIDTH)
    scribe = Scribe(Rows(log, log[:, 0] > 0), names, words, start)
    return Written("".join(scribe.lines()))


class Scribe:
    """Writes the journal of one battle."""

    def __init__(self, rows: Rows, names: Names, words: Words, start: Event) -> None:
        self._rows, self._names, self._words, self._start = rows, names, words, start
        self._sides = or_null(enumerate(map(dump, names.sides)))
        self._rules = TextTable(lambda rule: dump([words.rule(rule)]))
        self._units, self._roll, self._leaders = map(_named, (names.units, names.rows, names.leaders))

    def lines(self) -> list[str]:
        """Return every line, in the order of the events."""
        made = [""] * self._rows.count
        for code, group in self._rows.groups.items():
            kind = self._words.events.get(code) or COMMON[code]
            for place, line in zip(group.at, lines_of_kind(kind.name, self._parts(kind), group), strict=True):
                made[place] = line
        return made

    def _parts(self, kind: Kind) -> Iterator[Part]:
        yield Part("n", lambda group: [place + 1 for place in group.at])
        yield Part("day", number(DAY))
        yield Part("round", number(TURN))
        yield Part("side", looked_up(self._sides, SIDE))
        yield Part("rule", looked_up(self._rules, RULE))
        yield Part("dice", per_event(self._dice))
        yield from self._actors(kind)
        yield from _SPECIAL[kind.name](self, kind) if kind.name in _SPECIAL else self._usual(kind)

    def _actors(self, kind: Kind) -> Iterator[Part]:
        """Yield who acts and upon whom, where anybody does."""
        actors = {"unit": self._units, "row": self._roll, "leader": self._leaders}[kind.actor_is]
        if kind.actor:
            yield Part(kind.actor, looked_up({**actors, -1: ""}, ACTOR), optional=True)
        if kind.target:
            yield Part(kind.target, looked_up({**self._units, -1: ""}, TARGET), optional=True)

    def _usual(self, kind: Kind) -> Iterator[Part]:
        yield from self._values(kind)
        if kind.poses:
            yield Part(kind.poses, per_event(self._paths if kind.poses == "path" else self._last_poses))
        for role, key in kind.units.items():
            yield Part(key, self._list_of_units(role, key))
        if any(kind.modifiers):
            yield Part("modifiers", self._modifiers(kind.modifiers))

    def _values(self, kind: Kind) -> Iterator[Part]:
        for (key, reader), column in zip(kind.values, count(FIRST_VALUE)):
            front, _, side = key.rpartition("_")
            if front not in PAIRS:
                yield Part(key, self._read(reader, column))
            elif side == "0":
                yield Part(*self._pair(front, column))

    def _read(self, reader: Any, column: int) -> Texts:
        """Return how the values of a column are read; ``Kind`` lists the readers."""
        if reader in ("number", "flag"):
            return number(column) if reader == "number" else flag(column)
        words = reader if isinstance(reader, tuple) else self._words.words.get(reader)
        return looked_up(self._tables[reader] if words is None else quoted(tuple(words)), column)

    @cached_property
    def _tables(self) -> Mapping[str, TextTable]:
        return {
            "unit": self._units, "row": self._roll, "leader": self._leaders, "side": self._sides, "winner": self._sides,
        }  # fmt: skip

    def _pair(self, front: str, column: int) -> tuple[str, Texts]:
        """Return the numbers of both sides under the sides' names, as every journal has them."""
        key, words = PAIRS[front][0], quoted(PAIRS[front][1])
        order = sorted((0, 1), key=lambda side: self._names.sides[side])
        form = "{" + ",".join(f"{self._sides[side].replace('%', '%%')}:%s" for side in order) + "}"

        def texts(group: Group) -> list[str]:
            pairs = zip(*(group.columns[column + side] for side in order), strict=True)
            return [form % (tuple(words[n] for n in pair) if words else pair) for pair in pairs]

        return key, texts

    @cached_property
    def _dice(self) -> list[str]:
        places, (name, stream, k, sides, face, *_) = self._rows.columns(journal.ROW_DIE)
        thrown, kinds = TextTable(self._thrown), (name * len(STREAMS) + stream) * MOST_SIDES + sides
        dice = zip(places.tolist(), face.tolist(), k.tolist(), kinds.tolist(), strict=True)
        texts = [(place, f'{{"face":{face},"k":{k}{thrown[kind]}') for place, face, k, kind in dice]
        return listed(put_together(self._rows.count, texts))

    def _thrown(self, kind: int) -> str:
        """Return what a die was thrown for, its sides and its stream."""
        (name, stream), sides = divmod(kind // MOST_SIDES, len(STREAMS)), kind % MOST_SIDES
        words = dump(self._words.dice.get(name, DICE.get(name, "die")))
        return f',"name":{words},"sides":{sides},"stream":"{STREAMS[stream]}"}}'

    @cached_property
    def _poses(self) -> list[tuple[int, str]]:
        places, (x, y, heading, *_) = self._rows.columns(journal.ROW_POSE)
        scale, turn = self._words.scale, self._words.turn
        length = TextTable(lambda n: str(n / scale if scale > 1 else n + 0.5))
        facing = TextTable(lambda n: str(float(n * turn % 360)))
        poses = zip(places.tolist(), x.tolist(), y.tolist(), heading.tolist(), strict=True)
        return [(place, f"[{length[x]},{length[y]},{facing[heading]}]") for place, x, y, heading in poses]

    @cached_property
    def _paths(self) -> list[str]:
        return listed(put_together(self._rows.count, self._poses))

    @cached_property
    def _last_poses(self) -> list[str]:
        return last_of_each(self._rows.count, self._poses, "null")

    def _list_of_units(self, role: int, key: str) -> Texts:
        units = self._rows.details(journal.ROW_UNIT)
        mine = ((place, self._unit(key, unit, value)) for place, one, unit, value, *_ in units if one == role)
        return per_event(listed(put_together(self._rows.count, mine)))

    def _unit(self, key: str, unit: int, value: int) -> str:
        """Return a unit by the part it plays: a piece on the table, a row of the roll, or a row with a number."""
        if key in ("attackers", "units"):
            return self._units[unit]
        if key == "members":
            return self._roll[unit]
        return f'{{"{"hits" if key == "allotment" else "sp"}":{value},"unit":{self._roll[unit]}}}'

    def _modifiers(self, keys: tuple[str, str]) -> Texts:
        if not keys[1]:
            return per_event(self._noted[0])
        named = sorted((key, texts) for key, texts in zip(keys, self._noted, strict=True) if key)
        form = "{" + ",".join(f'"{key}":%s' for key, _ in named) + "}"
        return lambda group: map(form.__mod__, zip(*(group.of(texts) for _, texts in named), strict=True))

    @cached_property
    def _noted(self) -> tuple[list[str], ...]:
        """The modifiers of either column, as lists."""
        places, (column, name, value, *_) = self._rows.columns(journal.ROW_MODIFIER)
        noted, codes = TextTable(self._modifier), name * MOST_VALUE + value + MOST_VALUE // 2
        actor, target = (
            zip(places[mine].tolist(), map(noted.__getitem__, codes[mine].tolist()), strict=True)
            for mine in (column == 0, column == 1)
        )
        return tuple(listed(put_together(self._rows.count, texts)) for texts in (actor, target))

    def _modifier(self, code: int) -> str:
        name, value = divmod(code, MOST_VALUE)
        return f"[{dump(self._words.modifiers[name])},{value - MOST_VALUE // 2}]"

    def begins(self, kind: Kind) -> Iterator[Part]:
        """Yield the details of the whole battle that the first event carries."""
        for key, value in self._start.items():
            yield Part(key, always(dump(value)))

    def ends(self, kind: Kind) -> Iterator[Part]:
        """Yield who won, and whether anybody did."""
        yield from self._usual(kind)
        yield Part("kind", lambda group: ['"victory"' if n in (0, 1) else '"draw"' for n in group.columns[FIRST_VALUE]])

    def amalgamates(self, kind: Kind) -> Iterator[Part]:
        """Yield the one group of an event: who was in it, and what was made of them."""
        members, made = (self._list_of_units(role, key) for role, key in kind.units.items())

        def texts(group: Group) -> list[str]:
            return [f'[{{"made":{b},"members":{a}}}]' for a, b in zip(members(group), made(group), strict=True)]

        yield Part("groups", texts)

    def builds(self, kind: Kind) -> Iterator[Part]:
        """HR-T4 Yield a field work as a piece of the field."""
        yield Part("work", self._read(kind.values[0][1], FIRST_VALUE))
        yield Part("piece", lambda group: [self._work(place, *row) for place, *row in _works(group)])

    def _work(self, place: int, number: int, length: int, side: int) -> str:
        """HR-T4 A field work as a piece; on squares it is drawn at the front edge of its own."""
        x, y, facing = json.loads(self._last_poses[place])
        along, ahead = (0.5, 0.4) if self._words.scale == 1 else (length / self._words.scale / 2, 0.0)
        right, up = sin(radians(facing)), cos(radians(facing))
        ends = [
            [round(x + right * ahead + up * way * along, 4), round(y + up * ahead - right * way * along, 4)]
            for way in (-1, 1)
        ]
        return dump({
            "number": number, "kind": "obstacle", "shape": ends, "cover": "hard", "halt": True, "impassable": False,
            "built_by": self._names.sides[side] if side >= 0 else None,
        })  # fmt: skip


_SPECIAL = {
    "battle_start": Scribe.begins, "battle_end": Scribe.ends, "amalgamate": Scribe.amalgamates,
    "engineer": Scribe.builds,
}  # fmt: skip


def _named(names: Mapping[int, str]) -> TextTable:
    return or_null((number, dump(name)) for number, name in names.items())


def _works(group: Group) -> Iterator[tuple[int, int, int, int]]:
    """Yield the place of each event, the number and the length of its work, and the side that built it."""
    return zip(
        group.at, group.columns[FIRST_VALUE + 1], group.columns[FIRST_VALUE + 2], group.columns[SIDE], strict=True
    )
