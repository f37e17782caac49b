"""The door of a smaller rule system: what the registry asks for, made from the parts that the system brings.

A system's ``resolver.py`` makes one ``Door`` and gives its methods the names of the contract::

    DOOR = Door(
        engine=ENGINE, numbers=NUMBERS, base_turns=15, words=WORDS, set_up=set_up, play_day=play_day,
        options=SYSTEM.options,
    )
    freeze, fight, finish, tally_runs, warm = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.tally_runs, DOOR.warm

``set_up(battle, file)`` lays out the board and deploys both armies in plain Python and throws no dice; it is called
again on the morning of each further day with the units that are left. ``play_day(battle)`` is a kernel that fights
one day to its end; it has then written strength and status of each unit to the roll, and who stays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.aftermath.evening import close_battle, evening, goes_on, is_out
from battles.resolvers.aftermath.typed import report_of, typed_report
from battles.resolvers.common import codes, events
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Status
from battles.resolvers.common.events import Rule, Words, names_of
from battles.resolvers.common.fill import fill, roll_weather
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.lines import journal_of
from battles.resolvers.common.numbers import NumberTable
from battles.resolvers.common.record import Battle, Runs
from battles.resolvers.contract.manifest import Option, Progress
from battles.resolvers.contract.numbers import NumberSheet
from battles.resolvers.contract.options import with_options
from battles.resolvers.core.dice import key_of
from battles.resolvers.core.kernels import make_ready
from battles.resolvers.fields.field import Field, stretched
from battles.resolvers.fields.maker import make_field
from battles.resolvers.forecasts.tally import SideTally, Tally
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Event, Report
from battles.resolvers.values.sides import BattleSide
from rosters.rules.catalogue import Catalogue, catalogue

Check = Callable[[BattleFile], None]


def _anything(file: BattleFile) -> None:
    """Refuse nothing."""


@dataclass(frozen=True)
class Kept:
    """The battle whose runs were asked for last, laid out."""

    file: BattleFile
    seed: str
    runs: Runs


_KEPT: list[Kept] = []
"""At most one."""


@dataclass(frozen=True)
class Door:
    """A rule system of the common record; ``check`` refuses with a sentence what it cannot play.

    ``options`` are those of its manifest: a battle file sets the numbers that they name.
    """

    engine: str
    numbers: NumberTable
    base_turns: int
    words: Words
    set_up: Callable[[Battle, BattleFile], None]
    play_day: Callable[[Battle], None]
    check: Check = _anything
    options: Sequence[Option] = ()

    def tables(self, profile: dict[str, Any]) -> Catalogue:
        """COM-03 The unit types: the campaign's own, whatever the profile says of this system's numbers."""
        self.numbers.values(profile)
        return catalogue()

    def profile_hash(self, profile: dict[str, Any]) -> str:
        """ENG-2 The hash of the numbers under a profile's values."""
        return self.numbers.digest(profile)

    def sheet(self, profile: dict[str, Any]) -> NumberSheet:
        """ENG-1 Every number under a profile's values, with its tag and source."""
        return self.numbers.sheet(profile)

    def freeze(self, file: BattleFile, field_seed: str) -> BattleFile:
        """COM-10 HR-T1 The file with its field; a field that it brings along stays as it is."""
        self.numbers.values(file.profile or {})
        self.check(file)
        return file if file.field is not None else file.with_field(_field(file, field_seed))

    def fight(self, file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
        """Return the report of a frozen file fought with ``seed``."""
        battle = self.ready(file, seed)
        start = self.start_event(battle, file, seed)
        self.play(battle, file, progress)
        return report_of(
            battle, file, journal_of(battle, names_of(battle, file), self.words, start), start, self.engine
        )

    def finish(self, file: BattleFile, seed: str, typed: Any) -> Report:
        """EX-5 The report of a frozen file that was fought on the table and came out as typed."""
        battle = self.filled(file, seed)
        return typed_report(battle, file, typed, self.words, self.start_event(battle, file, seed), self.engine)

    def warm(self, progress: Progress | None = None) -> None:
        """Load what fights a battle, and compile whatever of it is not in the cache yet."""
        make_ready(self.play_day, evening, close_battle)
        if progress is not None:
            progress(1.0)

    def ready(self, file: BattleFile, seed: str) -> Battle:
        """Return a record on the first morning, both armies deployed; its journal has begun."""
        battle = self.filled(file, seed)
        log_event(battle, events.Event.BATTLE_START, rule=1003, side=NOBODY)
        self.set_up(battle, file)
        return battle

    def filled(self, file: BattleFile, seed: str) -> Battle:
        """Return the record of a frozen file, with the numbers of its profile and its options."""
        numbers = with_options(file.profile or {}, self.options, file.options.own)
        return fill(file, seed, self.numbers, numbers, base_turns=self.base_turns)

    def start_event(self, battle: Battle, file: BattleFile, seed: str) -> Event:
        """Make the journal's first event.

        Seed, numbers, the board, the field on it, and every piece on the table.
        """
        return {
            "seed": seed,
            "profile": self.numbers.digest(file.profile or {}),
            "engine": self.engine,
            "table": list(self.board_of(battle)),
            "field": [piece.as_dict() for piece in stretched(file.laid_out, *self.board_of(battle)).pieces],
            "cast": cast_of(battle, file, self.words),
        }

    def board_of(self, battle: Battle) -> tuple[float, float]:
        """Width and depth of the board in its own unit."""
        return int(battle.board_width) / self.words.scale, int(battle.board_depth) / self.words.scale

    def play(self, battle: Battle, file: BattleFile, progress: Progress | None = None) -> None:
        """COM-08 Play day after day to the end."""
        while True:
            morning(battle)
            self.play_day(battle)
            evening(battle)
            if progress is not None:
                progress(min(1.0, int(battle.day) / int(battle.max_days)))
            if not goes_on(battle):
                break
            next_day(battle)
            self.set_up(battle, file)
        close_battle(battle)
        sound(battle)

    def tally_runs(self, file: BattleFile, seed: str, start: int, count: int) -> Tally:
        """Runs ``start`` to ``start + count - 1`` of a frozen file; run k has the seed ``<seed>/<k>``."""
        runs, tally = self._runs_of(file, seed), Tally()
        for run in range(start, start + count):
            battle = runs.next(key_of(f"{seed}/{run}"))
            self.play(battle, file)
            add_run(tally, battle, file)
        return tally

    def _runs_of(self, file: BattleFile, seed: str) -> Runs:
        """Return the runs of a battle; the last ones are kept, as laying a battle out takes longer than fighting it."""
        kept = next(iter(_KEPT), None)
        if kept is None or kept.file is not file or kept.seed != seed:
            template = self.ready(file, seed)
            template.quiet, template.log_n = 1, 0
            kept = Kept(file, seed, Runs(template))
            _KEPT[:] = [kept]
        return kept.runs


def morning(battle: Battle) -> None:
    """The morning of a day: the weather is thrown for, unless the file says it, and written."""
    if battle.day > 1 or battle.weather < 0 or battle.ground < 0:
        roll_weather(battle)
    battle.turn = battle.over = battle.grade = 0
    battle.fought = codes.DRAW
    log_event(
        battle, events.Event.DAY_START, rule=Rule.WEATHER, side=NOBODY, weather=battle.weather, ground=battle.ground,
        length=battle.limit,
    )  # fmt: skip


def next_day(battle: Battle) -> None:
    """HR-D2 Another day begins: what is left of the armies fights on; what was due to arrive by then has.

    A unit keeps its number for the whole battle, since the journal is read by it. One that is out of the fight keeps
    its status. A system with several units a row shares the row's strength out among them in its ``set_up``.
    """
    battle.day += 1
    for side in range(SIDES):
        battle.broken[side] = battle.pursued[side] = battle.leaves[side] = 0
        battle.start_units[side] = battle.start_sp[side] = 0
        for row in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.rows[side])):
            battle.roll_was_broken[row] = 0
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
            _wake(battle, side, unit)


