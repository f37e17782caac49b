"""How a battle of the war is decided: held open, wished for by the sides, chosen and ruled by the referee."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.models import Battle
from battles.resolvers.words import counted
from battles.services import hold_battle, publish_due
from battles.services import table as tables
from campaign.models import Campaign, Engagement, Faction, Leader
from campaign.services.acts import record_act
from campaign.services.chronicle import write_entry
from rosters.rules.refusal import Refusal

LONGEST = 365
WORDS = dict(Battle.Method.choices)


def hold_open(*, engagement: Engagement, campaign: Campaign) -> None:
    """Hold a new battle open for as long as the campaign says; with 0 days it is fought at once."""
    battle = engagement.battle
    if battle is None or not campaign.battle_days or battle.state != Battle.State.PENDING:
        return
    play_by = timezone.now() + timedelta(days=campaign.battle_days)
    hold_battle(
        battle=battle, play_by=play_by, fallback=campaign.battle_fallback, patience=campaign.battle_patience
    )


@transaction.atomic
def set_battle_policy(*, campaign: Campaign, days: int, fallback: str, patience: int | None, user: User) -> None:
    """Say how battles to come are decided: at once, or held open; on the referee's record."""
    if not 0 <= days <= LONGEST:
        raise Refusal(f"Days: write 0 (fought at once) to {LONGEST}.")
    campaign.battle_days, campaign.battle_fallback, campaign.battle_patience = days, fallback, patience
    campaign.save(update_fields=["battle_days", "battle_fallback", "battle_patience"])
    held = f"held open for {counted(days, 'day')}, then {WORDS[fallback]}" if days else "fought at once"
    record_act(campaign=campaign, user=user, act=f"said that battles are {held}")


def check_leads(*, engagement: Engagement, side: int, faction: Faction | None) -> None:
    """HR-14 Where allies fight side by side, the faction whose general commands decides for all; Refusal for others."""
    ref = engagement.details["sides"][side]["commander"]
    leader = Leader.objects.filter(campaign=engagement.turn.campaign_id, ref=ref).select_related("faction").first()
    if leader is not None and leader.faction != faction:
        raise Refusal(f"{leader.faction.name} commands your side of {_battle(engagement)} and decides for it.")


@transaction.atomic
def wish(*, engagement: Engagement, side: int, method: str, by: str) -> bool:
    """A side says how it would have its battle decided; True when that is now done."""
    battle = _battle(engagement)
    agreed = tables.wish_method(battle=battle, side=side, method=method, by=by)
    if agreed:
        transaction.on_commit(publish_due)
        _tell(engagement, f"{battle.name}: both sides agree on {WORDS[method]}.")
    return agreed


@transaction.atomic
def give_up(*, engagement: Engagement, side: int) -> None:
    """A side leaves the field without a battle."""
    battle = _battle(engagement)
    name = engagement.details["sides"][side]["name"]
    tables.concede(battle=battle, side=side)
    _tell(engagement, f"{battle.name}: {name} gives up the field.")


@transaction.atomic
def choose(*, engagement: Engagement, method: str, user: User) -> None:
    """The referee decides how a battle is decided, on the record; call ``publish_due()`` after the commit."""
    battle = _battle(engagement)
    tables.choose_method(battle=battle, method=method)
    record_act(campaign=engagement.turn.campaign, user=user, act=f"chose {WORDS[method]} for {battle.name}")
    transaction.on_commit(publish_due)


@transaction.atomic
def set_terms(*, engagement: Engagement, play_by: Any, fallback: str, patience: int | None, user: User) -> None:
    """The referee moves play-by date, fall-back and patience of one battle, on the record."""
    battle = _battle(engagement)
    tables.set_terms(battle=battle, play_by=play_by, fallback=fallback, patience=patience)
    record_act(campaign=engagement.turn.campaign, user=user, act=f"set the terms of {battle.name}")


@transaction.atomic
def rule(*, engagement: Engagement, typed: Mapping[str, Any], reason: str, user: User) -> None:
    """The referee settles a battle with a result of his own, on the record."""
    battle = _battle(engagement)
    tables.settle_typed(battle=battle, typed=typed, method=Battle.Method.RULING)
    record_act(campaign=engagement.turn.campaign, user=user, act=f"ruled {battle.name}", reason=reason)


def _battle(engagement: Engagement) -> Battle:
    if engagement.battle is None:
        raise Refusal(f"{engagement}: no battle belongs to it.")
    return engagement.battle


def _tell(engagement: Engagement, text: str) -> None:
    write_entry(
        turn=engagement.turn, phase="P8", kind="method", text=text, province=engagement.province,
        battle_key=_battle(engagement).key, rule="HR-12",
    )  # fmt: skip
