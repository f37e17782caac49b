"""Archiving: the details of old turns leave the database once a campaign file that holds them was fetched."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, Max, OuterRef

from base.refusal import Refusal
from battles.models import Battle
from battles.services.archiving import archive_battles
from campaign.models import ArmyOrder, Campaign, CampaignDump, Sighting, Turn
from campaign.services.record.chronicle import record_act

KEPT = 2
"""So many closed turns always keep their details."""


@dataclass(frozen=True)
class Archived:
    """The details that left the database, and the file that holds them."""

    orders: int
    sightings: int
    battles: int
    digest: str


def last_archivable(campaign: Campaign) -> int:
    """Return the last turn whose details may be archived now; 0 or the last one archived where there is none."""
    closed = campaign.turns.filter(state=Turn.State.CLOSED).aggregate(last=Max("number"))["last"] or 0
    undecided = Battle.objects.filter(engagement__turn__campaign=campaign).exclude(state=Battle.State.DONE)
    first = undecided.order_by("engagement__turn__number").values_list("engagement__turn__number", flat=True).first()
    last = min(closed - KEPT, first - 1 if first else closed)
    return max(last, campaign.archived)


def fetched_dump(campaign: Campaign) -> CampaignDump | None:
    """Return the newest whole file of the campaign that a referee has downloaded."""
    found = CampaignDump.objects.filter(campaign=campaign, state=CampaignDump.State.DONE, sealed=False)
    return found.filter(fetched_at__isnull=False).defer("data").order_by("-pk").first()


@transaction.atomic
def archive_turns(*, campaign: Campaign, user: User, last: int) -> Archived:
    """Take orders, sightings, notes and journals of the turns up to ``last`` out of the database, on the record.

    The last sighting of each army stays, as do ledgers, chronicle and reports. Refusal where no file that was
    downloaded holds all of it. Loading that file gives the whole war again.
    """
    locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
    dump = fetched_dump(locked)
    _check(locked, dump, last)
    assert dump is not None
    turns = Turn.objects.filter(campaign=locked, number__gt=locked.archived, number__lte=last)
    newer = Sighting.objects.filter(
        viewer=OuterRef("viewer"), station=OuterRef("station"), turn__number__gt=OuterRef("turn__number")
    )
    orders = ArmyOrder.objects.filter(turn__in=turns).delete()[0]
    old = Sighting.objects.filter(turn__campaign=locked, turn__number__lte=last).filter(Exists(newer))
    sightings = Sighting.objects.filter(pk__in=old.values("pk")).delete()[0]
    battles = archive_battles(battles=Battle.objects.filter(engagement__turn__in=turns))
    record_act(
        campaign=locked, user=user, act=f"archived the details of turns {locked.archived + 1} to {last}",
        reason=f"The campaign file of SHA-256 {dump.digest} holds them.",
    )  # fmt: skip
    Campaign.objects.filter(pk=locked.pk).update(archived=last)
    return Archived(orders, sightings, battles, dump.digest)


def _check(campaign: Campaign, dump: CampaignDump | None, last: int) -> None:
    most = last_archivable(campaign)
    if last <= campaign.archived or last > most:
        if most <= campaign.archived:
            raise Refusal(
                "No further turn can be archived yet: the last two closed turns and open battles keep theirs."
            )
        raise Refusal(f"Turn {last} cannot be archived; choose one from {campaign.archived + 1} to {most}.")
    if dump is None or dump.closed < last:
        raise Refusal(f"Write a campaign file that holds turn {last} and download it first.")
    later = Battle.objects.filter(
        engagement__turn__campaign=campaign, engagement__turn__number__lte=last, settled_at__gte=dump.begun_at
    )
    if later.exists():
        raise Refusal(f"A battle up to turn {last} was settled after the file was written: write a new one.")
