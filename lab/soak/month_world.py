"""Eight rivers: eight factions with a player each, in four pairs of neighbours at war, and what each of them hides."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

KEYS = ("ardenia", "brennia", "corvia", "dunmark", "elland", "fenmark", "gavria", "holm")
PLAYERS = ("ann", "ben", "cat", "dan", "eve", "fox", "gus", "hal")
FACTION_OF = dict(zip(PLAYERS, KEYS, strict=True))
MAIN = "1 Elite inf, 4 Line inf, 1 Heavy cav, 2 Light cav, 1 Heavy art"
HIDDEN = "3 Line inf, 1 Light cav"
COLOURS = ("#2f4f8f", "#9a3030", "#3f6e3a", "#7a4a80", "#a06a20", "#2d7f86", "#5a5a5a", "#8a2f5f")


@dataclass
class EightRivers:
    """The war and its rows by key."""

    campaign: Any
    factions: dict[str, Any] = field(default_factory=dict)
    stations: dict[str, Any] = field(default_factory=dict)

    def secrets_of(self, key: str) -> tuple[str, ...]:
        """Names that nobody but this faction and the referee may ever read: of an army that never leaves its gate."""
        return (f"Nightjar {key.title()}", f"General of Nightjar {key.title()}")


def eight_rivers() -> EightRivers:
    """Each pair stands at gate – field – ridge – field – gate; the main armies can meet on the ridge in one march."""
    from tests.factories.campaign import CampaignFactory, FactionFactory

    campaign = CampaignFactory(
        slug="eight-rivers", name="Eight Rivers", muster_every=4, last_turn=30, gazette="off", rules="drill"
    )
    war = EightRivers(campaign)
    for key, colour in zip(KEYS, COLOURS, strict=True):
        war.factions[key] = FactionFactory(
            campaign=campaign, key=key, name=key.title(), colour=colour, opening_points=150
        )
    for number in range(0, 8, 2):
        _pair(war, number)
    return war


def _pair(war: EightRivers, number: int) -> None:
    from tests.factories.campaign import ProvinceFactory, edge, relation, station

    first, second = (war.factions[key] for key in KEYS[number : number + 2])
    relation(first, second, "war")
    rows = [
        (f"gate-{first.key}", first, {"depot": True, "capital": True, "value": 12}),
        (f"field-{first.key}", first, {"value": 5}), (f"ridge-{number}", None, {"terrain": "hilly", "value": 3}),
        (f"field-{second.key}", second, {"value": 5}),
        (f"gate-{second.key}", second, {"depot": True, "capital": True, "value": 12}),
    ]  # fmt: skip
    places = [
        _province(war, ProvinceFactory, place, 100 * n, 100 * number, *row) for n, (place, *row) in enumerate(rows)
    ]
    for one, two in pairwise(places):
        edge(one, two)
    for faction, gate, near in ((first, places[0], places[1]), (second, places[4], places[3])):
        main, hidden = f"{faction.key}-main", f"nightjar-{faction.key}"
        war.stations[main] = station(faction, near, MAIN, main, "good")
        war.stations[hidden] = station(faction, gate, HIDDEN, hidden, "poor")


def _province(war: EightRivers, factory: Any, key: str, x: float, y: float, home: Any, more: dict[str, Any]) -> Any:
    square = [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]]
    name = key.replace("-", " ").title()
    return factory(campaign=war.campaign, key=key, name=name, x=x + 50, y=y + 50, polygon=square, home=home,
                   controller=home, **more)  # fmt: skip
