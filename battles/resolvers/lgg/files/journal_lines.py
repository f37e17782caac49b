"""The journal of a record as the canonical lines of a report: names instead of numbers.

Every event has `n`, `ev`, `day`, `round`, `side`, `rule` and `dice`; the other keys by event are in docs/journal.md.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np

from battles.resolvers.common.codes import GROUND_KEYS, SKILL_KEYS, TYPE_KEYS, WEATHER_KEYS
from battles.resolvers.journal.lines import (
    Group,
    Part,
    Rows,
    Texts,
    TextTable,
    always,
    flag,
    lines_of_kind,
    listed,
    looked_up,
    number,
    or_null,
    per_event,
    put_together,
    quoted,
)
from battles.resolvers.lgg.files.journal_details import EVENT_NAMES, Change, Details, Names, pose_of_row
from battles.resolvers.lgg.record import codes, journal
from battles.resolvers.lgg.record.codes import ENTRY_WIDTH
from battles.resolvers.lgg.record.journal import D_NUMBER, D_POSE, D_UNIT, EVENTS, FIRST_DETAIL, NUMBER_NAMES
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.canonical import Event, Written, dump

DAY, ROUND, SIDE, FIRST_NUMBER = range(1, 5)
"""Columns of an event's row."""
_WITH_PATH = frozenset({"move", "withdraw", "night_move", "fallback"})
_WITH_POSE = frozenset({"deploy", "arrive", "commander_move", "turned", "occupy", "casualty", "rally",
                        "command_change"})
_ONE_DIE = frozenset({"check", "casualty", "recover", "rally", "engineer", "stratagem", "eod_recover", "eod_rally"})
_AGAIN = (3, 4)
_OF_EITHER = frozenset({"activate", "deploy", "arrive"})
_OF_GENERALS = ("leader", "role", "skill")
_LEADER_ROLES = ("army", "wing", "wing")
_READ: dict[str, tuple[str, Any]] = {
    **{key: (key, "unit") for key in ("unit", "attacker", "defender", "firer", "target", "by")},
    **{key: (key, "flag") for key in ("rerolled", "tie", "forced", "on", "lost")},
    **{key: (key, "side") for key in ("first", "winner", "loser")},
    "passed": ("pass", "flag"),
    "leader": ("commander", "leader"),
    "role": ("role", _LEADER_ROLES),
    "skill": ("skill", SKILL_KEYS),
    "activity": ("activity", codes.ACTIVITY_KEYS),
    "cause": ("cause", codes.CAUSE_KEYS),
    "reason": ("reason", codes.CAUSE_KEYS),
    "where": ("where", codes.SIDE_KEYS),
    "box": ("box", codes.STATUS_KEYS),
    "weather": ("weather", WEATHER_KEYS),
    "ground": ("ground", GROUND_KEYS),
    "result": ("result", codes.RESULT_KEYS),
    "halted_by": ("halted_by", "piece"),
    "at": ("at", "piece"),
    "work": ("work", codes.WORK_KEYS),
}
"""How the numbers of an event are shown: the key, and what reads them; a tuple holds words."""
_DROPPED = frozenset({"who", "dice", "kind", "before", "after", "extra_0", "extra_1"})
_EFFECTS = ("", "reroll_command", "more_actions", "reroll", "enemy_reroll", "activate")
_PLURALS = {"roll": "rolls", "choice": "choices", "light": "light", "broken": "broken", "total": "total",
            "lost": "lost", "strength": "strength"}


def lines_of(battle: Battle, file: BattleFile, start: Event, pieces: Sequence[int]) -> Written:
    """Return the whole journal of a record.

    `start` holds the keys of battle_start, which are not in the record; `pieces` shows for each piece of terrain in the
    record which piece of the file it is or belongs to.
    """
    log = _log(battle)
    rows = Rows(log, log[:, 0] < FIRST_DETAIL)
    scribe = Scribe(rows, Names(file, pieces, _changes(rows)), start)
    return Written("".join(scribe.lines()))


