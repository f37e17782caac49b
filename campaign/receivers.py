"""The campaign's answer to a battle that has been settled, or has failed."""

import logging
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from base.rows.prepared import prepared
from battles.models import Battle
from battles.resolvers.values.report import Report
from battles.signals import battle_failed, battle_settled, battle_settling
from campaign.models import Campaign, Edge, Engagement, Province, Turn
from campaign.models.map import DRAWN, forget_drawn
from campaign.services.history.keeping import keep_before, keep_seal
from campaign.services.phases.fighting.battles import settle_engagement
from campaign.services.record.halts import Halted, why
from campaign.services.turn import close_turn, end_war
from campaign.signals import turn_sealing

log = logging.getLogger(__name__)


@receiver(battle_settled, dispatch_uid="campaign_battle_settled")
def on_battle_settled(sender: type[Battle], battle: Battle, report: Report, **kwargs: Any) -> None:
    """Take the result into the campaign in the settling transaction; the last one closes the turn after the commit."""
    engagement = _engagement_of(battle)
    if engagement is None:
        return
    try:
        with transaction.atomic():
            settle_engagement(battle=battle, report=report)
    except Refusal:
        raise
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("%s cannot be taken into its campaign", battle)
        raise Refusal(f"It cannot be taken into the war: {why(engagement.turn.campaign, error)}") from error
    _close_after_commit(battle)


@receiver(battle_failed, dispatch_uid="campaign_battle_failed")
def on_battle_failed(sender: type[Battle], battle: Battle, **kwargs: Any) -> None:
    """Let a turn go on without a battle that failed; it stays open."""
    _close_after_commit(battle)


def _engagement_of(battle: Battle) -> Engagement | None:
    """Return the engagement of a war's battle, None of a one-off, which has no reference to a turn."""
    return next(iter(_engagements(battle.pk)), None) if battle.reference else None


@prepared
def _engagements(battle_id: int) -> QuerySet[Engagement]:
    return Engagement.objects.select_related("turn__campaign").filter(battle=battle_id)


def _close_after_commit(battle: Battle) -> None:
    engagement = _engagement_of(battle)
    if engagement is not None:
        turn = engagement.turn
        transaction.on_commit(lambda: _close(turn), robust=True)


def _close(turn: Turn) -> None:
    """The battle stays settled where the turn cannot be closed; the desk shows why, and the clock tries again."""
    with suppress(Halted):
        close_turn(turn=turn, actor="the program")
        end_war(turn=turn, actor="the program")


@receiver(battle_settling, dispatch_uid="campaign_battle_settling")
def on_battle_settling(sender: type[Battle], battle: Battle, **kwargs: Any) -> None:
    """Keep the war as it is before a result counts, so that this can be taken back."""
    engagement = _engagement_of(battle)
    if engagement is not None:
        keep_before(engagement=engagement)


@receiver(turn_sealing, dispatch_uid="campaign_turn_sealing")
def on_turn_sealing(sender: type[Turn], turn: Turn, **kwargs: Any) -> None:
    """Keep the war as it is when its orders are sealed, in the sealing transaction."""
    keep_seal(turn=turn)


@receiver([post_save, post_delete], sender=Province, dispatch_uid="campaign_province_drawn")
@receiver([post_save, post_delete], sender=Edge, dispatch_uid="campaign_edge_drawn")
def on_land_changed(sender: type[Province | Edge], instance: Province | Edge, **kwargs: Any) -> None:
    """Forget the digest of a land of which something drawn was changed, as the admin does."""
    changed = kwargs.get("update_fields")
    if changed is None or DRAWN & changed:
        forget_drawn([instance.campaign_id])


@receiver(post_save, sender=Campaign, dispatch_uid="campaign_map_drawn")
def on_map_changed(sender: type[Campaign], instance: Campaign, created: bool, **kwargs: Any) -> None:
    """The same where the drawing that a campaign brings was changed."""
    changed = kwargs.get("update_fields")
    if not created and (changed is None or DRAWN & changed):
        forget_drawn([instance.pk])
