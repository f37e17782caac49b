"""P7: armies ordered to support a neighbouring province march to the guns (HR-13)."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from campaign.models import ArmyOrder
from campaign.rules.march.contact import Bloc, Contact
from campaign.rules.march.guns import marches_to_the_guns, may_support, with_marks
from campaign.rules.march.joining import side_of
from campaign.rules.orders.kinds import SUPPORT
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.phases.march import orders_to, write_move
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import save_row


def roll_for_the_guns(*, war: War, province: str, sides: Sequence[Collection[str]]) -> War:
    """HR-13 Roll once for each army in support; an army that hears the guns moves into the province, with its mark."""
    for order in orders_to(war, SUPPORT):
        army = war.by_ref.get(order.station.ref)
        if army is None or order.outcome or order.path != [province]:
            continue
        if may_support(army, province, sides, war.armies, war.theatre):
            war = _refuse(war, army, order) if war.stations[army.ref].turns_unpaid else _roll(war, army, order)
    return war


def _refuse(war: War, army: ArmyFacts, order: ArmyOrder) -> War:
    """HR-6 Note that unpaid units are not forced."""
    order.outcome = f"{army.name} did not march: unpaid units will not be forced (HR-6)."
    save_row(order, "outcome")
    return war


def _roll(war: War, army: ArmyFacts, order: ArmyOrder) -> War:
    cup, name = CampaignCup(war.turn, "guns", army.ref), war.provinces[order.path[0]].name
    marches = marches_to_the_guns(army, cup, war.house)
    order.outcome = f"Marched to the guns at {name}." if marches else f"Did not hear the guns at {name}."
    save_row(order, "outcome")
    write_entry(turn=war.turn, phase="P7", kind="guns", text=f"{army.name}: {order.outcome}", rule="HR-13",
                audience=[war.factions[army.faction]], details={"dice": cup.thrown})  # fmt: skip
    if not marches:
        return war
    moved = replace(
        army, province=order.path[0], came_from=army.province, entered_turn=war.turn.number, entered_impulse=2,
        arrives=war.house["contact.mark_to_the_guns"],
    )  # fmt: skip
    write_move(war, moved)
    return war.moved_to(moved if a.ref == army.ref else a for a in war.armies)


def with_support(*, war: War, contact: Contact) -> tuple[War, Contact]:
    """HR-13 The contact with everybody who marches to its guns, each army with its mark."""
    sides = (contact.first.factions, contact.second.factions)
    war = roll_for_the_guns(war=war, province=contact.province, sides=sides)
    known = {army.ref for bloc in (contact.first, contact.second) for army in bloc.armies}
    comers = [a for a in war.armies if a.province == contact.province and a.arrives and a.ref not in known]
    blocs = []
    for number, bloc in enumerate((contact.first, contact.second)):
        joined = _joined(bloc, [a for a in comers if side_of(a, sides, war.theatre) == number])
        blocs.append(with_marks(joined, war.turn.number, war.house))
    return war, replace(contact, first=blocs[0], second=blocs[1])


def _joined(bloc: Bloc, comers: Sequence[ArmyFacts]) -> Bloc:
    factions = dict.fromkeys((*bloc.factions, *(army.faction for army in comers)))
    return Bloc(tuple(factions), (*bloc.armies, *comers))
