"""The list of drafts, the first page of one, and its buttons."""

import datetime
from dataclasses import dataclass, replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods

from base.pages.person import person_of
from base.refusal import Refusal
from battles.replies.refusals import refused_on
from campaign.forms.making.drafts import BeginForm, NewDraftForm, PublishForm
from campaign.rules.drafts.faults import Fault, faults_of
from campaign.rules.drafts.forces import seen_by
from campaign.rules.drafts.outside.imports import read_foreign
from campaign.rules.drafts.starts import blank, read_document, taken
from campaign.rules.files.campaign_file import UPLOAD_LIMIT, CampaignFile
from campaign.rules.files.faults import faults_in
from campaign.selectors.making.drafts import OpenDraft, document_text, drafts_of
from campaign.services.drafts.drafts import BEGUN, begin_draft, drop_draft, make_draft, redo_step, undo_step
from campaign.services.files.files import free_slug, suggested_slug
from campaign.services.files.packs import SHIPPED, read_pack, title_of
from campaign.views.access import not_kept
from campaign.views.drafts.door import draft_page, of_draft, room_of, seen_in
from campaign.views.drafts.picture import picture_of


@dataclass(frozen=True)
class FaultLine:
    """A fault with the address where it is mended."""

    sentence: str
    blocks: bool
    url: str


def fault_line(draft: OpenDraft, fault: Fault) -> FaultLine:
    """Return a fault with its link."""
    url = reverse(f"draft_{fault.room}", args=[draft.row.key])
    at = f"?{urlencode({'at': fault.key})}#row-{fault.key}" if fault.key else ""
    return FaultLine(fault.sentence, fault.blocks, url + at)


FIRST_DAY = datetime.date(1809, 5, 1)


@login_required
@require_GET
def drafts(request: HttpRequest) -> HttpResponse:
    """List the reader's drafts."""
    return not_kept(render(request, "drafts/list.html", {"drafts": drafts_of(request.user)}))


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a draft: with nothing, with a shipped war, or with a file."""
    form = NewDraftForm(request.POST or None, request.FILES or None, packs={pack: title_of(pack) for pack in SHIPPED})
    if form.is_valid():
        try:
            made = make_draft(user=person_of(request), file=_begun_with(form))
        except Refusal as refusal:
            for sentence in _every_fault(form) or [str(refusal)]:
                form.add_error(None, sentence)
        else:
            messages.success(request, f"{made.name} is a draft, and only you see it.")
            return redirect("draft", key=made.key)
    return not_kept(render(request, "drafts/new.html", {"form": form}, status=422 if form.errors else 200))


def _begun_with(form: NewDraftForm) -> CampaignFile:
    given = form.cleaned_data
    if not (given["pack"] or given["file"]):
        return blank(given["name"], FIRST_DAY)
    data = read_pack(given["pack"]) if given["pack"] else bytes(given["file"].read())
    found = None if given["pack"] else read_foreign(data, given["name"], FIRST_DAY)
    file = found or taken(read_document(data), given["part"] or "all")
    return replace(file, name=given["name"]) if given["name"] else file


def _every_fault(form: NewDraftForm) -> list[str]:
    """Return all faults of the campaign file that was sent; none where it is no such file, or is sound by itself."""
    sent = form.cleaned_data["file"]
    if not sent:
        return []
    sent.seek(0)
    found = faults_in(bytes(sent.read()), limit=UPLOAD_LIMIT, draft=True)
    return found if len(found) > 1 else []


@of_draft()
def draft(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the draft: its map, what it still lacks, and how it begins."""
    return _first_page(request, draft)


def _first_page(request: HttpRequest, draft: OpenDraft, form: BeginForm | None = None) -> HttpResponse:
    found = faults_of(draft.file)
    wanted = {"seen": draft.row.version, "slug": free_slug(suggested_slug(draft.file.name) or "war")}
    return draft_page(
        request, draft, "draft", status=422 if form else 200, form=form or BeginForm(initial=wanted),
        faults=[fault_line(draft, fault) for fault in found], blocked=sum(fault.blocks for fault in found),
        picture=picture_of(draft.file), referees=list(draft.row.referees.order_by("username")),
        link=_link(request, draft), publish=PublishForm(),
    )  # fmt: skip


def _link(request: HttpRequest, draft: OpenDraft) -> str:
    """Return the link by which another referee comes in; empty where there is none."""
    key = draft.row.guest_key
    return request.build_absolute_uri(reverse("draft_guest", args=[key])) if key else ""


@of_draft()
def see(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the draft as one of its factions will see it on turn 1."""
    names = {row.key: row.name for row in draft.file.factions}
    faction = request.GET.get("faction", "")
    if faction not in names:
        faction = next(iter(names), "")
    seen = seen_by(draft.file, faction)
    towns = {row.key: row.name for row in draft.file.provinces}
    lines = [(one, names.get(one.faction, one.faction), towns[one.province]) for one in seen]
    picture = picture_of(draft.file, {one.ref for one in seen})
    return draft_page(request, draft, "map/see", faction=faction, names=names, lines=lines, picture=picture)


@of_draft("POST")
def begin(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Make the campaign and open its first turn."""
    if draft.closed:
        raise Refusal(BEGUN)
    form = BeginForm(request.POST)
    if form.is_valid():
        with refused_on(form):
            campaign = begin_draft(
                draft=draft.row, seen=form.cleaned_data["seen"], user=person_of(request), slug=form.cleaned_data["slug"]
            )
            messages.success(request, f"{campaign.name} has begun, and you are its referee. Invite the players.")
            return redirect("desk", slug=campaign.slug)
    return _first_page(request, draft, form)


@of_draft("POST")
def undo(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take the last change back."""
    messages.success(request, f"Undone: {undo_step(draft=draft.row, seen=seen_in(request))}.")
    return redirect(room_of(request), key=draft.row.key)


@of_draft("POST")
def redo(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Make the change again that was undone last."""
    messages.success(request, f"Redone: {redo_step(draft=draft.row, seen=seen_in(request))}.")
    return redirect(room_of(request), key=draft.row.key)


@of_draft("POST")
def copy(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Make a second draft of the same document."""
    made = make_draft(user=person_of(request), file=draft.file)
    messages.success(request, "This is the copy. The other draft stays as it is.")
    return redirect("draft", key=made.key)


@of_draft("POST")
def drop(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Throw the draft away."""
    drop_draft(draft=draft.row)
    messages.success(request, f"{draft.row.name} is thrown away.")
    return redirect("drafts")


@of_draft()
def file(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the draft as a campaign file."""
    name = suggested_slug(draft.file.name) or "war"
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return HttpResponse(document_text(draft.row), content_type="application/json", headers=headers)
