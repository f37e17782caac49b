"""Telling the members of a campaign, and its webhooks, what has happened, in the transaction that made it happen."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from textwrap import shorten

from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Dispatch, Hook, Member, Notice
from campaign.services.news.mail import how_mailed
from campaign.services.news.notes import Note, Recipients
from campaign.visibility.news.to_do import digest


def post_public(*, campaign: Campaign, notes: Sequence[Note]) -> None:
    """Put the public sentences of some notes into the outbox, for each hook once."""
    public = [note for note in notes if note.public]
    if public:
        hooks = list(Hook.objects.filter(campaign=campaign))
        rows = [_post(campaign, hook, note) for note in public for hook in hooks]
        Dispatch.objects.bulk_create(rows, batch_size=200, ignore_conflicts=True)


def _post(campaign: Campaign, hook: Hook, note: Note) -> Dispatch:
    body = {"type": f"campaign.{note.kind}", "text": note.public, "path": note.path, "fact": note.fact}
    return Dispatch(kind=Dispatch.Kind.POST, campaign=campaign, hook=hook, fact=note.fact[:120],
                    subject=note.public[:200], body=json.dumps(body))  # fmt: skip


LONGEST, LONGEST_FACT = 400, 120


def notify(
    campaign: Campaign, kind: str, *, fact: str, text: str, to: Recipients, path: str = "", public: str = "",
    until: datetime | None = None,
) -> list[Notice]:  # fmt: skip
    """Notify members of one event; see ``Note``. Call it in the event's own transaction."""
    return notify_each(campaign, [Note(kind, fact, text, to, path, public, until)])


@transaction.atomic
def notify_each(campaign: Campaign, notes: Sequence[Note]) -> list[Notice]:
    """Notify members of several events, in a fixed number of statements; the notices that are new."""
    if not notes:
        return []
    members = list(campaign.members.select_related("user__mail_address"))
    facts = [note.fact[:LONGEST_FACT] for note in notes]
    known = set(Notice.objects.filter(campaign=campaign, fact__in=facts).values_list("member_id", "fact"))
    turn = campaign.turns.order_by("-number").values_list("number", flat=True).first() or 0
    wanted = [_notice(campaign, note, member, turn) for note in notes for member in members if note.to.holds(member)]
    made = {(n.member_id, n.fact): n for n in wanted if (n.member_id, n.fact) not in known}
    _give_keys(made.values())
    Notice.objects.bulk_create(made.values(), batch_size=200, ignore_conflicts=True)
    post_public(campaign=campaign, notes=notes)
    return list(made.values())


def _notice(campaign: Campaign, note: Note, member: Member, turn: int) -> Notice:
    return Notice(
        campaign=campaign, member=member, kind=note.kind, fact=note.fact[:LONGEST_FACT],
        text=shorten(note.text, LONGEST, placeholder=" …"), path=note.path[:200], turn=turn, until=note.until,
        how=how_mailed(member, note.kind),
    )  # fmt: skip


def _give_keys(notices: Iterable[Notice]) -> None:
    """Give each notice its moment and its key: a digest of what its reader sees, and its place among those alike.

    Facts hold numbers of rows, and of these a reader could find out how many rows he may not see lie between his own.
    The moment is the same for all: how much was written for others in between does not show.
    """
    at, alike = timezone.now(), Counter[tuple[object, ...]]()
    for notice in notices:
        seen = (notice.member.user.get_username(), notice.turn, notice.kind, notice.text, notice.path, at.isoformat())
        alike[seen] += 1
        notice.at, notice.key = at, digest(*seen, alike[seen])[:16]


def mark_read(*, member: int, key: str = "") -> int:
    """Mark one notice of a member as read, or all of them; how many were unread."""
    rows = Notice.objects.filter(member=member, read_at=None)
    if key:
        rows = rows.filter(key=key)
    return rows.update(read_at=timezone.now())
