"""The clock's work for the news: reminders before a deadline, mails at once, a digest a day, status posts."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.rows.one_by_one import each_by_itself
from campaign.models import Absence, Dispatch, Hook, MailAddress, Member, Notice, Turn
from campaign.selectors.members.people import away_now
from campaign.selectors.members.silence import caretaken, silent_factions
from campaign.selectors.war import war_of
from campaign.services.news.events import of_war
from campaign.services.news.mail import DIGEST, NOW, zone_of
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import LONGEST, notify_each
from campaign.services.news.outbox import reconcile_dispatches
from campaign.services.news.sending.hooks import digest_of, status_text
from campaign.services.news.tables import known_ends, warning, watch_rulings, watch_tables

UNSENT = (Dispatch.State.PENDING, Dispatch.State.RUNNING)


def gather_mails() -> int:
    """Put what is to be mailed at once into the outbox, a mail for each member; how many mails."""
    waiting = _unmailed(NOW).values_list("member_id", flat=True).order_by().distinct()
    return sum(_into_one_mail(pk, NOW) for pk in list(waiting))


def gather_digests() -> int:
    """Return the same for those whose daily digest is due, by the hour of their own zone; how many mails."""
    waiting = _unmailed(DIGEST).order_by().values("member__user").annotate(since=Min("at"))
    oldest = dict(waiting.values_list("member__user", "since"))
    addresses = MailAddress.objects.filter(user__in=oldest)
    return sum(_digest(address, oldest[address.user_id]) for address in addresses)


def _unmailed(how: str) -> QuerySet[Notice]:
    return Notice.objects.filter(mail=None, how=how)


def _digest(address: MailAddress, since: datetime) -> int:
    """Put one person's digest into the outbox at its hour; what is newer than the hour waits for the next day's.

    ``since``: when the oldest of the news that wait was written.
    """
    local = timezone.localtime(timezone.now(), zone_of(address.zone))
    hour = local.replace(hour=address.digest_hour, minute=0, second=0, microsecond=0)
    had = address.digest_on is not None and address.digest_on >= local.date()
    return 0 if had or not since < hour <= local else _digest_of(address, local.date())


@transaction.atomic
def _digest_of(address: MailAddress, today: date) -> int:
    """Do so once on a local day, also where two clocks tick."""
    fresh = MailAddress.objects.filter(pk=address.pk).filter(Q(digest_on=None) | Q(digest_on__lt=today))
    if fresh.update(digest_on=today) != 1:
        return 0
    members = list(Member.objects.filter(user=address.user_id).values_list("pk", flat=True))
    return sum(_into_one_mail(pk, DIGEST) for pk in members)


@transaction.atomic
def _into_one_mail(member: int, how: str) -> int:
    """Each notice goes into one mail alone: the rows are taken by a conditional UPDATE."""
    found = Member.objects.filter(pk=member).select_related("campaign").first()
    if found is None:
        return 0
    mail = Dispatch.objects.create(kind=Dispatch.Kind.MAIL, campaign=found.campaign, member=found, digest=how == DIGEST)
    if _unmailed(how).filter(member=member).update(mail=mail) == 0:
        mail.delete()
        return 0
    return 1


def gather_status() -> int:
    """Put a status post into the outbox for each hook whose campaign's has changed; how many."""
    hooks = Hook.objects.filter(kind=Hook.Kind.DISCORD).select_related("campaign").defer("campaign__map")
    busy = Dispatch.objects.filter(kind=Dispatch.Kind.STATUS, state__in=UNSENT).values("hook")
    return each_by_itself(hooks.exclude(pk__in=busy), _status)


def _status(hook: Hook) -> int:
    """Write a status post where the status has changed: once, however many clocks tick, and once a day if it failed."""
    now = digest_of(status_text(hook.campaign))
    if now == hook.status_digest:
        return 0
    sent = Dispatch.objects.filter(hook=hook, kind=Dispatch.Kind.STATUS, state=Dispatch.State.DONE)
    last = sent.order_by("-pk").values_list("pk", flat=True).first() or 0
    fact = f"status:{last}:{now[:32]}:{timezone.now().date()}"
    made = Dispatch(kind=Dispatch.Kind.STATUS, campaign=hook.campaign, hook=hook, fact=fact, subject="status")
    Dispatch.objects.bulk_create([made], ignore_conflicts=True)
    return 1


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


STEPS: tuple[Callable[[], int], ...] = (
    send_reminders,
    watch_tables,
    watch_rulings,
    gather_mails,
    gather_digests,
    gather_status,
    reconcile_dispatches,
)
