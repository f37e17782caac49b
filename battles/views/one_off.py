"""One-off battles: fought by anybody who is logged in, read by their owner alone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from base.pages.found import found
from base.pages.person import person_of
from base.pages.public_address import public_uri
from base.refusal import Refusal
from battles.battle_exports import BOTH, battle_file_of, journal_file_of, report_file_of
from battles.forms.one_off import EXAMPLE, FileForm, RostersForm, SeedForm
from battles.models import Battle
from battles.pages import BattleLinks, BattleView, battle_page, battle_view, journal_page
from battles.pages.profiles import number_sheet_of, number_sheet_page, rules_page
from battles.replies.battle import (
    dice_asked,
    download,
    film_reply,
    of_own_battle,
    page_number,
    progress,
    replay_reply,
    running_account_reply,
    still_reply,
)
from battles.replies.refusals import refusals_shown, refused_on
from battles.resolvers.contract.registry import has, name_of
from battles.resolvers.values.battle import BattleFile
from battles.selectors import own_battles, own_profiles, report_of, was_fought_here
from battles.services import create_one_off, fight_again, numbers_now, publish_due, retry_battle
from battles.services.held.companion import create_by_hand
from battles.services.photographs import guest_token
from battles.views.photographs import gallery
from rosters.forms import note_encoding
from rosters.war_types import types_of_wars

PER_PAGE = 30


@require_GET
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """My one-off battles."""
    page = Paginator(own_battles(user=person_of(request)), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "battles/list.html", {"page": page})


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Fight a battle now."""
    by_file = request.POST.get("kind") == "file"
    typed = request.POST if request.method == "POST" and not by_file else None
    profiles = own_profiles(user=person_of(request))
    wars = types_of_wars(reader=request.user, key=(request.POST or request.GET).get("war", ""))
    start = {**(EXAMPLE if "example" in request.GET else {}), "war": request.GET.get("war", "")}
    rosters = RostersForm(typed, None if typed is None else request.FILES, profiles=profiles, wars=wars, initial=start)
    file = FileForm(request.POST if by_file else None, request.FILES if by_file else None, auto_id="id_file_%s")
    form = file if by_file else rosters
    if form.is_bound and form.is_valid() and form.file:
        with refused_on(form):
            opened = _opened(request, form.file, form.cleaned_data["seed"])
            note_encoding(request, *form.cleaned_data.values())
            return opened
    return render(
        request,
        "battles/new.html",
        {"rosters": rosters, "file": file, "by_file": by_file},
        status=422 if form.is_bound else 200,
    )


def _opened(request: HttpRequest, file: BattleFile, seed: str) -> HttpResponse:
    """On a table of wood, or by the program."""
    if request.POST.get("by") == "hand":
        if not has(file.rules, "companion"):
            raise Refusal(f"{name_of(file.rules)} has no companion for a real table: let the program fight the battle.")
        return redirect("battle_table", key=create_by_hand(file=file, seed=seed, owner=person_of(request)).key)
    battle = create_one_off(file=file, seed=seed, owner=person_of(request))
    publish_due()
    return redirect("battle", key=battle.key)


@of_own_battle()
def battle(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show a battle: its state, then the dispatch."""
    token = guest_token(found.guest_key)
    context = {
        **battle_page(_view(found), dice=dice_asked(request)),
        "seed_form": SeedForm(), "other_numbers": _other_numbers(found),
        "guest_address": public_uri(request, reverse("guest_replay", args=[token])) if token else "",
        "photographs_shared": True, **gallery(request, found),
    }  # fmt: skip
    return render(request, "battles/battle.html", context)


@of_own_battle()
def state(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the progress; the page polls this until the battle is over."""
    return progress(request, _view(found))


@of_own_battle()
def journal(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Show every event with every die."""
    report = found(report_of(battle))
    page = journal_page(report, number=page_number(request), dice_only=request.GET.get("dice") == "1")
    return render(request, "battles/replay/journal.html", {**page, "battle": _view(battle)})


@of_own_battle()
def replay(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the battle to be watched."""
    view = _view(found)
    return replay_reply(
        request, "battles/replay/replay.html", report_of(found, plans=BOTH), {"battle": view, "links": view.links}
    )


@of_own_battle()
def film(request: HttpRequest, found: Battle) -> HttpResponse:
    """Return what the script of the replay plays."""
    return film_reply(request, report_of(found))


@of_own_battle()
def running_account(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the account of one round."""
    return running_account_reply(request, report_of(found, plans=BOTH), reverse("battle_journal", args=[found.key]))


@of_own_battle()
def still(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show one moment as a picture."""
    return still_reply(request, report_of(found))


@of_own_battle()
def battle_file(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the frozen battle file."""
    return download(battle_file_of(found))


@of_own_battle()
def report_file(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the report, once the battle is settled."""
    return download(report_file_of(found))


@of_own_battle()
def journal_file(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the journal's lines, once the battle is settled."""
    return download(journal_file_of(found))


@of_own_battle()
def numbers(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the numbers that the battle is fought with."""
    page = number_sheet_page(number_sheet_of(found.file.get("profile") or {}, found.rules))
    return render(request, "battles/numbers/numbers.html", {**page, "battle": _view(found)})


@of_own_battle("POST")
def again(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the same armies on the same field, with other dice."""
    form = SeedForm(request.POST)
    if not form.is_valid():
        context = {**battle_page(_view(found)), "seed_form": form, "other_numbers": _other_numbers(found)}
        return render(request, "battles/battle.html", context, status=422)
    try:
        made = fight_again(
            battle=found, owner=person_of(request), seed=form.cleaned_data["seed"],
            agreed=request.POST.get("agreed", ""),
        )  # fmt: skip
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("battle", key=found.key)
    publish_due()
    return redirect("battle", key=made.key)


@of_own_battle("POST")
def retry(request: HttpRequest, found: Battle) -> HttpResponse:
    """Let a battle that failed be fought once more."""
    with refusals_shown(request):
        retry_battle(battle=found)
        publish_due()
    return redirect("battle", key=found.key)


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show the meaning of the rule ids, searched by ``q`` and ``tag``."""
    wanted, tag = request.GET.get("q", "")[:80], request.GET.get("tag", "")
    return render(request, "battles/rules.html", rules_page(wanted=wanted, tag=tag))


def _other_numbers(found: Battle) -> str:
    """Return the hash of today's numbers, where they are not those that the battle was fought with."""
    now = numbers_now(found)
    return now if found.profile_hash and now != found.profile_hash else ""


def _view(found: Battle) -> BattleView:
    settled = found.state == Battle.State.DONE
    names = ["journal", "journal_file", "report"] if settled else []
    names += ["replay", "still", "film", "account"] if was_fought_here(found) else []
    links = BattleLinks(
        page=reverse("battle", args=[found.key]),
        state=reverse("battle_state", args=[found.key]),
        file=reverse("battle_file", args=[found.key]),
        numbers=reverse("battle_numbers", args=[found.key]),
        **{name: reverse(f"battle_{name}", args=[found.key]) for name in names},
    )
    return battle_view(found, links, full=True, problem=True)
