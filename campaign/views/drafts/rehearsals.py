"""The rehearsal of a draft: the program plays it many times, and the page shows what becomes of it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from base.words import listed
from battles.replies.refusals import refused_on
from campaign.forms.making.drafts import RehearsalForm
from campaign.rules.rehearsed.figures import lines
from campaign.rules.rehearsed.pictures import Course, length_columns, treasury_courses, winner_bars
from campaign.rules.rehearsed.played import WarPlayed
from campaign.rules.wording import in_text
from campaign.selectors.making.drafts import OpenDraft, Rehearsed, rehearsal_of
from campaign.services.rehearsal.asked import ask_rehearsal, publish_rehearsals, stop_rehearsal
from campaign.views.drafts.door import draft_page, of_draft


@of_draft("GET", "POST")
def rehearsal(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the rehearsal of a draft, or begin one."""
    form = RehearsalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refused_on(form):
            ask_rehearsal(draft=draft.row, wars=form.cleaned_data["wars"])
            publish_rehearsals()
            return redirect("draft_rehearsal", key=draft.row.key)
    status = 422 if form.errors else 200
    return draft_page(request, draft, "rehearsal", status=status, form=form, **_seen(draft))


@of_draft()
def figures(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the figures alone, as they are by now."""
    return render(request, "drafts/_rehearsal.html", {"draft": draft, "form": RehearsalForm(), **_seen(draft)})


@of_draft("POST")
def stop(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Stop the rehearsal; what has been played stays."""
    if stop_rehearsal(draft=draft.row):
        messages.success(request, "The rehearsal is stopped; the wars that were played stay.")
    return redirect("draft_rehearsal", key=draft.row.key)


def _seen(draft: OpenDraft) -> dict[str, Any]:
    found = rehearsal_of(draft.row)
    if found is None:
        return {"rehearsal": None}
    return {
        "rehearsal": found.row, "older": found.row.version != draft.row.version, "played": len(found.wars),
        "lines": lines(found.wars, found.names, found.provinces), "winners": winner_bars(found.wars, found.names),
        "lengths": length_columns(found.wars), "courses": _courses(found),
        "factions": found.factions, "filmed": found.filmed, "wars": [_war(found, war) for war in found.wars],
    }  # fmt: skip


def _courses(found: Rehearsed) -> list[tuple[Course, str]]:
    """Return the course of each treasury with the colour of its faction."""
    colours = {one.key: one.colour for one in found.factions}
    return [(course, colours[course.key]) for course in treasury_courses(found.wars, found.names)]


def _war(found: Rehearsed, war: WarPlayed) -> dict[str, Any]:
    """Return a war in words: its end, and its battles by turn."""
    fights = [(fight.turn, found.provinces.get(fight.province, fight.province), _side(found, fight.winner),
               round(100 * fight.lost), fight.overrun) for fight in war.fights]  # fmt: skip
    return {"number": war.number, "length": war.length, "winner": _names(found, war.winner), "reason": war.reason,
            "fights": fights}  # fmt: skip


def _names(found: Rehearsed, keys: tuple[str, ...]) -> str:
    return ", ".join(found.names.get(key, key) for key in keys)


def _side(found: Rehearsed, keys: tuple[str, ...]) -> str:
    """Return factions inside a sentence; empty for none."""
    return in_text(listed([found.names.get(key, key) for key in keys])) if keys else ""
