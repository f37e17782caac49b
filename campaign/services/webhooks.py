"""Webhooks of a campaign, entered and removed by its referee, on the record."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign, Hook
from campaign.services.news.sending.hooks import new_secret
from campaign.services.record.acts import record_act

MOST = 5


@transaction.atomic
def add_hook(*, campaign: Campaign, kind: str, name: str, url: str, actor: User) -> Hook:
    """Let the public news of a campaign go to an outside address. Its address stays secret; its name is on record."""
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if Hook.objects.filter(campaign=campaign).count() >= MOST:
        raise Refusal(f"A campaign has {MOST} webhooks at most: remove one first.")
    if Hook.objects.filter(campaign=campaign, kind=kind, url=url).exists():
        raise Refusal("Address: a webhook to this address is on the list already; each piece of news would come twice.")
    secret = new_secret() if kind == Hook.Kind.SIGNED else ""
    hook = Hook.objects.create(campaign=campaign, kind=kind, name=name, url=url, secret=secret)
    record_act(campaign=campaign, user=actor, act=f"added the webhook {name}")
    return hook


@transaction.atomic
def remove_hook(*, campaign: Campaign, key: str, actor: User) -> None:
    """Remove a webhook with what waits for it."""
    hook = Hook.objects.select_for_update().filter(campaign=campaign, key=key).first()
    if hook is None:
        raise Refusal("That webhook has been removed already.")
    record_act(campaign=campaign, user=actor, act=f"removed the webhook {hook.name}")
    hook.delete()
