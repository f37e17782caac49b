"""A war against the program: one player, every other faction led by the program, no referee."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Faction, Member
from campaign.models.people import Role
from campaign.selectors.people import own_war_alone, wars_alone
from campaign.services.files.files import free_slug, load_campaign, suggested_slug
from campaign.services.files.packs import read_pack, sides_of
from campaign.services.record.acts import record_act
from rosters.rules.refusal import Refusal

MOST = 12


@transaction.atomic
def begin_alone(*, user: User, pack: str, faction: str) -> Campaign:
    """Begin a shipped war in which the user plays one faction and the program all others; his *Ready* runs a turn.

    Refusal where he has too many such wars, or where the war has no such faction.
    """
    User.objects.select_for_update().get(pk=user.pk)
    if len(wars_alone(user)) >= MOST:
        raise Refusal(f"War and side: you play {MOST} wars alone already; give one of them up first.")
    if faction not in sides_of(pack):
        raise Refusal("War and side: choose one of those that are listed.")
    campaign = load_campaign(data=read_pack(pack), slug=free_slug(suggested_slug(pack)), actor=str(user))
    _without_a_referee(campaign)
    _share_out(campaign, user, faction)
    return campaign


def _without_a_referee(campaign: Campaign) -> None:
    """Nothing waits for a referee: the paper is printed and battles are fought at once."""
    campaign.ready_runs, campaign.gazette, campaign.battle_days = True, "at_once", 0
    campaign.save(update_fields=["ready_runs", "gazette", "battle_days"])


def _share_out(campaign: Campaign, user: User, faction: str) -> None:
    """The user leads his faction, and nobody else does; the program leads the others."""
    campaign.factions.exclude(key=faction).update(caretaker=Faction.Caretaker.ON)
    own = campaign.factions.get(key=faction)
    Faction.objects.filter(pk=own.pk).update(caretaker=Faction.Caretaker.OFF)
    Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=own)


@transaction.atomic
def give_up(*, user: User, slug: str) -> Campaign | None:
    """End a war of the user against the program for good; None where he has no such war."""
    campaign = own_war_alone(user, slug)
    now = timezone.now()
    if campaign is None or not Campaign.objects.filter(pk=campaign.pk, deleted_at=None).update(
        deleted_at=now, archived_at=now
    ):
        return None
    record_act(campaign=campaign, user=user, act="gave the war up")
    return campaign
