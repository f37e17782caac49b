"""The orders that an army may have, kind by kind, with what forbids them. Only the knowledge of its owner decides."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from battles.resolvers.values.sides import MOST_RAISED
from campaign.rules.house import House
from campaign.rules.march.movement import forced_march_open, march_refusal, onward_refusal
from campaign.rules.march.siege import Siege, chance_of_breach, guns_of, siege_in
from campaign.rules.orders.fortify import digs
from campaign.rules.theatre import ArmyFacts, Theatre


@dataclass(frozen=True)
class Offer:
    """An order of one kind that an army could be given: legal where ``reason`` is empty."""

    label: str
    path: tuple[str, ...] = ()
    reason: str = ""


class KnownWar(Protocol):
    """The part of a war that decides which orders an army may have."""

    @property
    def theatre(self) -> Theatre: ...
    @property
    def armies(self) -> Iterable[ArmyFacts]: ...
    @property
    def house(self) -> House: ...
    @property
    def unpaid(self) -> Collection[str]:
        """References of the armies of which some units are not paid."""


Offers = Callable[[KnownWar, ArmyFacts], Iterator[Offer]]


def anywhere(label: str) -> Offers:
    """Return the offer of an order that every army may have wherever it is."""

    def offers(_: KnownWar, __: ArmyFacts) -> Iterator[Offer]:
        yield Offer(label)

    return offers


def hold(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-10, HR-28 To hold before a fortress is to invest it."""
    siege = _before_walls(war, army)
    own = sum(one.strength for one in siege.besiegers if one.faction == army.faction) if siege else 0
    place = f": invest {_name(war, army.province)} with {own} strength points" if siege else ""
    yield Offer(f"Hold{place}")


def march(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-11 A march to each neighbour."""
    for key in war.theatre.neighbours(army.province):
        yield Offer(f"March to {_name(war, key)}", (key,), march_reason(war, army, key))


def forced_march(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-11 Each destination of a forced march by every way to it."""
    near = war.theatre.neighbours
    for way in ((first, second) for first in near(army.province) for second in near(first) if second != army.province):
        label = f"Forced march to {_name(war, way[1])} by {_name(war, way[0])}"
        yield Offer(label, way, forced_reason(war, army, way))


def support(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-13 Marching to the guns of a neighbouring province, should there be a battle."""
    for key in war.theatre.neighbours(army.province):
        yield Offer(f"Support {_name(war, key)}", (key,), support_reason(war, army, key))


def disband(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-10 An army may go home, unless it is in contact with an enemy."""
    held = army.engaged or bool(war.theatre.enemies_in(army.province, army.faction, war.armies))
    reason = f"{army.name} is in contact with the enemy and cannot be disbanded: wait until the battle is over."
    yield Offer("Disband the army", reason=reason if held else "")


def fortify(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-31 Infantry or engineers raise a field work where the army stands."""
    if army.engaged:
        reason = f"{army.name} is in a battle that is not decided yet."
    elif army.field_works >= MOST_RAISED:
        reason = f"{army.name} has all the field works that it can man (HR-31)."
    else:
        reason = "" if digs(army) else "No infantry or engineers are with this army."
    yield Offer("Fortify", reason=reason)


def bombard(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-28 The guns of a besieger widen the breach."""
    if _before_walls(war, army):
        guns = guns_of([army])
        odds = f" ({10 * chance_of_breach(guns, war.house)} in 10 to widen the breach)" if guns else ""
        label = f"Bombard {_name(war, army.province)}{odds}"
        yield Offer(label, reason="" if guns else "No artillery is with this army.")


def storm(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-28 Infantry of a besieger may storm the works."""
    if _before_walls(war, army):
        foot = any(unit.arm == "foot" and unit.strength for unit in army.units)
        yield Offer(f"Storm {_name(war, army.province)}", reason="" if foot else "No infantry is with this army.")


def sally(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-28 A garrison may fight before its walls."""
    if _within_walls(war, army):
        yield Offer("Sally", reason="" if army.fights else "Guns alone cannot sally.")


def capitulate(war: KnownWar, army: ArmyFacts) -> Iterator[Offer]:
    """HR-28 A garrison may give up."""
    if _within_walls(war, army):
        yield Offer(f"Capitulate at {_name(war, army.province)}")


def march_reason(war: KnownWar, army: ArmyFacts, target: str) -> str:
    """HR-11 Why a march is not legal, as a sentence; empty if it is."""
    refusal = march_refusal(army, target, war.theatre, war.theatre.pinned(army, war.armies))
    if not refusal:
        return ""
    name = _name(war, target) if target in war.theatre.provinces else "That province"
    return f"{name} {refusal}."


def forced_reason(war: KnownWar, army: ArmyFacts, way: Sequence[str]) -> str:
    """HR-6, HR-11 Why a forced march is not legal, as a sentence; empty if it is."""
    if reason := march_reason(war, army, way[0]) or _unpaid(war, army):
        return reason
    refusal = onward_refusal(army, (army.province, *way), war.theatre)
    return f"{_name(war, way[1])} {refusal}." if refusal else ""


def support_reason(war: KnownWar, army: ArmyFacts, target: str) -> str:
    """HR-13 Why an army could not march to the guns of a province: it would be a forced march."""
    if reason := march_reason(war, army, target) or _unpaid(war, army):
        return reason
    if not forced_march_open(army.province, target, war.theatre):
        return f"{_name(war, target)} cannot be reached: foul weather closes tracks and passes (HR-11)."
    return ""


def _unpaid(war: KnownWar, army: ArmyFacts) -> str:
    """HR-6 Unpaid units are not forced."""
    return f"{army.name} cannot be forced: some of its units are not paid (HR-6)." if army.ref in war.unpaid else ""


def _before_walls(war: KnownWar, army: ArmyFacts) -> Siege | None:
    siege = siege_in(army.province, war.armies, war.theatre)
    return siege if siege and any(one.ref == army.ref for one in siege.besiegers) else None


def _within_walls(war: KnownWar, army: ArmyFacts) -> bool:
    siege = siege_in(army.province, war.armies, war.theatre)
    return siege is not None and any(one.ref == army.ref for one in siege.garrison)


def _name(war: KnownWar, key: str) -> str:
    return war.theatre.provinces[key].name
