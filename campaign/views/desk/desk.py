"""The referee's desk: who is ready, what is open, run the turn; and what only a referee may do."""

from functools import partial
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HTMX_STOP_POLLING

from base.pages.found import found
from base.pages.person import person_of
from battles.replies.refusals import carried_out, refusals_shown, refused_on
from battles.resolvers.core import kernels
from battles.services import launchers_notes, publish_due, site_health
from campaign.forms.desk import CorrectionForm, DeadlineForm
from campaign.forms.people import InviteForm
from campaign.models import Campaign
from campaign.selectors.desk import desk_of, failed_battle
from campaign.selectors.members.people import members_of, open_invitations
from campaign.selectors.members.silence import sides_led
from campaign.selectors.members.tokens import played_by_program
from campaign.services.corrections import correct_points, run_turn, set_deadline, try_again
from campaign.services.news.outbox import publish_dispatches
from campaign.services.people.members import invite, remove_member, reset_path, withdraw_invitation
from campaign.views.access import drawn_anew
from campaign.views.desk.referee import desk_button, desk_page, referee_only
from campaign.visibility import knowledge_of
from campaign.visibility.battles.battles import summaries_of
from campaign.visibility.court.aims import end_lines
from campaign.visibility.schedule import due_dates

NO_TURN = 0


@referee_only()
def desk(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the desk itself."""
    return _desk(request, campaign)


def _desk(request: HttpRequest, campaign: Campaign, **refused: BaseForm) -> HttpResponse:
    """Show the desk; forms that were refused stand as they were sent."""
    state, knowledge = desk_of(campaign), knowledge_of(campaign, request.user)
    knowledge.take_turn(state.turn)
    knowledge.take_ready(state.ready)
    costs = summaries_of(knowledge, [row.battle.key for row in state.engagements if row.battle])
    forms = {
        "knowledge": knowledge,
        "fought": [(row, costs.get(row.battle.key if row.battle else "", "")) for row in state.engagements],
        "correction": CorrectionForm(campaign=campaign),
        "deadline": DeadlineForm(initial={"deadline": state.turn.deadline if state.turn else None}),
        "site": site_health(),
        "notes": launchers_notes(),
        "compiling": kernels.progress(),
        "due": due_dates(knowledge),
        "end_lines": end_lines(knowledge),
    }
    return desk_page(request, campaign, "desk/desk.html", status=422 if refused else 200, desk=state, **forms | refused)


@referee_only()
def progress(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the turn's progress, or that of the rules' compilation; polled. The end of a turn refreshes the page."""
    if request.GET.get("of") == "rules":
        return _compiling(request, campaign)
    state = desk_of(campaign)
    if request.htmx and not state.busy:  # type: ignore[attr-defined]
        return drawn_anew()
    context = {"desk": state, "campaign": campaign, "compiling": kernels.progress()}
    return render(request, "desk/_progress.html", context)


def _compiling(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show how far the rules are compiled; the end leaves the page as it is, with what is typed in its forms."""
    done = kernels.progress()
    if done is None:
        return HttpResponse(status=HTMX_STOP_POLLING)
    return render(request, "desk/_compiling.html", {"campaign": campaign, "compiling": done})


@desk_button("desk")
def run(request: HttpRequest, campaign: Campaign) -> str:
    """Seal the orders and run the turn that the page showed; a second click runs no other."""
    run_turn(campaign=campaign, user=person_of(request), number=turn_shown(request))
    return ""


def turn_shown(request: HttpRequest) -> int | None:
    """Return the number of the turn on the page that was sent: no turn's where it is nonsense, None where it has
    none."""
    shown = request.POST.get("turn")
    if shown is None:
        return None
    return int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 6 else NO_TURN


@referee_only("POST")
def due(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Set or lift the deadline."""
    form, act = DeadlineForm(request.POST), partial(set_deadline, campaign=campaign, actor=person_of(request))
    done = carried_out(request, form, act, "desk", field="deadline", slug=campaign.slug)
    return done or _desk(request, campaign, deadline=form)


@referee_only("POST")
def correct(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Correct a treasury with a reason."""
    form, act = CorrectionForm(request.POST, campaign=campaign), partial(correct_points, actor=person_of(request))
    done = carried_out(request, form, act, "desk", "The correction is in the ledger.", slug=campaign.slug)
    return done or _desk(request, campaign, correction=form)


@desk_button("desk")
def retry(request: HttpRequest, campaign: Campaign, key: str) -> str:
    """Try a failed battle again."""
    battle = found(failed_battle(campaign=campaign, key=key))
    try_again(campaign=campaign, user=person_of(request), battle=battle)
    publish_due()
    return f"{battle} is tried again."


@referee_only()
def members(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the members and the invitations."""
    return _members_page(request, campaign, InviteForm(campaign=campaign))


def _members_page(request: HttpRequest, campaign: Campaign, form: InviteForm, **context: Any) -> HttpResponse:
    lists: dict[str, Any] = {"members": members_of(campaign), "invitations": open_invitations(campaign), "form": form,
             "bots": played_by_program(campaign), "sides": sides_led(campaign)}  # fmt: skip
    return desk_page(request, campaign, "desk/members.html", **lists, **context)


@referee_only("POST")
def invitation(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Make an invitation and show its link, once."""
    form = InviteForm(request.POST, campaign=campaign)
    if form.is_valid():
        with refused_on(form):
            made = invite(campaign=campaign, actor=person_of(request), **form.cleaned_data)
            publish_dispatches()
            shown = {"link": request.build_absolute_uri(reverse("join", args=[made.token])), "invited": made.invitation}
            shown["local"] = request.get_host().partition(":")[0] in ("127.0.0.1", "localhost")
            shown["mailed"] = form.cleaned_data.get("email", "")
            return _members_page(request, campaign, InviteForm(campaign=campaign), **shown)
    return _members_page(request, campaign, form)


@desk_button("members")
def invitation_withdraw(request: HttpRequest, campaign: Campaign, invitation_id: int) -> str:
    """Close an invitation."""
    withdraw_invitation(campaign=campaign, invitation_id=invitation_id, actor=person_of(request))
    return "The invitation is withdrawn: its link opens nothing any more."


@desk_button("members")
def member_remove(request: HttpRequest, campaign: Campaign, member_id: int) -> str:
    """End somebody's part."""
    remove_member(campaign=campaign, member_id=member_id, actor=person_of(request))
    return ""


@referee_only("POST")
def member_password(request: HttpRequest, campaign: Campaign, member_id: int) -> HttpResponse:
    """Make a link by which a member sets a new password, and show it, once."""
    with refusals_shown(request):
        link = request.build_absolute_uri(reset_path(campaign=campaign, member_id=member_id, actor=person_of(request)))
        return _members_page(request, campaign, InviteForm(campaign=campaign), reset_link=link)
    return redirect("members", slug=campaign.slug)
