"""A faction's standing wishes about its battles."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaign.forms.tables import OTHERS, StandingWishesForm
from campaign.services.phases.fighting.methods import set_standing_wishes
from campaign.views.access import Knowledge, member_page
from campaign.visibility.court.generals import enemies_of, own_wishes


@member_page("GET", "HEAD", "POST")
def standing(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the reader's standing wishes, to be changed."""
    if not knowledge.commands or knowledge.own is None:
        raise Http404
    kept = own_wishes(knowledge)
    initial = {f"against-{key}" if key else OTHERS: method for key, method in kept.items()}
    sent = request.POST if request.method == "POST" else None
    form = StandingWishesForm(sent, enemies=enemies_of(knowledge), initial=initial)
    if request.method == "POST" and form.is_valid():
        set_standing_wishes(faction=knowledge.own, wishes=form.wishes(), by=str(request.user))
        messages.success(request, "Saved for the battles to come.")
        return redirect("game:standing_wishes", slug=knowledge.campaign.slug)
    context = {"knowledge": knowledge, "section": "battles", "form": form}
    return render(request, "campaign/sheet/wishes.html", context, status=422 if form.errors else 200)
