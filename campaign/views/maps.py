"""The map and its panels."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.services.sheet.offers import market_of
from campaign.views import army_panel
from campaign.views.access import Knowledge, found, member_page, wants_fragment
from campaign.views.drawing import Selection, draw_map, draw_overlay
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from campaign.visibility.battles import battle_lines
from campaign.visibility.forecasts import Known
from campaign.visibility.values import ArmyView, BattleLine, EdgeView, ProvinceView, SeenArmy
from rosters.rules.refusal import Refusal


class Placed(NamedTuple):
    """A known army with the names of the province where it stands and of that to which its order leads."""

    army: known.KnownArmy
    place: str
    bound: str


@dataclass(frozen=True)
class Scene:
    """What the reader knows of the war now: the values behind the map and every panel."""

    provinces: dict[str, ProvinceView]
    edges: list[EdgeView]
    own: list[ArmyView]
    seen: list[SeenArmy]
    battles: list[BattleLine]

    @property
    def armies(self) -> list[known.KnownArmy]:
        return [*self.own, *self.seen]

    @property
    def own_placed(self) -> list[Placed]:
        return [self._placed(army) for army in self.own]

    @property
    def seen_placed(self) -> list[Placed]:
        return [self._placed(army) for army in self.seen]

    @property
    def placed(self) -> list[Placed]:
        return [*self.own_placed, *self.seen_placed]

    def _placed(self, army: known.KnownArmy) -> Placed:
        path = army.order.path if isinstance(army, ArmyView) and army.order else ()
        return Placed(army, self.provinces[army.province].name, self.provinces[path[-1]].name if path else "")


@dataclass(frozen=True)
class Neighbour:
    """A way out of a province."""

    province: ProvinceView
    edge: EdgeView


def look(knowledge: Knowledge) -> Scene:
    """Load what the reader knows, in a fixed number of queries."""
    return Scene(
        land.provinces(knowledge),
        land.edges(knowledge),
        known.own_armies(knowledge),
        known.seen_armies(knowledge),
        battle_lines(knowledge),
    )


@member_page()
def war_map(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """The map with nothing chosen."""
    return show(request, knowledge, look(knowledge), Selection(), "campaign/_panel_war.html", {})


@member_page()
def province(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """A province: its facts, its ways, the armies known there."""
    return show_province(request, knowledge, key)


def show_province(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """The panel of a province, with what a form has to add."""
    scene = look(knowledge)
    chosen = found(scene.provinces.get(key))
    context = {"province": chosen, "neighbours": neighbours(scene, key), "armies": _there(scene, key)}
    context["battles"] = [line for line in scene.battles if line.province_key == key]
    context |= _market(knowledge, scene, chosen) | (extra or {})
    return show(request, knowledge, scene, Selection(province=key), "campaign/_panel_province.html", context, status)


def _market(knowledge: Knowledge, scene: Scene, province: ProvinceView) -> dict[str, Any]:
    """What the reader could buy in a province of his own while orders are open."""
    row = land.province_row(knowledge, province.key)
    if not (knowledge.commands and knowledge.orders_open and province.controller == knowledge.faction) or row is None:
        return {}
    assert knowledge.own is not None
    assert knowledge.turn is not None
    own_here = [army for army in scene.own if army.province == province.key]
    try:
        market = market_of(faction=knowledge.own, province=row, turn=knowledge.turn)
    except Refusal as refusal:
        return {"market": True, "offers": [], "no_offers": str(refusal)}
    return {
        "market": True,
        "offers": [offer for offer in market.units if not offer.reason],
        "closed": [offer for offer in market.units if offer.reason],
        "depot": market.depot,
        "own_here": own_here,
        "place": sheets.length(knowledge),
    }


def neighbours(scene: Scene, key: str) -> list[Neighbour]:
    """The ways out of a province, in the order of their names."""
    ways = [Neighbour(scene.provinces[e.other(key)], e) for e in scene.edges if key in (e.first, e.second)]
    return sorted(ways, key=lambda way: way.province.name)


def _there(scene: Scene, key: str) -> list[known.KnownArmy]:
    return [army for army in scene.armies if army.province == key]


@member_page()
def army(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """An army: the reader's own with its orders, another as it was seen."""
    return show_army(request, knowledge, key)


def show_army(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """The panel of an army, with what a form has to add (a refusal, the values that were typed)."""
    scene = look(knowledge)
    own = next((army for army in scene.own if army.key == key), None)
    if own is None:
        return _show_seen(request, knowledge, scene, key)
    choices = army_panel.choices(knowledge, scene.edges, own)
    chosen = Selection(province=own.province, army=key, targets=army_panel.targets(choices), supply=own.supply_path)
    context = army_panel.context(knowledge, scene.provinces, scene.own, own) | {"choices": choices} | (extra or {})
    return show(request, knowledge, scene, chosen, "campaign/_panel_army.html", context, status)


def _show_seen(request: HttpRequest, knowledge: Knowledge, scene: Scene, key: str) -> HttpResponse:
    seen = known.sightings_of(knowledge, key)
    latest = found(seen[0] if seen else None)
    named = [(sight, scene.provinces[sight.province]) for sight in seen]
    context = {"army": latest, "province": scene.provinces[latest.province], "sightings": named}
    context["attackers"] = _attackers(knowledge, scene, latest)
    chosen = Selection(province=latest.province, army=key)
    return show(request, knowledge, scene, chosen, "campaign/_panel_seen.html", context)


def _attackers(knowledge: Knowledge, scene: Scene, enemy: SeenArmy) -> list[ArmyView]:
    """The reader's own armies that stand where an enemy is seen now, or next to it."""
    war = Known(knowledge, scene.provinces, scene.edges, scene.armies)
    if not (enemy.current and knowledge.faction and war.hostile(enemy.faction, knowledge.faction)):
        return []
    near = {enemy.province, *(way.province.key for way in neighbours(scene, enemy.province))}
    return [army for army in scene.own if army.own and army.units and army.province in near]


def show(
    request: HttpRequest, knowledge: Knowledge, scene: Scene, chosen: Selection, panel: str, context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The panel alone for htmx, the whole page otherwise. Both come from the same templates."""
    fragment = wants_fragment(request)
    full = {"knowledge": knowledge, "section": "map", "chosen": chosen, "panel": panel, "scene": scene, **context}
    draw = draw_overlay if fragment else draw_map
    drawn = draw(knowledge, scene.provinces, scene.edges, scene.armies, scene.battles, chosen)
    full["overlay" if fragment else "map"] = drawn
    return render(request, "campaign/_panel.html" if fragment else "campaign/map.html", full, status=status)
