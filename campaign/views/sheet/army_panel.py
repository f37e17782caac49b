"""The panel of an own army: its roster, its choices of an order, what the sheet can do to it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from base.pages.texts import drawn_text
from base.words import counted
from battles.resolvers.contract.registry import DEFAULT
from campaign.forms.orders import order_value
from campaign.models import SheetLine, Station, Turn
from campaign.rules.general.siege_care import chance_of_storm
from campaign.rules.march.siege import Works
from campaign.rules.orders.kinds import HOLD, MARCH, ORDERS, STORM
from campaign.rules.standing import KINDS
from campaign.selectors.war import War, war_around, war_known_to
from campaign.services.sheet.forecast import attrition_preview
from campaign.services.sheet.orders import OrderChoice, order_choices
from campaign.views.access import Knowledge
from campaign.views.sheet.rosters import roster_of
from campaign.visibility import armies as known
from campaign.visibility import sheets
from campaign.visibility.glances import ArmyGlance
from campaign.visibility.values import ArmyView, EdgeView, ProvinceView, SeenArmy, UnitView


@dataclass(frozen=True)
class Choice:
    """An order as a radio button: ``reason`` explains why it cannot be given, ``way`` what kind of way it takes.

    ``group`` is the heading under which it is kept folded, empty for the plain ones; ``marches`` shows whether the army
    enters the provinces of ``path``."""

    value: str
    label: str
    reason: str
    chosen: bool
    way: str
    warning: str
    path: tuple[str, ...]
    group: str
    enemies: str = ""
    marches: bool = False


@dataclass(frozen=True)
class GroupOrder:
    """An order that all armies chosen in a province could be given."""

    value: str
    label: str
    way: str
    enemies: str


def known_war(knowledge: Knowledge) -> War | None:
    """Return the war as the reader's faction knows it while he may give orders; None otherwise."""
    if not (knowledge.commands and knowledge.orders_open and knowledge.turn and knowledge.own):
        return None
    return war_known_to(knowledge.turn, knowledge.own, knowledge.places)


@dataclass
class Reading:
    """The war and the sheet as the reader's faction knows them: read once for an order and for the panel after it."""

    knowledge: Knowledge
    war: War | None = None
    lines: list[SheetLine] = field(default_factory=list)

    def for_an_order(self, turn: Turn, station: Station) -> War:
        """HR-22 Read both for a turn that a service holds, and keep them for the panel."""
        turn.campaign = self.knowledge.campaign
        self.knowledge.take_turn(turn)
        self.war, self.lines = known_war(self.knowledge), sheets.lines_now(self.knowledge)
        if self.war is None:
            return war_around(turn, station)
        self.war.take_recruiting(self.lines)
        return self.war


def own_armies(knowledge: Knowledge, war: War | None, key: str) -> list[ArmyView]:
    """Return the reader's armies as the war has them that was read; without one only the army of the key, if it is
    his."""
    if war is None or knowledge.own is None:
        army = known.own_army(knowledge, key)
        return [army] if army else []
    own = [station for station in war.stations.values() if station.faction_id == knowledge.own.pk]
    engaged = {station.pk for station in own if war.army(station).engaged}
    return known.views_of(knowledge, own, engaged)


AtWar = Callable[[str, str], bool]
"""Whether two factions, named by their keys, are at war."""


def reported(seen: Iterable[SeenArmy], at_war: AtWar, own: str) -> dict[str, str]:
    """Return the enemy's known strength in each province: ``21 enemy units reported there``."""
    there: dict[str, list[SeenArmy]] = {}
    for army in seen:
        if at_war(army.faction.key, own) and army.current:
            there.setdefault(army.province, []).append(army)
    return {province: _report(armies) for province, armies in there.items()}


def _report(armies: Sequence[SeenArmy]) -> str:
    exact = all(army.low == army.high for army in armies)
    return f"{'' if exact else 'about '}{counted(sum(army.shown for army in armies), 'enemy unit')} reported there"


def group_orders(
    knowledge: Knowledge, province: str, ways: Iterable[tuple[EdgeView, ProvinceView]], seen: Iterable[SeenArmy],
    at_war: AtWar,
) -> list[GroupOrder]:  # fmt: skip
    """Return the orders for several armies of a province at once: to stay, or to march to a neighbour; none once
    sealed."""
    if not (knowledge.commands and knowledge.orders_open) or knowledge.own is None:
        return []
    enemies = reported(seen, at_war, knowledge.own.key)
    staying = [
        GroupOrder(key, kind.command, "", enemies.get(province, "")) for key, kind in ORDERS.items() if kind.anywhere
    ]
    marches = [
        GroupOrder(order_value(MARCH, (to.key,)), f"March to {to.name}", edge.kind_text,
                   enemies.get(to.key, ""))
        for edge, to in ways
    ]  # fmt: skip
    return staying + marches


