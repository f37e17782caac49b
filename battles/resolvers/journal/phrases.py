"""The phrases that a rule system brings for its journal: read from the module that its manifest names.

All names of such a module are optional:

``PHRASES``        event name to a phrase, a format string over the event's keys (``"{unit} formed square."``), in which
                   ids of units are replaced by names; or a function of the narrator and the event
``TITLES``         event name to its heading in the record of dice
``LOUD``           names of its own events that stand out in the account
``NOTABLE``        event name to phrases for the dispatch, one of which is used; accidents, blunders and the like
``CIRCUMSTANCES``  (column, modifier) to what it means for a combat: a key of ``dispatch.combat.CIRCUMSTANCES``
``LOSS``           what a hit takes, one and many: ``("figure", "figures")``; without it strength points
``RESULTS``        results of its combats and tests in a reader's words
``ODDS``           words of the answers to questions about odds
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from battles.resolvers.contract.registry import phrases

Phrase = str | Callable[..., str]
"""A format string, or a function of the narrator and the event."""

STRENGTH = ("strength point", "strength points")


@dataclass(frozen=True)
class Phrases:
    """A rule system's phrases for its own events; empty where it has none."""

    account: Mapping[str, Phrase] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    loud: frozenset[str] = frozenset()
    notable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    circumstances: Mapping[tuple[str, str], str] = field(default_factory=dict)
    loss: tuple[str, str] = STRENGTH
    results: Mapping[str, str] = field(default_factory=dict)
    odds: Mapping[str, str] = field(default_factory=dict)


_NAMES = {
    "account": "PHRASES", "titles": "TITLES", "notable": "NOTABLE", "circumstances": "CIRCUMSTANCES", "loss": "LOSS",
    "results": "RESULTS", "odds": "ODDS",
}  # fmt: skip


@cache
def phrases_of(rules: str) -> Phrases:
    """Return the phrases of a rule system; none for one that has no such module, or is not here any more."""
    module = phrases(rules)
    if module is None:
        return Phrases()
    found = {name: getattr(module, place) for name, place in _NAMES.items() if hasattr(module, place)}
    return Phrases(loud=frozenset(getattr(module, "LOUD", ())), **found)
