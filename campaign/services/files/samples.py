"""The sample campaigns of a fresh installation, with people to log in as."""

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from campaign.models import Campaign, Faction, Member
from campaign.rules.kinds import Role
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import SAMPLES, read_pack

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
