"""The pages of a draft with forms: powers, provinces, ways, the war's name and time, its conditions of victory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.refusal import Refusal
from battles.replies.refusals import refused_on
from campaign.forms.making.draft_rooms import (
    WAY_KINDS,
    FactionForm,
    PasteForm,
    ProvinceForm,
    RelationForm,
    WarForm,
    WayForm,
)
from campaign.rules.drafts.land import new_faction
from campaign.rules.drafts.pasted import key_for
from campaign.rules.drafts.powers import pairs_of, relation_of, with_powers
from campaign.rules.drafts.ways import KINDS, Ways, read_ways, way_lines
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import EdgeRow, FactionRow, ProvinceRow
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import change, draft_page, of_draft
from campaign.views.drafts.picture import live_map

A_PAGE = 60
WAYS_HELP = (
    "A line a way, such as Prague - Kolin road. Kinds are road, track, pass, bridge, ford and ferry; the last three "
    "may name their river: Melnik - Prague bridge Elbe. The text is the whole list: a way that is not in it goes."
)


def powers_of(file: CampaignFile) -> list[tuple[str, str]]:
    """Return the factions as choices."""
    return [(row.key, row.name) for row in file.factions]


def entered(
    request: HttpRequest, draft: OpenDraft, forms: Iterable[Form], made: Callable[[], CampaignFile], said: str
) -> str:
    """Enter a changed document if all of its forms are right; why it was refused, or *no* where a form was wrong."""
    if [form for form in forms if not form.is_valid()]:  # each is asked, so that each shows what is wrong
        return "no"
    try:
        change(request, draft, made(), said)
    except Refusal as refusal:
        return str(refusal)
    return ""


def forms_page(
    request: HttpRequest, draft: OpenDraft, room: str, sent: Iterable[Form], made: Callable[[], CampaignFile],
    said: str, **more: Any,
) -> HttpResponse:  # fmt: skip
    """Return a page of a table with its forms, or enter what they were sent with and show the page again."""
    refused = entered(request, draft, sent, made, said) if request.method == "POST" else None
    if refused == "":
        return redirect(f"draft_{room}", key=draft.row.key)
    return draft_page(request, draft, room, status=422 if refused else 200, refused=refused or "", **more)


def form_page(
    request: HttpRequest, draft: OpenDraft, room: str, form: Form, made: Callable[[], CampaignFile], said: str,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    """Return a page with one form, on which a refusal is shown, or enter what it was sent with."""
    refused = entered(request, draft, [form], made, said) if request.method == "POST" else None
    if refused == "":
        return redirect(f"draft_{room}", key=draft.row.key)
    if refused and refused != "no":
        form.add_error(None, refused)
    return draft_page(request, draft, room, form=form, status=422 if form.errors else 200, **more)


@of_draft("GET", "POST")
def powers(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the factions and how they stand to one another."""
    sent = request.POST or None
    blank = new_faction("new", "", draft.file.factions)
    rows = [FactionForm(sent, row=row, prefix=f"f{n}") for n, row in enumerate((*draft.file.factions, blank))]
    names = dict(powers_of(draft.file))
    relations = {
        pair: RelationForm(sent, prefix=f"r{n}", initial={"kind": relation_of(draft.file, pair)},
                           of=f"{names[pair[0]]}, {names[pair[1]]}")
        for n, pair in enumerate(pairs_of(draft.file))
    }  # fmt: skip
    pairs = [(names[first], names[second], form) for (first, second), form in relations.items()]
    made, forms = lambda: _with_powers(draft.file, rows, relations), [*rows, *relations.values()]
    return forms_page(request, draft, "powers", forms, made, "Powers entered", rows=rows, pairs=pairs)


def _with_powers(
    file: CampaignFile, rows: Sequence[FactionForm], relations: dict[tuple[str, str], RelationForm]
) -> CampaignFile:
    made: list[FactionRow] = []
    taken = {row.key for row in file.factions}
    for form in rows:
        given = dict(form.cleaned_data)
        if given.pop("gone") or (form.row.key == "new" and form is rows[-1] and not given["name"]):
            continue
        if not given["name"]:
            raise Refusal(f"{form.row.name}: write its name, or tick Remove.")
        row = form.row
        if form is rows[-1]:
            row = replace(row, key=key_for(given["name"], taken, "faction"))
            given["adjective"] = given["adjective"] or given["name"]
        made.append(replace(row, **given))
    return with_powers(file, made, {pair: form.cleaned_data["kind"] for pair, form in relations.items()})


