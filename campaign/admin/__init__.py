"""The referee's admin: every row readable, the map and the people editable, the ledgers closed."""

from django.contrib import admin

from campaign.admin import armies, battles, ledgers, people, rosters, world

admin.site.site_header = "Bivouac"
admin.site.site_title = "Bivouac"
admin.site.index_title = "The referee's papers"

__all__ = ["armies", "battles", "ledgers", "people", "rosters", "world"]
