"""Campaigns, factions and the map."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from base.words import counted
from campaign.admin.base import WarAdmin, closed, with_own
from campaign.models import Campaign, Edge, Faction, Member, Province, Relation, Turn


@admin.register(Campaign)
class CampaignAdmin(WarAdmin):
    list_display = ("name", "state", "newest_turn", "turn_length", "desk")
    list_filter = ("state",)
    search_fields = ("name", "slug")
    readonly_fields = (
        "slug", "state", "rules", "rule_options", "commitment", "winner", "created_at", "desk", "start_date",
        "turn_days", "muster_every",
    )  # fmt: skip
    fields = ("name", "slug", "desk", "summary", "state", "winner", "show_all", "battle_days", "battle_fallback",
              "battle_patience", "battle_max_days", "rules", "rule_options", "last_turn",
              "start_date", "turn_days", "muster_every", "commitment", "sources", "created_at")  # fmt: skip
    inlines = (
        closed(Faction, "name colour pattern offmap_income"), closed(Member, "user role faction"),
        closed(Turn, "number state starts_on season deadline"),
    )  # fmt: skip

    @admin.display(description="turn")
    def newest_turn(self, campaign: Campaign) -> str:
        turn = campaign.turns.order_by("-number").first()
        return f"{turn.number}, {turn.get_state_display()}" if turn else "–"

    @admin.display(description="length of a turn")
    def turn_length(self, campaign: Campaign) -> str:
        return counted(campaign.turn_days, "day") if campaign.turn_days else "a month"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return with_own(super().get_queryset(request), request, "pk")

    @admin.display(description="desk")
    def desk(self, campaign: Campaign) -> SafeString | str:
        if not getattr(campaign, "is_own", False):
            return "for its referee"
        return format_html('<a href="{}">Open the desk</a>', reverse("desk", args=[campaign.slug]))


@admin.register(Faction)
class FactionAdmin(WarAdmin):
    list_display = ("name", "campaign", "swatch", "offmap_income", "treasury")
    list_filter = ("campaign",)
    list_select_related = ("campaign",)
    search_fields = ("name",)
    readonly_fields = ("campaign", "key", "opening_points", "treasury")
    fields = (
        "campaign", "key", "name", "adjective", "colour", "pattern", "order", "offmap_income", "opening_points",
        "treasury",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return super().get_queryset(request).prefetch_related("accounts")

    @admin.display(description="colour")
    def swatch(self, faction: Faction) -> SafeString:
        square = '<svg width="16" height="16" role="img" aria-label="{}"><rect width="16" height="16" fill="{}"/></svg>'
        return format_html(square, faction.colour, faction.colour)

    @admin.display(description="treasury, in points")
    def treasury(self, faction: Faction) -> str:
        held = {account.kind: account.balance for account in faction.accounts.all()}
        return f"{held.get('treasury', 0)} and {held.get('reserved', 0)} reserved"


@admin.register(Relation)
class RelationAdmin(WarAdmin):
    """To read: relations change by the sheets (HR-3), which a referee may write for a faction."""

    list_display = ("first", "second", "kind", "campaign")
    list_filter = ("campaign", "kind")
    list_select_related = ("first", "second", "campaign")
    search_fields = ("first__name", "second__name")
    readonly_fields = ("campaign", "first", "second", "kind", "since")


@admin.register(Province)
class ProvinceAdmin(WarAdmin):
    list_display = (
        "name", "campaign", "terrain", "value", "home", "controller", "depot", "capital", "fortress", "town_size",
    )  # fmt: skip
    list_filter = ("campaign", "terrain", "controller", "home", "depot", "capital", "fortress")
    list_select_related = ("campaign", "home", "controller")
    search_fields = ("name", "key")
    readonly_fields = ("campaign", "key", "polygon", "x", "y", "guerrillas_active", "fortress_held_by",
                       "besieged_since", "stores", "breach")  # fmt: skip
    filter_horizontal = ("guerrilla_fights",)


@admin.register(Edge)
class EdgeAdmin(WarAdmin):
    list_display = ("__str__", "kind", "river", "bridge", "campaign")
    list_filter = ("campaign", "kind", "bridge")
    list_select_related = ("first", "second", "campaign")
    search_fields = ("first__name", "second__name", "river")
    readonly_fields = ("campaign", "first", "second")
