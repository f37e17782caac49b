"""Coming in: the first page, my campaigns, invitations, campaign files, and the tour of a new player."""

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from base.pages.person import person_of
from battles.pages.shown import shown_battle
from battles.replies.refusals import refusals_shown, refused_on
from battles.services.forecasting.forecasts import shown_report
from campaign.forms.people import ForgottenForm, JoinForm, LogInForm, UploadForm
from campaign.rules.kinds import Role
from campaign.selectors.members.people import (
    campaigns_of,
    deleted_campaigns,
    ended_parts,
    newest_campaign_led,
    own_upload,
)
from campaign.services.files.files import free_slug, load_campaign, suggested_slug
from campaign.services.files.packs import SHIPPED, read_pack, title_of
from campaign.services.files.uploads import loads_at_once, publish_uploads, send_upload
from campaign.services.news.outbox import publish_dispatches
from campaign.services.news.passwords import ask_for_link
from campaign.services.people.members import STEPS, accept, free_factions, join_as_new_user, note_step, open_invitation
from campaign.views.access import Knowledge, member_page, wants_fragment
from campaign.visibility.news.to_do import battles_waiting
from campaign.visibility.news.welcome import welcome

CLEAR = '"cache"'
BACKEND = "django.contrib.auth.backends.ModelBackend"


class LogIn(LoginView):
    """Log somebody in."""

    form_class = LogInForm
    redirect_authenticated_user = True


class LogOut(LogoutView):
    """Ends the log-in; the browser throws away what it has kept."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Answer as Django does, with one line for the browser."""
        response = super().dispatch(request, *args, **kwargs)
        response.headers["Clear-Site-Data"] = CLEAR
        return response


@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link for a new password; the answer is the same for every address, and as quick."""
    if not settings.MAIL_IS_SET_UP:
        raise Http404
    form = ForgottenForm(request.POST or None)
    if form.is_valid():
        origin = settings.SITE_ADDRESS or request.build_absolute_uri("/").rstrip("/")
        visitor = get_client_ip_address(request) or ""
        ask_for_link(email=form.cleaned_data["email"], visitor=visitor, origin=origin)
        publish_dispatches()
        return redirect("password_reset_done")
    return render(request, "registration/password_reset_form.html", {"form": form}, status=422 if form.errors else 200)


def home(request: HttpRequest) -> HttpResponse:
    """My campaigns; for a guest, what this place is."""
    if not request.user.is_authenticated:
        report = shown_report()
        return render(request, "people/welcome.html", {"shown": shown_battle(report) if report else None})
    user = person_of(request)
    context = {
        "campaigns": campaigns_of(user), "deleted": deleted_campaigns(user), "waiting": battles_waiting(user),
        "ended": ended_parts(user),
    }  # fmt: skip
    return render(request, "people/home.html", context)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Use an invitation."""
    invitation = open_invitation(token)
    if invitation is None:
        return render(request, "people/invitation_closed.html", status=404)
    form = JoinForm(request.POST or None, factions=free_factions(invitation), known=request.user.is_authenticated)
    if form.is_valid():
        with refused_on(form):
            _join(request, token, form)
            return redirect(f"/c/{invitation.campaign.slug}/")
    full = invitation.role == Role.PLAYER and "faction" not in form.fields
    context = {"invitation": invitation, "form": form, "war": welcome(invitation), "full": full}
    return render(request, "people/join.html", context, status=422 if form.errors else 200)


def _join(request: HttpRequest, token: str, form: JoinForm) -> None:
    faction = form.cleaned_data.get("faction", "")
    if isinstance(request.user, User):
        accept(token=token, user=request.user, faction_key=faction)
        return
    name, password = form.cleaned_data["username"], form.cleaned_data["password"]
    login(request, join_as_new_user(token=token, username=name, password=password, faction_key=faction), BACKEND)


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Start a campaign from a file; who brings it is its referee. A long one is loaded in the background."""
    form = UploadForm(request.POST or None, request.FILES or None, packs={pack: title_of(pack) for pack in SHIPPED})
    if form.is_valid():
        with refused_on(form):
            return _set_up(request, form)
    return render(request, "people/upload.html", {"form": form}, status=422 if form.errors else 200)


def _set_up(request: HttpRequest, form: UploadForm) -> HttpResponse:
    data, slug, user = _content(form), form.cleaned_data["slug"], person_of(request)
    if form.cleaned_data["pack"]:
        slug = slug or free_slug(suggested_slug(form.cleaned_data["pack"]))
    if form.cleaned_data["pack"] or loads_at_once(data):
        name = form.cleaned_data["file"].name if form.cleaned_data["file"] else ""
        campaign = load_campaign(data=data, slug=slug or None, actor=str(user), referee=user, name=name)
        messages.success(request, f"{campaign.name} is set up, and you are its referee.")
        return redirect("desk", slug=campaign.slug)
    sent = send_upload(user=user, name=form.cleaned_data["file"].name, data=data, slug=slug)
    publish_uploads()
    return redirect("upload_state", key=sent.key)


@login_required
@require_safe
def upload_state(request: HttpRequest, key: str) -> HttpResponse:
    """Show the progress of one's own campaign file; for htmx the part that changes."""
    found = own_upload(user=person_of(request), key=key)
    if found is None:
        raise Http404
    context = {
        "upload": found, "address": request.path, "polling": found.state in ("pending", "running"),
        "done": {"waiting": 0, "reading": 1, "writing": 2}[found.step],
    }  # fmt: skip
    return render(request, f"people/{'_' if wants_fragment(request) else ''}upload_state.html", context)


def _content(form: UploadForm) -> bytes:
    if form.cleaned_data["pack"]:
        return read_pack(form.cleaned_data["pack"])
    return bytes(form.cleaned_data["file"].read())


def reset_help(request: HttpRequest) -> HttpResponse:
    """Show how to get a new password: by mail where there is mail, else from the referee."""
    return render(request, "registration/reset_help.html", {"mail": settings.MAIL_IS_SET_UP})


def step_of(request: HttpRequest, knowledge: Knowledge) -> int:
    """The step to show on this page; 0 for none. Only a player in his own place has a tour."""
    if not knowledge.commands or knowledge.seat is not None or knowledge.war_is_over:
        return 0
    asked = request.GET.get("tour", "")
    return int(asked) if asked in map(str, range(1, STEPS + 1)) else knowledge.tour_step


@member_page("POST")
def tour(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Go to a step of the tour, or close it; the map shows it."""
    with refusals_shown(request):
        note_step(member=knowledge.member_pk or 0, step=request.POST.get("step", ""))
    return redirect("game:map", slug=knowledge.campaign.slug)


@login_required
@require_safe
def again(request: HttpRequest) -> HttpResponse:
    """Begin the tour again in the newest campaign in which the reader leads a faction."""
    slug = newest_campaign_led(request.user)
    if slug:
        return redirect(f"/c/{slug}/?tour=1")
    messages.info(request, "The tour is shown on the map of a campaign in which you lead a faction. You lead none yet.")
    return redirect("home")
