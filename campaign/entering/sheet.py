"""Lines of the sheet about armies, provinces, the treasury, generals, relations and captives (HR-3, HR-7)."""

from collections.abc import Callable, Sequence

from base.pages.found import found
from base.refusal import Refusal
from campaign.entering.common import Data, Once, chosen, clean, commander, own_army
from campaign.forms import orders
from campaign.models import Province, SheetLine
from campaign.services.sheet import sheet as services
from campaign.services.sheet.sheet import change_relation, order_general, treat_captive
from campaign.visibility.armies import own_station, units_of
from campaign.visibility.court.diplomacy import captives
from campaign.visibility.land import province_row
from campaign.visibility.money import faction_row
from campaign.visibility.reader import Knowledge
from campaign.visibility.sheets import sheet_row
from rosters.models import Unit

OF_UNITS: dict[str, Callable[..., SheetLine]] = {"amalgamate": services.amalgamate, "disband": services.disband}
"""Lines that are about some units of an army and nothing else."""


def of_units(knowledge: Knowledge, key: str, data: Data, once: Once, name: str) -> SheetLine:
    """Enter an amalgamation of worn units, or send units home without a refund."""
    station = own_army(knowledge, key)
    form = orders.UnitsForm(data, units=units_of(station))
    clean(form)
    units = chosen(station, form)
    details = [name, key, *sorted(unit.key for unit in units)]
    return OF_UNITS[name](station=station, units=units, actor=knowledge.user_name, key=once(details))


def split(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter a split: the chosen units become an army of their own."""
    station = own_army(knowledge, key)
    form = orders.SplitForm(data, units=units_of(station))
    typed, units = clean(form), chosen(station, form)
    details = ["split", key, typed["name"], typed["leader"], *sorted(unit.key for unit in units)]
    return services.split(
        station=station, units=units, name=typed["name"], leader=typed["leader"], actor=knowledge.user_name,
        key=once(details),
    )  # fmt: skip


def merge(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter a merger with another own army of the province."""
    station = own_army(knowledge, key)
    into = own_station(knowledge, clean(orders.MergeForm(data))["into"])
    if into is None:
        raise Refusal("into: choose one of your armies in the same province.")
    return services.merge(
        station=station, into=into, actor=knowledge.user_name, key=once(["merge", key, into.army.key])
    )


def replacements(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter replacements for a worn unit of an army that rested."""
    station = own_army(knowledge, key)
    form = orders.ReplacementsForm(data, units=units_of(station))
    points, unit = clean(form)["points"], chosen(station, form)[0]
    return services.buy_replacements(
        station=station, unit=unit, points=points, actor=knowledge.user_name, key=once(["rest", unit.key, points])
    )


def _province(knowledge: Knowledge, key: str) -> Province:
    province = found(province_row(knowledge, key))
    commander(knowledge)
    return province


def buy(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter the purchase of a unit in a province."""
    province, typed = _province(knowledge, key), clean(orders.BuyForm(data))
    station = own_station(knowledge, typed["army"]) if typed["army"] else None
    if typed["army"] and station is None:
        raise Refusal("army: choose one of your armies in this province, or a new garrison.")
    return services.buy_unit(
        faction=commander(knowledge), province=province, type_key=typed["type"], guard=typed["guard"],
        outriders=typed["outriders"], name=typed["name"], station=station, actor=knowledge.user_name,
        key=once(["buy", key, typed]),
    )  # fmt: skip


def depot(knowledge: Knowledge, key: str, once: Once) -> SheetLine:
    """Enter a depot in a province."""
    province = _province(knowledge, key)
    return services.build_depot(
        faction=commander(knowledge), province=province, actor=knowledge.user_name, key=once(["depot", key])
    )


def withdraw(knowledge: Knowledge, number: int, turn: str) -> SheetLine:
    """Take a line off the sheet; ``turn`` is the one it was seen on, for numbers begin anew with every turn."""
    commander(knowledge)
    if turn != str(knowledge.turn_number):
        raise Refusal("That page showed the sheet of another turn: look at this turn's sheet and withdraw there.")
    line = found(sheet_row(knowledge, number))
    return services.withdraw_line(line=line, actor=knowledge.user_name)


def gift(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter a gift of points to an ally."""
    faction, typed = commander(knowledge), clean(orders.GiftForm(data))
    to = faction_row(knowledge, typed["faction"])
    if to is None:
        raise Refusal("faction: choose an ally of yours.")
    return services.give_points(
        faction=faction, to=to, points=typed["points"], actor=knowledge.user_name, key=once(["gift", typed])
    )


def hire(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter the purchase of a general."""
    faction, typed = commander(knowledge), clean(orders.HireForm(data))
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


def general(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter an order for a general."""
    faction, typed = commander(knowledge), clean(orders.GeneralForm(data))
    station = own_station(knowledge, typed["army"]) if typed["army"] else None
    return order_general(
        faction=faction, kind=typed["act"], leader=typed["leader"], station=station, wing=typed["wing"],
        other=typed["other"], actor=knowledge.user_name, key=once(["general", typed]),
    )  # fmt: skip


def relation(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter a declaration or an offer."""
    faction, form = commander(knowledge), orders.RelationForm(data)
    clean(form)
    to, then = form.pair
    key = once(["relation", to, then])
    return change_relation(faction=faction, to=to, relation=then, actor=knowledge.user_name, key=key)


def captive(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter an exchange, a ransom or a parole."""
    faction, form = commander(knowledge), orders.CaptiveForm(data)
    typed = clean(form)
    kind, (leader, other) = typed.pop("act"), form.pair
    return treat_captive(
        faction=faction, kind=kind, leader=leader, to=typed["faction"] or _other_side(knowledge, leader), other=other,
        points=typed["points"] or 0, actor=knowledge.user_name, key=once([kind, typed]),
    )  # fmt: skip


def _other_side(knowledge: Knowledge, leader: str) -> str:
    """Return the other faction that a captive concerns, as far as he concerns the reader."""
    for one in captives(knowledge):
        if one.ref == leader:
            return one.captor.key if one.faction == knowledge.faction else one.faction.key
    return ""
