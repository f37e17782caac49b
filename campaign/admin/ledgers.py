"""Points, the chronicle and the record of the referee's acts: append-only."""

from django.contrib import admin

from campaign.admin.base import LedgerAdmin
from campaign.models import Account, ChronicleEntry, PointsEntry, RefereeAct


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
