"""The drawing of a map in a campaign file: its frame, its land, its rivers and its lettering."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

from dataclasses import dataclass
from math import cos, radians

from campaign.rules.files.fields import Point, choice, flag, nested, numbers, point, polyline, real, ring, single, text


@dataclass(frozen=True, kw_only=True)
class ProjectionRow:
    """Degrees to map units: equirectangular about a parallel, ``scale`` units a degree of latitude, y downwards."""

    west: float = real(-180, 180)
    north: float = real(-90, 90)
    parallel: float = real(-85, 85)
    scale: float = real(1, 10_000)

    def point(self, lon_lat: Point) -> Point:
        """Return a place in degrees as a point of the map, to a tenth of a unit."""
        east = (lon_lat[0] - self.west) * cos(radians(self.parallel))
        return (round(east * self.scale, 1), round((self.north - lon_lat[1]) * self.scale, 1))


@dataclass(frozen=True, kw_only=True)
class RiverRow:
    """A river, or a ridge: its ``line`` on the map, drawn along ``course`` (degrees where there is a projection).

    One that ``divides`` parts the provinces on its banks when the map is drawn.
    """

    name: str = text(40)
    line: tuple[Point, ...] = polyline()
    divides: bool = flag()
    course: tuple[Point, ...] = polyline()


@dataclass(frozen=True, kw_only=True)
class LabelRow:
    """A word on the map that is no province's name; turned by ``angle`` degrees."""

    text: str = text(40)
    at: Point | None = point(None)
    lon_lat: Point | None = point(None)
    kind: str = choice(("land", "sea", "river", "mountain"), "land")
    angle: float = real(-90, 90, 0.0)


@dataclass(frozen=True, kw_only=True)
class MapRow:
    """The whole drawing; ``view`` is the frame [x, y, width, height], ``outline`` the land that provinces may cover."""

    view: tuple[float, ...] = numbers(4)
    projection: ProjectionRow | None = single(ProjectionRow)
    outline: tuple[Point, ...] | None = ring(None)
    coast: tuple[Point, ...] | None = ring(None)
    rivers: tuple[RiverRow, ...] = nested(RiverRow, 200)
    ridges: tuple[RiverRow, ...] = nested(RiverRow, 200)
    labels: tuple[LabelRow, ...] = nested(LabelRow, 300)
