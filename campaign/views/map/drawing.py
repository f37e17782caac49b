"""The map as one reader sees it: the drawn ground with frontiers, armies and his own orders upon it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse

from base.words import counted
from campaign.rules.maps.arrows import Leg, arrow, lanes
from campaign.rules.maps.lettering import ROOM, nearest_middle
from campaign.rules.maps.map_sheet import XY, Ground, r
from campaign.views.map.ground import LandText, ground_of, land_text
from campaign.views.record import addresses
from campaign.visibility.glances import ArmyGlance, ArmyOnMap, by_province
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine, FactionView, ProvinceView

COUNTER = (31.0, 18.0)
GAP = 2.0
IN_VIEW = 4


class ProvinceMark(NamedTuple):
    """A province as a link on the map."""

    province: ProvinceView
    url: str
    label: str
    selected: bool
    reach: str


class Counter(NamedTuple):
    """An army as a link on the map, or the rest of a stack."""

    url: str
    label: str
    key: str
    x: float
    y: float
    faction: FactionView | None
    text: str
    look: str
    selected: bool = False
    arms: tuple[str, ...] = ()
    ordered: bool = False
    name: str = ""
    stacked: bool = False
    side: str = "middle"
    works: int = 0


@dataclass(frozen=True)
class BattleMark:
    """Crossed sabres where a battle is or was fought, as a link."""

    url: str
    label: str
    x: float
    y: float
    settled: bool


class SiegeMark(NamedTuple):
    """Siege works around a fortress: the middle of its town."""

    label: str
    x: float
    y: float


@dataclass(frozen=True)
class March:
    """An order to march, drawn: the shaft of its arrow and the head."""

    shaft: str
    head: str
    kind: str


@dataclass(frozen=True)
class Overlay:
    """The layer over the map that changes with every order: marches, and the line of supply."""

    ground: Ground
    marches: list[March]
    supply: str

    @property
    def view_box(self) -> str:
        """The frame as SVG wants it."""
        return " ".join(f"{part:g}" for part in self.ground.view)


@dataclass(frozen=True)
class MapView(Overlay):
    """Everything that the map's template draws."""

    land: LandText
    provinces: list[ProvinceMark]
    counters: list[Counter]
    battles: list[BattleMark]
    sieges: list[SiegeMark]
    factions: list[FactionView]


@dataclass(frozen=True)
class Selection:
    """The open part of the panel, and what it points at."""

    province: str = ""
    army: str = ""
    targets: frozenset[str] = field(default=frozenset())
    forced: frozenset[str] = field(default=frozenset())
    supply: tuple[str, ...] = ()


def draw_map(
    knowledge: Knowledge, provinces: Mapping[str, ProvinceView], armies: Sequence[ArmyOnMap],
    battles: Sequence[BattleLine], chosen: Selection,
) -> MapView:  # fmt: skip
    """Draw the map for a reader from what he knows."""
    ground = ground_of(knowledge)
    standing = by_province(armies)
    factions = list(knowledge.factions.values())
    address = addresses("game:province", knowledge.campaign.slug)
    return MapView(
        ground=ground,
        marches=list(marches(ground, armies)),
        supply=_chain(ground, chosen.supply),
        land=land_text(knowledge, ground),
        provinces=[_province_mark(address(p.key), p, standing.get(p.key, []), chosen) for p in provinces.values()],
        counters=[c for key, here in standing.items() for c in _counters(knowledge, ground, key, here, chosen)],
        battles=[_battle_mark(knowledge, ground, line) for line in _recent(battles)],
        sieges=[SiegeMark(_siege_label(p), *ground.towns[p.key]) for p in provinces.values() if p.besieged_since],
        factions=factions,
    )


def _siege_label(province: ProvinceView) -> str:
    return f"{province.name} is besieged since turn {province.besieged_since}"


def _recent(battles: Sequence[BattleLine]) -> list[BattleLine]:
    """Return one battle a province, the latest."""
    return list({line.province_key: line for line in reversed(battles)}.values())


def draw_overlay(knowledge: Knowledge, armies: Sequence[ArmyOnMap], chosen: Selection) -> Overlay:
    """Only what a panel changes on the map."""
    ground = ground_of(knowledge)
    return Overlay(ground, list(marches(ground, armies)), _chain(ground, chosen.supply))


def _battle_mark(knowledge: Knowledge, ground: Ground, line: BattleLine) -> BattleMark:
    x, y = ground.marks[line.province_key]
    outcome = line.state_text if not line.settled else "drawn" if line.winner == "drawn" else f"won by {line.victor}"
    url = reverse("game:battle", args=[knowledge.campaign.slug, line.key])
    return BattleMark(url, f"{line.name}, turn {line.turn}, {outcome}", x, y, line.settled)


def _province_mark(
    address: str, province: ProvinceView, armies: Sequence[ArmyOnMap], chosen: Selection
) -> ProvinceMark:
    reach = "target" if province.key in chosen.targets else "target forced" if province.key in chosen.forced else ""
    selected = province.key == chosen.province
    return ProvinceMark(province, address, _province_label(province, armies), selected, reach)


