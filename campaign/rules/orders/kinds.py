"""The kinds of orders of an army (HR-10), a row each: everything that pages, files, programs and rules ask of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.orders import offers
from campaign.rules.orders.offers import Offers, anywhere

HOLD, REST, AVOID = "hold", "rest", "avoid"
MARCH, FORCED, SUPPORT, DISBAND = "march", "forced", "support", "disband"
FORTIFY = "fortify"
BOMBARD, STORM, SALLY, CAPITULATE = "bombard", "storm", "sally", "yield"


@dataclass(frozen=True)
class Folded:
    """A heading under which the panel keeps rarer orders, and the sentence below it."""

    heading: str
    hint: str


@dataclass(frozen=True)
class OrderKind:
    """A kind of order.

    ``command`` are the words before the place that it names, or the whole order where it names none; ``does`` are the
    words of a chronicle for one army and for several; ``offers`` lists what an army may have of it.
    """

    label: str
    command: str
    does: tuple[str, str]
    offers: Offers
    hint: str = ""
    """What the army does where it is, beside the choice."""
    length: int = 0
    """How many provinces the order names."""
    missing: str = ""
    """The remedy where it names too few or too many."""
    marches: bool = False
    """Whether the army enters the provinces that the order names."""
    anywhere: bool = False
    """Whether every army may have it wherever it is."""
    at_siege: bool = False
    folded: Folded = Folded("", "")

    @property
    def nowhere(self) -> str:
        """The remedy where an army has no such order."""
        if self.at_siege:
            return "kind: this army has no part in a siege; choose another order."
        return "path: choose a neighbouring province."

    def text(self, places: Sequence[str]) -> str:
        """Return an order in words: ``March to Ridge``, ``Rest``."""
        return f"{self.command} {', then '.join(places)}" if places else self.label


ORDERS: Mapping[str, OrderKind] = {
    HOLD: OrderKind(
        "Hold", "Hold", ("holds", "hold"), offers.hold, "fights any enemy that comes", anywhere=True,
    ),
    REST: OrderKind(
        "Rest", "Rest", ("rests", "rest"), anywhere("Rest"), "may take replacements next turn", anywhere=True,
    ),
    AVOID: OrderKind(
        "Avoid", "Avoid battle", ("avoids battle", "avoid battle"), anywhere("Avoid battle"),
        "tries to fall back from enemies", anywhere=True,
    ),
    FORTIFY: OrderKind(
        "Fortify", "Fortify", ("fortifies its position", "fortify their position"), offers.fortify,
        "raises a field work by the next turn, two at most; a march leaves them behind",
    ),
    BOMBARD: OrderKind(
        "Bombard", "Bombard", ("bombards the fortress", "bombard the fortress"), offers.bombard,
        "invests it, and its guns widen the breach", at_siege=True,
    ),
    STORM: OrderKind(
        "Storm", "Storm", ("storms the fortress", "storm the fortress"), offers.storm,
        "a battle at the works; a practicable breach opens them", at_siege=True,
    ),
    SALLY: OrderKind(
        "Sally", "Sally", ("sallies", "sally"), offers.sally, "a battle before the walls", at_siege=True,
    ),
    CAPITULATE: OrderKind(
        "Capitulate", "Capitulate", ("capitulates", "capitulate"), offers.capitulate,
        "with the honours of war while there are stores and no practicable breach", at_siege=True,
    ),
    MARCH: OrderKind(
        "March", "March to", ("marches to", "march to"), offers.march,
        length=1, missing="a march enters one neighbouring province; choose one.", marches=True,
    ),
    FORCED: OrderKind(
        "Forced march", "Forced march to", ("forces its march to", "force their march to"), offers.forced_march,
        length=2, missing="a forced march enters two provinces, one after the other; choose both.", marches=True,
        folded=Folded("Forced marches", "Two provinces in one turn, at the cost of attrition."),
    ),
    SUPPORT: OrderKind(
        "Support", "Support", ("supports", "support"), offers.support,
        length=1, missing="support goes to one neighbouring province; choose one.",
        folded=Folded(
            "Support of a neighbour",
            "The army stays, and may join a battle of yours or an ally's in the province beside it.",
        ),
    ),
    DISBAND: OrderKind(
        "Disband", "Disband", ("disbands", "disband"), offers.disband,
        folded=Folded("Disband", "The units go home for good."),
    ),
}  # fmt: skip
"""Every kind of order by its key, in the order in which the panel offers them."""
