"""What the panel of an own army offers: its roster, its choices of an order, what the sheet can do to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.forms.orders import order_value
from campaign.models import ArmyOrder, Station
from campaign.selectors.war import War, war_of
from campaign.services.sheet.forecast import attrition_preview, known_war
from campaign.services.sheet.orders import OrderChoice, order_choices
from campaign.views.access import Knowledge
from campaign.views.rosters import roster_of
from campaign.visibility import armies as known
from campaign.visibility import sheets
from campaign.visibility.values import ArmyView, EdgeView, ProvinceView

FORCED, SUPPORT = "Forced marches", "Support of a neighbour"
GROUPS = {ArmyOrder.Kind.FORCED_MARCH: FORCED, ArmyOrder.Kind.SUPPORT: SUPPORT}


@dataclass(frozen=True)
class Choice:
    """An order as a radio button: ``reason`` says why it cannot be given, ``way`` what kind of way it takes.

    ``group`` is the heading under which it is kept folded, empty for the plain ones."""

    value: str
    label: str
    reason: str
    chosen: bool
    way: str
    warning: str
    path: tuple[str, ...]
    group: str


def choices(knowledge: Knowledge, edges: Iterable[EdgeView], army: ArmyView) -> list[Choice]:
    """The orders that an army could be given; none to those who do not command it, nor once the turn is sealed."""
    if not (knowledge.commands and knowledge.orders_open and army.own):
        return []
    station = known.own_station(knowledge, army.key)
    if station is None or knowledge.turn is None:
        return []
    ways = {edge.other(army.province): edge.kind_text for edge in edges if army.province in (edge.first, edge.second)}
    standing = order_value(army.order.kind, army.order.path) if army.order else order_value(ArmyOrder.Kind.HOLD, ())
    war = known_war(war_of(knowledge.turn), station.faction)
    return [_choice(choice, standing, ways, _warning(choice, station, war)) for choice in order_choices(station, war)]


def _choice(choice: OrderChoice, standing: str, ways: Mapping[str, str], warning: str) -> Choice:
    value = order_value(choice.kind, choice.path)
    way = ways.get(choice.path[0], "") if choice.path else ""
    group = GROUPS.get(choice.kind, "")
    return Choice(value, choice.label, choice.reason, value == standing, way, warning, choice.path, group)


def _warning(choice: OrderChoice, station: Station, war: War) -> str:
    """HR-19 The attrition that an order would bring, as far as the owner can tell; empty where there is none."""
    if choice.reason:
        return ""
    expected = attrition_preview(station=station, path=choice.path, kind=choice.kind, known=war)
    if not expected.mean_loss:
        return ""
    why = ", ".join(expected.conditions)
    return f"{expected.level.capitalize()} attrition: about {expected.mean_loss:g} strength points ({why})."


def targets(offered: Iterable[Choice]) -> frozenset[str]:
    """The provinces to which the army may march."""
    marches = (choice for choice in offered if choice.path and choice.group != SUPPORT)
    return frozenset(choice.path[-1] for choice in marches if not choice.reason)


def context(
    knowledge: Knowledge, provinces: Mapping[str, ProvinceView], own: Sequence[ArmyView], army: ArmyView
) -> dict[str, Any]:
    """What the panel's template needs besides the choices."""
    path = army.order.path if army.order else ()
    return {
        "army": army,
        "province": provinces[army.province],
        "roster": roster_of(knowledge, army),
        "worn": [unit for unit in army.units if unit.strength < unit.full],
        "wings": [(wing.ref, wing.name) for wing in army.wings],
        "others_here": [a for a in own if a.own and a.province == army.province and a.key != army.key],
        "place": sheets.length(knowledge),
        "order_place": ", then ".join(provinces[key].name for key in path if key in provinces),
    }
