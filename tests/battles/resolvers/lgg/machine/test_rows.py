"""No rule counts from the end of a row: compiled rules are made without asking whether one does (docs/engine.md)."""

from random import Random
from typing import Any

import pytest

from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import Grid
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.record.codes import Phase
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.mob import random_battle


def check(place: Any) -> None:
    """Fail for a place that is counted from the end."""
    first = place[0] if isinstance(place, tuple) else place
    if isinstance(first, int) and first < 0:
        raise IndexError(f"{place} counts from the end")


class Row(list[Any]):
    """A row that is read and written from its start only."""

    def __getitem__(self, place: Any) -> Any:
        check(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        check(place)
        super().__setitem__(place, value)


class Table(Grid):
    """A table whose rows are found from its start only."""

    def __getitem__(self, place: Any) -> Any:
        check(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        check(place)
        super().__setitem__(place, value)


def guarded(value: Any) -> Any:
    """The same numbers in rows and tables that watch over their places."""
    if isinstance(value, Grid):
        return Table(guarded(row) for row in value)
    return Row(value) if isinstance(value, list) else value


def watched(battle: Battle) -> Battle:
    """A battle whose every row watches over its places."""
    fields = vars(battle)
    fields.update({name: guarded(value) for name, value in fields.items()})
    return battle


@pytest.mark.skipif(COMPILED, reason="compiled rules do not watch over their places")
def test_a_place_from_the_end_is_noticed() -> None:
    battle = watched(random_battle(Random(1), 3))
    for read in (lambda: battle.sp[-1], lambda: battle.gap[-1, 0], lambda: battle.gap[0, -1]):
        with pytest.raises(IndexError, match="counts from the end"):
            read()


@pytest.mark.skipif(COMPILED, reason="compiled rules do not watch over their places")
@pytest.mark.parametrize("seed", range(6))
def test_no_rule_counts_from_the_end_of_a_row(seed: int) -> None:
    battle = watched(random_battle(Random(seed), 5))
    play(battle)
    assert battle.phase == Phase.OVER
