"""The map of a campaign outside its page, as its reader knows it: SVG, PNG, and a poster."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from base.at_hand import AtHand
from base.pages.found import found
from base.pages.texts import drawn_text
from battles.pack.printing import print_pdf, print_pictures
from campaign.rules.maps.styles import plain_styles
from campaign.views.access import Knowledge, member_page
from campaign.views.map.drawing import Selection, draw_map
from campaign.views.map.maps import Scene
from campaign.visibility.glances import ArmyGlance, ArmyOnMap

STYLES = ("css/bivouac.css", "css/map.css")
VIEW = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"')
LONGEST = 2400
"""Pixels of the longer side of a PNG."""
INCH = 72
PAPERS = ("a1", "a2", "a3", "a4")
SPARE = 3
"""Empty counters of each power."""
_PRINTED = AtHand(16_000_000)
"""Bytes of PNGs that a process keeps: one takes a second of the processor to print."""


@dataclass(frozen=True)
class Power:
    """A power on a poster: its name, its colour, and its armies with their units as text."""

    name: str
    colour: str
    armies: tuple[tuple[str, str], ...]


def alone(svg: str) -> str:
    """Return a map of the page as a picture that stands alone."""
    svg = svg.strip().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    opened = svg.index(">") + 1
    return f"{svg[:opened]}<style><![CDATA[{_styles()}]]></style>{svg[opened:]}"


def in_turn(pictures: Sequence[tuple[str, str]], seconds: float) -> str:
    """Return maps of one frame as one picture that shows them in turn for ever, each with a line of text above it."""
    view = VIEW.search(pictures[0][0])
    if view is None:
        raise ValueError("a map without a frame")
    left, top, width, height = map(float, view.groups())
    whole, line = len(pictures) * seconds, height / 24
    moves = f".shot{{visibility:hidden;animation:shot {whole:g}s step-end infinite}}" \
            f"@keyframes shot{{0%{{visibility:visible}}{100 / len(pictures):g}%{{visibility:hidden}}}}"  # fmt: skip
    place = f'<svg x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
    shots = "".join(
        f'<g class="shot" style="animation-delay:{number * seconds:g}s">'
        f'<text x="{left + line / 2:g}" y="{top - line / 2:g}" font-size="{line:g}">{escape(text)}</text>'
        f"{svg.strip().replace('<svg ', place, 1)}</g>"
        for number, (svg, text) in enumerate(pictures)
    )
    frame = f"{left:g} {top - 2 * line:g} {width:g} {height + 2 * line:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}">' \
           f"<style><![CDATA[{_styles()}{moves}]]></style>{shots}</svg>"  # fmt: skip


@cache
def _styles() -> str:
    return plain_styles(*(Path(str(finders.find(name))).read_text(encoding="utf-8") for name in STYLES))


def _sized(svg: str) -> dict[str, Any]:
    """Return a map with the width and height of its frame."""
    view = found(VIEW.search(svg))
    return {"svg": alone(svg), "width": float(view[3]), "height": float(view[4])}


def png_of(svg: str) -> bytes:
    """Return a map as a PNG; the maps printed last are at hand, by all that they show."""
    data = _sized(svg)
    return _PRINTED.get(sha256(data["svg"].encode()).digest(), lambda: _png(data), weigh=len)


def _png(data: Mapping[str, Any]) -> bytes:
    ppi = INCH * LONGEST / max(data["width"], data["height"])
    return print_pictures("picture.typ", data, ppi=ppi)[0]


def poster_of(svg: str, *, name: str, line: str, paper: str, powers: Iterable[Power]) -> bytes:
    """Return a map as a poster, with sheets of counters."""
    data = _sized(svg)
    more = {
        "name": name, "line": line, "paper": paper, "wide": data["width"] >= data["height"],
        "words": f"Map of {name}", "powers": [_power(one) for one in powers],
    }  # fmt: skip
    return print_pdf("poster.typ", data | more, title=f"{name}: map and counters")


def _power(power: Power) -> Mapping[str, Any]:
    armies = [{"name": name, "units": units} for name, units in power.armies]
    spare = [{"name": "", "units": ""}] * (SPARE if armies else 0)
    return {"name": power.name, "colour": power.colour, "counters": armies + spare}


def paper_of(request: HttpRequest) -> str:
    """Return the paper that is asked for, A2 where none is known."""
    wanted = request.GET.get("paper", "")
    return wanted if wanted in PAPERS else "a2"


def download(content: bytes | str, kind: str, name: str) -> HttpResponse:
    """Return a file under its name."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


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
    return drawn_text("campaign/map/map.svg", map=view, name=knowledge.campaign.name, swapped=False)


def _powers(knowledge: Knowledge, scene: Scene) -> list[Power]:
    armies = {key: list[tuple[str, str]]() for key in (one.key for one in knowledge.factions.values())}
    for army in scene.armies:
        armies[army.faction.key].append((army.name, _units(army)))
    return [Power(one.name, one.colour, tuple(armies[one.key])) for one in knowledge.factions.values()]


def _units(army: ArmyOnMap) -> str:
    return str(army.size if isinstance(army, ArmyGlance) else army.shown)
