"""Reinforcements of a battle that is held open: on which side, and by which edge of the table (HR-13, HR-T6, 21.4)."""

from collections.abc import Collection, Sequence

from campaign.rules.theatre import ArmyFacts, Theatre

OWN_WITHIN = 45


def side_of(army: ArmyFacts, sides: Sequence[Collection[str]], theatre: Theatre) -> int | None:
    """21.4 The side on which an army joins a battle: it has friends there, no enemy, and one on the other; or None.

    ``sides`` are the factions that fight on either side.
    """
    for number, own in enumerate(sides):
        friends = any(theatre.friends(army.faction, faction) for faction in own)
        foes = any(theatre.at_war(army.faction, faction) for faction in sides[1 - number])
        if friends and foes and not any(theatre.at_war(army.faction, faction) for faction in own):
            return number
    return None


def front_of(number: int, attacker: int, bearings: Sequence[int | None]) -> int | None:
    """HR-T1 The compass bearing of a side's own long edge: where the main attacking army came from, or opposite.

    ``bearings`` are those from which the two sides came; None where nothing is known of either.
    """
    for known in (attacker, 1 - attacker):
        bearing = bearings[known]
        if bearing is not None:
            return bearing if number == known else (bearing + 180) % 360
    return None


def edge_of(bearing: int | None, front: int | None) -> str:
    """HR-T6 The edge by which a column comes: its side's own within 45 degrees, otherwise the nearer short one."""
    if bearing is None or front is None:
        return "own"
    turned = (bearing - front + 180) % 360 - 180
    if abs(turned) <= OWN_WITHIN:
        return "own"
    return "left" if turned > 0 else "right"
