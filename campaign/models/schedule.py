"""Schedules: when the turns of a campaign are due, and whether the clock runs them."""

from django.db import models

from base.rows.limits import known_values, one_of, within
from campaign.models.game import Campaign
from campaign.rules.course.schedule import Rhythm, rhythm_of
from campaign.rules.kinds import ScheduleKind, ScheduleOutage


class Schedule(models.Model):
    """The rhythm of a campaign. Without a row turns are due when the referee sets it, and run when he runs them."""

    Kind = ScheduleKind

    Outage = ScheduleOutage

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="schedule")
    rhythm = models.CharField(max_length=8, choices=Kind.choices, default=Kind.WEEKLY)
    every = models.PositiveSmallIntegerField(default=1, help_text="every so many weeks, days or hours")
    zone = models.CharField(max_length=64, default="UTC", help_text="the time zone whose clocks count")
    at = models.TimeField(help_text="local time")
    first_on = models.DateField(help_text="no turn is due before; of weeks it gives the weekday")
    quiet_weekdays = models.JSONField(default=list, blank=True, help_text="0 (Monday) to 6 (Sunday)")
    quiet_days = models.JSONField(default=list, blank=True, help_text="pairs of a first and a last date")
    early = models.BooleanField(default=False, help_text="a turn is run as soon as all are ready")
    after_outage = models.CharField(max_length=8, choices=Outage.choices, default=Outage.GRACE)
    grace_hours = models.PositiveSmallIntegerField(default=6, help_text="time that everybody has after an outage")
    misses = models.PositiveSmallIntegerField(
        default=2, help_text="after so many missed turns running a caretaker plays a faction; 0: never"
    )
    paused_until = models.DateTimeField(null=True, blank=True)
    pause_reason = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="since when the clock waits for the referee's word after an outage"
    )

    class Meta:
        constraints = [
            known_values(
                "schedule",
                one_of("rhythm", ScheduleKind),
                one_of("after_outage", ScheduleOutage),
                within("every", 1, 168),
                within("grace_hours", 0, 336),
                within("misses", 0, 20),
            )
        ]

    def __str__(self) -> str:
        return f"Schedule of {self.campaign}"

    @property
    def plan(self) -> Rhythm:
        """The rhythm as the rules count it."""
        columns = ("rhythm", "every", "zone", "at", "first_on", "quiet_weekdays", "quiet_days")
        return rhythm_of({name: getattr(self, name) for name in columns})
