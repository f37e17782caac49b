"""Events of the war: to read. The table of events and the referee's desk write them."""

from django.contrib import admin

from campaign.admin.base import LedgerAdmin
from campaign.models import WarEvent


@admin.register(WarEvent)
class WarEventAdmin(LedgerAdmin):
    list_display = ("campaign", "turn", "until", "kind", "faction", "text", "points", "for_referee", "by")
    list_filter = ("kind", "for_referee")
    list_select_related = ("campaign", "faction")
    search_fields = ("text", "campaign__name")
