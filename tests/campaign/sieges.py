"""A small war around one fortress, for the tests of sieges."""

from typing import Any

from campaign.services.setup import start_campaign
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.factories.campaign import CampaignFactory, FactionFactory, ProvinceFactory, edge, relation, station
from tests.kept import kept
from tests.scenarios import World

BESIEGERS = "6 Line inf, 1 Light cav, 2 Heavy art"
PAST_WAR = {"siege.on": 0}


def _faction(campaign, key, points=2000):
    return FactionFactory(campaign=campaign, key=key, name=key.title(), opening_points=points)


@kept
def fortress_war(
    garrison: str = "1 Line inf", besiegers: str = BESIEGERS, relief: str = "2 Line inf", points: int = 2000, **changes
):
    """northgate – keep (South's fortress, with a garrison) – southgate; North's army stands in northgate."""
    campaign = CampaignFactory(name="The Keep", map={"view": [0, 0, 400, 100]}, **{"secret": "5" * 64, **changes})
    north, south = _faction(campaign, "north"), _faction(campaign, "south", points)
    relation(north, south, "war")
    rows = (
        ("northgate", north, {"depot": True, "capital": True, "value": 12}),
        ("keep", south, {"fortress": True, "value": 6}),
        ("southgate", south, {"depot": True, "capital": True, "value": 12}),
    )
    provinces: dict[str, Any] = {
        key: ProvinceFactory(campaign=campaign, key=key, name=key.title(), home=home, controller=home, **more)
        for key, home, more in rows
    }
    edge(provinces["northgate"], provinces["keep"])
    edge(provinces["keep"], provinces["southgate"])
    stations = {
        "north-i": station(north, provinces["northgate"], besiegers, "north-i", "good"),
        "keep-garrison": station(south, provinces["keep"], garrison, "keep-garrison", None),
        "south-i": station(south, provinces["southgate"], relief, "south-i"),
    }
    start_campaign(campaign=campaign, actor="tester")
    campaign.refresh_from_db()
    return World(campaign, {"north": north, "south": south}, provinces, stations)


def turn(world: World, **orders) -> None:
    """Run a turn; orders by army (``north_i="storm"``, or a tuple of kind and path), others hold."""
    for name, order in orders.items():
        kind, path = order if isinstance(order, tuple) else (order, ())
        give_order(station=world.station(name.replace("_", "-")), kind=kind, path=list(path), actor="a player")
    advance_turn(campaign=world.campaign, actor="the referee")
    world.campaign.refresh_from_db()


def keep(world: World):
    """The fortress, fresh from the database."""
    return world.campaign.provinces.select_related("controller").get(key="keep")


def lines(world: World, kind: str = "siege") -> list[str]:
    """The chronicle's lines of a kind, in their order."""
    return list(world.campaign.chronicle.filter(kind=kind).order_by("pk").values_list("text", flat=True))
