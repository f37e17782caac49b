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

from base.pages.found import found
from base.pages.texts import drawn_text
from base.refusal import Refusal
from campaign.models import Engagement
from campaign.selectors.war import War
from campaign.services.letters import note_visit
from campaign.services.sheet.case import position_of
from campaign.services.sheet.offers import market_of
from campaign.views.access import Knowledge, member_page, wants_fragment
from campaign.views.map.drawing import Selection, draw_map, draw_overlay
from campaign.views.people.people import step_of
from campaign.views.record import addresses
from campaign.views.sheet import army_panel
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from campaign.visibility.battles.battles import battle_line, late_battles, recent_battles
from campaign.visibility.battles.forecasts import Known
from campaign.visibility.court.aims import end_lines, end_text
from campaign.visibility.glances import ArmyGlance, ArmyOnMap, glance_of, own_glances
from campaign.visibility.news.debrief import Read, begins_at, debrief
from campaign.visibility.sieges import siege_known
from campaign.visibility.values import BattleLine, EdgeView, ProvinceView, SeenArmy

MANY, LISTED = 30, 100
"""So many armies a panel lists, the page of rosters has all; and so many a page of the list."""


class Placed(NamedTuple):
    """A known army with the names of the province where it stands and of that to which its order leads."""

    army: ArmyOnMap
    place: str
    bound: str


class Scene:
    """A reader's knowledge of the war now: the values behind the map and every panel, each read on demand.

    ``own`` are the reader's armies where a page has read them already. Where it wants more battles and sightings than
    the map, ``since`` is the turn with which they begin, and ``province`` one whose battles it wants all.
    """

    def __init__(
        self, knowledge: Knowledge, own: list[ArmyGlance] | None = None, since: int | None = None, province: str = ""
    ) -> None:
        self._knowledge = knowledge
        self._own, self._province = own, province
        self._since = since

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
        laid_open = self._knowledge.sees_armies
        return known.seen_armies(self._knowledge, None if laid_open else self.sightings)

    @cached_property
    def late(self) -> list[Engagement]:
        """The rows of the battles that are open, and of those that the page wants."""
        before = self._knowledge.turn_number - 1
        return late_battles(self._knowledge, min(self._since or before, before), self._province)

    @cached_property
    def sightings(self) -> list[SeenArmy]:
        """The last sighting of each foreign army, and those that the page wants."""
        return known.sightings(self._knowledge, self._since)

    @cached_property
    def battles(self) -> list[BattleLine]:
        """The battles of the war that are open, and those of this turn and the one before."""
        return recent_battles(self._knowledge, self.late)

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
    """A player's progress with the orders of his armies; ``following`` is the next army without one.

    An army in an open battle takes no order and is not counted; one with a standing order needs none."""

    ordered: tuple[str, ...]
    standing: int
    armies: int
    following: ArmyGlance | None
    complete: bool
    """Whether every army that may march has an order."""

    @classmethod
    def of(cls, armies: Sequence[ArmyGlance], key: str) -> "Progress":
        """Count the orders; the search for the next army begins behind the one that is open."""
        own = [army for army in armies if army.own]
        ordered = tuple(army.key for army in own if army.order)
        place = next((n + 1 for n, army in enumerate(own) if army.key == key), 0)
        waiting = [army for army in own[place:] + own[:place] if army.waits_for_orders and army.key != key]
        complete = bool(own) and not any(army.waits_for_orders for army in own)
        standing = sum(army.standing and not (army.order or army.engaged) for army in own)
        asked = sum(bool(army.order) or not (army.engaged or army.garrison) for army in own)
        return cls(ordered, standing, asked, next(iter(waiting), None), complete)


@dataclass(frozen=True)
class Neighbour:
    """A way out of a province."""

    province: ProvinceView
    edge: EdgeView


