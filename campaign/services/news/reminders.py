"""Reminders before a deadline: 24 and 3 hours before, to those alone who have entered nothing and are there.

They repeat that the turn may end the war (HR-21).
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.rows.one_by_one import each_by_itself
from campaign.models import Absence, Member, Notice, Turn
from campaign.selectors.members.absences import away_now
from campaign.selectors.members.silence import caretaken, silent_factions
from campaign.selectors.war import war_of
from campaign.services.news.moments import of_war
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import LONGEST, notify_each
from campaign.services.news.race import known_ends, warning

BEFORE = (3, 24)
FRESH = timedelta(hours=1)
"""A turn that was not open so long before a reminder's time needs none: its opening was the news."""


def send_reminders() -> int:
    """Remind those who are to enter orders and have entered nothing, as the clock does; how many were notified anew."""
    now = timezone.now()
    due = Turn.objects.filter(
        state=Turn.State.OPEN, campaign__archived_at=None,
        deadline__gt=now, deadline__lte=now + timedelta(hours=max(BEFORE)),
    ).select_related("campaign")  # fmt: skip
    return each_by_itself(due, _remind)


def _remind(turn: Turn) -> int:
    due = turn.deadline
    assert due is not None
    hours = next(hours for hours in BEFORE if due - timezone.now() <= timedelta(hours=hours))
    if turn.opened_at > due - timedelta(hours=hours) - FRESH:
        return 0
    fact = f"turn:{turn.pk}:due:{due.isoformat()}:{hours}h"
    if Notice.objects.filter(campaign=turn.campaign_id, fact__startswith=fact).exists():
        return 0
    return len(notify_each(turn.campaign, list(_notes(turn, fact))))


def _notes(turn: Turn, fact: str) -> Iterator[Note]:
    """For the players who are there; for the deputies of those who are away. A caretaker needs no reminder."""
    wanted = set(silent_factions(turn)) - {faction.pk for faction in caretaken(turn)}
    away = list(Absence.objects.filter(away_now(), faction__in=wanted).select_related("faction"))
    members = {member.user_id: member for member in Member.objects.filter(campaign=turn.campaign_id)}
    present = wanted & {member.faction_id for member in members.values()} - {absence.faction_id for absence in away}
    deputies = [(one, deputy) for one in away if (deputy := members.get(one.deputy_id or 0))]
    ends = _ends(turn) if present or deputies else {}
    for known in sorted({ends.get(pk, ()) for pk in present}):
        to = Recipients.factions_of(pk for pk in present if ends.get(pk, ()) == known)
        yield _note(turn, fact, f"You have entered no orders for turn {turn.number}.", to, known)
    for absence, deputy in deputies:
        text = f"You are the deputy of {absence.faction.in_text}. It has no orders for turn {turn.number} yet."
        known = ends.get(absence.faction_id, ())
        yield _note(turn, f"{fact}:{absence.faction_id}", text, Recipients.only([deputy]), known)


def _ends(turn: Turn) -> dict[int, tuple[str, ...]]:
    """HR-21 Return what each faction knows of an end with this turn; nothing where the aims cannot be read."""
    try:
        return {pk: tuple(lines) for pk, lines in known_ends(war_of(turn)).items()}
    except Refusal:
        return {}


def _note(turn: Turn, fact: str, text: str, to: Recipients, known: Sequence[str]) -> Note:
    assert turn.deadline is not None
    text = f"{text} They are due on {of_war(turn.deadline, turn.campaign)}."
    if known:
        text = f"{text} {warning(known, LONGEST - len(text) - 1)}"
    path = reverse("game:map", args=[turn.campaign.slug])
    return Note(Notice.Kind.REMINDER, fact, text, to, path, until=turn.deadline)
