"""Supply paths (HR-18)."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import NEUTRAL, TRANSIT, ArmyFacts, ProvinceFacts, Theatre, standing_in


@dataclass(frozen=True)
class Supply:
    """The supply of an army, and the provinces of its path from its own to the depot."""

    path: tuple[str, ...]

    @property
    def supplied(self) -> bool:
        """No path means that the army is cut off."""
        return bool(self.path)


def guerrillas(province: ProvinceFacts, cup: Cup) -> bool:
    """HR-18 One d10 for a province with a guerrilla rating: active at or below it."""
    return cup.roll(10, "guerrillas") <= province.guerrilla_rating


def guerrillas_roll(province: ProvinceFacts, armies: Iterable[ArmyFacts], reach: frozenset[str]) -> bool:
    """HR-18 Whether to roll: rated, and a faction it fights has an army there, controls it or could trace supply."""
    if not province.guerrilla_rating:
        return False
    present = {a.faction for a in standing_in(province.key, armies)}
    return any(f in present or f == province.controller or f in reach for f in province.guerrilla_fights)


def depot_works(province: ProvinceFacts, faction: str, turn: int, theatre: Theatre) -> bool:
    """HR-18 An own or allied depot that has been held long enough."""
    return province.depot and turn >= province.depot_works_from and theatre.friends(province.controller, faction)


def open_to(
    province: ProvinceFacts, faction: str, armies: Sequence[ArmyFacts], theatre: Theatre, passed: Iterable[str] = ()
) -> bool:
    """HR-18 Whether a province carries a faction's supply: control, no enemy army, no guerrillas without a guard."""
    if theatre.enemies_in(province.key, faction, armies):
        return False
    if (
        province.guerrillas_active
        and faction in province.guerrilla_fights
        and not any(a.units and theatre.friends(a.faction, faction) for a in standing_in(province.key, armies))
    ):
        return False
    if theatre.friends(province.controller, faction) or province.key in passed:
        return True
    return (
        province.controller is not None
        and theatre.relation(province.controller, faction) == TRANSIT
        and not any(theatre.relation(a.faction, faction) == NEUTRAL for a in standing_in(province.key, armies))
    )


def trace(
    army: ArmyFacts, armies: Sequence[ArmyFacts], theatre: Theatre, turn: int, house: House, passed: Iterable[str] = ()
) -> Supply:
    """HR-18 The path of an army to a depot: shortest, then lowest keys; an empty path means cut off.

    ``passed`` are provinces that the army entered and left this turn: they count as controlled.
    """
    if theatre.behind_walls(army):
        return Supply((army.province,))
    if theatre.enemies_in(army.province, army.faction, armies):
        return Supply(())
    parents: dict[str, str | None] = {army.province: None}
    queue = deque([(army.province, 0)])
    while queue:
        here, edges = queue.popleft()
        if depot_works(theatre.provinces[here], army.faction, turn, theatre):
            return Supply(_path(here, parents))
        if edges == house["supply.edges"]:
            continue
        for key in theatre.neighbours(here):
            if key not in parents and open_to(theatre.provinces[key], army.faction, armies, theatre, passed):
                parents[key] = here
                queue.append((key, edges + 1))
    return Supply(())


def _path(end: str, parents: dict[str, str | None]) -> tuple[str, ...]:
    path = [end]
    while (before := parents[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))