@member_page()
def war_map(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the map with nothing chosen."""
    scene = Scene(knowledge, since=begins_at(knowledge))
    debriefed = {
        "debrief": debrief(knowledge, Read(scene.own, scene.late, scene.sightings)),
        "tour": step_of(request, knowledge),
        "end_text": end_text(knowledge),
    }
    if request.method == "GET" and not wants_fragment(request):
        note_visit(knowledge=knowledge)
    lines = {"own_lines": _lines(knowledge, scene.own_placed), "seen_lines": _lines(knowledge, scene.seen_placed)}
    return show(request, knowledge, scene, Selection(), "campaign/map/_panel_war.html", lines | debriefed)


def _lines(knowledge: Knowledge, armies: Sequence[Placed]) -> SafeString:
    """Return a list of armies, each with the link to its panel; of many the first ones."""
    address = addresses("game:army", knowledge.campaign.slug)
    rosters = reverse("game:rosters", args=[knowledge.campaign.slug])
    shown, more = armies[:MANY], armies[MANY:]
    return drawn_text("campaign/army_lines.html", armies=shown, more=more, address=address, all=rosters, whole=False)


@member_page()
def as_list(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the map in words: the armies that the reader knows of, and the provinces."""
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
    """Show a province: its facts, its ways, the armies known there."""
    return show_province(request, knowledge, key)


def show_province(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the panel of a province, with what a form has to add."""
    chosen, war = _province_with_war(knowledge, key)
    own = None if war is None else [glance_of(army) for army in army_panel.own_armies(knowledge, war, "")]
    scene = Scene(knowledge, own, province=key)
    there = [Placed(army, "", "") for army in scene.armies if army.province == key]
    context: dict[str, Any] = {"province": chosen, "neighbours": neighbours(scene, key)}
    context["armies"] = _lines(knowledge, there) if there else ""
    context["siege"] = siege_known(knowledge, key, there=any(a.own and a.province == key for a in scene.own))
    context["battles"] = [battle_line(knowledge, row) for row in scene.late if row.province.key == key]
    context |= _group(knowledge, scene, context["neighbours"], key, war)
    context |= _market(knowledge, scene, chosen, war) | (extra or {})
    return show(
        request, knowledge, scene, Selection(province=key), "campaign/map/_panel_province.html", context, status
    )


def _group(
    knowledge: Knowledge, scene: Scene, ways: Sequence[Neighbour], key: str, war: War | None
) -> dict[str, Any]:  # fmt: skip
    """Return the orders for several of the reader's armies in a province; nothing where fewer than two could have
    one."""
    free = [army for army in scene.own if army.own and army.province == key and not army.engaged]
    if len(free) < 2:
        return {}
    near = [(way.edge, way.province) for way in ways]
    at_war = war.theatre.at_war if war else Known(knowledge, scene.provinces, scene.edges, ()).at_war
    return {"group": free, "group_orders": army_panel.group_orders(knowledge, key, near, scene.seen, at_war)}


def _province_with_war(knowledge: Knowledge, key: str) -> tuple[ProvinceView, War | None]:
    """Return a province, and the war as the reader knows it where he controls the province while orders are open."""
    view = found(land.provinces(knowledge).get(key))
    is_own = knowledge.faction is not None and view.controller == knowledge.faction
    return view, army_panel.known_war(knowledge) if is_own else None


def _market(knowledge: Knowledge, scene: Scene, province: ProvinceView, war: War | None) -> dict[str, Any]:
    """Return what the reader could buy in one of his provinces while orders are open."""
    if war is None or knowledge.own is None:
        return {}
    own_here = [army for army in scene.own if army.province == province.key]
    now = position_of(faction=knowledge.own, turn=war.turn, war=war)
    try:
        market = market_of(faction=knowledge.own, province=province.key, turn=war.turn, position=now)
    except Refusal as refusal:
        return {"market": True, "offers": [], "no_offers": str(refusal)}
    return {
        "market": True,
        "offers": [offer for offer in market.units if not offer.reason],
        "closed": [offer for offer in market.units if offer.reason],
        "depot": market.depot,
        "own_here": own_here,
        "place": len(now.lines),
        "free": now.free,
    }


def neighbours(scene: Scene, key: str) -> list[Neighbour]:
    """Return the ways out of a province, in the order of their names."""
    ways = [Neighbour(scene.provinces[e.other(key)], e) for e in scene.edges if key in (e.first, e.second)]
    return sorted(ways, key=lambda way: way.province.name)


@member_page()
def army(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show an army: the reader's own with its orders, another as it was seen."""
    return show_army(request, knowledge, key)


def show_army(
    request: HttpRequest, knowledge: Knowledge, key: str, *, status: int = 200, extra: dict[str, Any] | None = None,
    reading: army_panel.Reading | None = None,
) -> HttpResponse:  # fmt: skip
    """Show the panel of an army, with what a form has to add (a refusal, the values that were typed).

    ``reading`` is what an order has read already.
    """
    kept = reading if reading and reading.war else None
    war = kept.war if kept else army_panel.known_war(knowledge)
    armies = army_panel.own_armies(knowledge, war, key)
    scene = Scene(knowledge, None if war is None else [glance_of(army) for army in armies])
    own = next((army for army in armies if army.key == key), None)
    if own is None:
        return _show_seen(request, knowledge, scene, key)
    lines = kept.lines if kept else sheets.lines_now(knowledge)
    choices = army_panel.choices(knowledge, scene.edges, own, war, lines, scene.seen)
    plain, forced = army_panel.targets(choices, 1), army_panel.targets(choices, 2)
    chosen = Selection(province=own.province, army=key, targets=plain, forced=forced - plain, supply=own.supply_path)
    context = army_panel.context(knowledge, scene.provinces, scene.own, own)
    context |= {"choices": choices, "choices_text": army_panel.choices_text(choices)}
    context["siege"] = siege_known(knowledge, own.province, there=own.own)
    context |= {"place": len(lines), "army_lines": sheets.lines_about(knowledge, lines, key), **(extra or {})}
    return show(request, knowledge, scene, chosen, "campaign/map/_panel_army.html", context, status)


def _show_seen(request: HttpRequest, knowledge: Knowledge, scene: Scene, key: str) -> HttpResponse:
    seen = known.sightings_of(knowledge, key)
    latest = found(seen[0] if seen else None)
    named = [(sight, scene.provinces[sight.province]) for sight in seen]
    context = {"army": latest, "province": scene.provinces[latest.province], "sightings": named}
    context["attackers"] = _attackers(knowledge, scene, latest)
    chosen = Selection(province=latest.province, army=key)
    return show(request, knowledge, scene, chosen, "campaign/map/_panel_seen.html", context)


def _attackers(knowledge: Knowledge, scene: Scene, enemy: SeenArmy) -> list[ArmyGlance]:
    """Return the reader's own armies that stand where an enemy is seen now, or next to it."""
    war = Known(knowledge, scene.provinces, scene.edges, ())
    if not (enemy.current and knowledge.faction and war.hostile(enemy.faction, knowledge.faction)):
        return []
    near = {enemy.province, *(way.province.key for way in neighbours(scene, enemy.province))}
    return [army for army in scene.own if army.own and army.size and army.province in near]


def show(
    request: HttpRequest, knowledge: Knowledge, scene: Scene, chosen: Selection, panel: str, context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """Show the panel alone for htmx, the whole page otherwise. Both come from the same templates."""
    full = {"knowledge": knowledge, "section": "map", "chosen": chosen, "panel": panel, "scene": scene, **context}
    full["progress"] = Progress.of(scene.own, chosen.army) if knowledge.commands else None
    if wants_fragment(request):
        overlay = draw_overlay(knowledge, scene.own, chosen)
        full["overlay_svg"] = drawn_text("campaign/map/marches.svg", map=overlay, swapped=True)
        return render(request, "campaign/map/_panel.html", full, status=status)
    drawn = draw_map(knowledge, scene.provinces, scene.armies, scene.battles, chosen)
    values = {"map": drawn, "name": knowledge.campaign.name, "swapped": False}
    full |= {"map": drawn, "map_svg": drawn_text("campaign/map/map.svg", **values), "end_lines": end_lines(knowledge)}
    return render(request, "campaign/map/map.html", full, status=status)
