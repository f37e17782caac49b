"""Absences: to read. Players enter them on their own page."""

from django.contrib import admin

from campaign.admin.base import LedgerAdmin
from campaign.models import Absence


@admin.register(Absence)
class AbsenceAdmin(LedgerAdmin):
    campaign_path = "faction__campaign"
    list_display = ("faction", "starts", "ends", "deputy_name", "entered_by", "withdrawn")
    list_filter = ("faction__campaign", "withdrawn")
    list_select_related = ("faction__campaign",)
    search_fields = ("faction__name", "deputy_name")
