"""The map and its panels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from campaign.services.letters import note_visit
from campaign.services.sheet.case import position_of
from campaign.services.sheet.offers import market_of
from campaign.views import army_panel
from campaign.views.access import Knowledge, found, member_page, wants_fragment
from campaign.views.drawing import Selection, draw_map, draw_overlay
from campaign.views.links import addresses
from campaign.views.texts import drawn_text
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from campaign.visibility.battles import battle_lines, recent_battles
from campaign.visibility.debrief import debrief
from campaign.visibility.forecasts import Known
from campaign.visibility.glances import ArmyGlance, ArmyOnMap, glance_of, own_glances
from campaign.visibility.values import BattleLine, EdgeView, ProvinceView, SeenArmy
from rosters.rules.refusal import Refusal

MANY, LISTED = 30, 100
"""So many armies a panel lists, the page of rosters has all; and so many a page of the list."""


class Placed(NamedTuple):
    """A known army with the names of the province where it stands and of that to which its order leads."""

    army: ArmyOnMap
    place: str
    bound: str


class Scene:
    """What the reader knows of the war now: the values behind the map and every panel, each read when it is asked for.

    ``own`` are the reader's armies where a page has read them already.
    """

    def __init__(self, knowledge: Knowledge, own: list[ArmyGlance] | None = None) -> None:
        self._knowledge = knowledge
        self._own = own

    @cached_property
    def provinces(self) -> dict[str, ProvinceView]:
        """Every province by key."""
        return land.provinces(self._knowledge)

    @property
    def edges(self) -> tuple[EdgeView, ...]:
        """Every way."""
        return land.edges(self._knowledge)

    @cached_property
    def own(self) -> list[ArmyGlance]:
        """The reader's armies."""
        return own_glances(self._knowledge) if self._own is None else self._own

    @cached_property
    def seen(self) -> list[SeenArmy]:
        """The foreign armies that he knows of."""
        return known.seen_armies(self._knowledge)

    @cached_property
    def battles(self) -> list[BattleLine]:
        """The battles of the war that are open, and those of late."""
        return recent_battles(self._knowledge)

    @property
    def armies(self) -> list[ArmyOnMap]:
        return [*self.own, *self.seen]

    @cached_property
    def own_placed(self) -> list[Placed]:
        return [self._placed(army) for army in self.own]

    @cached_property
    def seen_placed(self) -> list[Placed]:
        return [self._placed(army) for army in self.seen]

    @property
    def placed(self) -> list[Placed]:
        return [*self.own_placed, *self.seen_placed]

    def _placed(self, army: ArmyOnMap) -> Placed:
        path = army.order.path if isinstance(army, ArmyGlance) and army.order else ()
        return Placed(army, self.provinces[army.province].name, self.provinces[path[-1]].name if path else "")


@dataclass(frozen=True)
class Progress:
    """How far a player is with the orders of his armies; ``following`` is the next army without one."""

    ordered: tuple[str, ...]
    armies: int
    following: ArmyGlance | None

    @classmethod
    def of(cls, armies: Sequence[ArmyGlance], key: str) -> "Progress":
        """Count the orders; the search for the next army begins behind the one that is open."""
        own = [army for army in armies if army.own]
        ordered = tuple(army.key for army in own if army.order)
        place = next((n + 1 for n, army in enumerate(own) if army.key == key), 0)
        waiting = [a for a in own[place:] + own[:place] if not (a.order or a.engaged or a.key == key)]
        return cls(ordered, len(own), next(iter(waiting), None))


@dataclass(frozen=True)
class Neighbour:
    """A way out of a province."""

    province: ProvinceView
    edge: EdgeView


