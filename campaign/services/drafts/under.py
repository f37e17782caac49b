"""The picture under the map of a draft: laid there, moved, taken away; each is a step to be undone."""

from django.db import transaction

from base.pages.pictures import Picture
from base.refusal import Refusal
from campaign.models import Draft, DraftScan
from campaign.rules.drafts.outside.under import Place
from campaign.services.drafts.drafts import open_row, put

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
