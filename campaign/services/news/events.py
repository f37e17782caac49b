"""The sentences of what happens in every war: turns that open, deadlines that move, battles that need somebody."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from battles.models import Battle
from campaign.models import Campaign, Engagement, EngagementArmy, Faction, Notice, Schedule, Turn
from campaign.services.news.mail import local_text
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import notify, notify_each


def of_war(moment: datetime, campaign: Campaign) -> str:
    """Return a moment in the zone of a campaign's schedule, in which its deadlines are meant, else in the site's."""
    zones = Schedule.objects.filter(campaign=campaign).values_list("zone", flat=True)
    return local_text(moment, zones.first() or settings.TIME_ZONE)


Kind = Notice.Kind


def announce_turn(*, turn: Turn) -> None:
    """Notify everybody that a turn has opened, once for each time that it opens."""
    campaign = turn.campaign
    due = f" Orders are due on {of_war(turn.deadline, turn.campaign)}." if turn.deadline else ""
    notify(
        campaign, Kind.TURN, fact=f"turn:{turn.pk}:opened", to=Recipients.everyone(),
        text=f"Turn {turn.number} is open for orders.{due}", public=f"Turn {turn.number} is open for orders.{due}",
        path=reverse("game:map", args=[campaign.slug]),
    )  # fmt: skip


def announce_end(*, turn: Turn, text: str) -> None:
    """The war is over: everybody is notified how it ended."""
    notify(turn.campaign, Kind.TURN, fact=f"turn:{turn.pk}:ended", to=Recipients.everyone(), text=text, public=text,
           path=reverse("game:aims", args=[turn.campaign.slug]))  # fmt: skip


def announce_deadline(*, turn: Turn, reason: str = "") -> None:
    """The time when orders are due was set, moved or lifted by somebody: everybody is notified."""
    due = f"are due on {of_war(turn.deadline, turn.campaign)}" if turn.deadline else "have no deadline now"
    text = f"The orders of turn {turn.number} {due}.{f' Reason: {reason}' if reason else ''}"
    fact = f"turn:{turn.pk}:due:{timezone.now().isoformat()}"
    notify(turn.campaign, Kind.CLOCK, fact=fact, to=Recipients.everyone(), text=text, public=text,
           path=reverse("game:map", args=[turn.campaign.slug]))  # fmt: skip


def announce_line(*, turn: Turn, kind: str, text: str, page: str, factions: Iterable[Faction] | None = None) -> None:
    """Send a line of the chronicle to those who read it: the factions named, or with None everybody.

    ``page`` is the name of the route where it leads. The same sentence on the same turn is sent once.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    notify(
        turn.campaign, kind, fact=f"turn:{turn.pk}:{kind}:{digest}", text=text, public=text if factions is None else "",
        to=Recipients.everyone() if factions is None else Recipients.factions_of(factions),
        path=reverse(page, args=[turn.campaign.slug]),
    )  # fmt: skip


def announce_battles(*, turn: Turn) -> None:
    """The battles of a turn that are held open: those whose armies are in them are notified, and the referee."""
    rows = Engagement.objects.filter(turn=turn, state=Engagement.State.OPEN, battle__state=Battle.State.OPEN)
    held = list(rows.select_related("battle", "province"))
    if held:
        factions = defaultdict(set)
        for engagement, faction in EngagementArmy.objects.filter(engagement__in=held).values_list(
            "engagement_id", "faction_id"
        ):
            factions[engagement].add(faction)
        notify_each(turn.campaign, [_held(turn, row, frozenset(factions[row.pk])) for row in held])


def _held(turn: Turn, row: Engagement, factions: frozenset[int]) -> Note:
    battle = row.battle
    assert battle is not None
    by = f" by {of_war(battle.play_by, turn.campaign)}" if battle.play_by else ""
    chosen = battle.method == Battle.Method.TABLE
    wanted = " on the table. Hand in its result" if chosen else ". Choose how"
    return Note(
        Kind.BATTLE, f"battle:{battle.key}:opened", f"The {battle.name} is to be fought{wanted}{by}.",
        Recipients.factions_of(factions, referees=True), reverse("game:battle", args=[turn.campaign.slug, battle.key]),
    )  # fmt: skip
