"""The campaign as a file: downloaded, copied, archived. What takes long is done by the workers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render

from base.pages.person import person_of
from battles.replies.refusals import refused_on
from campaign.forms.desk import ArchiveForm
from campaign.forms.people import CopyForm
from campaign.models import Campaign
from campaign.selectors.members.people import dumps_of
from campaign.services.files import dumps
from campaign.services.files.archive import archive_turns, fetched_dump, last_archivable
from campaign.services.files.files import copy_campaign, dump_text
from campaign.services.files.uploads import publish_uploads, send_copy
from campaign.services.record.chronicle import record_act
from campaign.views.access import wants_fragment
from campaign.views.desk.referee import desk_page, referee_only
from campaign.visibility import knowledge_of

TOOK_FILE = "took a file of the campaign {} the secret of its dice"
TOOK_COPY = "copied the campaign with the secret of its dice"


@referee_only("POST")
def download(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the campaign as a file, its secret included, on record; a long war's is written in the background."""
    if dumps.rows_of(campaign) > dumps.WRITTEN_AT_ONCE:
        return redirect("desk_files", slug=campaign.slug)
    note_taken(request, campaign)
    return HttpResponse(dump_text(campaign), content_type="application/json", headers=_attached(campaign))


def note_taken(request: HttpRequest, campaign: Campaign, *, sealed: bool = False) -> None:
    """Write on the public record that a file of the campaign leaves the site."""
    record_act(campaign=campaign, user=person_of(request), act=TOOK_FILE.format("without" if sealed else "with"))


def _attached(campaign: Campaign, *, sealed: bool = False) -> dict[str, str]:
    without = "-without-secret" if sealed else ""
    return {"Content-Disposition": f'attachment; filename="{campaign.slug}{without}.json"'}


@referee_only("GET", "POST")
def files(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the files that were written and how far the one in hand is; POST has one written. For htmx the list
    alone."""
    if request.method == "POST":
        sealed = request.POST.get("secret") != "in"
        dumps.ask_dump(campaign=campaign, sealed=sealed)
        dumps.publish_dumps()
        return redirect("desk_files", slug=campaign.slug)
    return _files(request, campaign)


def _files(request: HttpRequest, campaign: Campaign, form: ArchiveForm | None = None) -> HttpResponse:
    found, last = dumps_of(campaign), last_archivable(campaign)
    context = {
        "campaign": campaign, "section": "desk", "dumps": found, "polling": any(one.under_way for one in found),
        "last": last if last > campaign.archived else 0, "fetched": fetched_dump(campaign),
        "form": form or ArchiveForm(initial={"last": last}),
    }  # fmt: skip
    if wants_fragment(request):
        return render(request, "desk/files/_files.html", context)
    context["knowledge"] = knowledge_of(campaign, request.user)
    return render(request, "desk/files/files.html", context, status=422 if form else 200)


@referee_only()
def file(request: HttpRequest, campaign: Campaign, key: str) -> HttpResponseBase:
    """Show a file that a worker has written, on record."""
    dump, pieces = dumps.written_dump(campaign=campaign, key=key), dumps.fetched(campaign=campaign, key=key)
    if dump is None or pieces is None:
        raise Http404
    note_taken(request, campaign, sealed=dump.sealed)
    return StreamingHttpResponse(
        pieces, content_type="application/json", headers=_attached(campaign, sealed=dump.sealed)
    )


@referee_only("POST")
def archive(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Take the details of old turns out of the database."""
    form = ArchiveForm(request.POST)
    if form.is_valid():
        with refused_on(form, "last"):
            done = archive_turns(campaign=campaign, user=person_of(request), last=form.cleaned_data["last"])
            messages.success(
                request,
                f"Archived: {done.orders} orders, {done.sightings} sightings, journals of {done.battles} battles.",
            )
            return redirect("desk_files", slug=campaign.slug)
    return _files(request, campaign, form)


@referee_only("GET", "POST")
def copy(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Copy the campaign, history and all, to a new address; people are not copied."""
    form = CopyForm(request.POST or None, initial={"slug": f"{campaign.slug}-copy", "name": f"{campaign.name} (copy)"})
    if form.is_valid():
        with refused_on(form):
            return _copied(request, campaign, **form.cleaned_data)
    return desk_page(request, campaign, "desk/files/copy.html", form=form)


def _copied(request: HttpRequest, campaign: Campaign, *, slug: str, name: str) -> HttpResponse:
    user = person_of(request)
    if dumps.rows_of(campaign) > dumps.COPIED_AT_ONCE:
        sent = send_copy(user=user, source=campaign, slug=slug, name=name)
        record_act(campaign=campaign, user=user, act=TOOK_COPY)
        publish_uploads()
        return redirect("upload_state", key=sent.key)
    made = copy_campaign(campaign=campaign, slug=slug, name=name, actor=str(user), referee=user)
    record_act(campaign=campaign, user=user, act=TOOK_COPY)
    messages.success(request, f"{made.name} is a war of its own from here on.")
    return redirect("desk", slug=made.slug)
