"""What was taken back: the list, an undone version, and a battle of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from battles.battle_exports import report_file_of
from battles.pages import BattleLinks, battle_page, battle_view
from battles.replies.battle import download
from campaign.views.access import Knowledge, found, member_page
from campaign.views.links import addresses
from campaign.views.texts import drawn_text
from campaign.visibility import undone as past
from campaign.visibility.undone import Undone, UndoneBattle


@member_page()
def undone(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Every roll-back of the war."""
    context = {"knowledge": knowledge, "section": "chronicle", "lines": past.undone_lines(knowledge)}
    return render(request, "campaign/undone.html", context)


@member_page()
def version(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """An undone version as the reader could read it then."""
    shown: Undone = found(past.undone_version(knowledge, number))
    page = addresses("game:province", knowledge.campaign.slug)
    nothing = dict.fromkeys(("battle", "battle_replay", "battle_still"), page)
    turns = [
        (turn, drawn_text("campaign/entries.html", lines=turn.entries, watched=(), yet=False, province=page, **nothing))
        for turn in shown.turns
    ]
    context = {"knowledge": knowledge, "section": "chronicle", "line": shown.line, "turns": turns}
    return render(request, "campaign/undone_version.html", context)


def _battle(knowledge: Knowledge, number: int, name: str) -> UndoneBattle:
    shown: Undone = found(past.undone_version(knowledge, number))
    seen: UndoneBattle = found(shown.battle(name))
    return seen


@member_page()
def battle(request: HttpRequest, knowledge: Knowledge, number: int, name: str) -> HttpResponse:
    """A battle that was taken back, for those who could read it."""
    seen = _battle(knowledge, number, name)
    places = [knowledge.campaign.slug, number, name]
    page = reverse("game:undone_battle", args=places)
    links = BattleLinks(page, page, report=reverse("game:undone_report", args=places))
    context = {"knowledge": knowledge, "section": "chronicle", "line": seen.line, "number": number}
    context |= battle_page(battle_view(seen.battle, links, full=True, plans=seen.plans))
    return render(request, "campaign/undone_battle.html", context)


@member_page()
def report(request: HttpRequest, knowledge: Knowledge, number: int, name: str) -> HttpResponse:
    """The report of a battle that was taken back."""
    seen = _battle(knowledge, number, name)
    return download(report_file_of(seen.battle, plans=seen.plans))
