"""The rule systems that battles are fought by: one line each, imported on use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from rosters.rules.refusal import Refusal

if TYPE_CHECKING:
    from battles.resolvers.battle_file import BattleFile
    from battles.resolvers.numbers import Sheet
    from battles.resolvers.report import Report
    from battles.resolvers.typed import Typed
    from rosters.rules.catalogue import Catalogue

Progress = Callable[[float], None]

RESOLVERS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.resolver",
}


CALCULATORS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.odds_file",
}
"""Rule systems that tell exact odds of one combat or fire."""


COMPANIONS: dict[str, str] = {
    "lgg": "battles.resolvers.lgg.companion.door",
}
"""Rule systems that accompany a battle fought by hand, note by note."""

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


def companion(slug: str) -> Any:
    """The companion of a rule system, its ``door``; raises Refusal when it has none."""
    if slug not in COMPANIONS:
        raise Refusal(f"rules: {slug[:40]!r} has no companion; type in the result instead.")
    return import_module(COMPANIONS[slug])


def can_be_watched(slug: str) -> bool:
    """EX-7 Do the journals of a rule system tell where everybody stands?"""
    return RESOLVERS.get(slug) in WATCHED
