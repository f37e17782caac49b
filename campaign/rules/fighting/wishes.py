"""Wishes of a faction about how its battles are decided, by enemy."""

from collections.abc import Iterable, Mapping

ANYBODY = ""
TABLE = "table"


def wished(standing: Mapping[str, str], enemies: Iterable[str]) -> str | None:
    """Return how a faction wants a battle against these enemies decided: the table, if it wants that against one of
    them.

    ``standing`` has a method by enemy; under ``ANYBODY`` the one against all others. None where the faction has
    chosen nothing.
    """
    wanted = [method for enemy in enemies if (method := standing.get(enemy, standing.get(ANYBODY)))]
    return TABLE if TABLE in wanted else wanted[0] if wanted else None
