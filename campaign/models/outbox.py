"""The outbox: what is to leave this site, and where to. A row is written with the fact, and sent by a worker."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from base.rows.columns import LENGTH, known_values, new_key, one_of, within
from base.rows.holder import Claimed
from campaign.models.game import Campaign
from campaign.models.people import Member
from campaign.rules.kinds import DispatchKind, DispatchState, HookKind, NoticeKind


class MailAddress(models.Model):
    """The address for a person's mail. Nothing but the confirmation link is sent there until it is confirmed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_address")
    email = models.EmailField(max_length=200)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    code_hash = models.CharField(max_length=64, blank=True, editable=False)
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    zone = models.CharField(max_length=60, default="UTC", help_text="of the digest's hour and of times in mails")
    digest_hour = models.PositiveSmallIntegerField(default=7)
    digest_on = models.DateField(null=True, blank=True, help_text="local day of the last digest")
    trouble = models.CharField(max_length=300, blank=True, help_text="why the last mail did not arrive")

    class Meta:
        constraints = [known_values("mail_address", within("digest_hour", 0, 23))]

    def __str__(self) -> str:
        return self.email


class Hook(models.Model):
    """An outside address that gets what is public of a campaign."""

    Kind = HookKind

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="hooks")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.DISCORD)
    name = models.CharField(max_length=60)
    url = models.CharField(max_length=500, help_text="secret: whoever has it can post there")
    secret = models.CharField(max_length=80, blank=True, editable=False, help_text="whsec_…, signs what is sent")
    status_message = models.CharField(max_length=40, blank=True, editable=False, help_text="id of the status post")
    status_digest = models.CharField(max_length=64, blank=True, editable=False)
    failures = models.PositiveIntegerField(default=0, editable=False)
    trouble = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [known_values("hook", one_of("kind", HookKind))]

    def __str__(self) -> str:
        return self.name


class Dispatch(Claimed):
    """One mail or one post on its way out. The row is the truth; a message to the workers is a hint."""

    Kind = DispatchKind

    State = DispatchState

    key = models.UUIDField(
        unique=True, default=uuid.uuid4, editable=False, help_text="the receiver knows it again by it"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="dispatches")
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE, related_name="dispatches")
    hook = models.ForeignKey(Hook, null=True, blank=True, on_delete=models.CASCADE, related_name="dispatches")
    fact = models.CharField(max_length=120, blank=True, help_text="of a post: a hook gets each event once")
    to = models.CharField(max_length=200, blank=True, help_text="address of a mail that goes to no member")
    subject = models.CharField(max_length=200, blank=True)
    body = models.TextField(blank=True, help_text="emptied when it is sent, because it may hold a link that works once")
    digest = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING)
    next_try = models.DateTimeField(default=timezone.now)
    trouble = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "dispatches"
        constraints = [
            models.UniqueConstraint(fields=["hook", "fact"], condition=~Q(fact=""), name="dispatch_once_a_hook"),
            known_values("dispatch", one_of("kind", DispatchKind), one_of("state", DispatchState)),
        ]
        indexes = [
            models.Index(fields=["state", "next_try"], name="dispatch_state"),
            models.Index(fields=["made_at"], name="dispatch_made"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.subject}".strip()


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
