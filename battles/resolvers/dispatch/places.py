"""Places of a battlefield by name, by the tongue of the country, and where on it each combat was fought.

The names depend on the field and the sides alone: they take no dice, and the same field keeps its names. No name
belongs to a famous field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any
from zlib import crc32

from battles.resolvers.values.report import Event, Report

GERMAN, FRENCH, SPANISH, SLAV, ITALIAN, ENGLISH = "german", "french", "spanish", "slav", "italian", "english"
TONGUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (SPANISH, ("spain", "spanish", "spaniard", "portug", "carlist")),
    (SLAV, ("pol", "lithuan", "cossack")),
    (GERMAN, ("prussia", "austria", "saxon", "bavaria", "german", "confederation", "hesse", "baden")),
    (SLAV, ("russia",)),
    (ITALIAN, ("ital", "naples", "sardin", "piedmont", "lombard")),
    (ENGLISH, ("union", "confederate", "american", "british", "england", "ireland")),
    (FRENCH, ("france", "french")),
)  # fmt: skip
"""Which tongue the country of a side speaks, by a part of its name; the first that fits either side."""

NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    GERMAN: {
        "town": ("Hainrode", "Altenau", "Weidigt", "Niederlinda", "Grünhain", "Steinroda", "Obernitz", "Kleinbuch"),
        "hill": ("the Galgenberg", "the Windberg", "the Kapellenberg", "the Fuchshübel", "the Steinberg",
                 "the Wachberg", "the Sandberg", "the Kreuzberg"),
        "rough": ("the Birkenholz", "the Eichbusch", "the Hirschholz", "the Erlenbruch", "the Tiergarten",
                  "the Pfarrholz", "the Lange Busch", "the Kiefernheide"),
        "river": ("the Schwarzbach", "the Lauer", "the Weidenbach", "the Rotach"),
    },
    FRENCH: {
        "town": ("Saint-Aubray", "Courvilliers", "Vaudreuil", "Montigny", "Épinoy", "La Ferrière", "Marcy"),
        "hill": ("the Butte du Moulin", "the Mont Chauve", "the Côte Rouge", "the Haut Signal", "the Butte aux Loups",
                 "the Mont Aigu", "the Côte Sainte-Anne", "the Tertre"),
        "rough": ("the Bois l'Abbé", "the Bois Brûlé", "the Garenne", "the Bois des Dames", "the Petit Bois",
                  "the Bois de l'Ermite", "the Taillis", "the Bois Carré"),
        "river": ("the Orvanne", "the Rupt", "the Sauldre", "the Blaisette"),
    },
    SPANISH: {
        "town": ("Villarta", "Fuenteseca", "Torrecilla", "El Olivar", "Casas Viejas", "Navalrubia", "Peralejo"),
        "hill": ("the Cerro Pelado", "the Loma Larga", "the Cerro del Moro", "the Atalaya", "the Cerro Rubio",
                 "the Loma del Viento", "the Cabezo", "the Alto de la Cruz"),
        "rough": ("the Encinar", "the Olivar Viejo", "the Monte Bajo", "the Pinar", "the Jaral", "the Robledal",
                  "the Carrascal", "the Soto"),
        "river": ("the Río Seco", "the Arroyo Hondo", "the Guadalín", "the Río Pardo"),
    },
    SLAV: {
        "town": ("Borowo", "Zalesie", "Krasnova", "Lipniki", "Dubrova", "Novoselki", "Wola", "Berezna"),
        "hill": ("the Red Kurgan", "the Lysa Gora", "the Windmill Hill", "the Church Hill", "the Gorka",
                 "the Cossack Mound", "the Bald Hill", "the Kurhan"),
        "rough": ("the Dubrava", "the Sosnovy wood", "the Old Wood", "the Olszyna", "the Bor", "the Birch Wood",
                  "the Raven's Wood", "the Brod thickets"),
        "river": ("the Struga", "the Kamenka", "the Czarna", "the Rechitsa"),
    },
    ITALIAN: {
        "town": ("Castelrotto", "San Donnino", "Borgonovo", "Pieve Alta", "Villafiorita", "Santa Tecla", "Mezzana"),
        "hill": ("the Monte Calvo", "the Poggio Alto", "the Colle dei Frati", "the Monte Croce", "the Belvedere",
                 "the Poggio Secco", "the Colle Rosso", "the Montello"),
        "rough": ("the Bosco Nero", "the Bosco dei Frati", "the Boschetto", "the Macchia", "the Bosco Grande",
                  "the Querceto", "the Selva", "the Bosco Basso"),
        "river": ("the Rio Torto", "the Lavino", "the Fossa Nuova", "the Samone"),
    },
    ENGLISH: {
        "town": ("Ashby Cross", "Marlow Mills", "Harper's Corner", "Linton", "Stonebridge", "Fairfield", "Weston"),
        "hill": ("Signal Hill", "Chapel Hill", "the Long Ridge", "Gallows Hill", "Beacon Hill", "Quarry Hill",
                 "Cemetery Rise", "Bald Knob"),
        "rough": ("Miller's Wood", "the Thicket", "Parson's Wood", "the Cedar Brake", "Hazel Copse", "the Old Pasture",
                  "Fox Covert", "Hanger Wood"),
        "river": ("Mill Creek", "the Avenwater", "Stony Run", "Willow Brook"),
    },
}  # fmt: skip
KINDS = {"town": "the village of {}", "hill": "{}", "rough": "{}", "river": "{}"}
"""How a place is introduced; a town by the word village."""


Point = tuple[float, float]
NEAR = 0.04
"""Part of the table's width within which a fight is *at* a place; inside its outline it is *in* or *on* it."""
EDGE = 0.001
"""Part of the table's width from its outline at which a fight is still not inside a place."""
_INSIDE = {"town": "in {}", "hill": "on {}", "rough": "in {}", "river": "at {}"}
_BESIDE = {"town": "before {}", "hill": "at the foot of {}", "rough": "at the edge of {}", "river": "by {}"}


