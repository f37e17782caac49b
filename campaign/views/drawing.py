"""The map as one reader sees it: the drawn ground with frontiers, armies and his own orders upon it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from django.core.cache import cache
from django.urls import reverse

from campaign.rules.files.map import ProjectionRow
from campaign.rules.maps.map_sheet import Drawing, Ground, Name, Place, Realm, Way, arrow, r, realms, survey
from campaign.visibility.armies import KnownArmy, by_province
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ArmyView, BattleLine, EdgeView, FactionView, ProvinceView

KEPT = 24 * 3600
EDITION = 3
COUNTER = (31.0, 18.0)
GAP = 2.0
IN_VIEW = 4


@dataclass(frozen=True)
class ProvinceMark:
    """A province as a link on the map."""

    province: ProvinceView
    url: str
    label: str
    path: str
    town: tuple[float, float]
    name: Name
    selected: bool
    target: bool


@dataclass(frozen=True)
class Counter:
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


@dataclass(frozen=True)
class BattleMark:
    """Crossed sabres where a battle is or was fought, as a link."""

    url: str
    label: str
    x: float
    y: float
    settled: bool


@dataclass(frozen=True)
class March:
    """An order to march, drawn."""

    path: str
    kind: str


@dataclass(frozen=True)
class Land:
    """The land of one faction."""

    faction: FactionView
    area: str
    band: str


@dataclass(frozen=True)
class Overlay:
    """What lies over the map and changes with every order: marches, and the line of supply."""

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

    lands: list[Land]
    provinces: list[ProvinceMark]
    counters: list[Counter]
    battles: list[BattleMark]
    factions: list[FactionView]


@dataclass(frozen=True)
class Selection:
    """What is open in the panel, and what it points at."""

    province: str = ""
    army: str = ""
    targets: frozenset[str] = field(default=frozenset())
    supply: tuple[str, ...] = ()


def draw_map(
    knowledge: Knowledge,
    provinces: Mapping[str, ProvinceView],
    edges: Sequence[EdgeView],
    armies: Sequence[KnownArmy],
    battles: Sequence[BattleLine],
    chosen: Selection,
) -> MapView:
    """Draw the map for a reader from what he knows."""
    ground, token = _ground(knowledge, provinces, edges)
    standing = by_province(armies)
    factions = list(knowledge.factions.values())
    return MapView(
        ground=ground,
        marches=list(marches(ground, armies)),
        supply=_chain(ground, chosen.supply),
        lands=_lands(ground, token, provinces, factions),
        provinces=[_province_mark(knowledge, ground, p, standing.get(p.key, []), chosen) for p in provinces.values()],
        counters=[c for key in provinces for c in _counters(knowledge, ground, key, standing.get(key, []), chosen)],
        battles=[_battle_mark(knowledge, ground, line) for line in _recent(knowledge, battles)],
        factions=factions,
    )


def _recent(knowledge: Knowledge, battles: Sequence[BattleLine]) -> list[BattleLine]:
    """The battles that are open, and those of this turn and the one before; one a province, the latest."""
    recent = [line for line in battles if not line.settled or line.turn >= knowledge.turn_number - 1]
    return list({line.province_key: line for line in reversed(recent)}.values())


def _battle_mark(knowledge: Knowledge, ground: Ground, line: BattleLine) -> BattleMark:
    x, y = ground.towns[line.province_key]
    outcome = line.state_text if not line.settled else "drawn" if line.winner == "drawn" else f"won by {line.winner}"
    url = reverse("game:battle", args=[knowledge.campaign.slug, line.key])
    aside, down = _beside(ground.names[line.province_key], y)
    return BattleMark(url, f"{line.name}, turn {line.turn}, {outcome}", r(x + aside), r(y + down), line.settled)


def _beside(name: Name, town_y: float) -> tuple[float, float]:
    """Where a sign beside a town leaves its name readable, as an offset from the town."""
    if name.anchor == "middle" and name.y < town_y:
        return -14, 8
    return (14, -9) if name.anchor == "end" else (-14, -8)


def draw_overlay(
    knowledge: Knowledge,
    provinces: Mapping[str, ProvinceView],
    edges: Sequence[EdgeView],
    armies: Sequence[KnownArmy],
    battles: Sequence[BattleLine],
    chosen: Selection,
) -> Overlay:
    """Only what a panel changes on the map."""
    ground, _ = _ground(knowledge, provinces, edges)
    return Overlay(ground, list(marches(ground, armies)), _chain(ground, chosen.supply))


def _ground(
    knowledge: Knowledge, provinces: Mapping[str, ProvinceView], edges: Sequence[EdgeView]
) -> tuple[Ground, str]:
    """The ground, drawn once for every state of the map and kept."""
    places = [_place(province) for province in provinces.values()]
    ways = [Way(e.first, e.second, e.kind, e.bridge, e.river) for e in edges]
    drawing = drawing_of(knowledge.campaign.map)
    token = hashlib.sha256(repr((EDITION, places, ways, drawing)).encode()).hexdigest()
    ground = cache.get(f"ground:{token}")
    if ground is None:
        ground = survey(places, ways, drawing)
        cache.set(f"ground:{token}", ground, KEPT)
    return ground, token


def _place(province: ProvinceView) -> Place:
    radius = 8.0 if province.fortress else 5.0 if province.capital else 3.5
    return Place(
        province.key, province.name, province.polygon, (province.x, province.y), province.terrain, radius,
        province.depot,
    )  # fmt: skip


def drawing_of(stored: Mapping[str, Any]) -> Drawing:
    """The map's drawing as the campaign file has it, degrees turned into map units."""
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


