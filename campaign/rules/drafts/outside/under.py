"""A picture under the map of a draft, such as a scanned map: its place, kept in the way in which the towns are given.

A place in degrees stays where it is when the map is drawn at another size, as it is when a town is added at its edge.
"""

from dataclasses import asdict, dataclass
from math import cos, hypot, radians, sin
from typing import Any

from campaign.rules.files.campaign_file import CampaignFile

Box = tuple[float, float, float, float]
FAINT, STRONG = 5, 100
USUAL = 60
FARTHEST = 100_000.0
LEAST_WIDTH = 0.001


@dataclass(frozen=True)
class Place:
    """The middle and the width of a picture, in degrees or map units; turned clockwise by degrees; strong by per cent.

    ``across`` is a width in degrees of latitude where ``degrees`` is set.
    """

    x: float
    y: float
    across: float
    turn: float = 0.0
    strength: int = USUAL
    degrees: bool = False

    @property
    def stored(self) -> dict[str, Any]:
        """The place as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Laid:
    """A picture on the map as it is drawn: its box before it is turned, about its middle."""

    x: float
    y: float
    width: float
    height: float
    turn: float
    strength: int

    @property
    def middle(self) -> tuple[float, float]:
        """The point about which it is turned."""
        return round(self.x + self.width / 2, 2), round(self.y + self.height / 2, 2)


def fitting(file: CampaignFile, width: int, height: int) -> Place:
    """Return the place of a picture that covers the frame of the map."""
    left, top, wide, high = file.map.view
    across = max(wide, high * width / height)
    x, y, projection = left + wide / 2, top + high / 2, file.map.projection
    if projection is None:
        return Place(round(x, 1), round(y, 1), round(across, 1))
    shrunk = projection.scale * cos(radians(projection.parallel))
    east, north = projection.west + x / shrunk, projection.north - y / projection.scale
    return Place(round(east, 4), round(north, 4), round(across / projection.scale, 4), degrees=True)


def laid(place: Place, file: CampaignFile, size: tuple[int, int], scale: float) -> Laid:
    """Return a picture of this size in pixels as it is drawn; one whose degrees mean nothing here covers the frame."""
    projection = file.map.projection
    if place.degrees != (projection is not None):
        fresh = fitting(file, *size)
        place = Place(fresh.x, fresh.y, fresh.across, place.turn, place.strength, fresh.degrees)
    x, y = projection.point((place.x, place.y)) if projection else (place.x, place.y)
    wide = place.across * (projection.scale if projection else 1.0) * scale
    high = wide * size[1] / size[0]
    return Laid(
        round(x * scale - wide / 2, 2), round(y * scale - high / 2, 2), round(wide, 2), round(high, 2), place.turn,
        place.strength,
    )  # fmt: skip


def joined(view: tuple[float, ...], picture: Laid) -> Box:
    """Return a frame that holds the map and the turned picture."""
    angle = radians(picture.turn)
    wide = abs(picture.width * cos(angle)) + abs(picture.height * sin(angle))
    high = abs(picture.width * sin(angle)) + abs(picture.height * cos(angle))
    x, y = picture.middle
    left, top = min(view[0], x - wide / 2), min(view[1], y - high / 2)
    right, bottom = max(view[0] + view[2], x + wide / 2), max(view[1] + view[3], y + high / 2)
    if hypot(right - left, bottom - top) > 20 * hypot(view[2], view[3]):
        return view[0], view[1], view[2], view[3]
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)
