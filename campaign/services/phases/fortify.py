"""P10: field works of the armies that stayed where they are (HR-31)."""

from base.words import counted
from campaign.models import ArmyOrder, Station
from campaign.rules.orders.fortify import hindrance
from campaign.rules.orders.kinds import FORTIFY
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.phases.march import orders_to
from campaign.services.record.chronicle import write_entry
from campaign.services.record.together import save_row


def raise_works(*, war: War) -> None:
    """P10, HR-31 Every army with the order Fortify that neither marched nor fought raises a field work."""
    for order in orders_to(war, FORTIFY):
        army = war.by_ref.get(order.station.ref)
        if army is not None:
            _raise(war, army, order)


def _raise(war: War, army: ArmyFacts, order: ArmyOrder) -> None:
    station = war.stations[army.ref]
    marched = station.marched != Station.Marched.NO
    hindered = hindrance(army, war.turn.number, marched=marched, fought=station.fought)
    if hindered:
        order.outcome = f"Raised no field work: {hindered}."
    else:
        station.field_works, station.works_raised_on = army.field_works + 1, war.turn.number
        save_row(station, "field_works", "works_raised_on")
        order.outcome = f"Raised a field work; {counted(station.field_works, 'work')} in all."
    save_row(order, "outcome")
    details = {"army": army.ref, "works": army.field_works if hindered else station.field_works}
    write_entry(
        turn=war.turn, phase="P10", kind="works", text=f"{army.name}: {order.outcome}", rule="HR-31",
        audience=[war.factions[army.faction]], province=war.provinces[army.province], details=details,
    )  # fmt: skip
