"""A siege as a reader may know it (HR-28): that there is one is public, the breach is its two sides' alone.

How long the stores last only the fortress's own side knows.
"""

from dataclasses import dataclass

from campaign.rules.house import house_rules
from campaign.visibility.reader import Knowledge


@dataclass(frozen=True)
class SiegeView:
    """A siege since a turn; ``breach`` and ``stores`` are None for those who may not know them."""

    since: int
    breach: int | None
    practicable: int
    stores: int | None

    @property
    def open_to_storm(self) -> bool:
        """Whether the reader knows that the breach can be stormed."""
        return self.breach is not None and self.breach >= self.practicable


def siege_known(knowledge: Knowledge, key: str, *, there: bool) -> SiegeView | None:
    """Return the siege of a province; ``there``: an army of the reader's own stands in it."""
    state = knowledge.places.states[key]
    if not state.besieged_since:
        return None
    within = knowledge.is_referee or (knowledge.own is not None and state.controller == knowledge.own.pk)
    steps = house_rules(knowledge.campaign.house_rules)["siege.practicable"]
    breach = state.breach if within or there else None
    return SiegeView(state.besieged_since, breach, steps, state.stores if within else None)
