"""Messages that failed to arrive, shown to the referee and to their owner."""

from django.db.models import F
from django.utils import timezone

from campaign.models import Dispatch, Hook, MailAddress, Notice
from campaign.services.news.notes import Recipients
from campaign.services.news.notify import notify


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
