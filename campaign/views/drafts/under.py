"""The picture under the map of a draft: laid there, moved, removed, and shown to the draft's referees."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from base.refusal import Refusal
from battles.replies.photographs import picture_reply
from campaign.forms.making.under import PlaceForm, ScanForm
from campaign.rules.drafts.outside.under import fitting
from campaign.selectors.making.drafts import OpenDraft, scan_of
from campaign.services.drafts.under import lay_picture, move_picture, take_picture
from campaign.views.drafts.door import of_draft, seen_in
from campaign.views.drafts.pasting import map_page


@require_POST
@of_draft
def lay(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Lay a picture under the map, over its whole frame."""
    form = ScanForm(request.POST, request.FILES)
    if form.is_valid():
        picture = form.cleaned_data["picture"]
        place = fitting(draft.file, picture.width, picture.height)
        try:
            lay_picture(draft=draft.row, seen=form.cleaned_data["seen"], picture=picture, place=place)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The picture lies under the map. Move it until its towns lie under yours.")
            return redirect("draft_map", key=draft.row.key)
    return map_page(request, draft, {"scan": form})


@require_POST
@of_draft
def move(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Lay the picture elsewhere."""
    form = PlaceForm(request.POST)
    if form.is_valid():
        place = form.place(degrees=draft.file.map.projection is not None)
        try:
            move_picture(draft=draft.row, seen=form.cleaned_data["seen"], place=place)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("draft_map", key=draft.row.key)
    return map_page(request, draft, {"place": form})


@require_POST
@of_draft
def remove(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take the picture away."""
    try:
        take_picture(draft=draft.row, seen=seen_in(request))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "The picture is removed. Undo brings it back.")
    return redirect("draft_map", key=draft.row.key)


@require_GET
@of_draft
def shown(request: HttpRequest, draft: OpenDraft, scan: str) -> HttpResponse:
    """Show the picture to a referee of the draft."""
    return picture_reply(scan_of(draft.row, scan), "map")
