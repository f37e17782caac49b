"""The pages of a draft into which a text is pasted (towns, rivers, armies), and the picture under its map."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from base.refusal import Refusal
from battles.replies.photographs import picture_reply
from battles.replies.refusals import refusals_shown, refused_on
from campaign.forms.making.draft_rooms import PasteForm, TownsForm
from campaign.forms.making.drafts import PlaceForm, ScanForm
from campaign.rules.drafts.battle_order import EXAMPLE, read_order
from campaign.rules.drafts.facts import sums_of
from campaign.rules.drafts.forces import order_lines, with_order
from campaign.rules.drafts.land import town_lines, with_towns
from campaign.rules.drafts.outside.drawn import redrawn
from campaign.rules.drafts.outside.under import fitting
from campaign.rules.drafts.pasted import Trouble
from campaign.rules.drafts.towns import read_towns
from campaign.rules.drafts.ways import course_lines, read_courses, with_courses
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.kinds import ProvinceTerrain
from campaign.selectors.making.drafts import OpenDraft, picture_under, scan_of
from campaign.services.drafts.drafts import lay_picture, move_picture, take_picture
from campaign.views.drafts.door import change, draft_page, of_draft, seen_in
from campaign.views.drafts.picture import Beneath, live_map, picture_of

TOWNS_HELP = (
    "A line a town. The first line names the columns: name; x and y in map units (y downwards), or longitude and "
    "latitude; and if you like owner, value (0 to 15), terrain, size (0 to 3), region, fortress, depot, capital, home. "
    "The text is the whole map: a town that is not in it goes."
)
COURSES_HELP = (
    "A line each, in the same units as the towns: coast: 10 20, 30 40, … (without it, land lies around the towns); "
    "river Elbe: 14.3 50.4, 14.1 50.6; ridge Ore Mountains: …. Rivers and ridges part provinces, streams and hills do "
    "not. A line that parts reaches the coast, or another line, at both ends."
)
ORDER_HELP = (
    f"A line an army, such as {EXAMPLE}. A line with a faction's name heads its armies. After the province come the "
    "generals of wings. The text is the whole order of battle: an army that is not in it goes."
)


@dataclass(frozen=True)
class Read:
    """The draft as a text would make it, and the troubles of the text."""

    file: CampaignFile
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()


def _towns_form(draft: OpenDraft, *args: Any) -> TownsForm:
    initial = {"seen": draft.row.version, "text": town_lines(draft.file), "ways": not draft.file.edges}
    return TownsForm(*args, initial=initial, label="Towns", help_text=TOWNS_HELP)


def _courses_form(draft: OpenDraft, *args: Any) -> PasteForm:
    initial = {"seen": draft.row.version, "text": course_lines(draft.file)}
    return PasteForm(*args, initial=initial, label="Coast, rivers and ridges", help_text=COURSES_HELP, rows=6)


@of_draft("GET", "POST")
def land(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Paste the towns; the map is drawn from them."""
    form = _towns_form(draft, request.POST or None, request.FILES or None)
    return _pasted(request, draft, form, {"form": form}, "map", "Towns entered", lambda: _landed(draft, form))


