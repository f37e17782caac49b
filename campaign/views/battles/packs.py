"""Battle packs of the war: what goes to the table, for those who fight and for the referee."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.pages.found import found
from base.pages.public_address import leads_only_here
from battles.models import Battle
from battles.pack.pack import Pack
from battles.pages.packs import packs_page
from battles.replies.battle import pack_file
from campaign.views.access import Knowledge, member_page
from campaign.visibility.battles.battles import BattleKnown, battle_known
from campaign.visibility.battles.packs import pack_known, packs_known

OPEN = Battle.State.OPEN


@member_page()
def packs(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the packs that the reader may have, and the table."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    offered = found(packs_known(knowledge, seen) or None)
    known = {wanted: found(pack_known(knowledge, seen, wanted)) for wanted in offered}
    languages = request.headers.get("Accept-Language", "")
    page = packs_page(known, _url(knowledge, key, "battle_pack_file"), languages)
    grows = seen.battle.state == OPEN
    context = {"knowledge": knowledge, "section": "battles", "line": seen.line, "grows": grows,
               "only_here": leads_only_here(request), **page}  # fmt: skip
    return render(request, "campaign/battles/packs.html", context)


@member_page()
def file(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show a file of a pack."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    pack: Pack = found(pack_known(knowledge, seen, request.GET.get("side", "")))
    return pack_file(request, pack, _address(knowledge, seen, pack), state=_state(knowledge, seen))


def _state(knowledge: Knowledge, seen: BattleKnown) -> str:
    """Describe the state of the battle, since a pack of an open one grows old when more armies come up to it
    (HR-13)."""
    if seen.battle.state == Battle.State.DONE:
        return ", decided"
    more = "; columns that come up later are not in it: print it again then" if seen.battle.state == OPEN else ""
    return f", turn {knowledge.turn_number}{more}"


def _address(knowledge: Knowledge, seen: BattleKnown, pack: Pack) -> str:
    """Return the address where a pack's result is typed in; of a settled battle, where it is read."""
    if seen.battle.state == Battle.State.DONE:
        return _url(knowledge, seen.battle.key, "battle")
    return _url(knowledge, seen.battle.key, "battle_ruling" if pack.reader is None else "battle_result")


def _url(knowledge: Knowledge, key: str, name: str) -> str:
    return reverse(f"game:{name}", args=[knowledge.campaign.slug, key])