@member_page()
def war_map(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """The map with nothing chosen."""
    scene = Scene(knowledge)
    debriefed = {"debrief": debrief(knowledge)}
    if request.method == "GET" and not wants_fragment(request):
        note_visit(knowledge=knowledge)
    lines = {"own_lines": _lines(knowledge, scene.own_placed), "seen_lines": _lines(knowledge, scene.seen_placed)}
    return show(request, knowledge, scene, Selection(), "campaign/_panel_war.html", lines | debriefed)


def _lines(knowledge: Knowledge, armies: Sequence[Placed]) -> SafeString:
    """A list of armies, each with the link to its panel; of many the first ones."""
    address = addresses("game:army", knowledge.campaign.slug)
    rosters = reverse("game:rosters", args=[knowledge.campaign.slug])
    shown, more = armies[:MANY], armies[MANY:]
    return drawn_text("campaign/army_lines.html", armies=shown, more=more, address=address, all=rosters, whole=False)


@member_page()
def as_list(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """The map in words: the armies that the reader knows of, and the provinces."""
    scene, slug = Scene(knowledge), knowledge.campaign.slug
    page = Paginator(scene.placed, LISTED).get_page(request.GET.get("page"))
    values = {"armies": page.object_list, "more": (), "all": "", "address": addresses("game:army", slug), "whole": True}
    provinces = list(scene.provinces.values())
    lines = drawn_text("campaign/province_lines.html", provinces=provinces, address=addresses("game:province", slug))
    context = {"knowledge": knowledge, "section": "map", "page": page, "province_lines": lines}
    context["army_lines"] = drawn_text("campaign/army_lines.html", **values)
    return render(request, "campaign/list.html", context)


@member_page()
def province(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """A province: its facts, its ways, the armies known there."""
    return show_province(request, knowledge, key)


def show_province(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """The panel of a province, with what a form has to add."""
    scene = Scene(knowledge)
    chosen = found(scene.provinces.get(key))
    there = [Placed(army, "", "") for army in scene.armies if army.province == key]
    context: dict[str, Any] = {"province": chosen, "neighbours": neighbours(scene, key)}
    context["armies"] = _lines(knowledge, there) if there else ""
    context["battles"] = battle_lines(knowledge, province=key)
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
    now = position_of(faction=knowledge.own, turn=knowledge.turn, war=army_panel.known_war(knowledge))
    try:
        market = market_of(faction=knowledge.own, province=row, turn=knowledge.turn, position=now)
    except Refusal as refusal:
        return {"market": True, "offers": [], "no_offers": str(refusal)}
    return {
        "market": True,
        "offers": [offer for offer in market.units if not offer.reason],
        "closed": [offer for offer in market.units if offer.reason],
        "depot": market.depot,
        "own_here": own_here,
        "place": len(now.lines),
    }


def neighbours(scene: Scene, key: str) -> list[Neighbour]:
    """The ways out of a province, in the order of their names."""
    ways = [Neighbour(scene.provinces[e.other(key)], e) for e in scene.edges if key in (e.first, e.second)]
    return sorted(ways, key=lambda way: way.province.name)


@member_page()
def army(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """An army: the reader's own with its orders, another as it was seen."""
    return show_army(request, knowledge, key)


def show_army(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """The panel of an army, with what a form has to add (a refusal, the values that were typed)."""
    war = army_panel.known_war(knowledge)
    armies = army_panel.own_armies(knowledge, war, key)
    scene = Scene(knowledge, None if war is None else [glance_of(army) for army in armies])
    own = next((army for army in armies if army.key == key), None)
    if own is None:
        return _show_seen(request, knowledge, scene, key)
    lines = sheets.lines_now(knowledge)
    choices = army_panel.choices(knowledge, scene.edges, own, war, lines)
    plain, forced = army_panel.targets(choices), army_panel.targets(choices, army_panel.FORCED)
    chosen = Selection(province=own.province, army=key, targets=plain, forced=forced - plain, supply=own.supply_path)
    context = army_panel.context(knowledge, scene.provinces, scene.own, own)
    context |= {"choices": choices, "choices_text": army_panel.choices_text(choices)}
    context |= {"place": len(lines), **(extra or {})}
    return show(request, knowledge, scene, chosen, "campaign/_panel_army.html", context, status)


def _show_seen(request: HttpRequest, knowledge: Knowledge, scene: Scene, key: str) -> HttpResponse:
    seen = known.sightings_of(knowledge, key)
    latest = found(seen[0] if seen else None)
    named = [(sight, scene.provinces[sight.province]) for sight in seen]
    context = {"army": latest, "province": scene.provinces[latest.province], "sightings": named}
    context["attackers"] = _attackers(knowledge, scene, latest)
    chosen = Selection(province=latest.province, army=key)
    return show(request, knowledge, scene, chosen, "campaign/_panel_seen.html", context)


def _attackers(knowledge: Knowledge, scene: Scene, enemy: SeenArmy) -> list[ArmyGlance]:
    """The reader's own armies that stand where an enemy is seen now, or next to it."""
    war = Known(knowledge, scene.provinces, scene.edges, ())
    if not (enemy.current and knowledge.faction and war.hostile(enemy.faction, knowledge.faction)):
        return []
    near = {enemy.province, *(way.province.key for way in neighbours(scene, enemy.province))}
    return [army for army in scene.own if army.own and army.size and army.province in near]


def show(
    request: HttpRequest, knowledge: Knowledge, scene: Scene, chosen: Selection, panel: str, context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The panel alone for htmx, the whole page otherwise. Both come from the same templates."""
    full = {"knowledge": knowledge, "section": "map", "chosen": chosen, "panel": panel, "scene": scene, **context}
    full["progress"] = Progress.of(scene.own, chosen.army) if knowledge.commands else None
    if wants_fragment(request):
        overlay = draw_overlay(knowledge, scene.own, chosen)
        full["overlay_svg"] = drawn_text("campaign/marches.svg", map=overlay, swapped=True)
        return render(request, "campaign/_panel.html", full, status=status)
    drawn = draw_map(knowledge, scene.provinces, scene.armies, scene.battles, chosen)
    values = {"map": drawn, "name": knowledge.campaign.name, "swapped": False}
    full |= {"map": drawn, "map_svg": drawn_text("campaign/map.svg", **values)}
    return render(request, "campaign/map.html", full, status=status)
