"""The library of a site: wars that their referees publish, for others to begin a draft from."""

import zlib
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.words import counted
from campaign.models import Draft, SharedWar
from campaign.rules.drafts.faults import faults_of
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import CampaignFile, print_file
from campaign.selectors.making.drafts import unpacked
from campaign.services.drafts.drafts import make_draft

MOST_SHARED = 40


@transaction.atomic
def publish_draft(*, draft: Draft, user: User, licence: str, summary: str) -> SharedWar:
    """Put the draft as it is now into the library, in place of what was published of it before.

    The published war is a copy: changes of the draft, or of a war that began with it, leave it as it is. Refusal
    while the draft could not begin, or where its referee has published too much.
    """
    file = read_document(unpacked(draft.packed))
    blocking = [fault for fault in faults_of(file) if fault.blocks]
    if blocking:
        raise Refusal(f"Publish: the war cannot begin yet. {blocking[0].sentence}")
    User.objects.select_for_update().get(pk=user.pk)
    old = SharedWar.objects.filter(draft=draft, author=user).first()
    if old is None and SharedWar.objects.filter(author=user).count() >= MOST_SHARED:
        raise Refusal(f"Publish: you have {MOST_SHARED} wars in the library; withdraw one of them first.")
    bare = replace(file, secret=None, commitment=None, slug=None)
    packed = zlib.compress(print_file(bare).encode())
    values = {
        "name": file.name, "author_name": user.get_full_name() or user.get_username(), "licence": licence,
        "summary": summary, "packed": packed, "facts": _facts(bare), "published_at": timezone.now(),
    }  # fmt: skip
    return SharedWar.objects.update_or_create(draft=draft, author=user, defaults=values)[0]


def _facts(file: CampaignFile) -> str:
    counts = (
        (len(file.provinces), "province", ""), (len(file.factions), "faction", ""),
        (len(file.armies), "army", "armies"), (file.calendar.last_turn, "turn", ""),
    )  # fmt: skip
    return ", ".join(counted(number, one, many) for number, one, many in counts)


@transaction.atomic
def withdraw_shared(*, shared: SharedWar, user: User) -> None:
    """Take a war out of the library; drafts and campaigns that began with it stay. Refusal for all but its author."""
    if not SharedWar.objects.filter(pk=shared.pk, author=user).delete()[0]:
        raise Refusal("Withdraw: only its author takes a war out of the library.")


def begin_from(*, shared: SharedWar, user: User) -> Draft:
    """Begin a draft with a published war."""
    return make_draft(user=user, file=read_document(unpacked(shared.packed)))
