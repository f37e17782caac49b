"""The forms of a campaign's schedule."""

from datetime import date
from typing import Any

from django import forms

from base.pages.fields import MomentField, WholeNumberField
from base.pages.forms import PlainForm
from base.refusal import Refusal
from campaign.forms.desk import LONGEST_REASON
from campaign.forms.people import LineField
from campaign.forms.zone import ZoneField
from campaign.models import Schedule
from campaign.rules.course.schedule import WEEKDAYS, Rhythm, check_rhythm, quiet_days


class ScheduleForm(PlainForm):
    """Set when turns are due. The time is that of the zone, whatever the reader's own is."""

    rhythm = forms.ChoiceField(label="Rhythm", choices=Schedule.Kind.choices)
    every = WholeNumberField(label="Every", least=1, most=168, initial="1")
    at = forms.TimeField(
        label="At", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), input_formats=["%H:%M"],
        error_messages={"invalid": "At: write a time, such as 20:00."},
    )  # fmt: skip
    zone = ZoneField(label="In the time zone", help_text="type a city")
    first_on = forms.DateField(
        label="First date", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"], help_text="in a rhythm of weeks it sets the weekday",
        error_messages={"invalid": "First date: write a date, such as 2026-12-24."},
    )  # fmt: skip
    quiet_weekdays = forms.MultipleChoiceField(
        label="Quiet weekdays", required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(str(number), name) for number, name in enumerate(WEEKDAYS)],
        help_text="no turn is due on them: a deadline moves to the next day; in a rhythm of hours it is left out",
    )  # fmt: skip
    quiet_days = forms.CharField(
        label="Quiet days", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="a line each: 2026-12-24, or 2026-12-24 to 2027-01-02",
    )  # fmt: skip
    early = forms.BooleanField(label="Run a turn as soon as all are ready", required=False)
    after_outage = forms.ChoiceField(label="After an outage of the site", choices=Schedule.Outage.choices)
    grace_hours = WholeNumberField(label="Grace period in hours", least=0, most=336, initial="6")

    misses = WholeNumberField(
        label="Missed turns before a caretaker", least=0, most=20, initial="2",
        help_text="a turn is missed when nothing was entered; 0: no caretaker",
    )  # fmt: skip

    def clean_first_on(self) -> date:
        day: date = self.cleaned_data["first_on"]
        if not 1970 <= day.year <= 9000:
            raise forms.ValidationError("First date: choose a year from 1970 to 9000.")
        return day

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                data["plan"] = self._plan(data)
            except Refusal as refusal:
                self.add_error(None, str(refusal))
        return data

    def _plan(self, data: dict[str, Any]) -> Rhythm:
        weekdays = frozenset(int(day) for day in data["quiet_weekdays"])
        return check_rhythm(
            Rhythm(data["rhythm"], data["every"], data["zone"], data["at"], data["first_on"], weekdays,
                   quiet_days(data["quiet_days"]))
        )  # fmt: skip

    @property
    def terms(self) -> dict[str, Any]:
        """The terms beside the rhythm."""
        return {name: self.cleaned_data[name] for name in ("early", "after_outage", "grace_hours", "misses")}


def schedule_initial(schedule: Schedule) -> dict[str, Any]:
    """Return the form's first values for a schedule."""
    names = ("rhythm", "every", "zone", "at", "first_on", "early", "after_outage", "grace_hours", "misses")
    lines = [first if first == last else f"{first} to {last}" for first, last in schedule.quiet_days]
    return {name: getattr(schedule, name) for name in names} | {
        "quiet_weekdays": [str(day) for day in schedule.quiet_weekdays], "quiet_days": "\n".join(lines),
    }  # fmt: skip


class PauseForm(PlainForm):
    """Until when the clock rests, and why."""

    until = MomentField(label="Until")
    reason = LineField(label="Reason", max_length=LONGEST_REASON, help_text="everybody reads it")
