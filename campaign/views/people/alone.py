"""Playing alone: a war against the program is begun, watched while its turn is run, and given up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from base.pages.found import found
from base.pages.person import person_of
from battles.replies.refusals import refusals_shown, refused_on
from campaign.forms.people import EASY, AloneForm
from campaign.selectors.members.people import wars_alone
from campaign.selectors.race import failed_battles
from campaign.services.alone import begin_alone, last_sealed, take_turn_back, try_battle_again
from campaign.services.alone import give_up as end_for_good
from campaign.services.files.packs import SHIPPED, sides_of, title_of
from campaign.views.access import Knowledge, drawn_anew, member_page, not_kept, wants_fragment
from campaign.views.desk.desk import turn_shown


def _wars() -> dict[str, dict[str, str]]:
    return {title_of(pack): _choices(pack) for pack in SHIPPED}


def _choices(pack: str) -> dict[str, str]:
    war = title_of(pack).partition(":")[0]
    return {f"{pack}:{key}": f"{war}: {name}" for key, name in sides_of(pack).items()}


@login_required
@require_http_methods(["GET", "POST"])
def alone(request: HttpRequest) -> HttpResponse:
    """Choose a war and a side, and begin; the reader's other wars against the program are listed.

    The first one is offered at the lowest level.
    """
    lines = wars_alone(request.user)
    form = AloneForm(request.POST or None, wars=_wars(), initial={} if lines else {"level": EASY})
    if form.is_valid():
        pack, _, faction = form.cleaned_data["side"].partition(":")
        with refused_on(form):
            campaign = begin_alone(
                user=person_of(request), pack=pack, faction=faction, takes_back=form.cleaned_data["takes_back"],
                level=form.cleaned_data["level"], turns=form.cleaned_data["turns"],
            )  # fmt: skip
            messages.success(request, "The war has begun. Give your armies their orders; Ready runs the turn.")
            return redirect("game:map", slug=campaign.slug)
    failed = failed_battles([line.campaign.pk for line in lines])
    wars = [(line, last_sealed(line.campaign), failed.get(line.campaign.pk, [])) for line in lines]
    context = {"form": form, "wars": wars}
    return not_kept(render(request, "people/alone.html", context, status=422 if form.errors else 200))


@require_POST
@login_required
def give_up(request: HttpRequest, slug: str) -> HttpResponse:
    """End one of the reader's wars against the program for good."""
    campaign = found(end_for_good(user=person_of(request), slug=slug))
    messages.success(request, f"{campaign.name} is given up.")
    return redirect("alone")


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the last turn of one of the reader's wars against the program again."""
    turn = turn_shown(request)
    with refusals_shown(request):
        found(take_turn_back(user=person_of(request), slug=slug, turn=turn))
        messages.success(request, f"Turn {turn} is open again, with the orders that it had.")
        return redirect("game:map", slug=slug)
    return redirect("alone")


@require_POST
@login_required
def retry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Let a battle that failed be fought again in one of the reader's wars against the program."""
    with refusals_shown(request):
        battle = found(try_battle_again(user=person_of(request), slug=slug, key=key))
        messages.success(request, f"The {battle.name} is fought again.")
    return redirect("alone")


@member_page()
def running(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show how far the turn has come that *Ready* has sealed; polled. The end of the turn refreshes the page."""
    if knowledge.is_running and wants_fragment(request):
        return render(request, "campaign/_running.html", {"knowledge": knowledge})
    if not wants_fragment(request):
        return redirect("game:map", slug=knowledge.campaign.slug)
    return drawn_anew()
