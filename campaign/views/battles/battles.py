"""The battles of a war. The reader's knowledge decides what he may read of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.pages.found import found
from base.pages.paging import page_of
from battles.battle_exports import battle_file_of, journal_file_of, report_file_of
from battles.pages import BattleLinks, BattleView, battle_page, battle_view, journal_page
from battles.replies.battle import (
    dice_asked,
    download,
    film_reply,
    page_number,
    progress,
    replay_reply,
    running_account_reply,
    still_reply,
)
from battles.resolvers.forecasts.what_if import NOTHING
from battles.resolvers.values.report import Report
from battles.selectors import report_of, was_fought_here
from campaign.services.history.taking_back import state_before
from campaign.views.access import Knowledge, member_page
from campaign.views.battles.photographs import gallery
from campaign.views.battles.tables import choice_context
from campaign.visibility.battles.battles import (
    BattleKnown,
    battle_known,
    battle_line,
    battle_rows,
    battles_beside,
    summaries,
)
from campaign.visibility.battles.packs import packs_known

PER_PAGE = 25


@member_page()
def battles(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show every battle of the war."""
    page = page_of(battle_rows(knowledge), request.GET.get("page"), PER_PAGE)
    lines = [battle_line(knowledge, row) for row in page.object_list]
    context = {"knowledge": knowledge, "section": "battles", "battles": lines, "page": page}
    context["costs"] = summaries(knowledge, lines)
    return render(request, "campaign/battles/battles.html", context)


@member_page()
def battle(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show one battle: its state while it is fought, then what the reader may read of it."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    page = battle_page(_view(knowledge, seen), dice=dice_asked(request))
    context = {"knowledge": knowledge, "section": "battles", "line": seen.line, **page}
    context |= (
        choice_context(knowledge, seen)
        | gallery(request, knowledge, seen)
        | {
            "photographs_shared": seen.full,
            "may_forecast": _may_forecast(knowledge, seen),
            "nothing_compared": NOTHING,
            "may_take_back": knowledge.is_referee and state_before(knowledge.campaign, key) is not None,
            "beside": battles_beside(knowledge, seen.line),
            "has_packs": bool(packs_known(knowledge, seen)),
        }
    )
    return render(request, "campaign/battles/battle.html", context)


def _may_forecast(knowledge: Knowledge, seen: BattleKnown) -> bool:
    """Return whether the page of forecasts would open to the reader."""
    return seen.line.open_to_reader or knowledge.is_referee or (seen.line.part and not seen.line.settled)


@member_page()
def state(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the progress; the page polls this until it is over."""
    return progress(request, _view(knowledge, found(battle_known(knowledge, key))))


@member_page()
def journal(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show every event with every die, for those who may read all."""
    seen = _full(knowledge, key)
    if seen.line.archived:
        return _archived(request, knowledge, seen)
    report, dice_only = found(report_of(seen.battle)), request.GET.get("dice") == "1"
    page = journal_page(report, number=page_number(request), dice_only=dice_only)
    context = {"knowledge": knowledge, "section": "battles", **page, "battle": _view(knowledge, seen)}
    return render(request, "campaign/battles/battle_journal.html", context)


@member_page()
def replay(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the battle to be watched, by those who may read all."""
    seen = _full(knowledge, key)
    if seen.line.archived:
        return _archived(request, knowledge, seen)
    view = _view(knowledge, seen)
    context = {"knowledge": knowledge, "section": "battles", "battle": view, "links": view.links}
    return replay_reply(request, "campaign/battles/battle_replay.html", _report(seen), context)


@member_page()
def film(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Return what the script of the replay plays."""
    return film_reply(request, report_of(_with_journal(knowledge, key).battle))


@member_page()
def running_account(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the account of one round."""
    seen = _with_journal(knowledge, key)
    return running_account_reply(request, _report(seen), _links(knowledge, seen).journal)


@member_page()
def still(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show one moment as a picture."""
    return still_reply(request, report_of(_with_journal(knowledge, key).battle))


@member_page()
def battle_file(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the frozen battle file."""
    seen = _full(knowledge, key)
    return download(battle_file_of(seen.battle, plans=seen.open_plans))


@member_page()
def report_file(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the report."""
    seen = _full(knowledge, key)
    return download(report_file_of(seen.battle, plans=seen.open_plans))


@member_page()
def journal_file(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the journal's lines."""
    return download(journal_file_of(_with_journal(knowledge, key).battle))


def _report(seen: BattleKnown) -> Report | None:
    """Return the report with the reasons of those generals whose plan the reader may read."""
    return report_of(seen.battle, plans=seen.open_plans)


def _full(knowledge: Knowledge, key: str) -> BattleKnown:
    """Return a settled battle that the reader may read whole; 404 for every other alike."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    if not seen.full:
        raise Http404
    return seen


def _with_journal(knowledge: Knowledge, key: str) -> BattleKnown:
    """Return the same, whose journal is here and not in an archive."""
    seen = _full(knowledge, key)
    if seen.line.archived:
        raise Http404
    return seen


def _archived(request: HttpRequest, knowledge: Knowledge, seen: BattleKnown) -> HttpResponse:
    """Return where the journal of the battle is now."""
    context = {"knowledge": knowledge, "section": "battles", "line": seen.line}
    return render(request, "campaign/battles/archived.html", context)


def _view(knowledge: Knowledge, seen: BattleKnown) -> BattleView:
    links = _links(knowledge, seen)
    return battle_view(seen.battle, links, full=seen.full, problem=knowledge.is_referee, plans=seen.open_plans)


def _links(knowledge: Knowledge, seen: BattleKnown) -> BattleLinks:
    def url(name: str) -> str:
        return reverse(f"game:{name}", args=[knowledge.campaign.slug, seen.battle.key])

    if not seen.full:
        return BattleLinks(url("battle"), url("battle_state"), numbers=url("battle_numbers"))
    journals = ("journal", "journal_file") if not seen.line.archived else ()
    watched = ("replay", "still", "film", "account") if journals and was_fought_here(seen.battle) else ()
    return BattleLinks(
        url("battle"), url("battle_state"), file=url("battle_file"), report=url("battle_report"),
        numbers=url("battle_numbers"), **{name: url(f"battle_{name}") for name in (*journals, *watched)},
    )  # fmt: skip
