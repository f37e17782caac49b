"""The outbox: rows written with the facts, gathered into mails, claimed by one worker each, tried until they arrive.

Delivery is at least once: a worker that dies after the server took a mail, and before it could note that, sends the
same mail again under the same Message-ID (a post: under the same ``webhook-id``), by which receivers know it.
"""

import logging
import random
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from base.rows.holder import this_process
from battles.services.claiming import SLACK, free_the_dead, held, lease_over
from battles.services.publishing import REPUBLISH_AFTER, send_each
from campaign.models import Dispatch, Hook, MailAddress, Notice
from campaign.services.news.mail import deliver_mail
from campaign.services.news.notes import Recipients
from campaign.services.news.notify import notify
from campaign.services.news.passwords import deliver_links
from campaign.services.news.sending.hooks import deliver_post, deliver_status
from campaign.services.news.sending.outside import NotSent


def note_arrival(*, dispatch: Dispatch) -> None:
    """Something has arrived there: whatever was wrong is over."""
    if dispatch.hook_id:
        Hook.objects.filter(pk=dispatch.hook_id).update(failures=0, trouble="")
    elif dispatch.member is not None:
        MailAddress.objects.filter(user=dispatch.member.user_id).exclude(trouble="").update(trouble="")


def note_trouble(*, dispatch: Dispatch, why: str, given_up: bool) -> None:
    """Note at its address what did not arrive; notify the referee once for each dispatch that is given up."""
    if dispatch.hook_id:
        Hook.objects.filter(pk=dispatch.hook_id).update(failures=F("failures") + 1, trouble=why[:300])
    elif dispatch.member is not None:
        MailAddress.objects.filter(user=dispatch.member.user_id).update(trouble=why[:300])
    if dispatch.campaign is not None and (given_up or dispatch.attempt == 1):
        _notify_the_referee(dispatch, why, given_up)


def _notify_the_referee(dispatch: Dispatch, why: str, given_up: bool) -> None:
    """Notify the referee in the program alone, once a day for each address or mail server that fails."""
    if dispatch.hook is not None:
        where, whom = f"hook:{dispatch.hook.key}", f"the webhook {dispatch.hook.name}"
    elif given_up and dispatch.to:
        where, whom = f"to:{dispatch.pk}", f"the guest at {dispatch.to}"
    elif given_up and dispatch.member is not None:
        where, whom = f"mail:{dispatch.member.pk}", dispatch.member.user.get_username()
    else:
        where, whom = "mail", "players who want mail"
    campaign = dispatch.campaign
    assert campaign is not None
    end = "It is not tried again." if given_up else "It is tried again."
    notify(
        campaign, Notice.Kind.TROUBLE, fact=f"trouble:{where}:{timezone.now().date()}:{given_up}",
        to=Recipients.referee(), text=f"News for {whom} did not arrive. {why} {end}",
        path=f"/c/{campaign.slug}/desk/news/",
    )  # fmt: skip


log = logging.getLogger(__name__)
State, Kind = Dispatch.State, Dispatch.Kind
TASK, QUEUE = "campaign.tasks.deliver", "bells"
LEASE = timedelta(seconds=90)
FIRST_WAIT, LONGEST_WAIT, GIVEN_UP_AFTER = 30.0, 900.0, timedelta(days=2)
KEPT_FOR = timedelta(days=60)
DELIVER: dict[str, Callable[[Dispatch], None]] = {
    Kind.MAIL: deliver_mail,
    Kind.POST: deliver_post,
    Kind.STATUS: deliver_status,
    Kind.LINK: deliver_links,
}


def publish_dispatches() -> int:
    """Send the workers a message for each dispatch that is due and was not sent to them lately; how many."""
    ids = _due().order_by("pk").values_list("pk", flat=True)[:500]
    return send_each(ids, task=TASK, rows=_due, queue=QUEUE)


def free() -> Q:
    """Dispatches that wait and whose time has come, and those whose lease is over.

    One that would wait longer than any wait was written before the clock was set back: its time has come too.
    """
    now = timezone.now()
    come = Q(next_try__lte=now) | Q(next_try__gt=now + timedelta(seconds=LONGEST_WAIT) + SLACK)
    return Q(state=State.PENDING) & come | Q(state=State.RUNNING) & lease_over(LEASE)


