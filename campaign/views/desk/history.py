"""The referee's past of the war: where it can be taken back to, what would go back, and doing it."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse

from base.pages.person import person_of
from battles.replies.refusals import carried_out
from campaign.forms.desk import RollBackForm, TakeBackForm
from campaign.models import Campaign
from campaign.selectors.past.history import seals, settled_battle, what_goes_back
from campaign.services.history.rolling_back import roll_back
from campaign.services.history.taking_back import state_before, take_back
from campaign.views.desk.referee import desk_page, referee_only
from campaign.visibility import knowledge_of
from campaign.visibility.news.undone import undone_lines


@referee_only()
def past(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the turns that the war can be taken back to, and what was taken back."""
    lines = undone_lines(knowledge_of(campaign, request.user))
    return desk_page(request, campaign, "desk/history/past.html", seals=seals(campaign), lines=lines)


@referee_only("GET", "HEAD", "POST")
def back(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """Show what goes back with a turn, and the button that takes it back."""
    if number not in [seal.turn for seal in seals(campaign)]:
        raise Http404
    form = RollBackForm(request.POST or None)
    act = partial(roll_back, campaign=campaign, turn=number, user=person_of(request))
    said = f"Turn {number} is open again, with the orders that it had."
    if done := carried_out(request, form, act, "desk", said, slug=campaign.slug):
        return done
    return desk_page(request, campaign, "desk/history/back.html", goes=what_goes_back(campaign, number), form=form)


@referee_only("GET", "HEAD", "POST")
def battle_back(request: HttpRequest, campaign: Campaign, key: str) -> HttpResponse:
    """Take a typed result back, so that the battle is ruled again."""
    battle = settled_battle(campaign=campaign, key=key)
    if battle is None or state_before(campaign, key) is None:
        raise Http404
    form = TakeBackForm(request.POST or None)
    act, said = (
        partial(take_back, campaign=campaign, battle=battle, user=person_of(request)),
        f"{battle.name} is yours to rule.",
    )
    done = carried_out(request, form, act, "game:battle_ruling", said, slug=campaign.slug, key=key)
    return done or desk_page(request, campaign, "desk/history/battle_back.html", battle=battle, form=form)
