"""A siege as a reader may know it (HR-28): that there is one is public, the breach is its two sides' alone.

How long the stores last only the fortress's own side knows, by its garrison; by the rule everybody knows how long they
last at most.
"""

from dataclasses import dataclass

from django.db.models import Q, Sum

from campaign.models import Relation
from campaign.rules.house import house_rules
from campaign.rules.march.siege import consumed, starves_on
from campaign.visibility.reader import Knowledge
from rosters.models import Unit


@dataclass(frozen=True)
class SiegeView:
    """A siege since a turn; ``breach`` and ``stores`` are None for those who may not know them.

    ``starves`` is the last turn end at which the stores are used up if the siege goes on, as far as the reader knows;
    ``starves_many`` that with more than ``mouths`` strength points within.
    """

    since: int
    breach: int | None
    practicable: int
    stores: int | None
    starves: int
    starves_many: int
    mouths: int

    @property
    def open_to_storm(self) -> bool:
        """Whether the reader knows that the breach can be stormed."""
        return self.breach is not None and self.breach >= self.practicable


def _garrison(campaign: int, province: int, holder: int) -> int:
    """HR-28 Return the strength points within a fortress: those of its side and of its allies."""
    pairs = Relation.objects.filter(campaign=campaign, kind=Relation.Kind.ALLIED)
    allied = pairs.filter(Q(first=holder) | Q(second=holder)).values_list("first", "second")
    friends = {holder, *(key for pair in allied for key in pair)}
    units = Unit.objects.filter(army__station__province=province, army__station__faction__in=friends)
    return int(units.filter(status=Unit.Status.SERVING).aggregate(points=Sum("strength"))["points"] or 0)


def siege_known(knowledge: Knowledge, key: str, *, there: bool) -> SiegeView | None:
    """Return the siege of a province; ``there``: an army of the reader's own stands in it."""
    state = knowledge.places.states[key]
    if not state.besieged_since:
        return None
    within = knowledge.is_referee or (knowledge.own is not None and state.controller == knowledge.own.pk)
    house = house_rules(knowledge.campaign.house_rules)
    breach = state.breach if within or there else None
    known = (knowledge.turn_number, state.stores) if within else (state.besieged_since, house["siege.stores"])
    eaters = (
        (_garrison(knowledge.campaign.pk, state.pk, state.controller or 0),) * 2
        if within
        else (0, house["siege.mouths"] + 1)
    )
    few, many = (starves_on(*known, consumed(garrison, house)) for garrison in eaters)
    stores = state.stores if within else None
    return SiegeView(
        state.besieged_since, breach, house["siege.practicable"], stores, few, many, house["siege.mouths"]
    )  # fmt: skip
