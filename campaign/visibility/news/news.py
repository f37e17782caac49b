"""The reader's own news."""

import datetime
from dataclasses import dataclass

from django.db.models import QuerySet

from campaign.models import Notice
from campaign.visibility.reader import Knowledge


@dataclass(frozen=True)
class NoticeView:
    """A notice as its reader sees it."""

    key: str
    kind: str
    kind_text: str
    text: str
    path: str
    turn: int
    at: datetime.datetime
    unread: bool


def notice_rows(knowledge: Knowledge) -> QuerySet[Notice]:
    """Return the reader's own notices, the newest first."""
    return Notice.objects.filter(member=knowledge.member_pk, member__isnull=False).order_by("-pk")


_IN_SHORT = {Notice.Kind.BATTLE.value: "battle", Notice.Kind.TURN.value: "turn"}
"""Kinds of news that a line names more shortly than the choices do."""


def notice_view(row: Notice) -> NoticeView:
    """Return a notice as a plain value."""
    unread = row.read_at is None
    kind = _IN_SHORT.get(row.kind) or row.get_kind_display()
    return NoticeView(row.key, row.kind, kind, row.text, row.path, row.turn, row.at, unread)


def own_notice(knowledge: Knowledge, key: str) -> NoticeView | None:
    """Return one of them by its key; None for an absent and for a foreign one alike."""
    row = notice_rows(knowledge).filter(key=key).first()
    return notice_view(row) if row else None
