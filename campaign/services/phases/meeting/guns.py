"""P7: armies that slip away before a battle, and those that march to the guns of a neighbouring province."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from campaign.models import ArmyOrder, Engagement
from campaign.rules.march.contact import Bloc, Contact
from campaign.rules.march.guns import marches_to_the_guns, may_support, side_of, slips_away, with_marks
from campaign.rules.march.retreat import retreat_choices
from campaign.rules.orders.kinds import AVOID, SUPPORT
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.phases.fighting.battles import sides_of
from campaign.services.phases.fighting.retreat import Retreat, enemy_origins, retreat_army
from campaign.services.phases.march import orders_to, write_move
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import add_engagement, save_row


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


def avoid_battle(*, war: War, contact: Contact, sequence: int, actor: str) -> War | None:
    """HR-12 An army with that order falls back if the die allows it; None where everybody stays and fights.

    21.4: of two sides that both get away only the one that came goes. Each army tries once.
    """
    orders = {order.station.ref: order for order in orders_to(war, AVOID) if not order.outcome}
    for own, foe in ((contact.first, contact.second), (contact.second, contact.first)):
        willing = [army for army in own.armies if army.ref in orders and _way_out(war, army, foe)]
        if willing and _gets_away(war, willing, foe, orders):
            return _fall_back(war, contact, willing, foe, sequence, actor)
    return None


def _way_out(war: War, army: ArmyFacts, foe: Bloc) -> bool:
    how, others = _retreat(war, army, foe), [a for a in war.armies if a.ref != army.ref]
    return bool(retreat_choices(army, others, war.theatre, war.turn.number, attacked=how.attacked, barred=how.barred))


def _retreat(war: War, army: ArmyFacts, foe: Bloc) -> Retreat:
    return Retreat(attacked=army.entered_turn == war.turn.number, barred=enemy_origins(foe.armies))


def _gets_away(war: War, willing: list[ArmyFacts], foe: Bloc, orders: dict[str, ArmyOrder]) -> bool:
    cup = CampaignCup(war.turn, "avoid", "+".join(sorted(army.ref for army in willing)))
    away = slips_away(willing, foe.armies, cup, war.house)
    text = "Slipped away before a battle." if away else "Could not avoid battle."
    for army in willing:
        orders[army.ref].outcome = text
        save_row(orders[army.ref], "outcome")
        write_entry(turn=war.turn, phase="P7", kind="avoid", text=f"{army.name}: {text}", rule="HR-12",
                    audience=[war.factions[army.faction]], details={"dice": cup.thrown})  # fmt: skip
    return away


def _fall_back(war: War, contact: Contact, willing: list[ArmyFacts], foe: Bloc, sequence: int, actor: str) -> War:
    engagement = Engagement(
        turn=war.turn, province=war.provinces[contact.province], sequence=sequence, state=Engagement.State.AVOIDED
    )
    add_engagement(engagement, sides_of(war, engagement, (contact.first, contact.second)))
    names = ", ".join(army.name for army in willing)
    write_entry(turn=war.turn, phase="P7", kind="avoid", text=f"{names} would not fight at {engagement.province.name}.",
                audience=[war.factions[key] for key in foe.factions], province=engagement.province,
                rule="HR-12")  # fmt: skip
    for army in willing:
        how = _retreat(war, army, foe)
        war = retreat_army(war=war, army=war.by_ref[army.ref], how=how, actor=actor, engagement=engagement)
    return war
