"""AI-43 When a side is beaten, and whom it then offers peace."""

from campaign.rules.general.known import Known

BEATEN = 3.0
"""The enemy who is seen is so many times as strong as the side with its allies."""


def peace_with(known: Known) -> list[str]:
    """AI-43 Return the enemies to offer peace: those who hold the own capital, when the enemy is three times as strong
    as the side and its allies, by what is known."""
    ours = sum(army.strength for army in known.own) + sum(known.allied.values())
    if known.capitals or sum(known.enemy.values()) < BEATEN * max(1.0, ours):
        return []
    lost = [p.controller for p in known.theatre.provinces.values() if p.capital and p.home == known.faction]
    return sorted({holder for holder in lost if holder and known.theatre.at_war(holder, known.faction)})