def _wake(battle: Battle, side: int, unit: int) -> None:
    """A unit on the morning of a further day."""
    row = int(battle.roll[unit])
    battle.arrives[unit], battle.sp[unit] = 0, battle.roll_sp[row]
    if is_out(battle, row):
        battle.status[unit] = battle.roll_status[row]
        return
    battle.roll_status[row] = battle.status[unit] = Status.BOARD
    battle.start_units[side] += 1
    battle.start_sp[side] += battle.sp[unit]


def sound(battle: Battle) -> None:
    """RuntimeError where the record ran out of room: then the battle is no battle."""
    if battle.fault:
        raise RuntimeError(f"the battle's record has no room (fault {int(battle.fault)})")


def _field(file: BattleFile, field_seed: str) -> Field:
    return make_field(terrain=file.terrain or "open", armies=file.armies, river_crossing=file.river_crossing,
                      fortress=file.fortress, field_seed=field_seed)  # fmt: skip


def cast_of(battle: Battle, file: BattleFile, words: Words) -> list[dict[str, Any]]:
    """Return every piece on the table: its id, the unit of the file that it belongs to, its base and its capacity."""
    names = names_of(battle, file)
    return [
        {"id": names.units[unit], "unit": names.rows[int(battle.roll[unit])],
         "base": [int(battle.width[unit]) / words.scale, int(battle.depth[unit]) / words.scale],
         "strength": int(battle.sp[unit]), "capacity": int(battle.cap[unit])}
        for unit in sorted(names.units)
    ]  # fmt: skip


def add_run(tally: Tally, battle: Battle, file: BattleFile) -> None:
    """Add how a run ended to a tally."""
    winner = int(battle.winner)
    tally.runs += 1
    tally.draws += int(winner == codes.DRAW)
    tally.rounds[int(battle.rounds)] += 1
    tally.days[int(battle.day)] += 1
    for number, side in enumerate(file.sides):
        _add_side(tally.sides[number], battle, number, side)
        tally.sides[number].wins += int(winner == number)


def _add_side(mine: SideTally, battle: Battle, number: int, side: BattleSide) -> None:
    rows = slice(number * SIDE_UNITS, number * SIDE_UNITS + len(side.units))
    before, after, moved = (_plain(column[rows]) for column in (battle.roll_before, battle.roll_sp, battle.roll_moved))
    lost = [b - a - m for b, a, m in zip(before, after, moved, strict=True)]
    mine.before, mine.lost = mine.before + sum(before), mine.lost + sum(lost)
    mine.after[sum(after)] += 1
    leaders = slice(number * SIDE_LEADERS, number * SIDE_LEADERS + 1 + len(side.wings))
    mine.generals[sum(state != Status.BOARD for state in _plain(battle.lead_state[leaders]))] += 1
    for unit, gone, left in zip(side.units, lost, after, strict=True):
        sums = mine.units.setdefault(unit.id, [0, 0, 0])
        sums[0], sums[1], sums[2] = sums[0] + gone, sums[1] + left, sums[2] + (left == 0)


def _plain(column: Any) -> list[int]:
    values: list[int] = column.tolist() if hasattr(column, "tolist") else column
    return values
