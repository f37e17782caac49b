"""Doors of an open battle, by reader, and the way back from it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.pages.found import found
from battles.models import Battle
from battles.services.held.settling import too_late
from campaign.views.access import Knowledge
from campaign.visibility.battles.battles import BattleKnown, battle_known


def own_side(knowledge: Knowledge, key: str) -> tuple[BattleKnown, int]:
    """Return a battle in which the reader's own armies stand; to everybody else this door does not exist."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    return seen, found(seen.side)


def as_referee(knowledge: Knowledge, key: str) -> BattleKnown:
    """Return any battle of the war, for its referee."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    if not knowledge.is_referee:
        raise PermissionDenied
    return seen


def decided(request: HttpRequest, knowledge: Knowledge, seen: BattleKnown) -> HttpResponse | None:
    """To the page of a battle that takes no result any more, with the sentence that explains why; else None."""
    seen.battle.refresh_from_db(fields=["state"])
    state = seen.battle.state
    if state not in (Battle.State.PENDING, Battle.State.RUNNING, Battle.State.DONE):
        return None
    ask = " Ask the referee if the result is wrong." if state == Battle.State.DONE and not knowledge.is_referee else ""
    messages.error(request, f"{too_late(seen.battle)}{ask}")
    return back(knowledge, seen.battle.key)


def back(knowledge: Knowledge, key: str) -> HttpResponse:
    """To the battle's page."""
    return redirect("game:battle", slug=knowledge.campaign.slug, key=key)
