"""Armies, own and seen, their orders, units and generals."""

from django.http import Http404

from base.pages.found import found
from campaign.api.operations import Call, Listed, reads
from campaign.api.values import OrderOption, UnitChange, UnitInArmy, UnitLife
from campaign.forms.api import OfATurn
from campaign.forms.orders import order_value
from campaign.selectors.war import tables_of
from campaign.services.sheet.orders import order_choices
from campaign.views.record import reference_links
from campaign.views.sheet import army_panel
from campaign.views.sheet.army_panel import Choice
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from campaign.visibility.battles.battles import battle_names
from campaign.visibility.court import generals
from campaign.visibility.court.generals import GeneralView
from campaign.visibility.news import record
from campaign.visibility.values import ArmyView, GivenOrder, SeenArmy
from rosters.pages import biography, no_url
from rosters.selectors import life_of


@reads("campaigns/<slug:slug>/armies")
def list_armies(call: Call) -> Listed[ArmyView]:
    """List one's own armies with units, generals and orders; a referee's list has all armies of the war."""
    return Listed(known.own_armies(call.knowledge))


@reads("campaigns/<slug:slug>/armies/<slug:key>")
def get_army(call: Call, key: str) -> ArmyView:
    """Show one of one's own armies."""
    return found(known.own_army(call.knowledge, key))


@reads("campaigns/<slug:slug>/seen")
def list_seen(call: Call) -> Listed[SeenArmy]:
    """List the foreign armies that are known of, each where it was seen last."""
    return Listed(known.seen_armies(call.knowledge))


@reads("campaigns/<slug:slug>/seen/<slug:key>")
def list_sightings(call: Call, key: str) -> Listed[SeenArmy]:
    """List every sighting of one foreign army, the newest first."""
    found = known.sightings_of(call.knowledge, key)
    if not found:
        raise Http404
    return Listed(found)


@reads("campaigns/<slug:slug>/choices")
def list_choices(call: Call) -> Listed[OrderOption]:
    """List the orders of all of one's own armies, legal or not; none while no orders are taken."""
    war = army_panel.known_war(call.knowledge)
    if war is None or call.knowledge.own is None:
        return Listed([])
    war.take_recruiting(sheets.lines_now(call.knowledge))
    own = [row for row in war.stations.values() if row.faction_id == call.knowledge.own.pk]
    return Listed([
        OrderOption(row.army.key, order_value(one.kind, one.path), str(one.kind), one.path, one.label, one.reason)
        for row in own for one in order_choices(row, war)
    ])  # fmt: skip


@reads("campaigns/<slug:slug>/armies/<slug:key>/choices")
def list_army_choices(call: Call, key: str) -> Listed[Choice]:
    """List the orders that one army could be given, with the attrition to expect and the enemies reported."""
    knowledge, war = call.knowledge, army_panel.known_war(call.knowledge)
    army = get_army(call, key)
    if war is None:
        return Listed([])
    lines, seen = sheets.lines_now(knowledge), known.seen_armies(knowledge)
    return Listed(army_panel.choices(knowledge, land.edges(knowledge), army, war, lines, seen))


@reads("campaigns/<slug:slug>/units")
def list_units(call: Call) -> Listed[UnitInArmy]:
    """List the serving units of one's own armies."""
    return Listed([
        UnitInArmy(army.key, army.province, one.key, one.name, one.type, one.type_name, one.arm, one.guard,
                   one.outriders, one.strength, one.full, one.status, one.own)
        for army in known.own_armies(call.knowledge) for one in army.units
    ])  # fmt: skip


@reads("campaigns/<slug:slug>/units/<slug:key>")
def get_unit(call: Call, key: str) -> UnitLife:
    """Show a unit of one's own with its ledger: every change of its strength and its cause."""
    row = found(known.own_unit(call.knowledge, key))
    life = life_of(row)
    names = reference_links(call.knowledge, battle_names(call.knowledge))
    page = biography(life, reference=names, unit_url=no_url, tables=tables_of(call.knowledge.campaign))
    changes = tuple(
        UnitChange(line.at, line.delta, line.after, line.cause, shown.reference.text if shown.reference else "",
                   line.actor, line.rule, shown.note)
        for line, shown in zip(life.lines, page.lines, strict=True)
    )  # fmt: skip
    merged = life.merged_into.key if life.merged_into else None
    absorbed = tuple(other.key for other in life.absorbed)
    return UnitLife(known.unit_view(row), row.army.key, page.serves, merged, absorbed, changes)


@reads("campaigns/<slug:slug>/generals")
def list_generals(call: Call) -> Listed[GeneralView]:
    """List one's own generals, and where each of them is."""
    return Listed(generals.own_generals(call.knowledge))


@reads("campaigns/<slug:slug>/orders", OfATurn)
def list_orders(call: Call) -> Listed[GivenOrder]:
    """List the orders of one's own armies on a turn, and what became of them; of the turn in hand unless one is
    named."""
    number = call.query["turn"] or call.knowledge.turn_number
    row = found(record.turn_row(call.knowledge, number))
    rows = sheets.order_rows(call.knowledge, row)
    return Listed(rows, lambda some: sheets.given_orders(call.knowledge, some))
