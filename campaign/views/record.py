"""The turn browser and the chronicle."""

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.forms.orders import ChronicleFilter
from campaign.models import Turn
from campaign.views.access import Knowledge, found, member_page
from campaign.visibility import record, sheets
from campaign.visibility.battles import battle_lines
from campaign.visibility.header import turn_view
from campaign.visibility.values import BattleLine


@member_page()
def turn(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """The turn in hand."""
    return _turn_page(request, knowledge, knowledge.turn)


@member_page()
def past_turn(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Any turn of the war."""
    return _turn_page(request, knowledge, found(record.turn_row(knowledge, number)))


def _turn_page(request: HttpRequest, knowledge: Knowledge, row: Turn | None) -> HttpResponse:
    context: dict[str, Any] = {"knowledge": knowledge, "section": "turn"}
    if row is not None:
        battles = battle_lines(knowledge, turn=row.number)
        context |= {
            "shown": turn_view(knowledge.campaign, row),
            "before": row.number - 1 if row.number > 1 else None,
            "after": row.number + 1 if row.number < knowledge.turn_number else None,
            "orders": sheets.orders_of(knowledge, row),
            "sheet": sheets.sheet_of(knowledge, row),
            "entries": record.entries(knowledge, turn=row.number),
            "battles": battles,
            "watched": _watched(battles),
            "acts": record.acts(knowledge, turn=row.number),
        }
    return render(request, "campaign/turn.html", context)


@member_page()
def chronicle(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Everything that is told of the war, the latest turn first."""
    kinds = record.entry_kinds(knowledge)
    form = ChronicleFilter(request.GET or None, kinds=kinds, turns=knowledge.turn_number)
    wanted = form.cleaned_data if form.is_valid() else {}
    lines = record.entries(
        knowledge, turn=wanted.get("turn"), kind=wanted.get("kind", ""), own=wanted.get("whose") == "own"
    )
    by_turn = [(number, list(told)) for number, told in groupby(lines, key=lambda line: line.turn)]
    context = {
        "knowledge": knowledge, "section": "chronicle", "filter": form, "by_turn": by_turn[::-1],
        "acts": record.acts(knowledge), "watched": _watched(battle_lines(knowledge)),
    }  # fmt: skip
    return render(request, "campaign/chronicle.html", context)


def _watched(lines: list[BattleLine]) -> set[str]:
    """The keys of the battles that the reader may watch."""
    return {line.key for line in lines if line.watched}