@dataclass(frozen=True)
class Place:
    """A piece of the field with its name; ``shape`` is its outline, of a river its course."""

    kind: str
    name: str
    shape: tuple[Point, ...]

    def introduced(self) -> str:
        """Return the name with what it names, where that is a village."""
        return KINDS[self.kind].format(self.name)


@dataclass(frozen=True)
class Country:
    """The named places of a field, the width of its table, and each combat's place by the number of its event."""

    places: tuple[Place, ...]
    width: float
    fights: Mapping[int, Point]

    def where(self, n: int) -> tuple[Place, bool] | None:
        """Return the place of the combat of event ``n``, and whether it was inside; None away from all places."""
        at = self.fights.get(n)
        if at is None:
            return None
        outlines = (place for place in self.places if place.kind != "river" and _within(at, place.shape))
        inside = next((place for place in outlines if _distance(at, place) > EDGE * self.width), None)
        if inside is not None:
            return inside, True
        ranked = sorted((_distance(at, place), k) for k, place in enumerate(self.places))
        if not ranked or ranked[0][0] > NEAR * self.width:
            return None
        return self.places[ranked[0][1]], False

    def phrase(self, n: int) -> str:
        """`on the Galgenberg`, `before Hainrode`; empty away from all places."""
        found = self.where(n)
        if found is None:
            return ""
        place, inside = found
        return (_INSIDE if inside else _BESIDE)[place.kind].format(place.name)


def country_of(report: Report) -> Country:
    """Return the named places of a battle's field, and where its combats were fought."""
    start = next((event for event in report.journal if event["ev"] == "battle_start"), {})
    width = float((start.get("table") or (72, 48))[0])
    return Country(_named(report, start.get("field") or ()), width, _fights(report.journal))


def _named(report: Report, field: Sequence[Mapping[str, Any]]) -> tuple[Place, ...]:
    names, seed = NAMES[_tongue(report)], crc32(f"{report.battle.get('name')} {[p['shape'] for p in field]}".encode())
    made, used = [], dict.fromkeys(KINDS, 0)
    for piece in field:
        kind = piece["kind"]
        if kind in KINDS and used[kind] < len(names[kind]):
            name = names[kind][(seed + used[kind]) % len(names[kind])]
            used[kind] += 1
            made.append(Place(kind, name, tuple((float(x), float(y)) for x, y in piece["shape"])))
    return tuple(made)


def _tongue(report: Report) -> str:
    sides = " ".join(side["name"].lower() for side in report.battle["sides"])
    return next((tongue for tongue, words in TONGUES if any(word in sides for word in words)), GERMAN)


def _fights(journal: Sequence[Event]) -> dict[int, Point]:
    """Return where the defender of each combat was, from the poses and paths before it."""
    now: dict[str, Point] = {}
    made: dict[int, Point] = {}
    for event in journal:
        if event["ev"] == "combat" and event["defender"] in now:
            made[event["n"]] = now[event["defender"]]
        pose = event["path"][-1] if event.get("path") else event.get("pose")
        if pose and "unit" in event:
            now[event["unit"]] = (float(pose[0]), float(pose[1]))
    return made


def _within(at: Point, shape: Sequence[Point]) -> bool:
    """Return whether a point is inside an outline, by counting the sides to its right."""
    inside = False
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (bx - ax) * (at[1] - ay) / (by - ay):
            inside = not inside
    return inside


def _distance(at: Point, place: Place) -> float:
    ends = place.shape[1:] if place.kind == "river" else (*place.shape[1:], place.shape[0])
    return min(_from_line(at, one, two) for one, two in zip(place.shape, ends, strict=False))


def _from_line(at: Point, one: Point, two: Point) -> float:
    dx, dy = two[0] - one[0], two[1] - one[1]
    long = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / long)) if long else 0.0
    return hypot(at[0] - one[0] - t * dx, at[1] - one[1] - t * dy)