def page_of(request: HttpRequest, rows: Sequence[Any], found: int | None) -> Page[Any]:
    """Return a page of a table: the one with a row that a link names, else the one that is asked for."""
    pages = Paginator(list(enumerate(rows)), A_PAGE)
    return pages.get_page(found // A_PAGE + 1 if found is not None else request.GET.get("page"))


@of_draft("GET", "POST")
def provinces(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the provinces, some of them on a page."""
    sent, all_rows = request.POST or None, draft.file.provinces
    at = next((n for n, row in enumerate(all_rows) if row.key == request.GET.get("at")), None)
    page = page_of(request, all_rows, at)
    choices = powers_of(draft.file)
    rows = {n: ProvinceForm(sent, row=row, powers=choices, prefix=f"p{n}") for n, row in page.object_list}
    made, forms = lambda: _with_provinces(draft.file, rows), rows.values()
    return forms_page(request, draft, "provinces", forms, made, "Provinces entered", rows=forms, page=page)


def _with_provinces(file: CampaignFile, forms: Mapping[int, ProvinceForm]) -> CampaignFile:
    return replace(file, provinces=tuple(_province(row, forms.get(n)) for n, row in enumerate(file.provinces)))


def _province(row: ProvinceRow, form: ProvinceForm | None) -> ProvinceRow:
    if form is None:
        return row
    given = form.cleaned_data
    return replace(row, **{**given, "controller": given["controller"] or None, "home": given["home"] or None})


def _way_rows(request: HttpRequest, draft: OpenDraft, sent: Any) -> tuple[Page[Any], dict[int, WayForm], list[Any]]:
    names = {row.key: row.name for row in draft.file.provinces}
    page = page_of(request, draft.file.edges, None)
    rows, shown = {}, []
    for n, row in page.object_list:
        first, second = (names.get(key, key) for key in row.between)
        kind = ("bridge" if row.bridge else "ford") if row.kind == "river" else row.kind
        rows[n] = WayForm(sent, prefix=f"w{n}", initial={"kind": kind, "river": row.river}, of=f"{first} to {second}")
        shown.append((first, second, rows[n]))
    return page, rows, shown


def _ways_page(request: HttpRequest, draft: OpenDraft, **more: Any) -> HttpResponse:
    page, _, shown = _way_rows(request, draft, more.pop("sent", None))
    named = next((row for row in draft.file.provinces if row.key == request.GET.get("at")), None)
    text = PasteForm(
        initial={"seen": draft.row.version, "text": way_lines(draft.file)},
        label="All ways",
        help_text=WAYS_HELP,
        rows=10,
    )
    by_mouse = {"live": live_map(draft.file, does="Way at") if draft.file.provinces else None, "kinds": WAY_KINDS}
    usual = {"page": page, "rows": shown, "form": text, "named": named, **by_mouse}
    return draft_page(request, draft, "map/ways", **{**usual, **more})


@of_draft("GET", "POST")
def ways(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the kinds of ways, some of them on a page."""
    if request.method != "POST":
        return _ways_page(request, draft)
    _, rows, _ = _way_rows(request, draft, request.POST)
    refused = entered(request, draft, rows.values(), lambda: _with_ways(draft.file, rows), "Ways entered")
    if refused:
        return _ways_page(request, draft, sent=request.POST, status=422, refused=refused)
    return redirect("draft_ways", key=draft.row.key)


def _with_ways(file: CampaignFile, forms: Mapping[int, WayForm]) -> CampaignFile:
    changed = (_edge(edge, forms.get(n)) for n, edge in enumerate(file.edges))
    return replace(file, edges=tuple(row for row in changed if row is not None))


def _edge(edge: EdgeRow, form: WayForm | None) -> EdgeRow | None:
    if form is None:
        return edge
    given = form.cleaned_data
    kind, bridge = KINDS[given["kind"]]
    river = given["river"] if kind == "river" else ""
    return None if given["gone"] else replace(edge, kind=kind, bridge=bridge, river=river)


@of_draft("POST")
def way_text(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Paste all ways."""
    form = PasteForm(request.POST, label="All ways", help_text=WAYS_HELP, rows=10)
    found: Ways | None = None
    if form.is_valid():
        with refused_on(form):
            found = read_ways(form.cleaned_data["text"], draft.file)
            if not found.troubles:
                change(request, draft, replace(draft.file, edges=found.ways), "Ways entered")
                return redirect("draft_ways", key=draft.row.key)
    return _ways_page(request, draft, form=form, found=found, status=422)


@of_draft("GET", "POST")
def war(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the war's name, its text and its calendar."""
    file = draft.file
    initial = {name: getattr(file, name) for name in ("name", "summary", "sources", "show_all")}
    form = WarForm(request.POST or None, initial={**initial, **vars(file.calendar), "seen": draft.row.version})
    return form_page(request, draft, "war", form, lambda: _with_time(file, form.cleaned_data), "Name and time entered")


def _with_time(file: CampaignFile, given: dict[str, Any]) -> CampaignFile:
    names = ("start", "turn_days", "last_turn", "muster_every")
    calendar = replace(file.calendar, **{name: given[name] for name in names})
    texts = {name: given[name] for name in ("name", "summary", "sources", "show_all")}
    return replace(file, calendar=calendar, **texts)
