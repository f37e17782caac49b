"""The companion of a battle of the war that is fought by hand: for the players of its sides and the referee."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from base.pages.found import found
from battles.replies.companion import Writer, companion_reply, news_reply, over_news, over_reply
from battles.resolvers.files.battle_file import parse
from campaign.views.access import Knowledge, member_page
from campaign.visibility.battles.battles import BattleKnown, battle_known, is_on_table, may_sit_at_table
from campaign.visibility.battles.packs import part_of_reader


@member_page("GET", "HEAD", "POST")
def table(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the table, and what is noted on it; when it is over, its log."""
    seen = _at_table(knowledge, key)
    context = {"knowledge": knowledge, "section": "battles", "line": seen.line}
    reply = companion_reply if is_on_table(seen) else over_reply
    return reply(request, seen.battle, _writer(knowledge, seen), "campaign/battles/companion.html", context)


@member_page()
def news(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show whether anything new has been noted."""
    seen = _at_table(knowledge, key)
    reply = news_reply if is_on_table(seen) else over_news
    return reply(request, seen.battle, _writer(knowledge, seen))


def _at_table(knowledge: Knowledge, key: str) -> BattleKnown:
    """Return a battle at whose table the reader sits or sat; to everybody else this door does not exist."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    if not may_sit_at_table(knowledge, seen):
        raise Http404
    return seen


def _writer(knowledge: Knowledge, seen: BattleKnown) -> Writer:
    def url(name: str) -> str:
        return reverse(f"game:{name}", args=[knowledge.campaign.slug, seen.battle.key])

    at = (url("battle"), url("battle_table"), url("battle_table_news"))
    if seen.side is None or knowledge.own is None:
        return Writer(None, knowledge.user_name, *at, ruling=f"{url('battle_ruling')}?from=table")
    part = part_of_reader(seen, knowledge.own, parse(seen.battle.file))
    return Writer(seen.side, knowledge.user_name, *at, f"{url('battle_result')}?from=table", part=part)
