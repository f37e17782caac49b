"""The turn in hand and the factions: nearly every page of a campaign reads them."""

from django.db.models import Q, QuerySet

from base.rows.prepared import prepared
from campaign.models import Campaign, Faction, FactionTurn, Schedule, Turn


def last_turn(campaign: Campaign) -> Turn | None:
    """Return the turn in hand, or the last one; None before the war."""
    for turn in _last_turn(campaign.pk):
        turn.campaign = campaign
        return turn
    return None


@prepared
def _last_turn(campaign: int) -> QuerySet[Turn]:
    return Turn.objects.filter(campaign=campaign).order_by("-number")[:1]


def factions_of(campaign: Campaign) -> list[Faction]:
    """Return the factions in their order: those that ``read_factions`` has read, or as they are now."""
    if _FACTIONS in vars(campaign):
        kept: list[Faction] = vars(campaign)[_FACTIONS]
        return kept
    factions = _factions(campaign.pk)
    for faction in factions:
        faction.campaign = campaign
    return factions


def read_factions(campaign: Campaign) -> list[Faction]:
    """Return the factions, read once for this campaign as it is in hand: what a page begins with."""
    factions = vars(campaign)[_FACTIONS] = factions_of(campaign)
    return factions


_FACTIONS = "factions_read"


@prepared
def _factions(campaign: int) -> QuerySet[Faction]:
    return Faction.objects.filter(campaign=campaign)


def ready_and_missed(turn: Turn) -> tuple[set[int], set[int]]:
    """Return the factions that are ready for a turn, and those that missed the one before, in one query."""
    rows = _ready_or_missed(turn.campaign_id, turn.number, turn.number - 1)
    ready = {faction for number, faction in rows if number == turn.number}
    return ready, {faction for number, faction in rows if number < turn.number}


@prepared
def _ready_or_missed(campaign: int, number: int, before: int) -> QuerySet[FactionTurn, tuple[int, int]]:
    wanted = Q(turn__number=number, ready=True) | Q(turn__number=before, missed=True)
    rows = FactionTurn.objects.filter(wanted, turn__campaign=campaign)
    return rows.values_list("turn__number", "faction_id")


def schedule_of(campaign: Campaign) -> Schedule | None:
    """Return the schedule of a campaign, if it has one."""
    return Schedule.objects.filter(campaign=campaign).first()
