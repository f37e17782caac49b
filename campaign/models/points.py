"""Points as double entry: every posting leaves one account and reaches another."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from base.rows.columns import known_values, one_of, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.rules.kinds import AccountKind


class Account(models.Model):
    """Holds points. ``balance`` is guarded: only ``post_points`` writes it, together with its entry.

    A faction has a treasury and a reserve, never below zero. The campaign's own accounts stand for the
    world outside, so that all balances of a campaign add up to nothing.
    """

    Kind = AccountKind

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="accounts")
    faction = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="accounts")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    balance = models.IntegerField(default=0, editable=False, help_text="points; sum of its entries")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["faction", "kind"], name="account_once_a_faction"),
            models.UniqueConstraint(
                fields=["campaign", "kind"], condition=Q(faction__isnull=True), name="account_once_a_campaign"
            ),
            models.CheckConstraint(
                condition=Q(faction__isnull=True) | Q(balance__gte=0), name="account_of_a_faction_not_below_zero"
            ),
            known_values("account", one_of("kind", AccountKind)),
        ]

    def __str__(self) -> str:
        return f"{self.faction or self.campaign}: {self.get_kind_display()}"


class PointsEntry(models.Model):
    """A posting of points from one account to another. Append-only."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    source = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="outgoing")
    target = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="incoming")
    amount = models.PositiveIntegerField(help_text="points")
    reason = models.CharField(max_length=200)
    reference = models.CharField(max_length=120, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    actor = models.CharField(max_length=80, blank=True)
    turn = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)
    idempotency = models.CharField(max_length=160, null=True, blank=True, editable=False)  # noqa: DJ001 (none: no key)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "points entries"
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=1), name="points_entry_moves_something"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="points_entry_between_two_accounts"),
            models.UniqueConstraint(fields=["campaign", "idempotency"], name="points_key_once_a_campaign"),
            known_values("points_entry", within("amount", 1, 1_000_000), within("turn", 0, 500)),
        ]

    def __str__(self) -> str:
        return f"{self.amount}: {self.reason}"
