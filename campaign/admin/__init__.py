"""The referee's admin: every row readable, the map and the people editable, the ledgers closed."""

from django.contrib import admin

from campaign.admin import absences, armies, battles, events, ledgers, log_ins, people, rosters, schedules, turns, world

admin.site.site_header = "Bivouac"
admin.site.site_title = "Bivouac"
admin.site.index_title = "The referee's papers"

__all__ = [
    "absences",
    "armies",
    "battles",
    "events",
    "ledgers",
    "log_ins",
    "people",
    "rosters",
    "schedules",
    "turns",
    "world",
]
