"""Due dates of turns. All of it is public; templates show each moment in the reader's own zone."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from base.refusal import Refusal
from campaign.rules.course.schedule import deadlines, in_words
from campaign.selectors.campaigns import schedule_of
from campaign.visibility.reader import Knowledge

SHOWN = 4


@dataclass(frozen=True)
class DueDates:
    """The rhythm in words, the deadlines to come after that of the open turn, and what holds the clock up."""

    rhythm: str
    early: bool
    coming: tuple[datetime, ...]
    paused_until: datetime | None
    pause_reason: str
    asked: bool
    misses: int
    """After so many missed turns running a caretaker plays a faction; 0: never."""


def due_dates(knowledge: Knowledge) -> DueDates | None:
    """Return the dates when a war's turns are due; None where it has no schedule, or is over."""
    row = schedule_of(knowledge.campaign)
    if row is None or knowledge.war_is_over:
        return None
    now = timezone.now()
    paused = row.paused_until if row.paused_until and row.paused_until > now else None
    last = knowledge.turn.deadline if knowledge.turn else None
    after = max(moment for moment in (now, last, paused) if moment)
    try:
        rhythm, coming = in_words(row.plan), tuple(deadlines(row.plan, after, SHOWN))
    except Refusal as refusal:
        rhythm, coming = str(refusal), ()
    reason, asked = row.pause_reason if paused else "", row.asked_at is not None
    return DueDates(rhythm, row.early, coming, paused, reason, asked, row.misses)