def choices(
    knowledge: Knowledge, edges: Iterable[EdgeView], army: ArmyView, war: War | None, lines: Iterable[SheetLine],
    seen: Iterable[SeenArmy] = (),
) -> list[Choice]:  # fmt: skip
    """Return the orders that an army could be given; none to those who do not command it, nor once the turn is sealed.

    ``lines`` are those of the reader's sheet.
    """
    station = next((row for row in war.stations.values() if row.army.key == army.key), None) if war else None
    if war is None or station is None or not army.own:
        return []
    ways = {edge.other(army.province): edge.kind_text for edge in edges if army.province in (edge.first, edge.second)}
    standing = order_value(army.order.kind, army.order.path) if army.order else ""
    idle = not (army.order or army.standing.kind or knowledge.led_by)
    war.take_recruiting(lines)
    enemies = reported(seen, war.theatre.at_war, army.faction.key)

    def way(choice: OrderChoice) -> str:
        if choice.kind == STORM:
            return _storm_hint(knowledge, war, army, seen)
        return ways.get(choice.path[0], "") if choice.path else ORDERS[choice.kind].hint

    return [
        _choice(choice, standing, way(choice), f"{_default(choice, idle)}{_warning(choice, station, war)}", enemies)
        for choice in order_choices(station, war)
    ]


def _storm_hint(knowledge: Knowledge, war: War, army: ArmyView, seen: Iterable[SeenArmy]) -> str:
    """HR-28 Return the hint of a storm with its chance, by the units reported there and all own armies before the
    walls; without it under rules of which the general has no table."""
    hint, facts = ORDERS[STORM].hint, war.theatre.provinces[army.province]
    foes = [one for one in seen if war.theatre.at_war(one.faction.key, army.faction.key)]
    within = sum(one.shown for one in foes if one.current and one.province == army.province)
    if not within or knowledge.campaign.rules != DEFAULT:
        return hint
    before = sum(one.strength for one in war.armies if (one.province, one.faction) == (facts.key, army.faction.key))
    breached = Works(breach=facts.breach).practicable(war.house)
    tenths = round(10 * chance_of_storm(before, within, war.provinces[facts.key].terrain, breached=breached))
    chance = f"about {tenths} in 10" if 0 < tenths < 10 else "more than 9 in 10" if tenths else "less than 1 in 10"
    return f"{hint}; {chance} to take it with all your armies here"


def _choice(choice: OrderChoice, standing: str, way: str, warning: str, enemies: Mapping[str, str]) -> Choice:
    value = order_value(choice.kind, choice.path)
    kind = ORDERS[choice.kind]
    there = enemies.get(choice.path[-1], "") if choice.path else ""
    return Choice(value, choice.label, choice.reason, value == standing, way, warning, choice.path,
                  kind.folded.heading, there, kind.marches)  # fmt: skip


def _default(choice: OrderChoice, idle: bool) -> str:
    """Return beside that choice that an army holds for which nothing is entered, nor by anybody else."""
    return "The army does this while you give it no order. " if choice.kind == HOLD and idle else ""


def _warning(choice: OrderChoice, station: Station, war: War) -> str:
    """HR-19 The attrition that an order would bring, as far as the owner can know; empty where there is none."""
    if choice.reason:
        return ""
    expected = attrition_preview(station=station, path=choice.path, kind=choice.kind, known=war)
    if not expected.mean_loss:
        return ""
    why = ", ".join(expected.conditions)
    return f"{expected.level.capitalize()} attrition: about {expected.mean_loss:g} strength points ({why})."


def targets(offered: Iterable[Choice], provinces: int) -> frozenset[str]:
    """Return the provinces to which the army may march through so many: one by a plain march, two by a forced one."""
    marches = (choice for choice in offered if choice.marches and len(choice.path) == provinces)
    return frozenset(choice.path[-1] for choice in marches if not choice.reason)


def context(
    knowledge: Knowledge, provinces: Mapping[str, ProvinceView], own: Sequence[ArmyGlance], army: ArmyView
) -> dict[str, Any]:
    """Return what the panel's template needs besides the choices."""
    path = army.order.path if army.order else ()
    worn = [unit for unit in army.units if unit.strength < unit.full]
    return {
        "army": army,
        "province": provinces[army.province],
        "roster_text": drawn_text("rosters/roster.html", roster=roster_of(knowledge, army)),
        "boxes": _boxes(army, worn),
        "worn": worn,
        "standing_kinds": [(key, kind.label) for key, kind in KINDS.items()],
        "wings": [(wing.ref, wing.name) for wing in army.wings],
        "others_here": [a for a in own if a.own and a.province == army.province and a.key != army.key],
        "order_place": ", then ".join(provinces[key].name for key in path if key in provinces),
    }


def _boxes(army: ArmyView, worn: Sequence[UnitView]) -> dict[str, SafeString]:
    """Return the units as boxes to tick, for each form of the panel that chooses among them."""
    return {
        "amalgamate": _ticks("am", "units", worn),
        "split": _ticks("sp", "units", army.units),
        "disband": _ticks("db", "units", army.units),
        "plan": _ticks("pl", "spare", army.units, army.plan.spare),
    }


def _ticks(prefix: str, name: str, units: Sequence[UnitView], ticked: Sequence[str] = ()) -> SafeString:
    return drawn_text("campaign/units_of_army.html", prefix=prefix, name=name, units=units, ticked=ticked)


def choices_text(offered: Iterable[Choice]) -> SafeString:
    """Return the orders as radio buttons."""
    kinds = groupby(offered, key=lambda choice: choice.group)
    hints = {kind.folded.heading: kind.folded.hint for kind in ORDERS.values()}
    groups = [(heading, hints[heading], list(alike)) for heading, alike in kinds]
    return drawn_text("campaign/order_choices.html", groups=groups)
