"""Schedules: to read. They are set on the desk, where every change is public."""

from django.contrib import admin

from campaign.admin.base import LedgerAdmin
from campaign.models import Schedule


@admin.register(Schedule)
class ScheduleAdmin(LedgerAdmin):
    list_display = ("campaign", "rhythm", "every", "zone", "at", "first_on", "early", "paused_until")
    list_filter = ("rhythm", "early")
    list_select_related = ("campaign",)
    search_fields = ("campaign__name",)
