"""P7: armies with the order Avoid slip away before a battle (HR-12)."""

from campaign.models import ArmyOrder, Engagement
from campaign.rules.march.avoiding import slips_away
from campaign.rules.march.contact import Bloc, Contact
from campaign.rules.march.retreat import retreat_choices
from campaign.rules.orders.kinds import AVOID
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.phases.fighting.battles import sides_of
from campaign.services.phases.fighting.retreat import Retreat, enemy_origins, retreat_army
from campaign.services.phases.march import orders_to
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import add_engagement, save_row


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