def _lands(
    ground: Ground, token: str, provinces: Mapping[str, ProvinceView], factions: Iterable[FactionView]
) -> list[Land]:
    held = {p.key: p.controller.key for p in provinces.values() if p.controller}
    name = f"realms:{hashlib.sha256(f'{token}{sorted(held.items())}'.encode()).hexdigest()}"
    drawn: dict[str, Realm] | None = cache.get(name)
    if drawn is None:
        drawn = realms({p.key: p.polygon for p in provinces.values()}, ground.scale, held)
        cache.set(name, drawn, KEPT)
    return [Land(f, drawn[f.key].area, drawn[f.key].band) for f in factions if f.key in drawn]


def _province_mark(
    knowledge: Knowledge, ground: Ground, province: ProvinceView, armies: Sequence[KnownArmy], chosen: Selection
) -> ProvinceMark:
    return ProvinceMark(
        province=province,
        url=reverse("game:province", args=[knowledge.campaign.slug, province.key]),
        label=_province_label(province, armies),
        path=ground.cells[province.key],
        town=ground.towns[province.key],
        name=ground.names[province.key],
        selected=province.key == chosen.province,
        target=province.key in chosen.targets,
    )


def _province_label(province: ProvinceView, armies: Sequence[KnownArmy]) -> str:
    """What a screen reader says of a province."""
    marks = [word for word in ("capital", "fortress", "depot") if getattr(province, word)]
    held = f"held by {province.controller.name}" if province.controller else "held by nobody"
    count = f"{len(armies)} {'army' if len(armies) == 1 else 'armies'} known" if armies else "no army known"
    return ", ".join([province.name, province.terrain_text, f"value {province.value}", *marks, held, count])


def _counters(
    knowledge: Knowledge, ground: Ground, key: str, armies: Sequence[KnownArmy], chosen: Selection
) -> list[Counter]:
    """The armies of a province in two columns; from the fifth on the last counter stands for the rest."""
    if len(armies) <= IN_VIEW:
        shown, rest = list(armies), 0
    else:
        shown, rest = list(armies[: IN_VIEW - 1]), len(armies) - IN_VIEW + 1
    spots = _spots(ground.rooms[key], len(shown) + bool(rest))
    counters = [_counter(knowledge, army, spot, chosen) for army, spot in zip(shown, spots, strict=False)]
    if rest:
        url = reverse("game:province", args=[knowledge.campaign.slug, key])
        x, y = spots[-1]
        counters.append(Counter(url, f"{rest} more armies in this province", "", x, y, None, f"+{rest}", "rest"))
    return counters


def _spots(room: tuple[float, float], count: int) -> list[tuple[float, float]]:
    """Upper left corners of so many counters around the middle of the room."""
    width, height = COUNTER
    columns = 1 if count == 1 else 2
    rows = -(-count // columns)
    left = room[0] - (columns * width + (columns - 1) * GAP) / 2
    top = room[1] - (rows * height + (rows - 1) * GAP) / 2
    return [(r(left + (n % columns) * (width + GAP)), r(top + (n // columns) * (height + GAP))) for n in range(count)]


def _counter(knowledge: Knowledge, army: KnownArmy, spot: tuple[float, float], chosen: Selection) -> Counter:
    size = len(army.units) if isinstance(army, ArmyView) else army.shown
    return Counter(
        url=reverse("game:army", args=[knowledge.campaign.slug, army.key]),
        label=army_label(army),
        key=army.key,
        x=spot[0],
        y=spot[1],
        faction=army.faction,
        text=str(size),
        look=_look(army),
        selected=army.key == chosen.army,
        arms=_arms(army),
    )


def _look(army: KnownArmy) -> str:
    if isinstance(army, ArmyView):
        return "own" if army.own else "seen"
    return "seen" if army.current else "stale"


def _arms(army: KnownArmy) -> tuple[str, ...]:
    """The arms that an army known exactly has, as the blocks of the period show them."""
    if not isinstance(army, ArmyView):
        return ()
    return tuple(arm for arm, count in (("foot", army.foot), ("horse", army.horse), ("guns", army.guns)) if count)


def army_label(army: KnownArmy) -> str:
    """What a screen reader says of an army."""
    if isinstance(army, ArmyView):
        order = f", order {army.order.kind_text}" if army.order else ""
        return f"{army.name}, {army.faction.name}, {len(army.units)} units, strength {army.strength}{order}"
    seen = "" if army.current else f", last seen on turn {army.turn}"
    return f"{army.name}, {army.faction.name}, {army.size_text}{seen}"


def marches(ground: Ground, armies: Iterable[KnownArmy]) -> Iterable[March]:
    """Arrows for the reader's own orders to march."""
    for army in armies:
        if isinstance(army, ArmyView) and army.order and army.order.path:
            stops = [army.province, *army.order.path]
            for here, there in pairwise(stops):
                yield March(_march(ground, here, there), army.order.kind)


def _march(ground: Ground, here: str, there: str) -> str:
    start, end = ground.towns[here], ground.towns[there]
    return arrow(start, end, _directed(ground, here, there))


def _directed(ground: Ground, here: str, there: str) -> str:
    """The way between two provinces as a path; a straight line where no way is drawn."""
    start, end = ground.towns[here], ground.towns[there]
    path = ground.lines.get((here, there)) or ground.lines.get((there, here))
    return path or f"M{start[0]} {start[1]}L{end[0]} {end[1]}"


def _chain(ground: Ground, keys: Sequence[str]) -> str:
    """A path through several provinces, such as a line of supply."""
    return "".join(_directed(ground, here, there) for here, there in pairwise(keys))
