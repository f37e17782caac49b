"""Leaders, and where armies stand."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from base.pages.lists import chosen_row
from campaign.admin.base import WarAdmin, with_own
from campaign.models import Leader, Station
from rosters.selectors import roster_text


@admin.register(Leader)
class LeaderAdmin(WarAdmin):
    secret = True
    list_display = ("name", "faction", "skill", "status", "back_on_turn", "campaign")
    list_filter = ("campaign", "faction", "skill", "status")
    list_select_related = ("faction", "campaign")
    search_fields = ("name",)
    readonly_fields = ("campaign", "faction", "ref", "captor", "bound_for", "bound_as_wing")


@admin.register(Station)
class StationAdmin(WarAdmin):
    """Strengths are not edited here: they have a ledger, and the unit's page a correction with a reason."""

    secret = True
    list_display = ("army", "faction", "province", "leader", "marched", "in_supply", "campaign")
    list_filter = ("campaign", "faction", "in_supply", "marched", "garrison")
    list_select_related = ("army", "faction", "province", "leader", "campaign")
    search_fields = ("army__name", "ref", "province__name", "leader__name")
    readonly_fields = ("campaign", "faction", "army", "ref", "roster", "page", "supply_path", "entered_on_turn",
                       "entered_impulse", "marched", "fought", "rested", "in_supply", "turns_unsupplied",
                       "turns_unpaid", "retreats", "field_works", "works_raised_on", "previous_province", "garrison",
                       "plan")  # fmt: skip
    filter_horizontal = ("wings",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        return with_own(super().get_queryset(request), request, "campaign")

    def formfield_for_foreignkey(self, field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # type: ignore[override]
        """An army in the war stands somewhere: only the turn takes one off the map."""
        if field.name == "province":
            kwargs["required"] = True
        return super().formfield_for_foreignkey(field, request, **kwargs)

    def _choices(self, model: type[Model], request: HttpRequest) -> QuerySet[Model] | None:
        """Generals come from the army's own faction."""
        rows = super()._choices(model, request)
        row = self.get_object(request, chosen_row(request))
        return rows.filter(faction=row.faction) if model is Leader and row and rows is not None else rows

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        gone = isinstance(obj, Station) and obj.province_id is None
        return not gone and super().has_change_permission(request, obj)

    @admin.display(description="roster")
    def roster(self, station: Station) -> str:
        return roster_text(station.army)

    @admin.display(description="page")
    def page(self, station: Station) -> SafeString | str:
        if not getattr(station, "is_own", False):
            return "for the members of its campaign"
        link = f"/c/{station.campaign.slug}/armies/{station.army.key}/"
        return format_html('<a href="{}">Its page, with units and their ledgers</a>', link)
