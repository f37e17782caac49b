"""The library of published wars, and the link by which another user becomes a referee of a draft."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from base.pages.found import found
from base.pages.person import person_of
from base.refusal import Refusal
from battles.replies.refusals import refusals_shown
from campaign.forms.making.drafts import PublishForm
from campaign.models import SharedWar
from campaign.rules.drafts.starts import read_document
from campaign.selectors.making.drafts import OpenDraft, guest_draft, shared_war, shared_wars, unpacked
from campaign.services.drafts.drafts import begin_from, close_door, come_in, open_door, publish_draft, withdraw_shared
from campaign.services.files.files import suggested_slug
from campaign.views.access import not_kept
from campaign.views.drafts.door import of_draft
from campaign.views.drafts.picture import picture_of

SharedView = Callable[Concatenate[HttpRequest, SharedWar, ...], HttpResponseBase]


def of_library(*methods: str) -> Callable[[SharedView], Callable[..., HttpResponseBase]]:
    """Give the view the published war instead of its key; 404 where there is none. Without methods it answers GET."""

    def decorate(view: SharedView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def inner(request: HttpRequest, key: str) -> HttpResponseBase:
            shared = found(shared_war(key))
            return not_kept(view(request, shared))

        return require_http_methods(methods or ("GET",))(login_required(inner))

    return decorate


@login_required
@require_GET
def library(request: HttpRequest) -> HttpResponse:
    """List the published wars, the newest first."""
    return not_kept(render(request, "drafts/library/library.html", {"wars": shared_wars()}))


@of_library()
def war(request: HttpRequest, shared: SharedWar) -> HttpResponse:
    """Show a published war with its map."""
    file = read_document(unpacked(shared.packed))
    mine = shared.author_id == person_of(request).pk
    context = {"shared": shared, "file": file, "picture": picture_of(file), "mine": mine}
    return render(request, "drafts/library/shared.html", context)


@of_library("POST")
def begin(request: HttpRequest, shared: SharedWar) -> HttpResponse:
    """Begin a draft with a published war."""
    with refusals_shown(request):
        made = begin_from(shared=shared, user=person_of(request))
        messages.success(request, f"{made.name} is a draft of yours, made from the library.")
        return redirect("draft", key=made.key)
    return redirect("library_war", key=shared.key)


@of_library()
def file(request: HttpRequest, shared: SharedWar) -> HttpResponse:
    """Download a published war as a campaign file."""
    headers = {"Content-Disposition": f'attachment; filename="{suggested_slug(shared.name) or "war"}.json"'}
    return HttpResponse(unpacked(shared.packed), content_type="application/json", headers=headers)


@of_library("POST")
def withdraw(request: HttpRequest, shared: SharedWar) -> HttpResponse:
    """Take a war of one's own out of the library."""
    with refusals_shown(request):
        withdraw_shared(shared=shared, user=person_of(request))
        messages.success(request, f"{shared.name} is out of the library. What others have begun with it stays.")
        return redirect("library")
    return redirect("library_war", key=shared.key)


@of_draft("POST")
def publish(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Put a draft into the library."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        raise Refusal("Publish: choose a licence, and write at most 1,000 characters about the war.")
    shared = publish_draft(draft=draft.row, user=person_of(request), **form.cleaned_data)
    messages.success(request, f"{shared.name} is in the library.")
    return redirect("library_war", key=shared.key)


@of_draft("POST")
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
    draft = found(guest_draft(guest_key))
    if request.method == "POST":
        with refusals_shown(request):
            return redirect("draft", key=come_in(guest_key=guest_key, user=person_of(request)).key)
    return not_kept(render(request, "drafts/library/guest.html", {"draft": draft}))
