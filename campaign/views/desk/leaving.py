"""The referee's downloads without the secret: the file, a what-if."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.pages.person import person_of
from battles.replies.refusals import refused_on
from campaign.forms.desk import ForkForm
from campaign.models import Campaign
from campaign.selectors.past.history import seals
from campaign.services.files import dumps
from campaign.services.files.files import fork_campaign, pieces_without_secret
from campaign.services.files.uploads import publish_uploads, send_fork
from campaign.views.desk.files import note_taken
from campaign.views.desk.referee import desk_page, referee_only


@referee_only()
def download(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the campaign as a file, without the secret of its dice, on record; the workers write a long war's."""
    if dumps.rows_of(campaign) > dumps.WRITTEN_AT_ONCE:
        return redirect("desk_files", slug=campaign.slug)
    note_taken(request, campaign, sealed=True)
    headers = {"Content-Disposition": f'attachment; filename="{campaign.slug}-without-secret.json"'}
    return HttpResponse("".join(pieces_without_secret(campaign)), content_type="application/json", headers=headers)


@referee_only("GET", "HEAD", "POST")
def fork(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Begin a what-if from any turn, with dice of its own."""
    initial = {"slug": f"{campaign.slug}-what-if", "name": f"{campaign.name} (what if)"}
    turns = [seal.turn for seal in seals(campaign)]
    form = ForkForm(request.POST or None, turns=turns, initial=initial)
    if form.is_valid():
        with refused_on(form):
            return _forked(request, campaign, **form.cleaned_data)
    return desk_page(request, campaign, "desk/files/fork.html", form=form)


def _forked(request: HttpRequest, campaign: Campaign, **wanted: Any) -> HttpResponse:
    """Copy a short war while the referee waits; leave a long one to the workers."""
    user = person_of(request)
    if dumps.rows_of(campaign) > dumps.COPIED_AT_ONCE:
        sent = send_fork(user=user, source=campaign, **wanted)
        publish_uploads()
        return redirect("upload_state", key=sent.key)
    made = fork_campaign(campaign=campaign, user=user, **wanted)
    messages.success(request, f"{made.name} has dice of its own, and nobody but you in it.")
    return redirect("desk", slug=made.slug)
