"""Undone turns: the list, an undone version, and a battle of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.pages.found import found
from base.pages.texts import drawn_text
from base.refusal import Refusal
from battles.battle_exports import report_file_of
from battles.pages import BattleLinks, battle_page, battle_view
from battles.replies.battle import dice_asked, download
from campaign.views.access import Knowledge, member_page
from campaign.views.record import addresses
from campaign.visibility.news import undone as past
from campaign.visibility.news.undone import Undone, UndoneBattle

Page = Callable[..., HttpResponse]


@member_page()
def undone(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show every roll-back of the war."""
    return _list(request, knowledge)


def _list(request: HttpRequest, knowledge: Knowledge, refusal: str = "") -> HttpResponse:
    context = {"knowledge": knowledge, "section": "chronicle", "lines": past.undone_lines(knowledge)}
    return render(
        request, "campaign/record/undone.html", context | {"refusal": refusal}, status=422 if refusal else 200
    )


def _readable(page: Page) -> Page:
    """Return a page of a kept state; where that cannot be read any more, the list with the reason."""

    @wraps(page)
    def shown(request: HttpRequest, knowledge: Knowledge, *args: Any, **named: Any) -> HttpResponse:
        try:
            return page(request, knowledge, *args, **named)
        except Refusal as refusal:
            return _list(request, knowledge, str(refusal))

    return shown


@member_page()
@_readable
def version(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show an undone version as the reader could read it then."""
    shown: Undone = found(past.undone_version(knowledge, number))
    page = addresses("game:province", knowledge.campaign.slug)
    nothing = {**dict.fromkeys(("battle", "battle_replay", "battle_still"), page), "codes": True}
    turns = [
        (turn, drawn_text("campaign/entries.html", lines=turn.entries, watched=(), yet=False, province=page, **nothing))
        for turn in shown.turns
    ]
    context = {"knowledge": knowledge, "section": "chronicle", "line": shown.line, "turns": turns}
    return render(request, "campaign/record/undone_version.html", context)


def _battle(knowledge: Knowledge, number: int, name: str) -> UndoneBattle:
    shown: Undone = found(past.undone_version(knowledge, number))
    seen: UndoneBattle = found(shown.battle(name))
    return seen


@member_page()
@_readable
def battle(request: HttpRequest, knowledge: Knowledge, number: int, name: str) -> HttpResponse:
    """Show a battle that was taken back, for those who could read it."""
    seen = _battle(knowledge, number, name)
    places = [knowledge.campaign.slug, number, name]
    page = reverse("game:undone_battle", args=places)
    links = BattleLinks(page, page, report=reverse("game:undone_report", args=places))
    context = {"knowledge": knowledge, "section": "chronicle", "line": seen.line, "number": number}
    context |= battle_page(battle_view(seen.battle, links, full=True, plans=seen.plans), dice=dice_asked(request))
    return render(request, "campaign/record/undone_battle.html", context)


@member_page()
@_readable
def report(request: HttpRequest, knowledge: Knowledge, number: int, name: str) -> HttpResponse:
    """Show the report of a battle that was taken back."""
    seen = _battle(knowledge, number, name)
    return download(report_file_of(seen.battle, plans=seen.plans))