def _due() -> QuerySet[Dispatch]:
    """Find what is free, is next in line and was not published lately."""
    now = timezone.now()
    lately = Q(published_at__gte=now - REPUBLISH_AFTER, published_at__lte=now + SLACK)
    return Dispatch.objects.filter(free(), _next_in_line()).exclude(lately & Q(published_at__isnull=False))


def _next_in_line() -> Q:
    """Keep the posts of a hook in their order: only the oldest one that is not sent."""
    older = Dispatch.objects.filter(
        hook=OuterRef("hook"), pk__lt=OuterRef("pk"), state__in=[State.PENDING, State.RUNNING]
    )
    return Q(hook=None) | Q(~Exists(older))


def run_dispatch(dispatch_id: int) -> bool:
    """Claim one dispatch and send it; True if this call sent it."""
    token = uuid.uuid4()
    rows = Dispatch.objects.filter(free(), _next_in_line(), pk=dispatch_id)
    if rows.update(state=State.RUNNING, claim=token, holder=this_process(), lease_until=timezone.now() + LEASE,
                   attempt=F("attempt") + 1) != 1:  # fmt: skip
        return False
    dispatch = Dispatch.objects.select_related("campaign", "member__user", "hook").get(pk=dispatch_id)
    try:
        DELIVER[dispatch.kind](dispatch)
    except NotSent as error:
        _not_sent(dispatch, token, error)
        return False
    except Exception as error:
        log.exception("dispatch %s went wrong", dispatch.pk)
        _not_sent(dispatch, token, NotSent(f"It could not be made ({type(error).__name__})."))
        return False
    return _sent(dispatch, token)


@transaction.atomic
def _sent(dispatch: Dispatch, token: uuid.UUID) -> bool:
    now = timezone.now()
    if held(dispatch, token).update(state=State.DONE, sent_at=now, lease_until=None, body="", trouble="") != 1:
        return False
    note_arrival(dispatch=dispatch)
    return True


@transaction.atomic
def _not_sent(dispatch: Dispatch, token: uuid.UUID, error: NotSent) -> None:
    """Try again later, ever more seldom; give up where that is of no use."""
    now = timezone.now()
    over = error.final or now - dispatch.made_at > GIVEN_UP_AFTER
    wait = max(error.wait, waits(dispatch.attempt))
    changes: dict[str, object] = {"state": State.FAILED, "body": ""} if over else {"state": State.PENDING}
    done = held(dispatch, token).update(
        next_try=now + timedelta(seconds=wait), published_at=None, lease_until=None, trouble=str(error)[:300], **changes
    )
    if done:
        note_trouble(dispatch=dispatch, why=str(error), given_up=over)


def waits(attempt: int) -> float:
    """Return seconds before the next try: twice as long each time, up to a quarter of an hour, and never all at
    once."""
    steady: float = min(LONGEST_WAIT, FIRST_WAIT * 2 ** max(0, attempt - 1))
    return steady * random.uniform(0.8, 1.0)


def reconcile_dispatches() -> int:
    """Take up what dead workers and lost messages have left, forget what is old; how many were published."""
    free_the_dead(Dispatch)
    _forget_old(timezone.now() - KEPT_FOR)
    return publish_dispatches()


def _forget_old(before: datetime) -> None:
    """Delete what was sent or given up before a moment. Its notices wait for no other mail."""
    old = Dispatch.objects.filter(state__in=[State.DONE, State.FAILED], made_at__lt=before)
    if old.exists():
        with transaction.atomic():
            Notice.objects.filter(mail__in=old).update(how="")
            old.delete()


@transaction.atomic
def try_hook_again(*, hook: Hook) -> int:
    """Send what waits for a hook at once, as after its address was corrected; how many."""
    Hook.objects.filter(pk=hook.pk).update(failures=0, trouble="")
    return Dispatch.objects.filter(hook=hook, state=State.PENDING).update(next_try=timezone.now(), published_at=None)
