"""The link by which another user becomes a referee of a draft."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from base.pages.person import person_of
from base.refusal import Refusal
from campaign.selectors.making.drafts import OpenDraft, guest_draft
from campaign.services.drafts.guests import close_door, come_in, open_door
from campaign.views.access import not_kept
from campaign.views.drafts.door import of_draft


@require_POST
@of_draft
def link(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Make a link for another referee, or withdraw it."""
    act = request.POST.get("act")
    if act == "close":
        close_door(draft=draft.row)
        messages.success(request, "The link is withdrawn.")
    elif act == "open":
        open_door(draft=draft.row)
        messages.success(request, "The link is made; send it to the other referee.")
    else:
        messages.error(request, "Link: choose whether it is made or withdrawn.")
    return redirect("draft", key=draft.row.key)


@login_required
@require_http_methods(["GET", "POST"])
def come(request: HttpRequest, guest_key: str) -> HttpResponse:
    """Ask a guest whether he comes in, and let him in."""
    draft = guest_draft(guest_key)
    if draft is None:
        raise Http404
    if request.method == "POST":
        try:
            return redirect("draft", key=come_in(guest_key=guest_key, user=person_of(request)).key)
        except Refusal as refusal:
            messages.error(request, str(refusal))
    return not_kept(render(request, "drafts/guest.html", {"draft": draft}))
