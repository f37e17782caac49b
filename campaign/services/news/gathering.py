"""Notices on their way: mails at once, a digest a day, a status post where it has changed."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from base.rows.one_by_one import each_by_itself
from campaign.models import Dispatch, Hook, MailAddress, Member, Notice
from campaign.services.news.addresses import DIGEST, NOW
from campaign.services.news.mail import zone_of
from campaign.services.news.sending.hooks import digest_of, status_text

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
