"""The campaigns that ship with the program, their unit types (HR-30), and the samples of a fresh installation."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from base.words import counted
from campaign.models import Campaign, Faction, Member
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.unit_type_rows import own_types
from campaign.rules.kinds import Role
from campaign.selectors.making.drafts import shared_war, unpacked
from campaign.selectors.own_types import rows_of, types_for
from campaign.services.files.files import load_campaign
from rosters.war_types import Reader, WarTypes

FOLDER = Path(__file__).resolve().parents[2] / "packs"
SHIPPED = (
    "two_valleys", "saxony_1813", "bohemia_1757", "bohemia_1866", "jena_1806", "hundred_days_1815", "eight_crowns",
)  # fmt: skip
SAMPLES = SHIPPED[:2]
"""Those of which a fresh site has a campaign."""


def read_pack(name: str) -> bytes:
    """Return the campaign file of a shipped pack."""
    return (FOLDER / f"{name}.json").read_bytes()


@cache
def title_of(name: str) -> str:
    """Return the name of a shipped pack with its size: ``Saxony 1813: five factions, 20 turns``."""
    pack = json.loads(read_pack(name))
    size = counted(len(pack["factions"]), "faction"), counted(pack["calendar"]["last_turn"], "turn")
    return f"{pack['name']}: {', '.join(size)}"


@cache
def sides_of(name: str) -> dict[str, str]:
    """Return the factions of a shipped pack: key → name."""
    return {row["key"]: row["name"] for row in json.loads(read_pack(name))["factions"]}


CAMPAIGN = "campaign-"
"""Before the slug of a campaign; no shipped war begins so, and no key of the library has a hyphen."""


def war_types(reader: Reader, key: str) -> Iterator[WarTypes]:
    """Yield the wars with types of their own: shipped ones, the reader's campaigns, the published one of this key."""
    yield from shipped_types()
    if not reader.is_authenticated:
        return
    for campaign, types in types_for(reader):
        yield WarTypes(f"{CAMPAIGN}{campaign.slug}", f"{campaign.name} (campaign of yours)", types)
    if key.isalnum() and (shared := shared_war(key)):
        file = read_document(unpacked(shared.packed))
        if file.unit_types:
            yield WarTypes(shared.key, shared.name, file.own_types)


@cache
def shipped_types() -> tuple[WarTypes, ...]:
    """Return the shipped wars that have types of their own."""
    packs = {name: json.loads(read_pack(name)) for name in SHIPPED}
    return tuple(
        WarTypes(name, pack["name"], own_types(rows_of(pack["unit_types"])))
        for name, pack in packs.items()
        if pack.get("unit_types")
    )


WORDS = (
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbour", "island", "juniper",
    "lantern", "meadow", "north", "orchard", "pebble", "quarry", "river", "saddle", "timber", "upland",
)  # fmt: skip


@dataclass(frozen=True)
class Login:
    """A sample log-in; the password is readable once, here."""

    username: str
    password: str
    part: str


def load_samples() -> list[Login]:
    """Load the sample packs into an empty database, with a referee and a player for each faction.

    Returns no log-ins, and does nothing, where there is a campaign or a person already.
    """
    with transaction.atomic():
        if Campaign.objects.exists() or User.objects.exists():
            return []
        referee, login = _person("referee", staff=True)
        logins = [Login(login.username, login.password, "referee of both campaigns, and administrator")]
        for pack in SAMPLES:
            campaign = load_campaign(data=read_pack(pack), slug=None, actor="campaign file")
            Member.objects.create(campaign=campaign, user=referee, role=Role.REFEREE)
            logins += [_player(campaign, faction) for faction in campaign.factions.all()]
    return logins


def _player(campaign: Campaign, faction: Faction) -> Login:
    user, login = _person(faction.key, staff=False)
    Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=faction)
    return Login(login.username, login.password, f"plays {faction} in {campaign}")


def _person(username: str, *, staff: bool) -> tuple[User, Login]:
    password = "-".join(secrets.choice(WORDS) for _ in range(3)) + f"-{secrets.randbelow(9000) + 1000}"
    user = User.objects.create_user(username=username, password=password, is_staff=staff, is_superuser=staff)
    return user, Login(username, password, "")
