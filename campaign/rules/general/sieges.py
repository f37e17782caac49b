"""AI-41 The armies that a siege, or a fortress that is half taken, keeps where they are."""

from collections.abc import Sequence

from campaign.rules.general.siege_care import AtSiege, order_at_siege, screen_for
from campaign.rules.orders.kinds import BOMBARD, CAPITULATE, HOLD, STORM
from campaign.rules.theatre import ArmyFacts

WORDS = {
    BOMBARD: "to breach the walls", STORM: "the breach is practicable", CAPITULATE: "the last stores are going",
    HOLD: "to hold the siege",
}  # fmt: skip


def bound_to_stay(known: AtSiege, faction: str, idle: Sequence[ArmyFacts]) -> dict[str, tuple[str, str]]:
    """AI-41 Return the orders of armies that may not leave: at a siege, and the strongest in a half taken fortress."""
    found: dict[str, tuple[str, str]] = {}
    for army in idle:
        now = order_at_siege(known, army, set())
        if now is not None and not screen_for(known, army):
            found[army.ref] = (now.kind, WORDS.get(now.kind, WORDS[HOLD]))
    for army in idle:
        if army.ref not in found and known.theatre.holds_fortress(army):
            found[army.ref] = (HOLD, "in garrison")
    for key, province in known.theatre.provinces.items():
        free = not known.theatre.friends(province.controller, faction) and not known.enemies.get(key)
        if province.fortress and free:
            here = [army for army in idle if army.province == key and army.has_foot]
            strongest = max(here, key=lambda army: (army.strength, army.ref), default=None)
            if strongest is not None and strongest.ref not in found:
                found[strongest.ref] = (HOLD, "the fortress is held until it falls")
    return found
