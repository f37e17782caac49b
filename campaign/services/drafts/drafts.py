"""Drafts of wars: changed in steps, begun, shared with guests and in the library, with a picture under the map."""

import zlib
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.pages.pictures import Picture
from base.refusal import Refusal
from base.rows.columns import new_key
from base.words import counted
from campaign.models import Campaign, Draft, DraftScan, DraftStep, SharedWar
from campaign.rules.drafts.faults import faults_of
from campaign.rules.drafts.outside.under import Place
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import UPLOAD_LIMIT, CampaignFile, print_file
from campaign.selectors.making.drafts import unpacked
from campaign.services.files.files import load_file
from campaign.services.people.members import make_referee

STEPS_KEPT = 50
MOST_DRAFTS = 40
OLDER = (
    "This page showed the draft as it was before another change, and nothing was entered. Look again, and repeat it."
)
BEGUN = "This draft has become a campaign and is closed; make a copy of the draft to change it."


@transaction.atomic
def make_draft(*, user: User, file: CampaignFile) -> Draft:
    """Keep a document as a new draft of its referee. Refusal where he has too many, or where it is too long."""
    User.objects.select_for_update().get(pk=user.pk)
    if Draft.objects.filter(referees=user, begun_at=None).count() >= MOST_DRAFTS:
        raise Refusal(f"You have {MOST_DRAFTS} drafts; throw one of them away first.")
    draft = Draft.objects.create(name=file.name, packed=_packed(file))
    draft.referees.add(user)
    return draft


@transaction.atomic
def change_draft(*, draft: Draft, seen: int, file: CampaignFile, said: str) -> Draft:
    """Put another document in place of the one of version ``seen``. What does not change anything is no step."""
    row, packed = open_row(draft, seen), _packed(file)
    return row if unpacked(packed) == unpacked(row.packed) else put(row, said, packed=packed, under=row.under)


def put(row: Draft, said: str, *, under: dict[str, Any] | None, packed: bytes = b"") -> Draft:
    """Keep the state of a locked draft as a step, and put another in its place: a document, or the same one (empty)
    with another picture under its map."""
    _step(row, said).save()
    row.steps.filter(undone=True).delete()
    old = row.steps.order_by("-version").values_list("pk", flat=True)[STEPS_KEPT:]
    row.steps.filter(pk__in=list(old)).delete()
    return _written(row, packed or bytes(row.packed), under)


def _step(row: Draft, said: str, *, undone: bool = False) -> DraftStep:
    return DraftStep(draft=row, version=row.version, said=said[:80], packed=row.packed, under=row.under, undone=undone)


@transaction.atomic
def undo_step(*, draft: Draft, seen: int) -> str:
    """Take the last change back; what it was."""
    return _exchanged(open_row(draft, seen), undo=True)


@transaction.atomic
def redo_step(*, draft: Draft, seen: int) -> str:
    """Make the change again that was undone last; what it was."""
    return _exchanged(open_row(draft, seen), undo=False)


@transaction.atomic
def begin_draft(*, draft: Draft, seen: int, user: User, slug: str) -> Campaign:
    """Make the campaign and open its first turn, with the draft's referees as its own; the draft is closed."""
    row = open_row(draft, seen)
    file = read_document(unpacked(row.packed))
    blocking = [fault for fault in faults_of(file) if fault.blocks]
    if blocking:
        raise Refusal(f"The war cannot begin yet. {blocking[0].sentence}")
    campaign = load_file(file, slug, actor=str(user), referee=user)
    for other in row.referees.exclude(pk=user.pk):
        make_referee(campaign=campaign, user=other)
    Draft.objects.filter(pk=row.pk).update(begun_at=timezone.now(), campaign=campaign)
    return campaign


@transaction.atomic
def drop_draft(*, draft: Draft) -> None:
    """Throw a draft away, with all its steps; a campaign that it has become stays."""
    Draft.objects.filter(pk=draft.pk).delete()


