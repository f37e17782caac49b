"""Lines of the sheet that a player enters at his treasury: gifts, generals, the order of payment (HR-6, HR-7, 21.4)."""

from collections.abc import Sequence

from base.refusal import Refusal
from campaign.entering.common import Data, Once, clean, commander
from campaign.forms.orders import GiftForm, HireForm
from campaign.models import SheetLine
from campaign.services.sheet import sheet as services
from campaign.visibility.armies import own_station
from campaign.visibility.money import faction_row
from campaign.visibility.reader import Knowledge
from rosters.models import Unit


def gift(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter a gift of points to an ally."""
    faction, typed = commander(knowledge), clean(GiftForm(data))
    to = faction_row(knowledge, typed["faction"])
    if to is None:
        raise Refusal("faction: choose an ally of yours.")
    return services.give_points(
        faction=faction, to=to, points=typed["points"], actor=knowledge.user_name, key=once(["gift", typed])
    )


def hire(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter the purchase of a general."""
    faction, typed = commander(knowledge), clean(HireForm(data))
    station = own_station(knowledge, typed["army"])
    if station is None:
        raise Refusal("army: choose one of your armies.")
    return services.hire_leader(
        faction=faction, station=station, skill=typed["skill"], name=typed["name"], actor=knowledge.user_name,
        key=once(["hire", typed]),
    )  # fmt: skip


def pay_first(knowledge: Knowledge, units: Sequence[Unit], once: Once) -> SheetLine:
    """Enter which units are paid first, in order, should the points run short."""
    keys = [unit.key for unit in units]
    return services.pay_first(
        faction=commander(knowledge), units=list(units), actor=knowledge.user_name, key=once(["pay", keys])
    )