def _province_label(province: ProvinceView, armies: Sequence[ArmyOnMap]) -> str:
    """Return what a screen reader reads out for a province."""
    capital, fortress = ", capital" if province.capital else "", ", fortress" if province.fortress else ""
    depot, holder = ", depot" if province.depot else "", province.controller.name if province.controller else "nobody"
    count = f"{len(armies)} {'army' if len(armies) == 1 else 'armies'} known" if armies else "no army known"
    siege = f", besieged since turn {province.besieged_since}" if province.besieged_since else ""
    marks = f"value {province.value}{capital}{fortress}{siege}{depot}"
    return f"{province.name}, {province.terrain_text}, {marks}, held by {holder}, {count}"


def _counters(
    knowledge: Knowledge, ground: Ground, key: str, armies: Sequence[ArmyOnMap], chosen: Selection
) -> list[Counter]:
    """Return the armies of a province in two columns.

    Of more than four, those from the fourth on are stacked under a counter with their number; zoomed in, each is shown.
    """
    spots = _spots(ground.rooms[key], ground.towns[key], len(armies))
    rest = len(armies) - IN_VIEW + 1 if len(armies) > IN_VIEW else 0
    shown = len(armies) - rest
    counters = [
        _counter(knowledge, army, spot, chosen)._replace(stacked=number >= shown, side=_side(number, len(armies)))
        for number, (army, spot) in enumerate(zip(armies, spots, strict=True))
    ]
    if rest:
        url = reverse("game:province", args=[knowledge.campaign.slug, key])
        x, y = spots[IN_VIEW - 1]
        counters.append(Counter(url, f"{rest} more armies in this province", "", x, y, None, f"+{rest}", "rest"))
    return counters


def _side(number: int, count: int) -> str:
    """Return the column of a counter: its name is written to the outer side."""
    return "middle" if count == 1 else "right" if number % 2 else "left"


def _spots(room: XY, town: XY, count: int) -> list[XY]:
    """Return upper left corners of so many counters: the first four where their room is nearest to the town, the rest
    below."""
    width, height = COUNTER
    columns, in_view = 1 if count == 1 else 2, min(count, IN_VIEW)
    rows = -(-in_view // columns)
    across, high = columns * width + (columns - 1) * GAP, rows * height + (rows - 1) * GAP
    left = nearest_middle(room[0], town[0], ROOM[0], across) - across / 2
    top = nearest_middle(room[1], town[1], ROOM[1], high) - high / 2
    return [(r(left + (n % columns) * (width + GAP)), r(top + (n // columns) * (height + GAP))) for n in range(count)]


def _counter(knowledge: Knowledge, army: ArmyOnMap, spot: tuple[float, float], chosen: Selection) -> Counter:
    return Counter(
        url=addresses("game:army", knowledge.campaign.slug)(army.key),
        label=army_label(army),
        key=army.key,
        x=spot[0],
        y=spot[1],
        faction=army.faction,
        text=str(army.size if isinstance(army, ArmyGlance) else army.shown),
        look=_look(army),
        selected=army.key == chosen.army,
        arms=army.arms if isinstance(army, ArmyGlance) else (),
        ordered=isinstance(army, ArmyGlance) and bool(army.order),
        name=army.name,
        works=army.field_works if isinstance(army, ArmyGlance) else 0,
    )


def _look(army: ArmyOnMap) -> str:
    if isinstance(army, ArmyGlance):
        return "own" if army.own else "seen"
    return "seen" if army.current else "stale"


def army_label(army: ArmyOnMap) -> str:
    """Return what a screen reader reads out for an army."""
    if isinstance(army, ArmyGlance):
        order = f", order {army.order.kind_text}" if army.order else ""
        works = f", {counted(army.field_works, 'field work')}" if army.field_works else ""
        return f"{army.name}, {army.faction.name}, {army.size} units, strength {army.strength}{works}{order}"
    seen = "" if army.current else f", last seen on turn {army.turn}"
    return f"{army.name}, {army.faction.name}, {army.size_text}{seen}"


def marches(ground: Ground, armies: Iterable[ArmyOnMap]) -> Iterable[March]:
    """Yield one arrow for each of the reader's armies that has an order to go somewhere."""
    going = [(a, a.order) for a in armies if isinstance(a, ArmyGlance) and a.order and a.order.path]
    return arrows(ground, [((army.province, *order.path), order.kind) for army, order in going])


def arrows(ground: Ground, going: Sequence[tuple[Sequence[str], str]]) -> Iterable[March]:
    """Yield an arrow for each march: its provinces from the first to the last, and its kind."""
    for (way, kind), lane in zip(going, lanes([way for way, _ in going]), strict=True):
        yield March(*arrow([_leg(ground, here, there) for here, there in pairwise(way)], lane), kind)


def _leg(ground: Ground, here: str, there: str) -> Leg:
    """Return the way between two provinces; a straight line where no way is drawn."""
    start, end = ground.towns[here], ground.towns[there]
    bend = ground.bends.get((here, there)) or ground.bends.get((there, here))
    return start, bend or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end


def _chain(ground: Ground, keys: Sequence[str]) -> str:
    """Return a path through several provinces, such as a line of supply."""
    legs = [_leg(ground, here, there) for here, there in pairwise(keys)]
    return "".join(f"M{ax} {ay}Q{bx} {by} {cx} {cy}" for (ax, ay), (bx, by), (cx, cy) in legs)
