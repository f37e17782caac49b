"""Notices: a row for each member to notify, with its mark."""

from django.db import models
from django.utils import timezone

from base.rows.limits import known_values, one_of
from campaign.models.game import Campaign
from campaign.models.outbox import Dispatch
from campaign.models.people import Member
from campaign.rules.kinds import NoticeKind


class Notice(models.Model):
    """One piece of news for one member. ``fact`` names the event: each member is notified of it once."""

    Kind = NoticeKind

    key = models.CharField(max_length=16, editable=False, help_text="digest of what its member sees, for its address")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="notices")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    fact = models.CharField(max_length=120, help_text="natural key of the event")
    text = models.CharField(max_length=400, help_text="a sentence that its reader may know")
    path = models.CharField(max_length=200, blank=True, help_text="where it leads on this site")
    turn = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(null=True, blank=True, help_text="no longer true afterwards: not mailed any more")
    how = models.CharField(max_length=6, blank=True, help_text="mailed at once (now), in the digest, or empty: not")
    mail = models.ForeignKey(
        Dispatch,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="notices",
        help_text="the mail it is in",
    )
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["member", "fact"], name="notice_once_a_member"),
            known_values("notice", one_of("kind", NoticeKind)),
        ]
        indexes = [
            models.Index(fields=["member"], condition=models.Q(read_at=None), name="notice_unread"),
            models.Index(fields=["how"], condition=models.Q(mail=None) & ~models.Q(how=""), name="notice_unmailed"),
        ]

    def __str__(self) -> str:
        return self.text[:80]
