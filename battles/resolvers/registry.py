"""The rule systems that battles are fought by: one line each, imported on use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from rosters.rules.refusal import Refusal

if TYPE_CHECKING:
    from battles.resolvers.battle_file import BattleFile
    from battles.resolvers.entries import Part
    from battles.resolvers.notes import Note, Reader, Said
    from battles.resolvers.numbers import Sheet
    from battles.resolvers.place import Place
    from battles.resolvers.report import Report
    from battles.resolvers.sides import BattleSide, BattleUnit
    from battles.resolvers.typed import Typed
    from rosters.rules.catalogue import Catalogue

Progress = Callable[[float], None]

RESOLVERS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.resolver",
}


CALCULATORS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.sums.odds_file",
}
"""Rule systems that tell exact odds of one combat or fire."""


COMPANIONS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.companion.door",
}
"""Rule systems that accompany a battle fought by hand, note by note."""

BRIEFINGS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.sums.briefing",
}
"""Rule systems that tell the players of a battle beforehand what they are there for."""

WATCHED = frozenset({"battles.resolvers.lgg.resolver"})
"""Those among them whose journals tell where everybody stands, so that a battle can be watched (EX-7)."""


class Question(Protocol):
    """A question about odds, read and found to make sense."""

    def answer(self) -> dict[str, Any]:
        """The odds as JSON values."""
        ...


class Calculator(Protocol):
    """What a rule system with exact odds offers."""

    def read_question(self, data: object) -> Question:
        """The question in an object read from JSON; raises Refusal with the path of what is wrong."""
        ...


class Briefing(Protocol):
    """What a rule system says on the papers of a battle; every sentence has its rule id."""

    def tasks(self, file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
        """What a side is there for: sentence and rule id. ``commanded``: the reader commands all of it."""
        ...

    def ground(self, file: BattleFile) -> str:
        """The ground of the first day, as far as it is known; empty where there is no such thing."""
        ...

    def weather_rows(self, file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
        """Weather, the die that brings it, radius, what it adds to the count, by the numbers of the sheet."""
        ...

    def evening_rows(
        self, units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int]
    ) -> list[dict[str, Any]]:
        """For each kind of unit a ``label`` and the ``values`` it has to throw, by the numbers of the evening."""
        ...


class KindOfNote(Protocol):
    """What may be noted: ``stream`` names the dice that the program throws for it, empty for none."""

    stream: str


class Companion(Protocol):
    """What a rule system that accompanies a battle fought by hand offers. The table is its own: others hand it on."""

    KINDS: Mapping[str, KindOfNote]

    def read_notes(self, file: BattleFile, notes: Sequence[Note]) -> Any:
        """The ``table`` that the notes make of a battle, the ``lines`` of its log; Refusal where one cannot stand."""
        ...

    def check_fresh(self, notes: Sequence[Note], mine: Note, seen: int) -> None:
        """Refusal where a note after ``seen`` touches what this one is about."""
        ...

    def dice_wanted(self, table: Any, kind: str, values: Mapping[str, Any]) -> tuple[str, list[int]]:
        """The stream and the sides of the dice that a note asks for."""
        ...

    def play_next(self, table: Any, mine: Note) -> Said:
        """What the note says, carried out on the table; Refusal where the rules or the moment forbid it."""
        ...

    def try_undo(self, file: BattleFile, notes: Sequence[Note], mine: Note) -> None:
        """Refusal where the note that ``mine`` takes back is not there, or others rest upon it."""
        ...

    def entry_of(self, table: Any, side: int, part: Part | None = None) -> dict[str, Any]:
        """What the result form of a side, or of its part, is filled in with."""
        ...

    def screen_of(self, table: Any, reader: Reader) -> Any:
        """What a reader sees of the table."""
        ...

    def trying(self, table: Any, side: int) -> tuple[str, ...]:
        """Ids of the units of a side that may try to recover or rally now."""
        ...

    def converging(self, table: Any, side: int) -> tuple[str, ...]:
        """Ids of the units of a side that may be amalgamated now."""
        ...

    def move_price(self, table: Any, key: str, begins: float, length: float, ends: float) -> Any:
        """What a straight move costs a unit, from its distances to its commander, in inches."""
        ...

    def combat_question(self, table: Any, values: Place, reader: Reader) -> Question:
        """The question for the odds of a combat, as far as a reader may know."""
        ...

    def fire_question(self, table: Any, values: Place, reader: Reader) -> Question:
        """The same for a fire."""
        ...


class Resolver(Protocol):
    """What a rule system offers; a module with these names is one.

    It may also have ``tally_runs(file, seed, start, count)``, which fights many runs of a forecast at once.
    """

    NAME: str
    ENGINE: str

    def tables(self, profile: dict[str, Any]) -> Catalogue:
        """The unit types with a profile's values over them; raises Refusal with the path of a wrong key."""
        ...

    def profile_hash(self, profile: dict[str, Any]) -> str:
        """The hash of the numbers under a profile's values; raises Refusal with the path of a wrong key."""
        ...

    def sheet(self, profile: dict[str, Any]) -> Sheet:
        """Every number under a profile's values as a sheet; raises Refusal with the path of a wrong key."""
        ...

    def freeze(self, file: BattleFile, field_seed: str) -> BattleFile:
        """The file with its field laid out from the public `field_seed`; raises Refusal where it cannot be fought."""
        ...

    def fight(self, file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
        """The report of a frozen file fought with `seed`; `progress` is told the part done, 0 to 1."""
        ...

    def finish(self, file: BattleFile, seed: str, typed: Typed) -> Report:
        """The report of a frozen file that was fought on the table and came out as typed."""
        ...

    def warm(self, progress: Progress | None = None) -> None:
        """Make ready whatever makes the first battle slow."""
        ...


def resolver(slug: str) -> Resolver:
    """The resolver of a rule system; raises Refusal when there is none of this slug."""
    if slug not in RESOLVERS:
        raise Refusal(f"rules: {slug[:40]!r} is no rule system here; choose from {', '.join(RESOLVERS)}.")
    return cast(Resolver, import_module(RESOLVERS[slug]))


def calculator(slug: str) -> Calculator:
    """The calculator of a rule system; raises Refusal when it has none."""
    if slug not in CALCULATORS:
        raise Refusal(f"rules: {slug[:40]!r} tells no odds here; choose from {', '.join(CALCULATORS)}.")
    return cast(Calculator, import_module(CALCULATORS[slug]))


def briefing(slug: str) -> Briefing | None:
    """What a rule system tells beforehand; None where it tells nothing."""
    return cast(Briefing, import_module(BRIEFINGS[slug])) if slug in BRIEFINGS else None


def companion(slug: str) -> Companion:
    """The companion of a rule system, its ``door``; raises Refusal when it has none."""
    if slug not in COMPANIONS:
        raise Refusal(f"rules: {slug[:40]!r} has no companion; type in the result instead.")
    return cast(Companion, import_module(COMPANIONS[slug]))


def can_be_watched(slug: str) -> bool:
    """EX-7 Do the journals of a rule system tell where everybody stands?"""
    return RESOLVERS.get(slug) in WATCHED
