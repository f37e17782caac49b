"""The ground of a map and the text that draws it: public land, drawn once for all readers and kept by its digest."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from base.pages.texts import drawn_text
from campaign.rules.files.map import ProjectionRow
from campaign.rules.maps.lean import compact, compact_path
from campaign.rules.maps.map_sheet import MANY, Drawing, DrawnProvince, Ground, Name, Realm, Way, realms, survey
from campaign.selectors.land import EDITION, Provinces, Shape, State, kept
from campaign.views.record import addresses
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import FactionView

LARGE_TOWN = 2


@dataclass(frozen=True)
class Realms:
    """The land of one faction."""

    faction: FactionView
    area: str
    band: str


@dataclass(frozen=True)
class Town:
    """A town's signs and its name, as a link to its province."""

    url: str
    x: float
    y: float
    name: Name
    state: State

    @property
    def is_small(self) -> bool:
        """Whether a dot is all its sign."""
        return not self.state.capital and self.state.town_size < LARGE_TOWN


@dataclass(frozen=True)
class LandText:
    """The land as text of SVG: what lies below the links to provinces, and the towns above them."""

    below: SafeString
    towns: SafeString


def ground_of(knowledge: Knowledge) -> Ground:
    """Return the ground of a reader's campaign, drawn once for every state of its signs and kept."""
    places = knowledge.places
    return kept(f"ground:{_ground_token(places)}", lambda: _survey(places))


def _ground_token(places: Provinces) -> str:
    """Return the digest of all that the ground is drawn from."""
    signs = [(s.key, s.fortress, s.capital) for s in places.states.values() if s.fortress or s.capital]
    depots = [state.key for state in places.states.values() if state.depot]
    return _digest(EDITION, places.land.token, sorted(signs), sorted(depots))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _survey(places: Provinces) -> Ground:
    land = places.land
    towns = [_place(shape, places.states[key]) for key, shape in land.shapes.items()]
    ways = [Way(line.first, line.second, line.kind, line.bridge, line.river) for line in land.lines]
    ground = survey(towns, ways, drawing_of(land.drawing))
    return compact(ground) if len(towns) > MANY else ground


def _place(shape: Shape, state: State) -> DrawnProvince:
    radius = 8.0 if state.fortress else 5.0 if state.capital else 3.5
    at = (shape.x, shape.y)
    return DrawnProvince(shape.key, shape.name, shape.polygon, at, shape.terrain, radius, state.depot)


def land_text(knowledge: Knowledge, ground: Ground) -> LandText:
    """Return the text that draws the land with its frontiers as they are now: the same for every reader."""
    token, factions = _ground_token(knowledge.places), list(knowledge.factions.values())
    keys = {pk: view.key for pk, view in knowledge.factions.items()}
    states = knowledge.places.states.values()
    held = sorted((s.key, keys[s.controller]) for s in states if s.controller in keys)
    below = kept(f"land-text:{_digest(token, held, factions)}", lambda: _below(knowledge, ground, dict(held)))
    sizes = [(s.key, s.town_size) for s in states]
    slug = knowledge.campaign.slug
    towns = kept(f"towns:{_digest(token, sizes, slug)}", lambda: _towns(knowledge, ground, slug))
    return LandText(below, towns)


def _below(knowledge: Knowledge, ground: Ground, held: Mapping[str, str]) -> SafeString:
    outlines = {key: shape.polygon for key, shape in knowledge.places.land.shapes.items()}
    drawn: dict[str, Realm] = realms(outlines, ground.scale, held)
    factions = list(knowledge.factions.values())
    text = compact_path if len(outlines) > MANY else str
    lands = [Realms(f, text(drawn[f.key].area), text(drawn[f.key].band)) for f in factions if f.key in drawn]
    return drawn_text("campaign/map/land.svg", ground=ground, lands=lands, factions=factions)


def _towns(knowledge: Knowledge, ground: Ground, slug: str) -> SafeString:
    address, states = addresses("game:province", slug), knowledge.places.states
    towns = [
        Town(address(key), *ground.towns[key], ground.names[key], states[key]) for key in knowledge.places.land.shapes
    ]
    return drawn_text("campaign/map/towns.svg", towns=towns, river_names=ground.river_names)


def drawing_of(stored: Mapping[str, Any]) -> Drawing:
    """Return the map's drawing as the campaign file has it, degrees turned into map units."""
    projection = ProjectionRow(**stored["projection"]) if stored.get("projection") else None
    labels = [
        (label["text"], label.get("kind", "region"), at)
        for label in stored.get("labels", [])
        if (at := _label_place(label, projection))
    ]
    return Drawing(
        view=tuple(stored.get("view", ())),
        rivers=tuple((line.get("name", ""), _points(line["line"])) for line in stored.get("rivers", [])),
        ridges=tuple(_points(line["line"]) for line in stored.get("ridges", [])),
        labels=tuple(labels),
    )


def _points(line: Sequence[Sequence[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in line)


def _label_place(label: Mapping[str, Any], projection: ProjectionRow | None) -> tuple[float, float] | None:
    if label.get("at"):
        return (label["at"][0], label["at"][1])
    return projection.point(tuple(label["lon_lat"])) if projection and label.get("lon_lat") else None
