"""What a referee takes out of a war without its secret: the file, a what-if."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from campaign.forms.history import ForkForm
from campaign.models import Campaign
from campaign.selectors.history import seals
from campaign.services.history.forking import fork_campaign, pieces_without_secret
from campaign.views.desk import desk_page, person_of
from campaign.views.referee import referee_only
from rosters.rules.refusal import Refusal


@require_GET
@referee_only
def download(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The campaign as a file, without the secret of its dice."""
    headers = {"Content-Disposition": f'attachment; filename="{campaign.slug}-without-secret.json"'}
    return HttpResponse("".join(pieces_without_secret(campaign)), content_type="application/json", headers=headers)


@referee_only
def fork(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Begin a what-if from any turn, with dice of its own."""
    initial = {"slug": f"{campaign.slug}-what-if", "name": f"{campaign.name} (what if)"}
    turns = [seal.turn for seal in seals(campaign)]
    form = ForkForm(request.POST or None, turns=turns, initial=initial)
    if form.is_valid():
        try:
            made = fork_campaign(campaign=campaign, user=person_of(request), **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{made.name} has dice of its own, and nobody but you in it.")
            return redirect("desk", slug=made.slug)
    return desk_page(request, campaign, "desk/fork.html", status=422 if form.errors else 200, form=form)
