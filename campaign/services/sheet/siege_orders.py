"""Orders of a siege (HR-28): what an army before a fortress, or behind its walls, may be told to do there."""

from collections.abc import Iterator

from campaign.models import ArmyOrder
from campaign.rules.siege import chance_of_breach, guns_of, siege_in
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War

Kind = ArmyOrder.Kind
KINDS = (Kind.BOMBARD, Kind.STORM, Kind.SALLY, Kind.CAPITULATE)


def offered(war: War, army: ArmyFacts) -> Iterator[tuple[str, str, str]]:
    """HR-28 The orders of a siege that an army may have where it stands: kind, label, and what forbids it.

    To invest a fortress needs no order of its own: an army that holds before it does.
    """
    siege = siege_in(army.province, war.armies, war.theatre)
    if siege is None:
        return
    name = war.theatre.provinces[army.province].name
    if any(one.ref == army.ref for one in siege.besiegers):
        guns = guns_of([army])
        odds = f" ({10 * chance_of_breach(guns, war.house)} in 10 to widen the breach)" if guns else ""
        yield Kind.BOMBARD, f"Bombard {name}{odds}", "" if guns else "No artillery is with this army."
        yield Kind.STORM, f"Storm {name}", "" if _foot(army) else "No infantry is with this army."
    elif any(one.ref == army.ref for one in siege.garrison):
        yield Kind.SALLY, "Sally", "" if army.fights else "Guns alone cannot sally."
        yield Kind.CAPITULATE, f"Capitulate at {name}", ""


def named(war: War, army: ArmyFacts, kind: str, label: str) -> str:
    """HR-28 Return the label of an order to stay: to hold before a fortress is to invest it."""
    siege = siege_in(army.province, war.armies, war.theatre) if kind == Kind.HOLD else None
    if siege is None or all(one.ref != army.ref for one in siege.besiegers):
        return label
    return f"{label}: invest {war.theatre.provinces[army.province].name} with {siege.before} strength points"


def _foot(army: ArmyFacts) -> bool:
    return any(unit.arm == "foot" and unit.strength for unit in army.units)
