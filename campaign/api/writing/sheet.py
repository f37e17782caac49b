"""Lines of the sheet: they are entered now and carried out when the turn is sealed."""

from campaign.api.operations import Call, writes
from campaign.entering import sheet
from campaign.entering.common import clean, commander
from campaign.forms import orders
from campaign.forms.api import NoForm, WithdrawQuery
from campaign.models import SheetLine
from campaign.visibility import armies as known
from campaign.visibility import sheets
from campaign.visibility.values import SheetView


def _line(call: Call, row: SheetLine) -> SheetView:
    """Return a line as the reader's sheet has it."""
    rows = list(sheets.sheet_rows(call.knowledge, call.knowledge.turn))
    return sheets.sheet_of(call.knowledge, call.knowledge.turn, rows)[[one.pk for one in rows].index(row.pk)]


@writes("POST", "campaigns/<slug:slug>/provinces/<slug:key>/buy", orders.BuyForm)
def buy_unit(call: Call, key: str) -> SheetView:
    """Enter the purchase of a unit in a province: a type of its offers; for an army there, or for a new garrison."""
    return _line(call, sheet.buy(call.knowledge, key, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/provinces/<slug:key>/depot", NoForm)
def build_depot(call: Call, key: str) -> SheetView:
    """Enter a depot in a province."""
    return _line(call, sheet.depot(call.knowledge, key, call.once))


@writes("POST", "campaigns/<slug:slug>/armies/<slug:key>/replacements", orders.ReplacementsForm)
def buy_replacements(call: Call, key: str) -> SheetView:
    """Enter replacements for one worn unit of an army that rested."""
    return _line(call, sheet.replacements(call.knowledge, key, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/armies/<slug:key>/amalgamate", orders.UnitsForm)
def amalgamate_units(call: Call, key: str) -> SheetView:
    """Enter an amalgamation of worn units of an army."""
    return _line(call, sheet.of_units(call.knowledge, key, call.data, call.once, "amalgamate"))


@writes("POST", "campaigns/<slug:slug>/armies/<slug:key>/disband", orders.UnitsForm)
def disband_units(call: Call, key: str) -> SheetView:
    """Enter that units of an army go home for good, without a refund."""
    return _line(call, sheet.of_units(call.knowledge, key, call.data, call.once, "disband"))


@writes("POST", "campaigns/<slug:slug>/armies/<slug:key>/split", orders.SplitForm)
def split_army(call: Call, key: str) -> SheetView:
    """Enter a split: the chosen units become an army of their own, led by a wing (its ref) or by nobody."""
    return _line(call, sheet.split(call.knowledge, key, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/armies/<slug:key>/merge", orders.MergeForm)
def merge_army(call: Call, key: str) -> SheetView:
    """Enter that an army joins another own army of its province."""
    return _line(call, sheet.merge(call.knowledge, key, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/treasury/gift", orders.GiftForm)
def give_points(call: Call) -> SheetView:
    """Enter a gift of points to an ally."""
    return _line(call, sheet.gift(call.knowledge, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/treasury/general", orders.HireForm)
def hire_general(call: Call) -> SheetView:
    """Enter the purchase of a general, and the army that he is to lead."""
    return _line(call, sheet.hire(call.knowledge, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/treasury/pay", orders.UnitsForm)
def pay_first(call: Call) -> SheetView:
    """Enter which units are paid first, in order, should the points run short."""
    commander(call.knowledge)
    rows = {unit.key: unit for unit in known.own_units(call.knowledge)}
    keys = clean(orders.UnitsForm(call.data, units=[known.unit_view(row) for row in rows.values()]))["units"]
    return _line(call, sheet.pay_first(call.knowledge, [rows[key] for key in dict.fromkeys(keys)], call.once))


@writes("POST", "campaigns/<slug:slug>/generals/order", orders.GeneralForm)
def order_general(call: Call) -> SheetView:
    """Enter an order for a general: post to an army, swap with another, home, or recall."""
    return _line(call, sheet.general(call.knowledge, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/relations/change", orders.RelationForm)
def change_relation(call: Call) -> SheetView:
    """Enter a declaration to a faction or an offer to it: war, neutral, transit or allied."""
    return _line(call, sheet.relation(call.knowledge, call.data, call.once))


@writes("POST", "campaigns/<slug:slug>/generals/captive", orders.CaptiveForm)
def treat_captive(call: Call) -> SheetView:
    """Enter an exchange, a ransom or a parole of a captured general."""
    return _line(call, sheet.captive(call.knowledge, call.data, call.once))


@writes("DELETE", "campaigns/<slug:slug>/sheet/<int:number>", NoForm, query=WithdrawQuery)
def withdraw_line(call: Call, number: int) -> SheetView:
    """Take a line off the sheet while the turn is open; its points come back."""
    return _line(call, sheet.withdraw(call.knowledge, number, str(call.query["turn"])))