def _exchanged(row: Draft, *, undo: bool) -> str:
    """Put the nearest document before or after the present one in its place, and keep the present one; what changed."""
    step = row.steps.filter(undone=not undo).order_by("-version").first()
    if step is None:
        raise Refusal(f"There is nothing to {'undo' if undo else 'redo'}.")
    kept = _step(row, step.said, undone=undo)
    step.delete()
    kept.save()
    _written(row, bytes(step.packed), step.under)
    return step.said


def open_row(draft: Draft, seen: int) -> Draft:
    """Return the locked row of a draft that still changes, if its page showed the newest version."""
    row = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if row is None:
        raise Refusal("This draft has been thrown away.")
    if row.begun_at is not None:
        raise Refusal(BEGUN)
    if row.version != seen:
        raise Refusal(OLDER)
    return row


def _packed(file: CampaignFile) -> bytes:
    """Return a document packed; it is read again first, so that nothing is kept that could not be read."""
    text = print_file(file).encode()
    if len(text) > UPLOAD_LIMIT:
        raise Refusal(f"The draft has {len(text):,} bytes, at most {UPLOAD_LIMIT:,} are kept; make it smaller.")
    return zlib.compress(print_file(read_document(text)).encode())


def _written(row: Draft, packed: bytes, under: dict[str, Any] | None) -> Draft:
    row.packed, row.under, row.version = packed, under, row.version + 1
    row.name, row.changed_at = read_document(unpacked(packed)).name, timezone.now()
    row.save(update_fields=["packed", "under", "version", "name", "changed_at"])
    return row


MOST_REFEREES = 8


@transaction.atomic
def open_door(*, draft: Draft) -> str:
    """Draw a fresh key for the link by which another referee comes in; an older link leads nowhere."""
    row = Draft.objects.select_for_update().get(pk=draft.pk)
    row.guest_key = new_key()
    row.save(update_fields=["guest_key"])
    return row.guest_key


@transaction.atomic
def close_door(*, draft: Draft) -> None:
    """Withdraw the link; those who came in by it stay."""
    Draft.objects.filter(pk=draft.pk).update(guest_key="")


@transaction.atomic
def come_in(*, guest_key: str, user: User) -> Draft:
    """Make the user a referee of the draft to which the link leads. Refusal where it leads nowhere, or all seats are
    taken."""
    row = Draft.objects.select_for_update().filter(guest_key=guest_key, begun_at=None).exclude(guest_key="").first()
    if row is None:
        raise Refusal("Link: it leads to no draft any more; ask for a new one.")
    if not row.referees.filter(pk=user.pk).exists() and row.referees.count() >= MOST_REFEREES:
        raise Refusal(f"Link: the draft has {MOST_REFEREES} referees already; ask one of them to leave.")
    row.referees.add(user)
    return row


MOST_SCANS = 4
"""Pictures of a draft that *Undo* may bring back; of more, the oldest are forgotten."""


@transaction.atomic
def lay_picture(*, draft: Draft, seen: int, picture: Picture, place: Place) -> Draft:
    """Lay a picture under the map, in place of the one that is there."""
    row = open_row(draft, seen)
    scan = DraftScan.objects.create(draft=row, data=picture.data, width=picture.width, height=picture.height)
    put(row, "Picture laid under the map", under={"scan": scan.key, **place.stored})
    older = row.scans.order_by("-pk").values_list("pk", flat=True)[MOST_SCANS:]
    row.scans.filter(pk__in=list(older)).delete()
    return row


@transaction.atomic
def move_picture(*, draft: Draft, seen: int, place: Place) -> Draft:
    """Lay the picture elsewhere. What does not change anything is no step."""
    row = open_row(draft, seen)
    if not row.under:
        raise Refusal("Picture: there is none under the map; choose a file.")
    under = {"scan": row.under["scan"], **place.stored}
    return row if under == row.under else put(row, "Picture moved", under=under)


@transaction.atomic
def take_picture(*, draft: Draft, seen: int) -> Draft:
    """Take the picture away; *Undo* brings it back."""
    row = open_row(draft, seen)
    if not row.under:
        raise Refusal("Picture: there is none under the map any more.")
    return put(row, "Picture removed", under=None)


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
