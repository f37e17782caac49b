"""The door to the pages of a draft: its referees come in, for everybody else there is no such page."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from base.pages.found import found
from base.refusal import Refusal
from campaign.forms.making.drafts import SeenForm
from campaign.rules.files.campaign_file import CampaignFile
from campaign.selectors.making.drafts import OpenDraft, own_draft
from campaign.services.drafts.drafts import OLDER, change_draft
from campaign.views.access import not_kept

P = ParamSpec("P")
DraftView = Callable[Concatenate[HttpRequest, OpenDraft, P], HttpResponseBase]
ROOMS = {
    "draft": "Check and begin", "draft_war": "Name and time", "draft_map": "Map", "draft_powers": "Powers",
    "draft_provinces": "Provinces", "draft_ways": "Ways", "draft_types": "Unit types", "draft_armies": "Armies",
    "draft_aims": "Victory", "draft_triggers": "Arrivals", "draft_rules": "Rules", "draft_rehearsal": "Rehearsal",
    "draft_see": "See as …",
}  # fmt: skip
"""Route → its name in the navigation of a draft."""
PARTS = {
    "draft_courses": "draft_map", "draft_picture": "draft_map", "draft_picture_place": "draft_map",
    "draft_picture_gone": "draft_map", "draft_way_text": "draft_ways", "draft_end": "draft_aims",
    "draft_triggers_gone": "draft_triggers", "draft_begin": "draft", "draft_rehearsal_film": "draft_rehearsal",
}  # fmt: skip
"""Route of a form or a part of a page → the route of the page in the navigation."""


def of_draft(*methods: str) -> Callable[[DraftView[P]], Callable[..., HttpResponseBase]]:
    """Give the view the draft instead of its key, if the reader is one of its referees; otherwise 404.

    Without methods it answers GET alone. A refusal that the view does not show leads back to the page of the button.
    """

    def decorate(view: DraftView[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def inner(request: HttpRequest, key: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            draft = found(own_draft(key=key, user=request.user))
            try:
                return not_kept(view(request, draft, *args, **kwargs))
            except Refusal as refusal:
                messages.error(request, str(refusal))
                return not_kept(redirect(room_of(request), key=key))

        return require_http_methods(methods or ("GET",))(login_required(inner))

    return decorate


def seen_in(request: HttpRequest) -> int:
    """Return the version of the draft that the form was drawn for. Refusal where it names none."""
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise Refusal(OLDER)
    return int(form.cleaned_data["seen"])


def change(request: HttpRequest, draft: OpenDraft, file: CampaignFile, said: str) -> None:
    """Write the changed document and say so. Refusal where the draft was changed meanwhile."""
    row = change_draft(draft=draft.row, seen=seen_in(request), file=file, said=said)
    messages.success(request, f"{said}." if row.version != draft.row.version else "Nothing has changed.")


def draft_page(
    request: HttpRequest, draft: OpenDraft, template: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Return a page of a draft with its head."""
    context = {"draft": draft, "rooms": ROOMS, **more}
    return render(request, f"drafts/{template}.html", context, status=status)


def room_of(request: HttpRequest) -> str:
    """Return the route of the page of the draft on which a button was pressed; of the first page if it names none."""
    sent = request.POST.get("room", "")
    room = PARTS.get(sent, sent)
    return room if room in ROOMS else "draft"
