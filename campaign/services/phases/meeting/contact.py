"""P7: who meets whom, who is swept away, and which battles follow (HR-12, 21.4)."""

from collections.abc import Mapping
from dataclasses import replace

from base.words import listed, sentence
from campaign.models import Engagement
from campaign.rules.march.contact import Contact, Overrun, battle_order, contact_in, overrun
from campaign.rules.march.retreat import pursuit_dice, pursuit_hits
from campaign.rules.orders.kinds import FORCED
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.rules.wording import army_in_text
from campaign.selectors.war import War
from campaign.services.phases.fighting.battles import create_engagement, sides_of
from campaign.services.phases.fighting.retreat import Retreat, enemy_origins, lose_army, retreat_army, take_losses
from campaign.services.phases.fighting.sieges import as_ordered, kind_of, open_works
from campaign.services.phases.march import orders_to
from campaign.services.phases.meeting.guns import avoid_battle, with_support
from campaign.services.phases.meeting.joining import come_up
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup, seed_text
from campaign.services.record.together import add_engagement, save_row


def meet(*, war: War, met: Mapping[str, str], actor: str) -> War:
    """P7, HR-12 Find the contact of each province in the order of fighting: avoided, an overrun, or a battle.

    HR-13: who has come up to an earlier battle that is not decided is in that one.
    """
    war = open_works(war=come_up(war=war))
    for province in battle_order(war.theatre.provinces.values()):
        war = _meet_in(war, province, met, actor)
    return war


def _meet_in(war: War, province: ProvinceFacts, met: Mapping[str, str], actor: str) -> War:
    while contact := _contact_in(war, province):
        sequence = war.rows.next_sequence()
        avoided = avoid_battle(war=war, contact=contact, sequence=sequence, actor=actor)
        swept = overrun(contact, province, war.house)
        if avoided is not None:
            war = avoided
        elif swept is not None:
            war = sweep_away(war=war, swept=swept, sequence=sequence, actor=actor)
        else:
            return _open_battles(war, contact, met, sequence)
    return war


def _contact_in(war: War, province: ProvinceFacts) -> Contact | None:
    """21.4 Return the contact in a province; of sides equal in all else the campaign's dice choose the holder."""

    def lot(faction: str) -> str:
        return seed_text(war.campaign, "holder", war.turn, f"{province.key}:{faction}")

    return contact_in(province, war.armies, war.theatre, war.turn.number, lot)


def sweep_on(*, war: War, actor: str) -> War:
    """HR-12 After impulse 1 a forced march overruns at once an enemy five times weaker, and may go on."""
    forced = {order.station.ref for order in orders_to(war, FORCED)}
    there = {a.province for a in war.armies if a.ref in forced and a.entered_impulse == 1 and not a.engaged}
    for province in battle_order(war.theatre.provinces[key] for key in there):
        contact = _contact_in(war, province)
        swept = overrun(contact, province, war.house) if contact and not contact.later else None
        if swept and forced & {army.ref for army in swept.stronger.armies}:
            war = sweep_away(war=war, swept=swept, sequence=war.rows.next_sequence(), actor=actor)
    return war


def _open_battles(war: War, contact: Contact, met: Mapping[str, str], sequence: int) -> War:
    """Open the battle of a contact with the armies that march to its guns, and the waiting ones of later sides."""
    war, contact = with_support(war=war, contact=contact)
    contact = replace(contact, meeting=contact.meeting or _all_met(contact, met))
    siege = kind_of(war, contact)
    contact = as_ordered(contact, siege)
    engagement = create_engagement(war=war, contact=contact, sequence=sequence, met=met, siege=siege)
    for bloc in contact.later:
        later, place = Contact(contact.province, bloc, contact.second, False), war.rows.next_sequence()
        engagement = create_engagement(war=war, contact=later, sequence=place, met=met, after=engagement)
    refs = {army.ref for bloc in (contact.first, contact.second, *contact.later) for army in bloc.armies}
    return war.moved_to(replace(a, engaged=True) if a.ref in refs else a for a in war.armies)


def _all_met(contact: Contact, met: Mapping[str, str]) -> bool:
    """21.4 Return whether armies of both sides met on an edge: that is a meeting engagement, wherever they are now."""
    return any(a.ref in met for a in contact.first.armies) and any(a.ref in met for a in contact.second.armies)


def sweep_away(*, war: War, swept: Overrun, sequence: int, actor: str) -> War:
    """HR-12 The weaker side retreats without a battle and is pursued; an army that cannot retreat is lost."""
    engagement = _overrun_row(war, swept, sequence)
    hits = _pursuit(war, swept)
    for army in swept.weaker.armies:
        own = {unit.key: hits[unit.key] for unit in army.units if unit.key in hits}
        left = take_losses(war=war, army=army, lost=own, cause="pursuit", rule="LGG-15.3", actor=actor,
                           note=f"overrun in {war.theatre.provinces[army.province].name}")  # fmt: skip
        war = war.moved_to(left if a.ref == army.ref else a for a in war.armies)
        if left.units:
            barred = enemy_origins(swept.stronger.armies)
            going = Retreat(attacked=army.entered_turn == war.turn.number, barred=barred, or_lost=True)
            war = retreat_army(war=war, army=left, how=going, actor=actor, engagement=engagement)
        else:
            war = lose_army(war=war, army=left, actor=actor, why="was destroyed in the pursuit")
    name = war.provinces[swept.province].name
    write_entry(turn=war.turn, phase="P7", kind="overrun", text=f"An army was overrun at {name}.", rule="HR-12",
                province=war.provinces[swept.province])  # fmt: skip
    _tell_victors(war, swept)
    return war


def _tell_victors(war: War, swept: Overrun) -> None:
    """HR-12 Show those who overran an army what they did: it is their news, not only everybody's."""
    own = listed([army_in_text(army.name) for army in swept.stronger.armies])
    foes = listed([army_in_text(army.name) for army in swept.weaker.armies])
    write_entry(turn=war.turn, phase="P7", kind="overran", rule="HR-12", province=war.provinces[swept.province],
                text=f"{sentence(own)} overran {foes} at {war.provinces[swept.province].name}.",
                audience=[war.factions[key] for key in swept.stronger.factions])  # fmt: skip


def _overrun_row(war: War, swept: Overrun, sequence: int) -> Engagement:
    engagement = Engagement(turn=war.turn, province=war.provinces[swept.province], sequence=sequence,
                            state=Engagement.State.OVERRUN, winner_side=0)  # fmt: skip
    add_engagement(engagement, sides_of(war, engagement, (swept.stronger, swept.weaker)))
    for army in swept.weaker.armies:
        war.stations[army.ref].fought = True
        save_row(war.stations[army.ref], "fought")
    return engagement


def _pursuit(war: War, swept: Overrun) -> dict[str, int]:
    weaker = [unit for army in swept.weaker.armies for unit in army.units]
    stronger = [unit for army in swept.stronger.armies for unit in army.units]
    cup = CampaignCup(war.turn, "pursuit", f"{swept.province}:{_names(swept.weaker.armies)}")
    return pursuit_hits(pursuit_dice(stronger, weaker), weaker, cup, war.house)


def _names(armies: tuple[ArmyFacts, ...]) -> str:
    return "+".join(sorted(army.ref for army in armies))
