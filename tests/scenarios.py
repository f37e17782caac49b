"""Small wars made by hand, for tests of whole flows."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.contrib.auth.models import User

from campaign.models import Campaign, Faction, Province, Station
from campaign.services.corrections import correct_points
from campaign.services.setup import start_campaign
from tests.factories.campaign import CampaignFactory, FactionFactory, ProvinceFactory, edge, relation, station
from tests.kept import kept


@dataclass(frozen=True)
class World:
    """A war with its rows by key."""

    campaign: Campaign
    factions: dict[str, Faction]
    provinces: dict[str, Province]
    stations: dict[str, Station]

    @property
    def turn(self):
        """The newest turn, fresh from the database."""
        return self.campaign.turns.order_by("-number").select_related("campaign").first()

    def station(self, ref: str) -> Station:
        """An army, fresh from the database."""
        return Station.objects.select_related("province", "army", "leader", "faction__campaign", "campaign").get(
            campaign=self.campaign, ref=ref
        )

    def where(self, ref: str) -> str | None:
        """The key of an army's province; None when it has left the war."""
        province = self.station(ref).province
        return province.key if province else None


def enrich(world: World, key: str, points: int = 500) -> None:
    """A windfall for a faction, through the ledger and on the record."""
    lender = User.objects.get_or_create(username="lender")[0]
    correct_points(faction=world.factions[key], points=points, reason="A loan", actor=lender)


ROSTER = "1 Elite inf, 4 Line inf, 1 Militia inf, 1 Heavy cav, 2 Light cav, 1 Heavy art"


@kept
def two_valleys(*, start: bool = True, **changes) -> World:
    """North and South at war over a ridge.

    northgate (capital, depot) - highfield - ridge - lowfield - southgate (capital, depot); the ford joins
    highfield and lowfield by a river.
    """
    campaign = CampaignFactory(name="Two Valleys", **changes)
    north, south = (FactionFactory(campaign=campaign, key=key, name=key.title()) for key in ("north", "south"))
    relation(north, south, "war")
    rows: tuple[tuple[str, Any, int, dict[str, Any]], ...] = (
        ("northgate", north, 12, {"depot": True, "capital": True}), ("highfield", north, 5, {}),
        ("ridge", None, 3, {"terrain": "hilly"}), ("lowfield", south, 5, {}),
        ("southgate", south, 12, {"depot": True, "capital": True}), ("ford", None, 3, {}),
    )  # fmt: skip
    provinces: dict[str, Any] = {
        key: ProvinceFactory(campaign=campaign, key=key, home=home, controller=home, value=value, **more)
        for key, home, value, more in rows
    }
    chain = ("northgate", "highfield", "ridge", "lowfield", "southgate")
    for first, second in pairwise(chain):
        edge(provinces[first], provinces[second])
    edge(provinces["highfield"], provinces["ford"], "river", bridge=True)
    edge(provinces["ford"], provinces["lowfield"], "river")
    stations = {
        "north-i": station(north, provinces["highfield"], ROSTER, "north-i", "good"),
        "north-ii": station(north, provinces["northgate"], "3 Line inf, 1 Light cav", "north-ii", None),
        "south-i": station(south, provinces["lowfield"], ROSTER, "south-i"),
        "south-ii": station(south, provinces["southgate"], "2 Line inf, 1 Irregular cav", "south-ii", "poor"),
    }
    if start:
        start_campaign(campaign=campaign, actor="tester")
        campaign.refresh_from_db()
    return World(campaign, {"north": north, "south": south}, provinces, stations)
