"""Battles, the chronicle, news and letters."""

from collections.abc import Iterable

from django.http import Http404

from base.pages.export import Export
from base.pages.found import found
from battles.battle_exports import journal_file_of, report_file_of
from campaign.api.operations import Call, Listed, reads
from campaign.api.values import BattleCost
from campaign.forms.api import ChronicleQuery
from campaign.models import Engagement
from campaign.visibility.battles.battles import BattleKnown, battle_known, battle_line, battle_rows, summaries
from campaign.visibility.news import letters, record
from campaign.visibility.news.letters import LetterView, Thread
from campaign.visibility.news.news import NoticeView, notice_rows, notice_view
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine, EntryView


@reads("campaigns/<slug:slug>/battles")
def list_battles(call: Call) -> Listed[BattleCost]:
    """List every battle of the war, the latest turn first."""
    return Listed(battle_rows(call.knowledge), lambda rows: _costs(call.knowledge, rows))


def _costs(knowledge: Knowledge, rows: Iterable[Engagement]) -> list[BattleCost]:
    lines = [battle_line(knowledge, row) for row in rows]
    costs = summaries(knowledge, lines)
    return [_cost(line, costs) for line in lines]


def _cost(line: BattleLine, costs: dict[str, str]) -> BattleCost:
    return BattleCost(
        line.key, line.name, line.turn, line.province_key, line.province_name, line.state, line.state_text, line.size,
        line.winner, line.settled, line.part, line.open_to_reader, line.archived, line.rules, line.fate,
        costs.get(line.key, ""),
    )  # fmt: skip


def _battle(call: Call, key: str) -> BattleKnown:
    return found(battle_known(call.knowledge, key))


@reads("campaigns/<slug:slug>/battles/<slug:key>")
def get_battle(call: Call, key: str) -> BattleCost:
    """Show one battle."""
    line = _battle(call, key).line
    return _cost(line, summaries(call.knowledge, [line]))


@reads("campaigns/<slug:slug>/battles/<slug:key>/report")
def get_report(call: Call, key: str) -> Export:
    """Show the report of a settled battle that one may read (bivouac.report/1)."""
    seen = _whole(call, key)
    return found(report_file_of(seen.battle, plans=seen.open_plans))


@reads("campaigns/<slug:slug>/battles/<slug:key>/journal")
def get_journal(call: Call, key: str) -> Export:
    """Show the journal of a settled battle that one may read, an event a line (JSON lines)."""
    seen = _whole(call, key)
    if seen.line.archived:
        raise Http404
    return found(journal_file_of(seen.battle))


def _whole(call: Call, key: str) -> BattleKnown:
    """Return a settled battle that the reader may read whole; 404 for every other alike."""
    seen = _battle(call, key)
    if not seen.full:
        raise Http404
    return seen


@reads("campaigns/<slug:slug>/chronicle", ChronicleQuery)
def list_chronicle(call: Call) -> Listed[EntryView]:
    """List what one knows of the war, the latest turn first."""
    asked = call.query
    rows = record.entry_rows(call.knowledge, turn=asked["turn"], kind=asked["kind"], own=asked["whose"] == "own")
    return Listed(rows, lambda some: record.entry_views(call.knowledge, some))


@reads("campaigns/<slug:slug>/news")
def list_news(call: Call) -> Listed[NoticeView]:
    """List one's own news, the newest first; reading it here does not mark it as read."""
    return Listed(notice_rows(call.knowledge), lambda rows: [notice_view(row) for row in rows])


@reads("campaigns/<slug:slug>/letters")
def list_conversations(call: Call) -> Listed[Thread]:
    """List one's conversations, and those that one may begin."""
    return Listed(letters.threads(call.knowledge))


@reads("campaigns/<slug:slug>/letters/<str:thread>")
def list_letters(call: Call, thread: str) -> Listed[LetterView]:
    """List the letters of one conversation, the oldest first."""
    found = letters.thread_letters(call.knowledge, thread)
    if found is None:
        raise Http404
    return Listed(found)
