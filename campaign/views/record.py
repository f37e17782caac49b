"""The turn browser and the chronicle, with the references of ledgers as links."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from base.pages.found import found
from base.pages.paging import filters_of, page_of
from base.pages.texts import drawn_text
from campaign.forms.orders import ChronicleFilter
from campaign.models import ChronicleEntry, Turn
from campaign.references import BattleReference, CampaignReference, TurnReference, parse_reference
from campaign.views.access import Knowledge, member_page
from campaign.visibility import sheets
from campaign.visibility.battles.battles import battle_lines, summaries
from campaign.visibility.header import turn_view
from campaign.visibility.news import record
from campaign.visibility.news.record import Chapter, chapters
from campaign.visibility.schedule import due_dates
from campaign.visibility.values import EntryView
from rosters.pages import Link, ReferenceLink

PLACE_OF_KEY = "the-key-stands-here"


@lru_cache(maxsize=256)
def _halves(name: str, slug: str) -> tuple[str, str]:
    """Return the parts before and behind the key in the addresses of a campaign's page."""
    head, _, tail = reverse(name, args=[slug, PLACE_OF_KEY]).partition(PLACE_OF_KEY)
    return head, tail


def addresses(name: str, slug: str) -> Callable[[str], str]:
    """Return a function that gives the address of a page by its key: as ``reverse``, and quick for hundreds of keys."""
    head, tail = _halves(name, slug)
    return lambda key: f"{head}{key}{tail}"


def reference_links(knowledge: Knowledge, battles: dict[str, str]) -> ReferenceLink:
    """Return a function that turns a ledger's reference into a link; ``battles`` are names by key."""

    def link(text: str) -> Link | None:
        reference = parse_reference(text)
        if isinstance(reference, TurnReference):
            return Link(f"turn {reference.number}", reverse("game:past_turn", args=[slug, reference.number]))
        if isinstance(reference, BattleReference) and reference.key in battles:
            return Link(battles[reference.key], reverse("game:battle", args=[slug, reference.key]))
        if isinstance(reference, CampaignReference):
            return Link("campaign file")
        return Link(text) if text and reference is None else None

    slug = knowledge.campaign.slug
    return link


PER_PAGE, ORDERS = 60, 60
MOST_TURNS = 1000


@member_page()
def turn(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the turn in hand."""
    return _turn_page(request, knowledge, knowledge.turn)


@member_page()
def past_turn(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show any turn of the war."""
    return _turn_page(request, knowledge, found(record.turn_row(knowledge, number)))


def _turn_page(request: HttpRequest, knowledge: Knowledge, row: Turn | None) -> HttpResponse:
    context: dict[str, Any] = {"knowledge": knowledge, "section": "turn"}
    if row is not None:
        battles, codes = battle_lines(knowledge, turn=row.number), request.GET.get("codes") == "1"
        rows = list(record.entry_rows(knowledge, turn=row.number)[: PER_PAGE + 1])
        entries = record.entry_views(knowledge, rows[:PER_PAGE])
        page = page_of(sheets.order_rows(knowledge, row), request.GET.get("page"), ORDERS)
        context |= {
            "more_entries": len(rows) > PER_PAGE,
            "page": page,
            "shown": turn_view(knowledge.campaign, row),
            "before": row.number - 1 if row.number > 1 else None,
            "after": row.number + 1 if row.number < knowledge.turn_number else None,
            "orders": sheets.given_orders(knowledge, page.object_list),
            "sheet": sheets.sheet_of(knowledge, row),
            "entries": _drawn(knowledge, entries, _watched(knowledge, entries), codes=codes),
            "codes": codes,
            "battles": battles,
            "costs": summaries(knowledge, battles),
            "acts": record.acts(knowledge, turns=[row.number]),
            "due": due_dates(knowledge) if row.number == knowledge.turn_number else None,
        }
    return render(request, "campaign/record/turn.html", context)


@member_page()
def chronicle(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """List everything that the reader knows of the war, the latest turn first."""
    kinds = record.entry_kinds(knowledge)
    form = ChronicleFilter(request.GET or None, kinds=kinds, turns=knowledge.turn_number)
    wanted = form.cleaned_data if form.is_valid() else {}
    rows = record.entry_rows(
        knowledge, turn=wanted.get("turn"), kind=wanted.get("kind", ""), own=wanted.get("whose") == "own"
    )
    page = page_of(rows, request.GET.get("page"), PER_PAGE)
    lines = record.entry_views(knowledge, page.object_list)
    watched = _watched(knowledge, lines)
    turns = groupby(lines, key=lambda line: line.turn)
    codes = request.GET.get("codes") == "1"
    by_turn = [(number, _chapters(knowledge, of_turn, watched, codes)) for number, of_turn in turns]
    context = {
        "knowledge": knowledge, "section": "chronicle", "filter": form, "by_turn": by_turn, "page": page,
        "query": filters_of(request), "taken_back": knowledge.campaign.roll_backs.exists(),
        "codes": codes, "chosen": any(wanted.values()),
        "acts": record.acts(knowledge, turns=_turns_of(page, lines)),
    }  # fmt: skip
    return render(request, "campaign/record/chronicle.html", context)


def _turns_of(page: Page[ChronicleEntry], lines: list[EntryView]) -> range:
    """Return the turns that a page of the chronicle is about: up to the newest on the first page, from 0 on the
    last."""
    turns = [line.turn for line in lines] or [0]
    newest = MOST_TURNS if page.number == 1 else max(turns)
    return range(0 if not page.has_next() else min(turns), newest + 1)


def _watched(knowledge: Knowledge, lines: Iterable[EntryView]) -> set[str]:
    """Return the keys of the battles named in some lines that the reader may watch."""
    keys = {line.battle_key for line in lines}  # also the empty one: no page takes more queries than another
    return {line.key for line in battle_lines(knowledge, keys=keys) if line.watched}


def _chapters(
    knowledge: Knowledge, lines: Iterable[EntryView], watched: set[str], codes: bool
) -> list[tuple[Chapter, SafeString]]:
    """Return the chapters of a turn, drawn."""
    return [(one, _drawn(knowledge, one.lines, watched, codes=codes)) for one in chapters(lines)]


def _drawn(knowledge: Knowledge, lines: list[EntryView], watched: set[str], *, codes: bool) -> SafeString:
    """Draw lines of the chronicle; that of a battle that the reader may watch with its still. ``codes``: with phases
    and rules."""
    slug = knowledge.campaign.slug
    pages = {name: addresses(f"game:{name}", slug) for name in ("battle", "battle_replay", "battle_still", "province")}
    facts = {"watched": watched, "yet": knowledge.orders_open, "codes": codes}
    return drawn_text("campaign/entries.html", lines=lines, **facts, **pages)
