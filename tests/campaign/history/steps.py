"""Steps of a war that several tests take."""

import json
import re
from typing import Any

from django.contrib.auth.models import User

from campaign.models import Campaign
from campaign.services.files.files import dump_text
from campaign.services.history.rolling_back import roll_back
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from tests.scenarios import World, enrich

TIMES = re.compile(r'"(?:at|[a-z]+_at)": "[^"]+"')
ABOUT_THE_PAST = ("roll_backs", "kept_pieces", "kept_states", "referee_acts")


def bytes_of(campaign: Campaign) -> str:
    """The campaign as text without the times of the clock on the wall, and without the record of roll-backs."""
    data: dict[str, Any] = json.loads(dump_text(campaign))
    for name in ABOUT_THE_PAST:
        data["history"].pop(name, None)
    data["history"]["chronicle"] = [row for row in data["history"]["chronicle"] if row["kind"] != "rolled-back"]
    for row in data["history"].get("results", ()):
        row.pop("seconds", None)
    return TIMES.sub("", json.dumps(data, indent=1))


def umpire() -> User:
    """A referee who acts."""
    return User.objects.get_or_create(username="umpire")[0]


def march(world: World, ref: str, *path: str) -> None:
    """Order an army to march."""
    give_order(station=world.station(ref), kind="march", path=path, actor="a player")


def run(world: World) -> None:
    """Run the turn in hand."""
    advance_turn(campaign=world.campaign, actor="the referee")
    world.campaign.refresh_from_db()


def first_turn(world: World) -> None:
    """Both main armies meet on the ridge, and North has bought a unit."""
    enrich(world, "north")
    buy_unit(faction=world.factions["north"], province=world.provinces["northgate"], type_key="line_inf", actor="north")
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    run(world)


def back(world: World, turn: int, **more: Any) -> None:
    """Take the war back to a turn."""
    roll_back(campaign=world.campaign, turn=turn, reason="A wrong order", user=umpire(), **more)
    world.campaign.refresh_from_db()
