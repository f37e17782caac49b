"""What the campaign does when a battle has been settled, or has failed."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from battles.models import Battle
from battles.resolvers.report import Report
from battles.signals import battle_failed, battle_settled
from campaign.models import Engagement, Turn
from campaign.services.phases.battles import settle_engagement
from campaign.services.turn import close_turn, end_war


@receiver(battle_settled, dispatch_uid="campaign_battle_settled")
def on_battle_settled(sender: type[Battle], battle: Battle, report: Report, **kwargs: Any) -> None:
    """Take the result into the campaign in the settling transaction; the last one closes the turn after the commit."""
    settle_engagement(battle=battle, report=report)
    _close_after_commit(battle)


@receiver(battle_failed, dispatch_uid="campaign_battle_failed")
def on_battle_failed(sender: type[Battle], battle: Battle, **kwargs: Any) -> None:
    """A battle that failed stays open and holds the turn up no longer."""
    _close_after_commit(battle)


def _close_after_commit(battle: Battle) -> None:
    engagement = Engagement.objects.select_related("turn__campaign").filter(battle=battle).first()
    if engagement is not None:
        turn = engagement.turn
        transaction.on_commit(lambda: _close(turn), robust=True)


def _close(turn: Turn) -> None:
    close_turn(turn=turn, actor="the battles")
    end_war(turn=turn, actor="the battles")
