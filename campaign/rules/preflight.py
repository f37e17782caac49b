"""The referee's look before he runs a turn: orders that cannot be, orders that are doubtful, battles to come."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from campaign.rules.march.contact import Contact, battle_order, contact_in
from campaign.rules.theatre import Armies, ArmyFacts, Theatre

FAR_STRONGER = 2
"""So many times an army's own units have to be reported in a province for a march there to be doubtful."""
ILLEGAL, DOUBTFUL = "cannot be carried out", "doubtful"


@dataclass(frozen=True)
class Doubt:
    """Something about a faction's orders, as a sentence; ``army`` is the reference of the army it is about, if any."""

    faction: str
    kind: str
    sentence: str
    army: str = ""


@dataclass(frozen=True)
class ForeseenBattle:
    """A battle that the orders lead to, with the armies of either side."""

    province: str
    first: tuple[ArmyFacts, ...]
    second: tuple[ArmyFacts, ...]
    meeting: bool


def outnumbered(own: int, reported: int) -> bool:
    """Return whether an army of so many units marches into a far stronger enemy, as he was reported to its owner."""
    return reported >= FAR_STRONGER * max(1, own)


def as_ordered(
    armies: Iterable[ArmyFacts], ends: Mapping[str, str], turn: int, out: Collection[str] = ()
) -> Armies:  # fmt: skip
    """Return the armies where their orders lead them, if nothing comes between; ``ends``: reference → province.

    ``out`` are garrisons that a storm or a sally brings to the works (HR-28).
    """
    return Armies(
        replace(army, out=True)
        if army.ref in out
        else replace(army, came_from=army.province, province=ends[army.ref], entered_turn=turn, entered_impulse=1)
        if army.ref in ends and not army.engaged
        else army
        for army in armies
    )


def likely_battles(armies: Armies, theatre: Theatre, turn: int) -> list[ForeseenBattle]:
    """HR-12 The contacts of armies that stand where their orders lead them, in the order in which they are fought."""
    found = (contact_in(province, armies, theatre, turn) for province in battle_order(theatre.provinces.values()))
    return [_likely(contact) for contact in found if contact is not None]


def _likely(contact: Contact) -> ForeseenBattle:
    return ForeseenBattle(contact.province, contact.first.armies, contact.second.armies, contact.meeting)
