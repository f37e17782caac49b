"""The map of a draft as a picture, and as a file: GeoJSON, SVG, PNG, and a poster with counters."""

from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from shapely.errors import ShapelyError

from base.pages.found import found
from base.pages.texts import drawn_text
from base.refusal import Refusal
from campaign.rules.drafts.facts import units_of
from campaign.rules.drafts.faults import sound
from campaign.rules.drafts.outside.geojson_out import geojson_of
from campaign.rules.drafts.outside.under import Laid, joined, laid
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.drawing import town_of
from campaign.rules.files.fields import row_dict
from campaign.rules.files.map import ProjectionRow
from campaign.rules.files.rows import FactionRow, ProvinceRow
from campaign.rules.maps.map_sheet import DrawnProvince, Ground, Name, Way, realms, survey
from campaign.selectors.making.drafts import OpenDraft, Under, picture_under, scan_of
from campaign.services.files.files import suggested_slug
from campaign.views.drafts.door import of_draft
from campaign.views.map.drawing import arrows
from campaign.views.map.ground import LARGE_TOWN, Realms, drawing_of
from campaign.views.map.posters import Power, alone, download, paper_of, png_of, poster_of

CANNOT = (Refusal, ShapelyError, ValueError, ArithmeticError)
"""What drawing raises over land that is no land."""

PLAIN = {"handles": "", "under": None, "address": "", "marches": ()}
"""What a map has on and under it: handles on its towns, named by what they do; a scan with its address; marches."""


@dataclass(frozen=True)
class DraftTown:
    """A town with its signs and its name."""

    x: float
    y: float
    name: Name
    state: ProvinceRow

    @property
    def is_small(self) -> bool:
        """Whether a dot is all its sign."""
        return not self.state.capital and self.state.town_size < LARGE_TOWN


@dataclass(frozen=True)
class DraftArmies:
    """The units of a faction in a province, as one counter."""

    faction: str
    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Moment:
    """A moment of a war: province → who holds it, the depots, units by province and faction, and marches: their ways
    and kinds."""

    held: Mapping[str, str]
    depots: Collection[str]
    units: Mapping[tuple[str, str], int]
    marches: Sequence[tuple[tuple[str, ...], str]] = ()


def picture_of(
    file: CampaignFile, armies: Collection[str] | None = None, beneath: "Beneath | None" = None
) -> SafeString | None:
    """Return the map as SVG, with some armies or all of them, over a scan if there is one; None without any land."""
    if armies is not None:
        file = replace(file, armies=tuple(row for row in file.armies if row.ref in armies))
    places = _places(file)
    try:
        return _drawn(file, places, beneath)[0] if places else None
    except CANNOT:
        return None


def _places(file: CampaignFile) -> dict[str, ProvinceRow]:
    return {row.key: row for row in file.provinces if row.polygon and sound(row)}


def moments_of(file: CampaignFile, moments: Iterable[Moment]) -> Iterator[SafeString]:
    """Yield the map as SVG at each of some moments; nothing where it cannot be drawn. Its ground is drawn once."""
    places = _places(file)
    try:
        ground = _ground(file, places) if places else None
        yield from (_at(file, ground, places, one) for one in moments if ground)
    except CANNOT:
        return


def _at(file: CampaignFile, ground: Ground, places: Mapping[str, ProvinceRow], moment: Moment) -> SafeString:
    then = {key: replace(row, controller=moment.held.get(key), depot=key in moment.depots)
            for key, row in places.items()}  # fmt: skip
    marches = list(arrows(ground, [one for one in moment.marches if set(one[0]) <= set(places)]))
    return _text(file, ground, then, moment.units, marches=marches)


@dataclass(frozen=True)
class LiveMap:
    """The map with handles on its towns, and what turns a place of the picture into one of the table."""

    svg: SafeString
    scale: float
    projection: ProjectionRow | None


@dataclass(frozen=True)
class Beneath:
    """The scan under a map, and its address."""

    scan: Under
    address: str

    def laid(self, file: CampaignFile, scale: float) -> Laid:
        """Return its box on the map as drawn."""
        return laid(self.scan.place, file, (self.scan.width, self.scan.height), scale)


def live_map(file: CampaignFile, beneath: Beneath | None = None, *, does: str = "Move") -> LiveMap | None:
    """Return the map with handles on its towns, over a scan or on bare paper; None where it cannot be drawn."""
    places = _places(file)
    try:
        if places:
            return LiveMap(*_drawn(file, places, beneath, handles=does), file.map.projection)
        return None if file.provinces else _bare(file, beneath)
    except CANNOT:
        return None


def _bare(file: CampaignFile, beneath: Beneath | None) -> LiveMap:
    """Return a map without land: paper, or a scan, on which the first towns are clicked."""
    under = beneath.laid(file, 1.0) if beneath else None
    text = drawn_text(
        "campaign/map/draft_paper.svg", view=joined(file.map.view, under) if under else file.map.view, under=under,
        address=beneath.address if beneath else "", name=file.name,
    )  # fmt: skip
    return LiveMap(text, 1.0, file.map.projection)