@of_draft("POST")
def courses(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Paste coast, rivers and ridges; the map is drawn anew."""
    form = _courses_form(draft, request.POST)
    return _pasted(
        request, draft, form, {"courses": form}, "map", "Coast and rivers entered", lambda: _lined(draft, form)
    )


@of_draft("GET", "POST")
def armies(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Paste the order of battle."""
    initial = {"seen": draft.row.version, "text": order_lines(draft.file)}
    form = PasteForm(request.POST or None, initial=initial, label="Order of battle", help_text=ORDER_HELP)
    return _pasted(request, draft, form, {"form": form}, "armies", "Armies entered", lambda: _ordered(draft, form))


def _landed(draft: OpenDraft, form: TownsForm) -> Read:
    sent = form.cleaned_data["file"]
    table = read_towns(bytes(sent.read()) if sent else form.cleaned_data["text"])
    if not table.towns:
        raise Refusal("Towns: write at least one, such as Prague,14.42,50.09.")
    if table.troubles:
        return Read(draft.file, table.troubles)
    landed = with_towns(draft.file, table.towns)
    return Read(redrawn(draft.file, landed.file, ways=form.cleaned_data["ways"]), (), landed.notes)


def _lined(draft: OpenDraft, form: PasteForm) -> Read:
    given = read_courses(form.cleaned_data["text"])
    if given.troubles:
        return Read(draft.file, given.troubles)
    return Read(redrawn(draft.file, with_courses(draft.file, given), ways=False))


def _ordered(draft: OpenDraft, form: PasteForm) -> Read:
    order = read_order(form.cleaned_data["text"], draft.file)
    return Read(with_order(draft.file, order), order.troubles)


def _pasted(
    request: HttpRequest, draft: OpenDraft, form: PasteForm, forms: dict[str, PasteForm], room: str, said: str,
    read: Callable[[], Read],
) -> HttpResponse:  # fmt: skip
    """Show what a text would make of the draft, or enter it if all of it could be read."""
    found: Read | None = None
    if form.is_valid():
        with refused_on(form):
            found = read()
            if not found.troubles and request.POST.get("act") != "look":
                change(request, draft, found.file, said)
                return redirect(f"draft_{room}", key=draft.row.key)
    file = found.file if found else draft.file
    wrong = bool(form.errors) or bool(found and found.troubles)
    if room == "map":
        return map_page(request, draft, {**forms}, file, found=found, status=422 if wrong else 200)
    more = {**forms, "found": found, "sums": sums_of(file), "picture": picture_of(file)}
    return draft_page(request, draft, room, status=422 if wrong else 200, **more)


def map_page(
    request: HttpRequest, draft: OpenDraft, forms: dict[str, Form], file: CampaignFile | None = None, *,
    found: Read | None = None, status: int = 422,
) -> HttpResponse:  # fmt: skip
    """Return the page of the map with some forms as they were sent; ``file`` is the draft as a text would make it."""
    file, scan = file or draft.file, picture_under(draft.row)
    seen = {"seen": draft.row.version}
    beneath = Beneath(scan, reverse("draft_picture_shown", args=[draft.row.key, scan.key])) if scan else None
    usual: dict[str, Form] = {
        "form": _towns_form(draft), "courses": _courses_form(draft), "scan": ScanForm(initial=seen),
        "place": PlaceForm(initial={**seen, **(scan.place.stored if scan else {})}),
    }  # fmt: skip
    live = live_map(file, beneath)
    more = {"found": found, "live": live, "beneath": beneath, "terrains": ProvinceTerrain.values}
    return draft_page(request, draft, "map/map", status=status, **{**usual, **forms, **more})


@of_draft("POST")
def lay(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Lay a picture under the map, over its whole frame."""
    form = ScanForm(request.POST, request.FILES)
    if form.is_valid():
        picture = form.cleaned_data["picture"]
        place = fitting(draft.file, picture.width, picture.height)
        with refused_on(form):
            lay_picture(draft=draft.row, seen=form.cleaned_data["seen"], picture=picture, place=place)
            messages.success(request, "The picture lies under the map. Move it until its towns lie under yours.")
            return redirect("draft_map", key=draft.row.key)
    return map_page(request, draft, {"scan": form})


@of_draft("POST")
def move(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Lay the picture elsewhere."""
    form = PlaceForm(request.POST)
    if form.is_valid():
        place = form.place(degrees=draft.file.map.projection is not None)
        with refused_on(form):
            move_picture(draft=draft.row, seen=form.cleaned_data["seen"], place=place)
            return redirect("draft_map", key=draft.row.key)
    return map_page(request, draft, {"place": form})


@of_draft("POST")
def remove(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take the picture away."""
    with refusals_shown(request):
        take_picture(draft=draft.row, seen=seen_in(request))
        messages.success(request, "The picture is removed. Undo brings it back.")
    return redirect("draft_map", key=draft.row.key)


@of_draft()
def shown(request: HttpRequest, draft: OpenDraft, scan: str) -> HttpResponse:
    """Show the picture to a referee of the draft."""
    return picture_reply(scan_of(draft.row, scan), "map")
