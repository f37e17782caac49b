"""The map of a draft as a picture: its land, towns and ways, with the armies where they begin."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from shapely.errors import ShapelyError

from base.pages.texts import drawn_text
from base.refusal import Refusal
from campaign.rules.drafts.facts import units_of
from campaign.rules.drafts.land_faults import sound
from campaign.rules.drafts.under import Laid, joined, laid
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.drawing import town_of
from campaign.rules.files.fields import row_dict
from campaign.rules.files.map import ProjectionRow
from campaign.rules.files.rows import FactionRow, ProvinceRow
from campaign.rules.maps.map_sheet import DrawnProvince, Ground, Name, Way, realms, survey
from campaign.selectors.drafts import Under
from campaign.views.map.ground import LARGE_TOWN, Realms, drawing_of

CANNOT = (Refusal, ShapelyError, ValueError, ArithmeticError)
"""What drawing raises over land that is no land."""


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


def picture_of(file: CampaignFile, armies: Collection[str] | None = None) -> SafeString | None:
    """Return the map as SVG, with some armies or all of them; None where nothing can be drawn yet."""
    if armies is not None:
        file = replace(file, armies=tuple(row for row in file.armies if row.ref in armies))
    places = {row.key: row for row in file.provinces if row.polygon and sound(row)}
    try:
        return _drawn(file, places)[0] if places else None
    except CANNOT:
        return None


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


def live_map(file: CampaignFile, beneath: Beneath | None = None) -> LiveMap | None:
    """Return the map with its towns to be moved, over a scan or on bare paper; None where it cannot be drawn."""
    places = {row.key: row for row in file.provinces if row.polygon and sound(row)}
    try:
        if places:
            return LiveMap(*_drawn(file, places, beneath, handles=True), file.map.projection)
        return None if file.provinces else _bare(file, beneath)
    except CANNOT:
        return None


def _bare(file: CampaignFile, beneath: Beneath | None) -> LiveMap:
    """Return a map without land: paper, or a scan, on which the first towns are clicked."""
    under = beneath.laid(file, 1.0) if beneath else None
    text = drawn_text(
        "campaign/draft_paper.svg", view=joined(file.map.view, under) if under else file.map.view, under=under,
        address=beneath.address if beneath else "", name=file.name,
    )  # fmt: skip
    return LiveMap(text, 1.0, file.map.projection)


def _drawn(
    file: CampaignFile, places: Mapping[str, ProvinceRow], beneath: Beneath | None = None, *, handles: bool = False
) -> tuple[SafeString, float]:
    ways = [_way(row.between, row.kind, row.bridge, row.river) for row in file.edges if set(row.between) <= set(places)]
    towns = [_place(row, file) for row in places.values()]
    ground = survey(towns, [way for way in ways if way.first != way.second], drawing_of(row_dict(file.map)))
    under = beneath.laid(file, ground.scale) if beneath else None
    if under:
        ground = replace(ground, view=joined(ground.view, under))
    factions = {row.key: row for row in file.factions}
    held = {key: row.controller for key, row in places.items() if row.controller in factions}
    land = realms({key: row.polygon or () for key, row in places.items()}, ground.scale, held)
    text = drawn_text(
        "campaign/draft_map.svg", ground=ground, factions=list(file.factions), name=file.name,
        lands=[Realms(factions[key], one.area, one.band) for key, one in land.items()],  # type: ignore[arg-type]
        towns=[DraftTown(*ground.towns[key], ground.names[key], row) for key, row in places.items()],
        river_names=ground.river_names, armies=_armies(file, ground, factions), handles=handles,
        under=under, address=beneath.address if beneath else "",
    )  # fmt: skip
    return text, ground.scale


def _way(between: tuple[str, ...], kind: str, bridge: bool, river: str) -> Way:
    return Way(between[0], between[-1], kind, bridge, river)


def _place(row: ProvinceRow, file: CampaignFile) -> DrawnProvince:
    radius = 8.0 if row.fortress else 5.0 if row.capital else 3.5
    return DrawnProvince(row.key, row.name, row.polygon or (), town_of(row, file.map), row.terrain, radius, row.depot)


def _armies(file: CampaignFile, ground: Ground, factions: Mapping[str, FactionRow]) -> list[DraftArmies]:
    counted: Counter[tuple[str, str]] = Counter()
    for army in file.armies:
        if army.province and army.province in ground.rooms and army.faction in factions:
            counted[army.province, army.faction] += len(units_of(army, file.own_types))
    found, here = [], Counter[str]()
    for (province, faction), units in counted.items():
        x, y = ground.rooms[province]
        found.append(DraftArmies(faction, str(units), x - 15.5, y - 9 + 20 * here[province]))
        here[province] += 1
    return found
