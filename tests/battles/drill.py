"""The drill in the place of La Grande Guerre: it fights with that system's numbers, at once and without kernels.

It keeps its own slug in its reports, and what it needs to be told apart by tests of campaigns.
"""

from dataclasses import replace
from typing import Any

from battles.resolvers.contract.registry import DEFAULT, look_also_in, systems
from battles.resolvers.lgg.resolver import finish, profile_hash, sheet, tables
from tests.battles.systems.drill import resolver
from tests.battles.systems.drill.resolver import ENGINE, LOSS, SLUG, freeze, warm

__all__ = ["ENGINE", "LOSS", "SLUG", "fight", "finish", "freeze", "profile_hash", "register", "sheet", "tables", "warm"]


def register() -> None:
    """Let the registry find the rule systems of the tests."""
    look_also_in("tests.battles.systems")


def stand_in(monkeypatch: Any) -> None:
    """Let the drill fight in the place of the default rules, whose other doors stay open."""
    drilled = replace(systems()[DEFAULT], resolver=__name__, watched=False)
    monkeypatch.setitem(systems(), DEFAULT, drilled)


def fight(file, seed, progress=None):
    """The drill, with the hash of the numbers that the battle carries."""
    return replace(resolver.fight(file, seed, progress), profile=profile_hash(file.profile or {}))
