"""Changes of relations (HR-3): by one faction alone, by agreement of two, and armies led out of a country."""

from collections.abc import Iterable

from base.refusal import Refusal
from campaign.rules.march.retreat import nearest_own
from campaign.rules.theatre import ALLIED, NEUTRAL, TRANSIT, WAR, Armies, ArmyFacts, Theatre

ALONE = {(NEUTRAL, WAR), (TRANSIT, WAR), (TRANSIT, NEUTRAL), (ALLIED, NEUTRAL), (ALLIED, TRANSIT)}
"""A declaration of war, and the end of an alliance or of passage."""
AGREED = {(WAR, NEUTRAL), (NEUTRAL, TRANSIT), (NEUTRAL, ALLIED), (TRANSIT, ALLIED)}
"""Peace, passage and alliance: both sides enter them."""
ORDERS = {
    (NEUTRAL, WAR): "Declare war on {}", (TRANSIT, WAR): "Declare war on {}",
    (TRANSIT, NEUTRAL): "End the passage with {}", (ALLIED, NEUTRAL): "End the alliance with {}",
    (ALLIED, TRANSIT): "End the alliance with {}, but not the passage", (WAR, NEUTRAL): "Offer peace to {}",
    (NEUTRAL, TRANSIT): "Offer passage to {}", (NEUTRAL, ALLIED): "Offer an alliance to {}",
    (TRANSIT, ALLIED): "Offer an alliance to {}",
}  # fmt: skip
NEWS = {WAR: "are at war", NEUTRAL: "are neutral to each other", TRANSIT: "let each other's armies pass",
        ALLIED: "are allied"}  # fmt: skip


def needs_both(now: str, then: str) -> bool:
    """HR-3 Whether both factions must enter a change. Refusal where the way there has another step first."""
    if (now, then) in ALONE:
        return False
    if (now, then) in AGREED:
        return True
    if now == then:
        raise Refusal("relation: this is your relation already; choose another one.")
    first = "make peace" if now == WAR else "end the alliance"
    raise Refusal(f"relation: {first} first; that takes effect next turn (HR-3).")


def changes(now: str) -> list[tuple[str, str]]:
    """List what may be entered from here: the relation it leads to, and the order in words with a place for the
    name."""
    return [(then, words) for (before, then), words in ORDERS.items() if before == now]


def led_out(armies: Armies, theatre: Theatre) -> Iterable[tuple[ArmyFacts, str]]:
    """HR-3 The armies that stand where they may no longer be, each with its nearest own province, if there is one."""
    for army in armies:
        controller = theatre.provinces[army.province].controller
        pair = frozenset((army.faction, controller or ""))
        if army.engaged or pair not in theatre.changed or theatre.lets_through(controller, army.faction):
            continue
        if target := nearest_own(army, armies, theatre):
            yield army, target
