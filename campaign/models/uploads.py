"""Campaign files on their way: sent by somebody and to be loaded by a worker, or to be written by one."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from base.rows.columns import LENGTH, known_values, new_key, one_of
from base.rows.holder import Claimed
from campaign.models.game import Campaign
from campaign.rules.kinds import CampaignDumpState, CampaignUploadState, CampaignUploadStep


class CampaignUpload(Claimed):
    """A campaign file on its way into the database. The row is the truth; a message to the workers is a hint."""

    State = CampaignUploadState

    Step = CampaignUploadStep

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="campaign_uploads")
    name = models.CharField(max_length=120, help_text="of the file")
    slug = models.CharField(max_length=60, blank=True, help_text="the address wanted; empty: as the file says")
    data = models.BinaryField(help_text="the file, until it is loaded or refused")
    source = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="copies",
        help_text="the campaign to be copied, in place of a file; the copy has this name",
    )  # fmt: skip
    what_if = models.BooleanField(default=False, help_text="the copy has dice of its own")
    turn = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of a what-if: the seal it begins at; empty: the war as it is now"
    )
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING, db_index=True)
    step = models.CharField(max_length=8, choices=Step.choices, default=Step.WAITING)
    rows = models.PositiveIntegerField(default=0, help_text="rows of the file, once it is read")
    problem = models.TextField(blank=True, help_text="why it was refused")
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="uploads")
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            known_values("campaign_upload", one_of("state", CampaignUploadState), one_of("step", CampaignUploadStep))
        ]

    def __str__(self) -> str:
        return self.name


class CampaignDump(Claimed):
    """A campaign file that a worker writes for the referees. The row is the truth; a message is a hint."""

    State = CampaignDumpState

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="dumps")
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING, db_index=True)
    sealed = models.BooleanField(default=False, help_text="without the secret of the dice")
    data = models.BinaryField(help_text="the file, packed by zlib")
    size = models.PositiveIntegerField(default=0, help_text="of the file, in bytes")
    digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the file")
    closed = models.PositiveSmallIntegerField(default=0, help_text="the last turn that is closed in the file")
    begun_at = models.DateTimeField(null=True, blank=True, help_text="the file is of this moment or a later one")
    fetched_at = models.DateTimeField(null=True, blank=True, help_text="when it was downloaded first")
    problem = models.TextField(blank=True)
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [known_values("campaign_dump", one_of("state", CampaignDumpState))]

    def __str__(self) -> str:
        return f"{self.campaign} as a file"

    @property
    def under_way(self) -> bool:
        """Whether a worker has still to end it."""
        return self.state in (self.State.PENDING, self.State.RUNNING)
