"""Turns, orders and engagements: to read. Turns are run from the desk."""

from django.contrib import admin

from campaign.admin.base import LedgerAdmin, LedgerInline
from campaign.models import ArmyOrder, Engagement, EngagementArmy, FactionTurn, SheetLine, Sighting, Turn


class FactionTurnInline(LedgerInline):
    model = FactionTurn
    fields = ("faction", "ready", "ready_at", "ready_by")


class OrderInline(LedgerInline):
    model = ArmyOrder
    fields = ("station", "kind", "path", "given_by", "outcome")


class EngagementArmyInline(LedgerInline):
    model = EngagementArmy
    fields = ("station", "faction", "side", "mark", "came_from", "retreated_to")


@admin.register(Turn)
class TurnAdmin(LedgerAdmin):
    list_display = ("__str__", "campaign", "state", "starts_on", "season", "muster", "deadline", "closed_at")
    list_filter = ("campaign", "state", "season")
    list_select_related = ("campaign",)
    search_fields = ("campaign__name", "number")
    inlines = (FactionTurnInline, OrderInline)


@admin.register(ArmyOrder)
class ArmyOrderAdmin(LedgerAdmin):
    campaign_path = "turn__campaign"
    list_display = ("station", "turn", "kind", "path", "given_by", "given_at", "outcome")
    list_filter = ("turn__campaign", "kind", "turn__number", "station__faction")
    list_select_related = ("station__army", "turn")
    search_fields = ("station__army__name", "outcome")


@admin.register(SheetLine)
class SheetLineAdmin(LedgerAdmin):
    campaign_path = "turn__campaign"
    list_display = ("kind", "faction", "turn", "cost", "state", "outcome", "entered_by")
    list_filter = ("turn__campaign", "kind", "state", "faction")
    list_select_related = ("faction", "turn")
    search_fields = ("outcome", "entered_by")


@admin.register(Engagement)
class EngagementAdmin(LedgerAdmin):
    campaign_path = "turn__campaign"
    list_display = ("province", "turn", "sequence", "state", "battle", "settled_at")
    list_filter = ("turn__campaign", "state")
    list_select_related = ("province", "turn", "battle")
    search_fields = ("province__name",)
    inlines = (EngagementArmyInline,)


@admin.register(Sighting)
class SightingAdmin(LedgerAdmin):
    campaign_path = "turn__campaign"
    list_display = ("name", "seen_faction", "viewer", "province", "turn", "units_shown")
    list_filter = ("turn__campaign", "viewer", "turn__number")
    list_select_related = ("viewer", "seen_faction", "province", "turn")
    search_fields = ("name", "province__name")