def fallen_of(battle: Battle, file: BattleFile) -> set[tuple[int, str]]:
    """LGG-16.0-b The generals whom the battle took: side and name."""
    log, names = _log(battle), Names(file, ())
    columns = [column_of("casualty", key) for key in ("leader", "who", "lost")]
    fates = log[log[:, 0] == journal.Event.CASUALTY][:, columns].tolist()
    return {(leader // codes.LEADERS, names.of_his_side(leader, who)) for leader, who, lost in fates if lost}


def column_of(name: str, key: str) -> int:
    """Return the column of a number in the rows of a kind of event."""
    return FIRST_NUMBER + EVENTS[name].index(key)


def _log(battle: Battle) -> Any:
    return np.asarray(battle.log[: int(battle.entries)]).reshape(-1, ENTRY_WIDTH)


def _changes(rows: Rows) -> list[Change]:
    group = rows.groups.get(journal.Event.COMMAND_CHANGE)
    if group is None:
        return []
    leaders, new = (group.columns[column_of("command_change", key)] for key in ("leader", "new"))
    return list(zip(group.at, leaders, new, strict=True))


class Scribe:
    """Writes the journal of one battle."""

    def __init__(self, rows: Rows, names: Names, start: Event) -> None:
        self._rows, self._names, self._start, self._details = rows, names, start, Details(rows)
        self._sides = or_null(enumerate(map(dump, names.sides)))
        self._units = TextTable(lambda row: dump(names.unit(row)))
        self._pieces = TextTable(lambda row: dump(names.piece(row)))

    def lines(self) -> list[str]:
        """Return every line, in the order of the events."""
        made = [""] * self._rows.count
        for code, group in self._rows.groups.items():
            name = EVENT_NAMES[code]
            parts = {part.key: part for part in self._parts(name)}
            for place, line in zip(group.at, lines_of_kind(name, parts.values(), group), strict=True):
                made[place] = line
        return made

    def _parts(self, name: str) -> Iterator[Part]:
        """Yield the parts of a kind of event; of two with the same key the later one counts."""
        yield Part("n", lambda group: [place + 1 for place in group.at])
        yield Part("day", number(DAY))
        yield Part("round", number(ROUND))
        yield Part("side", looked_up(self._sides, SIDE))
        yield Part("rule", self._details.rules(name))
        yield Part("dice", per_event(self._details.dice))
        yield from self._numbers(name)
        yield from self._either(name) if name in _OF_EITHER else ()
        yield from self._placed(name)
        if name in _ONE_DIE:
            yield Part("die", per_event(self._details.last_die), optional=True)
        yield from _SPECIAL[name](self) if name in _SPECIAL else ()

    def _numbers(self, name: str) -> Iterator[Part]:
        """Yield the numbers of an event under their names, those of both sides or columns gathered."""
        for key, column in zip(EVENTS[name], count(FIRST_NUMBER)):
            front, _, last = key.rpartition("_")
            if key in _DROPPED or last == "1":
                continue
            if last == "0":
                yield Part(_PLURALS[front], self._pair(column))
            elif front == "total":
                yield Part("totals", _totals(name))
            else:
                shown, reader = _READ.get(key, (key, "number"))
                yield Part(shown, self._read(reader, column))

    def _pair(self, column: int, text: Callable[[int], str] = str) -> Texts:
        """Return the numbers of both sides under their names."""
        first, second = sorted((0, 1), key=lambda side: self._names.sides[side])
        one, other = self._sides[first], self._sides[second]

        def texts(group: Group) -> list[str]:
            pairs = zip(group.columns[column + first], group.columns[column + second], strict=True)
            return [f"{{{one}:{text(a)},{other}:{text(b)}}}" for a, b in pairs]

        return texts

    def _read(self, reader: Any, column: int) -> Texts:
        """Return how the numbers of a column are read."""
        if reader in ("number", "flag"):
            return number(column) if reader == "number" else flag(column)
        if reader == "leader":
            return lambda group: map(self._leader, group.at, group.columns[column])
        tables: dict[str, TextTable] = {"unit": self._units, "side": self._sides, "piece": self._pieces}
        return looked_up(tables[reader] if reader in tables else quoted(reader), column)

    def _leader(self, place: int, leader: int) -> str:
        return dump(self._names.leader(place, leader)) if leader >= 0 else "null"

    def _either(self, name: str) -> Iterator[Part]:
        """Yield a unit, or a general with his details, and the target where there is one."""
        units, somebody = column_of(name, "unit"), TextTable(self._units.__getitem__, {-1: ""})
        yield Part("unit", looked_up(somebody, units), optional=True)
        for key in EVENTS[name]:
            if key in _OF_GENERALS:
                shown, reader = _READ[key]
                yield Part(shown, _where_no_unit(units, self._read(reader, column_of(name, key))), optional=True)
            if key == "target":
                yield Part("target", looked_up(somebody, column_of(name, key)), optional=True)

    def _placed(self, name: str) -> Iterator[Part]:
        """Yield the way of a unit, or where it is; LGG-8.3-b the rest of a way that it had paid for."""
        if name in _WITH_PATH:
            yield Part("path", per_event(self._details.paths))
            yield Part("unwalked", per_event(self._details.unwalked), optional=True)
        if name in _WITH_POSE:
            yield Part("pose", per_event(self._details.last_pose))

    def begins(self) -> Iterator[Part]:
        """Yield the details of the whole battle that the first event carries."""
        for key, value in self._start.items():
            yield Part(key, always(dump(value)))

    def ends(self) -> Iterator[Part]:
        """Yield whether anybody won."""
        winner = column_of("battle_end", "winner")
        words = TextTable(lambda _: '"draw"', {0: '"victory"', 1: '"victory"'})
        yield Part("kind", looked_up(words, winner))

    def stays(self) -> Iterator[Part]:
        """LGG-15.1 Yield who stays and who leaves."""
        yield Part("choices", self._pair(FIRST_NUMBER, lambda value: '"stay"' if value == 1 else '"leave"'))

    def fights(self) -> Iterator[Part]:
        """REC-4 Yield who attacks, the combat values and the modifiers."""
        units = self._details.units
        attackers = [(place, self._units[row]) for place, role, row, *_ in units if role == journal.Part.ATTACKER]
        attack = [(place, str(value)) for place, role, _, value, *_ in units if role == journal.Part.ATTACKER]
        defend = {place: value for place, role, _, value, *_ in reversed(units) if role == journal.Part.DEFENDER}
        values = listed(put_together(self._rows.count, attack))
        yield Part("attackers", per_event(listed(put_together(self._rows.count, attackers))))
        yield Part("cv", lambda group: [
            f'{{"attack":{values[place]},"defend":{defend.get(place, "null")}}}' for place in group.at
        ])  # fmt: skip
        yield Part("modifiers", self._modifiers(("attack", "defend"), codes.MODIFIER_KEYS))

    def shoots(self) -> Iterator[Part]:
        """REC-5 Yield the modifiers."""
        yield Part("modifiers", self._modifiers(("firer", "target"), codes.FIRE_MODIFIER_KEYS))

    def _modifiers(self, keys: tuple[str, str], words: tuple[str, ...]) -> Texts:
        def texts(group: Group) -> list[str]:
            first, second = self._details.modifiers(words, set(group.at))
            return [f'{{"{keys[0]}":{first[place]},"{keys[1]}":{second[place]}}}' for place in group.at]

        return texts

    def pursues(self) -> Iterator[Part]:
        """LGG-15.2 Yield who is hit in the pursuit."""
        units = self._details.units
        hits = ((place, f'{{"hits":{hits},"unit":{self._units[row]}}}') for place, _, row, hits, *_ in units)
        yield Part("allotment", per_event(listed(put_together(self._rows.count, hits))))

    def falls(self) -> Iterator[Part]:
        """LGG-16.0-b Yield the general who is at risk."""
        yield Part("commander", self._person("casualty", "who"))

    def commands(self) -> Iterator[Part]:
        """LGG-16.0-d Yield who gives the command up, who takes it, and which."""
        leader = column_of("command_change", "leader")
        yield Part("old", self._person("command_change", "old"))
        yield Part("new", self._person("command_change", "new"))
        yield Part("role", lambda group: [f'"{_LEADER_ROLES[n % codes.LEADERS]}"' for n in group.columns[leader]])

    def _person(self, name: str, key: str) -> Texts:
        leader, person = column_of(name, "leader"), column_of(name, key)
        return lambda group: map(dump, map(self._names.of_his_side, group.columns[leader], group.columns[person]))

    def counts(self) -> Iterator[Part]:
        """ST2 Yield the actions that stratagems added to the count, where there were any."""
        column = column_of("round_end", "extra_0")
        pair = self._pair(column)
        yield Part("extra", lambda group: [
            text if any(extra) else ""
            for text, *extra in zip(pair(group), group.columns[column], group.columns[column + 1], strict=True)
        ], optional=True)  # fmt: skip

    def tricks(self) -> Iterator[Part]:
        """ST1 to ST5: of a die that was thrown again the face before and the face that counts."""
        numbers = column_of("stratagem", "stratagem")
        yield Part("stratagem", looked_up(TextTable(lambda n: f'"ST{n}"'), numbers))
        yield Part("effect", looked_up(quoted(_EFFECTS), numbers))
        yield Part("die", lambda group: [self._details.last_die[place] or "null" for place in group.at])
        for key in ("before", "after"):
            yield Part(key, _where_again(numbers, column_of("stratagem", key)), optional=True)

    def turns(self) -> Iterator[Part]:
        """LGG-9.0-a Yield the facing that counts as turned, where only that does."""
        yield Part("combat_facing", per_event(self._details.combat_facing), optional=True)

    def builds(self) -> Iterator[Part]:
        """REC-7 Yield the piece that a finished work has made, restored or removed; the train that became a bridge."""
        for key in ("piece", "removed", "train"):
            yield Part(key, self._of_works(key), optional=True)

    def _of_works(self, key: str) -> Texts:
        def texts(group: Group) -> list[str]:
            works = map(self._built, group.at, group.columns[SIDE])
            return [dump(work[key]) if key in work else "" for work in works]

        return texts

    def _built(self, place: int, side: int) -> Event:
        trail = self._details.trail(place)
        numbers = {NUMBER_NAMES[row[1]]: row[2] for row in trail if row[0] == D_NUMBER}
        if "kind" not in numbers:
            return {}
        what, kind = "removed" if "removed" in numbers else "piece", codes.PIECE_KEYS[numbers["kind"]]
        piece: Event = {"number": self._names.piece(numbers[what]), "kind": kind}
        piece["shape"] = [pose_of_row(row)[:2] for row in trail if row[0] == D_POSE]
        if kind == "obstacle":
            builder = self._names.sides[side] if side in (0, 1) else None
            piece |= {"cover": "hard", "halt": True, "impassable": False, "built_by": builder}
        elif numbers["width"]:
            piece["width"] = numbers["width"] / 100
        return {what: piece} | ({"train": self._names.unit(numbers["train"])} if "train" in numbers else {})

    def amalgamates(self) -> Iterator[Part]:
        """LGG-15.5 Yield the groups: who was in each, and what was made of them."""
        yield Part("groups", lambda group: map(dump, map(self._groups, group.at)))

    def _groups(self, place: int) -> list[Event]:
        """Return the groups in the order of their numbers; a made unit's type and strength come after it."""
        groups: dict[int, Event] = {}
        made: Event = {}
        for code, *row in self._details.trail(place):
            if code == D_UNIT:
                group = groups.setdefault(row[2], {"members": [], "made": []})
                made = {"unit": self._names.unit(row[1])}
                group["members" if row[0] == journal.Part.MEMBER else "made"].append(made)
            if code == D_NUMBER:
                made |= _made_number(NUMBER_NAMES[row[0]], row[1])
        for group in groups.values():
            group["members"] = [member["unit"] for member in group["members"]]
        return [groups[number] for number in sorted(groups)]


_SPECIAL: dict[str, Callable[[Scribe], Iterator[Part]]] = {
    "battle_start": Scribe.begins, "battle_end": Scribe.ends, "stay_leave": Scribe.stays, "combat": Scribe.fights,
    "fire": Scribe.shoots, "pursuit": Scribe.pursues, "casualty": Scribe.falls, "command_change": Scribe.commands,
    "round_end": Scribe.counts, "stratagem": Scribe.tricks, "turned": Scribe.turns, "engineer": Scribe.builds,
    "amalgamate": Scribe.amalgamates,
}  # fmt: skip


def _totals(name: str) -> Texts:
    """Return the totals of both columns of a fire or a combat."""
    keys = [key for key in EVENTS[name] if key.startswith("total_")]
    form = "{" + ",".join(f'"{key.removeprefix("total_")}":%s' for key in keys) + "}"
    columns = [column_of(name, key) for key in keys]
    return lambda group: map(form.__mod__, zip(*(group.columns[column] for column in columns), strict=True))


def _where_no_unit(units: int, texts: Texts) -> Texts:
    """Return texts where an event names no unit, and nothing where it does."""
    return lambda group: [
        "" if unit >= 0 else text for unit, text in zip(group.columns[units], texts(group), strict=True)
    ]  # fmt: skip


def _where_again(numbers: int, column: int) -> Texts:
    """ST3 ST4 Return a face where a die was thrown again."""
    return lambda group: [
        str(face) if n in _AGAIN else "" for n, face in zip(group.columns[numbers], group.columns[column], strict=True)
    ]  # fmt: skip


def _made_number(name: str, value: int) -> Event:
    if name == "type":
        return {"type": TYPE_KEYS[value]}
    return {name: bool(value)} if name == "guard" else {name: value}
