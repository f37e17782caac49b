"""The film of the war: the map at every turn, with its marches and battles."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from base.pages.found import found
from base.pages.texts import drawn_text
from campaign.rules.orders.kinds import MARCH
from campaign.views.access import Knowledge, member_page, wants_fragment
from campaign.views.map.drawing import Counter, MapView, Selection, draw_map
from campaign.views.record import addresses
from campaign.visibility import land
from campaign.visibility.news.film import Frame, film_frame
from campaign.visibility.values import OrderView


@member_page()
def film(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the film at the turn in hand, or at the one that the slider names."""
    wanted = request.GET.get("turn", "")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else knowledge.turn_number
    return _show(request, knowledge, min(max(1, number), knowledge.turn_number))


@member_page()
def at(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show one turn of it."""
    return _show(request, knowledge, number)


def _show(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    if not knowledge.turn_number:
        return render(request, "campaign/map/film.html", {"knowledge": knowledge, "section": "map", "frame": None})
    frame: Frame = found(film_frame(knowledge, number, truth=request.GET.get("truth") == "1"))
    view = _drawn(knowledge, frame)
    context = {
        "knowledge": knowledge, "section": "map", "frame": frame, "map": view, "last": knowledge.turn_number,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < knowledge.turn_number else None,
        "names": [(army, _order(frame, army.province, army.order)) for army in frame.marches if army.order],
        "map_svg": drawn_text("campaign/map/map.svg", map=view, name=f"{knowledge.campaign.name}, turn {number}",
                              swapped=False),
    }  # fmt: skip
    page = "campaign/map/_film.html" if wants_fragment(request) else "campaign/map/film.html"
    return render(request, page, context)


def _order(frame: Frame, start: str, order: OrderView) -> str:
    """``Highfield to Ridge``, ``forced march, Highfield to Ridge to Lowfield``, ``storm``."""
    shapes = frame.past.places.land.shapes
    way = " to ".join(shapes[key].name for key in (start, *order.path) if key in shapes) if order.path else ""
    kind = "" if order.kind == MARCH else order.kind_text.lower()
    return ", ".join(filter(None, (kind, way)))


def _drawn(knowledge: Knowledge, frame: Frame) -> MapView:
    view = draw_map(frame.past, land.provinces(frame.past), frame.armies, frame.battles, Selection())
    if not frame.truth:
        return view
    page = addresses("game:province", knowledge.campaign.slug)
    places = {army.key: army.province for army in frame.armies}
    return replace(view, counters=[_to_place(counter, page(places.get(counter.key, ""))) for counter in view.counters])


def _to_place(counter: Counter, url: str) -> Counter:
    """Return a counter that leads to its province: the page of a foreign army is not for every reader."""
    return counter._replace(url=url) if counter.key else counter
