"""Control of a province (HR-20)."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.rules.house import House
from campaign.rules.march.contact import Bloc, blocs
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre, standing_in


@dataclass(frozen=True)
class Control:
    """The result of one P11 for one province: the controller, and for a fortress who holds it so far."""

    controller: str | None
    held_by: str | None


def control(province: ProvinceFacts, armies: Sequence[ArmyFacts], theatre: Theatre, house: House) -> Control:
    """HR-20 The controller after this P11. A fortress needs its new master at two P11 running."""
    taker = occupier(province, armies, theatre)
    if taker is None or taker == province.controller:
        return Control(province.controller, None)
    waits = province.fortress and house["control.fortress_p11"] > 1
    if waits and not theatre.friends(province.fortress_held_by, taker):
        return Control(province.controller, taker)
    return Control(taker, None)


def occupier(province: ProvinceFacts, armies: Sequence[ArmyFacts], theatre: Theatre) -> str | None:
    """HR-20 Conditions (a) to (c): who would take the province now, or None."""
    here = [a for a in standing_in(province.key, armies) if a.units]
    groups = blocs(here, theatre)
    if len(groups) != 1 or any(a.engaged for a in here) or not any(_has_foot(a) for a in here):
        return None
    bloc = groups[0]
    if province.controller is not None and not any(theatre.at_war(f, province.controller) for f in bloc.factions):
        return None
    return _new_master(province, bloc, theatre)


def _new_master(province: ProvinceFacts, bloc: Bloc, theatre: Theatre) -> str:
    """Return the home faction if it belongs to the alliance; else the strongest there; ties to the first to enter."""
    if province.home and any(theatre.friends(province.home, f) for f in bloc.factions):
        return province.home

    def place(faction: str) -> tuple[int, tuple[int, int], str]:
        own = [a for a in bloc.armies if a.faction == faction]
        return -sum(a.strength for a in own), min((a.entered_turn, a.entered_impulse) for a in own), faction

    return min(bloc.factions, key=place)


def _has_foot(army: ArmyFacts) -> bool:
    return any(unit.arm == "foot" and unit.strength for unit in army.units)
