"""Lines of the sheet about an army or a province."""

from collections.abc import Callable

from django.http import Http404

from base.refusal import Refusal
from campaign.entering.common import Data, Once, chosen, clean, commander, own_army
from campaign.forms.orders import BuyForm, MergeForm, ReplacementsForm, SplitForm, UnitsForm
from campaign.models import Province, SheetLine
from campaign.services.sheet import sheet as services
from campaign.visibility.armies import own_station, units_of
from campaign.visibility.land import province_row
from campaign.visibility.reader import Knowledge
from campaign.visibility.sheets import sheet_row

OF_UNITS: dict[str, Callable[..., SheetLine]] = {"amalgamate": services.amalgamate, "disband": services.disband}
"""Lines that are about some units of an army and nothing else."""


def of_units(knowledge: Knowledge, key: str, data: Data, once: Once, name: str) -> SheetLine:
    """Enter an amalgamation of worn units, or send units home without a refund."""
    station = own_army(knowledge, key)
    form = UnitsForm(data, units=units_of(station))
    clean(form)
    units = chosen(station, form)
    details = [name, key, *sorted(unit.key for unit in units)]
    return OF_UNITS[name](station=station, units=units, actor=knowledge.user_name, key=once(details))


def split(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter a split: the chosen units become an army of their own."""
    station = own_army(knowledge, key)
    form = SplitForm(data, units=units_of(station))
    typed, units = clean(form), chosen(station, form)
    details = ["split", key, typed["name"], typed["leader"], *sorted(unit.key for unit in units)]
    return services.split(
        station=station, units=units, name=typed["name"], leader=typed["leader"], actor=knowledge.user_name,
        key=once(details),
    )  # fmt: skip


def merge(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter a merger with another own army of the province."""
    station = own_army(knowledge, key)
    into = own_station(knowledge, clean(MergeForm(data))["into"])
    if into is None:
        raise Refusal("into: choose one of your armies in the same province.")
    return services.merge(
        station=station, into=into, actor=knowledge.user_name, key=once(["merge", key, into.army.key])
    )


def replacements(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter replacements for a worn unit of an army that rested."""
    station = own_army(knowledge, key)
    form = ReplacementsForm(data, units=units_of(station))
    points, unit = clean(form)["points"], chosen(station, form)[0]
    return services.buy_replacements(
        station=station, unit=unit, points=points, actor=knowledge.user_name, key=once(["rest", unit.key, points])
    )


def _province(knowledge: Knowledge, key: str) -> Province:
    province = province_row(knowledge, key)
    if province is None:
        raise Http404
    commander(knowledge)
    return province


def buy(knowledge: Knowledge, key: str, data: Data, once: Once) -> SheetLine:
    """Enter the purchase of a unit in a province."""
    province, typed = _province(knowledge, key), clean(BuyForm(data))
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
    line = sheet_row(knowledge, number)
    if line is None:
        raise Http404
    return services.withdraw_line(line=line, actor=knowledge.user_name)
