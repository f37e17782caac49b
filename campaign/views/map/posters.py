"""The map of a campaign as its reader knows it, as a PNG and as a poster with counters."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from base.pages.texts import drawn_text
from campaign.views.access import Knowledge, member_page
from campaign.views.map.drawing import Selection, draw_map
from campaign.views.map.maps import Scene
from campaign.views.map.printed_map import Power, download, paper_of, png_of, poster_of
from campaign.visibility.glances import ArmyGlance, ArmyOnMap


@member_page()
def png(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Download the map as PNG, with the armies that the reader knows of."""
    return download(png_of(_drawn(knowledge, Scene(knowledge))), "image/png", f"{knowledge.campaign.slug}.png")


@member_page()
def poster(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Download the map as a poster, with a counter for each army that the reader knows of."""
    scene, line = Scene(knowledge), f"Turn {knowledge.turn_number}, {knowledge.header.date_text}"
    pdf = poster_of(
        _drawn(knowledge, scene), name=knowledge.campaign.name, line=line,
        paper=paper_of(request), powers=_powers(knowledge, scene),
    )  # fmt: skip
    return download(pdf, "application/pdf", f"{knowledge.campaign.slug}.pdf")


def _drawn(knowledge: Knowledge, scene: Scene) -> SafeString:
    """Return the map without orders; a stack of counters is its number alone, as it lies on the whole map."""
    view = draw_map(knowledge, scene.provinces, scene.armies, scene.battles, Selection())
    view = replace(view, marches=[], counters=[one for one in view.counters if not one.stacked])
    return drawn_text("campaign/map.svg", map=view, name=knowledge.campaign.name, swapped=False)


def _powers(knowledge: Knowledge, scene: Scene) -> list[Power]:
    armies = {key: list[tuple[str, str]]() for key in (one.key for one in knowledge.factions.values())}
    for army in scene.armies:
        armies[army.faction.key].append((army.name, _units(army)))
    return [Power(one.name, one.colour, tuple(armies[one.key])) for one in knowledge.factions.values()]


def _units(army: ArmyOnMap) -> str:
    return str(army.size if isinstance(army, ArmyGlance) else army.shown)
