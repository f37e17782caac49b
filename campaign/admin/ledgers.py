"""Records to read: points, the chronicle, the referee's acts, absences, events, schedules, log-ins."""

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group

from base.pages.lists import CarefulLists
from campaign.admin.base import LedgerAdmin
from campaign.models import Absence, Account, ChronicleEntry, PointsEntry, RefereeAct, Schedule, WarEvent


@admin.register(Account)
class AccountAdmin(LedgerAdmin):
    """A balance is corrected on the desk, by an entry with a reason."""

    list_display = ("__str__", "campaign", "balance")
    list_filter = ("campaign", "kind", "faction")
    list_select_related = ("campaign", "faction")
    search_fields = ("faction__name",)


@admin.register(PointsEntry)
class PointsEntryAdmin(LedgerAdmin):
    list_display = ("turn", "amount", "source", "target", "reason", "rule", "actor", "at")
    list_filter = ("campaign", "turn", "target__kind", "source__kind")
    list_select_related = ("source__faction", "target__faction", "source__campaign", "target__campaign")
    search_fields = ("reason", "actor", "reference")


@admin.register(ChronicleEntry)
class ChronicleEntryAdmin(LedgerAdmin):
    list_display = ("turn", "phase", "kind", "text", "public", "campaign")
    list_filter = ("campaign", "turn", "phase", "kind", "public")
    list_select_related = ("campaign",)
    search_fields = ("text",)


@admin.register(RefereeAct)
class RefereeActAdmin(LedgerAdmin):
    list_display = ("turn", "act", "reason", "user", "secret", "at", "campaign")
    list_filter = ("campaign", "turn", "secret")
    list_select_related = ("campaign", "user")
    search_fields = ("act", "reason", "user__username")


@admin.register(Absence)
class AbsenceAdmin(LedgerAdmin):
    campaign_path = "faction__campaign"
    list_display = ("faction", "starts", "ends", "deputy_name", "entered_by", "withdrawn")
    list_filter = ("faction__campaign", "withdrawn")
    list_select_related = ("faction__campaign",)
    search_fields = ("faction__name", "deputy_name")


@admin.register(WarEvent)
class WarEventAdmin(LedgerAdmin):
    list_display = ("campaign", "turn", "until", "kind", "faction", "text", "points", "for_referee", "by")
    list_filter = ("kind", "for_referee")
    list_select_related = ("campaign", "faction")
    search_fields = ("text", "campaign__name")


@admin.register(Schedule)
class ScheduleAdmin(LedgerAdmin):
    list_display = ("campaign", "rhythm", "every", "zone", "at", "first_on", "early", "paused_until")
    list_filter = ("rhythm", "early")
    list_select_related = ("campaign",)
    search_fields = ("campaign__name",)


@admin.register(AccessAttempt)
class Attempts(CarefulLists, AccessAttemptAdmin):  # type: ignore[misc]
    """Show failed log-ins, and let the host delete them to lift a lock."""


@admin.register(AccessLog)
class Logs(CarefulLists, AccessLogAdmin):  # type: ignore[misc]
    """Show log-ins and log-outs."""


@admin.register(AccessFailureLog)
class Failures(CarefulLists, AccessFailureLogAdmin):  # type: ignore[misc]
    """Show failures that are kept apart from attempts."""


admin.site.unregister(Group)  # the program grants nothing by groups