def _drawn(
    file: CampaignFile, places: Mapping[str, ProvinceRow], beneath: Beneath | None = None, *, handles: str = ""
) -> tuple[SafeString, float]:
    ground = _ground(file, places)
    under = beneath.laid(file, ground.scale) if beneath else None
    if under:
        ground = replace(ground, view=joined(ground.view, under))
    text = _text(file, ground, places, _units(file), handles=handles, under=under,
                 address=beneath.address if beneath else "")  # fmt: skip
    return text, ground.scale


def _ground(file: CampaignFile, places: Mapping[str, ProvinceRow]) -> Ground:
    ways = [_way(row.between, row.kind, row.bridge, row.river) for row in file.edges if set(row.between) <= set(places)]
    towns = [_place(row, file) for row in places.values()]
    return survey(towns, [way for way in ways if way.first != way.second], drawing_of(row_dict(file.map)))


def _text(
    file: CampaignFile, ground: Ground, places: Mapping[str, ProvinceRow], units: Mapping[tuple[str, str], int],
    **more: Any,
) -> SafeString:  # fmt: skip
    """Return the map on a ground that is drawn; ``units`` by province and faction, ``more`` in place of PLAIN."""
    factions = {row.key: row for row in file.factions}
    held = {key: row.controller for key, row in places.items() if row.controller in factions}
    land = realms({key: row.polygon or () for key, row in places.items()}, ground.scale, held)
    return drawn_text(
        "campaign/map/draft_map.svg", ground=ground, factions=list(file.factions), name=file.name,
        lands=[Realms(factions[key], one.area, one.band) for key, one in land.items()],  # type: ignore[arg-type]
        towns=[DraftTown(*ground.towns[key], ground.names[key], row) for key, row in places.items()],
        river_names=ground.river_names, armies=_armies(units, ground, factions), **(PLAIN | more),
    )  # fmt: skip


def _way(between: tuple[str, ...], kind: str, bridge: bool, river: str) -> Way:
    return Way(between[0], between[-1], kind, bridge, river)


def _place(row: ProvinceRow, file: CampaignFile) -> DrawnProvince:
    radius = 8.0 if row.fortress else 5.0 if row.capital else 3.5
    return DrawnProvince(row.key, row.name, row.polygon or (), town_of(row, file.map), row.terrain, radius, row.depot)


def _units(file: CampaignFile) -> Counter[tuple[str, str]]:
    """Return the units by province and faction."""
    counted: Counter[tuple[str, str]] = Counter()
    for army in file.armies:
        if army.province:
            counted[army.province, army.faction] += len(units_of(army, file.own_types))
    return counted


def _armies(
    units: Mapping[tuple[str, str], int], ground: Ground, factions: Mapping[str, FactionRow]
) -> list[DraftArmies]:  # fmt: skip
    found, here = [], Counter[str]()
    for (province, faction), number in units.items():
        if province in ground.rooms and faction in factions:
            x, y = ground.rooms[province]
            found.append(DraftArmies(faction, str(number), x - 15.5, y - 9 + 20 * here[province]))
            here[province] += 1
    return found


def _file(draft: OpenDraft, content: bytes | str, kind: str, ending: str) -> HttpResponse:
    return download(content, kind, f"{suggested_slug(draft.file.name) or 'war'}.{ending}")


def _drawn_in(draft: OpenDraft, *, over_picture: bool = False) -> SafeString:
    """Return the map without armies, over its picture where that is wanted; 404 where there is none yet."""
    return found(picture_of(draft.file, armies=(), beneath=_beneath(draft) if over_picture else None))


def _beneath(draft: OpenDraft) -> Beneath | None:
    """Return the picture under the map with its pixels in its address, as a file that stands alone needs it."""
    under = picture_under(draft.row)
    scan = scan_of(draft.row, under.key) if under else None
    if under is None or scan is None:
        return None
    return Beneath(under, f"data:image/jpeg;base64,{b64encode(scan.data).decode()}")


def _over_picture(request: HttpRequest) -> bool:
    """Return whether the picture under the map is wanted in the file."""
    return request.GET.get("picture") == "1"


@of_draft()
def geojson(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as GeoJSON, without armies."""
    return _file(draft, geojson_of(draft.file), "application/geo+json", "geojson")


@of_draft()
def picture(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as SVG, without armies."""
    return _file(draft, alone(_drawn_in(draft)), "image/svg+xml", "svg")


@of_draft()
def png(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as PNG, without armies; over the draft's picture if that is asked for."""
    return _file(draft, png_of(_drawn_in(draft, over_picture=_over_picture(request))), "image/png", "png")


@of_draft()
def poster(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as a poster, with the counters of all armies to be cut out; over the picture if asked for."""
    file, drawn = draft.file, _drawn_in(draft, over_picture=_over_picture(request))
    line = f"{file.calendar.last_turn} turns from {file.calendar.start:%-d %B %Y}"
    pdf = poster_of(drawn, name=file.name, line=line, paper=paper_of(request), powers=_powers(file))
    return _file(draft, pdf, "application/pdf", "pdf")


def _powers(file: CampaignFile) -> list[Power]:
    counters = {row.key: list[tuple[str, str]]() for row in file.factions}
    for army in file.armies:
        if army.faction in counters:
            counters[army.faction].append((army.name, str(len(units_of(army, file.own_types)))))
    return [Power(row.name, row.colour, tuple(counters[row.key])) for row in file.factions]
