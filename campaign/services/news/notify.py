"""Telling the members of a campaign what has happened, in the transaction that made it happen."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from textwrap import shorten

from django.db import transaction

from campaign.models import Campaign, Member, Notice
from campaign.services.news.addresses import how_mailed
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.posts import post_public

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
    Notice.objects.bulk_create(made.values(), batch_size=200, ignore_conflicts=True)
    post_public(campaign=campaign, notes=notes)
    return list(made.values())


def _notice(campaign: Campaign, note: Note, member: Member, turn: int) -> Notice:
    fact = note.fact[:LONGEST_FACT]
    return Notice(
        campaign=campaign, member=member, key=_key(member, fact), kind=note.kind, fact=fact,
        text=shorten(note.text, LONGEST, placeholder=" …"), path=note.path[:200], turn=turn, until=note.until,
        how=how_mailed(member, note.kind),
    )  # fmt: skip


def _key(member: Member, fact: str) -> str:
    return hashlib.sha256(f"{member.pk}|{fact}".encode()).hexdigest()[:16]
