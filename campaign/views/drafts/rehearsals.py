"""The rehearsal of a draft: the program plays it many times; its page, and the film of one of the wars."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from base.refusal import Refusal
from base.words import listed
from battles.replies.refusals import refused_on
from campaign.forms.making.drafts import RehearsalForm
from campaign.rules.course.calendar import turn_date
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.orders.kinds import MARCH, ORDERS
from campaign.rules.rehearsed.figures import Course, length_columns, lines, treasury_courses, winner_bars
from campaign.rules.rehearsed.played import Fight, Shot, WarPlayed
from campaign.rules.wording import in_text
from campaign.selectors.making.drafts import Filmed, OpenDraft, Rehearsed, film_of, rehearsal_of
from campaign.services.rehearsal.asked import ask_rehearsal, publish_rehearsals, stop_rehearsal
from campaign.views.access import wants_fragment
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.picture import Moment, moments_of
from campaign.views.map.posters import in_turn


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
    return draft_page(request, draft, "rehearsals/rehearsal", status=status, form=form, **_seen(draft))


@of_draft()
def figures(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the figures alone, as they are by now."""
    return render(
        request, "drafts/rehearsals/_rehearsal.html", {"draft": draft, "form": RehearsalForm(), **_seen(draft)}
    )


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


SECONDS, MOST_BATTLES = 2.5, 2
"""How long a turn is shown in a film of its own, and how many of its battles are named above the map."""


@dataclass(frozen=True)
class Frame:
    """A turn as it is shown: its heading, the map, marches as colour, faction, army, way and outcome, and battles."""

    number: int
    title: str
    picture: SafeString
    marches: Sequence[tuple[str, str, str, str, str]]
    battles: Sequence[str]


@of_draft()
def film(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the turn of the film that the slider names, or the first one."""
    found = film_of(draft.row)
    if found is None:
        raise Http404
    wanted = request.GET.get("turn", "")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 1
    number = min(max(1, number), len(found.shots))
    (frame,) = frames(found, [found.shots[number - 1]])
    more: dict[str, Any] = {
        "frame": frame,
        "last": len(found.shots),
        "before": number - 1,
        "after": number + 1,
        "war": found.war,
    }
    if wants_fragment(request):
        return render(request, "drafts/rehearsals/_film.html", {"draft": draft, **more})
    return draft_page(request, draft, "rehearsals/film", **more)


def film_file(found: Filmed) -> str:
    """Return the whole film as a picture that moves, for any browser; Refusal where no map can be drawn."""
    shown = [(frame.picture, _line(frame)) for frame in frames(found, found.shots)]
    if not shown:
        raise Refusal("--film: this war has no map that can be drawn; make its provinces first.")
    return in_turn(shown, SECONDS)


def _line(frame: Frame) -> str:
    """Return the heading of a turn with its battles."""
    return ". ".join([frame.title, *frame.battles[:MOST_BATTLES]])


def frames(found: Filmed, shots: Sequence[Shot]) -> Iterator[Frame]:
    """Yield some turns of a film; nothing where the map cannot be drawn."""
    file, war = found.file, found.war
    for shot, picture in zip(shots, moments_of(file, map(_moment, shots)), strict=False):
        battles = [_battle(file, fight) for fight in war.fights if fight.turn == shot.turn]
        yield Frame(shot.turn, _title(file, war, shot), picture, list(_marches(file, shot)), battles)


def _title(file: CampaignFile, war: WarPlayed, shot: Shot) -> str:
    if shot.turn > war.length:
        return f"The end, after turn {war.length}"
    date = turn_date(file.calendar.start, shot.turn, file.calendar.turn_days)
    return f"Turn {shot.turn}: {date:%-d %B %Y}"


def _moment(shot: Shot) -> Moment:
    scene, units = shot.scene, Counter[tuple[str, str]]()
    for army in scene["armies"].values():
        units[army["province"], army["faction"]] += army["units"]
    marches = [(_way(shot, ref), kind) for ref, (kind, _, path) in shot.orders.items() if path and _way(shot, ref)]
    return Moment(scene["held"], scene["depots"], units, marches)


def _way(shot: Shot, ref: str) -> tuple[str, ...]:
    """Return the provinces of an army's march, from the one where it was; empty for an army that is not there."""
    army = shot.scene["armies"].get(ref)
    return (army["province"], *shot.orders[ref][2]) if army else ()


def _marches(file: CampaignFile, shot: Shot) -> Iterator[tuple[str, str, str, str, str]]:
    places, powers = {row.key: row.name for row in file.provinces}, {row.key: row for row in file.factions}
    for ref, (kind, outcome, path) in shot.orders.items():
        way = _way(shot, ref) if path else ()
        if way:
            army, power = shot.scene["armies"][ref], powers[shot.scene["armies"][ref]["faction"]]
            kind_text = "" if kind == MARCH else f"{ORDERS[kind].label.lower()}, "
            way_text = f"{kind_text}{' to '.join(places[key] for key in way)}"
            yield power.colour, power.name, army["name"], way_text, outcome


def _battle(file: CampaignFile, fight: Fight) -> str:
    names = {row.key: row.name for row in file.factions}
    place = next(row.name for row in file.provinces if row.key == fight.province)
    lost = f"{100 * fight.lost:.0f} %"
    if not fight.winner:
        return f"{place}: drawn; the worse off lost {lost}"
    winner = in_text(listed([names[key] for key in fight.winner]))
    if fight.overrun:
        return f"{place}: an army overrun by {winner}"
    return f"{place}: won by {winner}; the beaten lost {lost}"
