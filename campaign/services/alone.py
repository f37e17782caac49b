"""A war against the program: one player, every other faction led by the program, no referee."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle
from battles.services import publish_due
from campaign.models import Campaign, Faction, Member
from campaign.rules.general.level import LEVELS
from campaign.rules.kinds import Role
from campaign.selectors.members.people import own_war_alone, wars_alone
from campaign.selectors.past.history import seals
from campaign.services.corrections import try_again
from campaign.services.files.files import free_slug, load_campaign, suggested_slug
from campaign.services.files.packs import read_pack, sides_of
from campaign.services.history.rolling_back import roll_back
from campaign.services.record.chronicle import record_act

MOST, SHORTEST, LONGEST = 12, 3, 60
WHY = "The player plays the turn again."


@transaction.atomic
def begin_alone(
    *, user: User, pack: str, faction: str, takes_back: bool = False, level: int = 2, turns: int | None = None
) -> Campaign:
    """Begin a shipped war in which the user plays one faction and the program all others; his *Ready* runs a turn.

    With ``takes_back`` he may take the last turn back. ``level`` is that of the program's general (AI-34), ``turns``
    how long the war lasts at most, its own length where none is given. Refusal where he has too many such wars, or
    where the war has no such faction.
    """
    User.objects.select_for_update().get(pk=user.pk)
    if len(wars_alone(user)) >= MOST:
        raise Refusal(f"War and side: you play {MOST} wars alone already; give one of them up first.")
    if faction not in sides_of(pack):
        raise Refusal("War and side: choose one of those that are listed.")
    data = _as_wanted(json.loads(read_pack(pack)), level, turns)
    campaign = load_campaign(data=data, slug=free_slug(suggested_slug(pack)), actor=str(user))
    _without_a_referee(campaign, takes_back)
    _share_out(campaign, user, faction)
    return campaign


def _as_wanted(data: dict[str, Any], level: int, turns: int | None) -> dict[str, Any]:
    """Return a war's file with the level of the program and the length that the player chose."""
    if level not in LEVELS:
        raise Refusal("Level: choose one of those that are listed.")
    if turns is not None and not SHORTEST <= turns <= LONGEST:
        raise Refusal(f"Length: give {SHORTEST} to {LONGEST} turns.")
    house = {**data.get("house_rules", {}), "program.level": level}
    last = data["calendar"]["last_turn"] if turns is None else turns
    return {**data, "house_rules": house, "calendar": {**data["calendar"], "last_turn": last}}


def _without_a_referee(campaign: Campaign, takes_back: bool) -> None:
    """Nothing waits for a referee: the paper is printed and battles are fought at once."""
    campaign.ready_runs, campaign.gazette, campaign.battle_days = True, "at_once", 0
    campaign.takes_back = takes_back
    campaign.save(update_fields=["ready_runs", "takes_back", "gazette", "battle_days"])


def _share_out(campaign: Campaign, user: User, faction: str) -> None:
    """The user leads his faction, and nobody else does; the program leads the others."""
    campaign.factions.exclude(key=faction).update(caretaker=Faction.Caretaker.ON)
    own = campaign.factions.get(key=faction)
    Faction.objects.filter(pk=own.pk).update(caretaker=Faction.Caretaker.OFF)
    Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=own)


@transaction.atomic
def give_up(*, user: User, slug: str) -> Campaign | None:
    """End a war of the user against the program for good; None where he has no such war."""
    campaign = own_war_alone(user, slug)
    now = timezone.now()
    if campaign is None or not Campaign.objects.filter(pk=campaign.pk, deleted_at=None).update(
        deleted_at=now, archived_at=now
    ):
        return None
    record_act(campaign=campaign, user=user, act="gave the war up")
    return campaign


def last_sealed(campaign: Campaign) -> int:
    """Return the turn that can be taken back, the last one that was run; 0: none, or the player has ruled it out."""
    return max((seal.turn for seal in seals(campaign)), default=0) if campaign.takes_back else 0


def take_turn_back(*, user: User, slug: str, turn: int | None) -> Campaign | None:
    """Open the last turn again that a war of the user against the program has run; None where he has no such war.

    It is on the record. Other orders get other dice. Refusal where it is not the last turn.
    """
    campaign = own_war_alone(user, slug)
    if campaign is None or not campaign.takes_back:
        return None
    if not turn or turn != last_sealed(campaign):
        raise Refusal("Turn: only the last one that was run can be taken back; load the page again.")
    roll_back(campaign=campaign, turn=turn, reason=WHY, user=user)
    return campaign


@transaction.atomic
def try_battle_again(*, user: User, slug: str, key: str) -> Battle | None:
    """Let a battle that failed be fought again in a war of the user against the program; None where there is none.

    Its seed stays. Refusal where it has not failed.
    """
    campaign = own_war_alone(user, slug)
    battle = Battle.objects.filter(engagement__turn__campaign=campaign, key=key).first() if campaign else None
    if campaign is None or battle is None:
        return None
    try_again(campaign=campaign, user=user, battle=battle)
    transaction.on_commit(publish_due)
    return battle
