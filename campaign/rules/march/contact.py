"""Opponents in a province (HR-12, 21.4), and who controls it (HR-20)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre, standing_in


@dataclass(frozen=True)
class Bloc:
    """Factions that fight together in one province, with their armies there."""

    factions: tuple[str, ...]
    armies: tuple[ArmyFacts, ...]

    @property
    def strength(self) -> int:
        """Strength points of all its armies."""
        return sum(army.strength for army in self.armies)

    @property
    def fights(self) -> bool:
        """Whether it has any infantry or cavalry."""
        return any(army.fights for army in self.armies)

    @property
    def arrived(self) -> tuple[int, int]:
        """Turn and impulse at which its first army came; armies that stood there count as first of all."""
        return min((army.entered_turn, army.entered_impulse) for army in self.armies)

    def entered_in(self, turn: int) -> bool:
        """Return whether all its armies came in this turn."""
        return all(army.entered_impulse and army.entered_turn == turn for army in self.armies)


@dataclass(frozen=True)
class Contact:
    """A battle to be fought in a province. ``second`` holds it, ``first`` came; ``later`` fights the winner next."""

    province: str
    first: Bloc
    second: Bloc
    meeting: bool
    later: tuple[Bloc, ...] = ()


@dataclass(frozen=True)
class Overrun:
    """HR-12 A side so much weaker that it is swept away without a battle."""

    province: str
    stronger: Bloc
    weaker: Bloc


def blocs(armies: Iterable[ArmyFacts], theatre: Theatre) -> list[Bloc]:
    """21.4 Group the armies of one province: allies fight together, nobody beside his enemy; the strongest first."""
    by_faction: dict[str, list[ArmyFacts]] = {}
    for army in armies:
        by_faction.setdefault(army.faction, []).append(army)
    groups = theatre.grouped(sorted(by_faction, key=lambda f: (-sum(a.strength for a in by_faction[f]), f)))
    return [Bloc(g, tuple(a for f in g for a in by_faction[f])) for g in groups]


def at_war(first: Bloc, second: Bloc, theatre: Theatre) -> bool:
    """Return whether any faction of one bloc is at war with one of the other."""
    return any(theatre.at_war(a, b) for a in first.factions for b in second.factions)


def belligerents(bloc: Bloc, enemy: Bloc, theatre: Theatre) -> Bloc:
    """Return the part of a bloc that is at war with the other: neutral armies stand aside (21.4)."""
    factions = tuple(f for f in bloc.factions if any(theatre.at_war(f, e) for e in enemy.factions))
    return Bloc(factions, tuple(a for a in bloc.armies if a.faction in factions))


def contact_in(
    province: ProvinceFacts, armies: Sequence[ArmyFacts], theatre: Theatre, turn: int, lot: Callable[[str], str] = str
) -> Contact | None:  # fmt: skip
    """HR-12 The contact in a province: the holder, or the largest, fights the first to arrive; others come later.

    ``lot`` is drawn for a faction: of sides that are equal in all else the lowest one holds.
    """
    present = [a for a in standing_in(province.key, armies) if a.units and not a.engaged]
    present = [a for a in present if not theatre.behind_walls(a)]
    groups = blocs(present, theatre)
    groups = [g for g in groups if any(at_war(g, other, theatre) for other in groups if other is not g)]
    if len(groups) < 2:
        return None
    holder = min(groups, key=lambda g: (*_holding(g, province, turn), *map(lot, g.factions)))
    comers = sorted(
        (g for g in groups if at_war(g, holder, theatre)), key=lambda g: (g.arrived, -g.strength, *map(lot, g.factions))
    )
    comer = comers[0]
    first, second = belligerents(comer, holder, theatre), belligerents(holder, comer, theatre)
    later = tuple(g for g in groups if g is not holder and g is not comer)
    return Contact(province.key, first, second, first.entered_in(turn) and second.entered_in(turn), later)


def _holding(bloc: Bloc, province: ProvinceFacts, turn: int) -> tuple[bool, bool, int]:
    """21.4 The holder first: who stood there before those that came in, then the controller, then the larger."""
    return bloc.entered_in(turn), province.controller not in bloc.factions, -bloc.strength


def next_contact(province: str, winner: Bloc, later: Sequence[Bloc], theatre: Theatre) -> Contact | None:
    """21.4 The third side's battle with the winner of the first; None when it has no quarrel with him."""
    for bloc in later:
        if at_war(bloc, winner, theatre):
            rest = tuple(b for b in later if b is not bloc)
            return Contact(
                province, belligerents(bloc, winner, theatre), belligerents(winner, bloc, theatre), False, rest
            )
    return None


def overrun(contact: Contact, province: ProvinceFacts, house: House) -> Overrun | None:
    """HR-12 Five times the strength and no fortress to hold; guns and trains alone are always overrun (21.4)."""
    weaker, stronger = sorted((contact.first, contact.second), key=lambda b: (b.fights, b.strength))
    if not stronger.fights:
        return None
    sheltered = province.fortress and province.controller in weaker.factions
    swept = stronger.strength >= house["contact.overrun_ratio"] * weaker.strength and not sheltered
    return Overrun(contact.province, stronger, weaker) if swept or not weaker.fights else None


def quick_result(own: int, foe: int, house: House) -> bool:
    """HR-12 Whether the stronger side may have the program fight its battle: from three times the strength on."""
    return own >= house["contact.quick_ratio"] * foe


def battle_order(provinces: Iterable[ProvinceFacts]) -> list[ProvinceFacts]:
    """P8 The order of fighting: highest province value first, then lowest key."""
    return sorted(provinces, key=lambda p: (-p.value, p.key))


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
    if len(groups) != 1 or any(a.engaged for a in here) or not any(a.has_foot for a in here):
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
