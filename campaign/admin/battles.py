"""The battles of a referee's own campaigns: to read, and to let a failed one be tried again."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from base.pages.lists import CarefulLists
from battles.admin import (
    BattleAdmin,
    BattleEffectAdmin,
    BattleResultAdmin,
    EffectInline,
    EntryInline,
    FieldedInline,
    ForecastAdmin,
    NoteInline,
    WishInline,
)
from battles.models import Battle, BattleEffect, BattleResult, Forecast
from campaign.admin.base import LedgerAdmin, for_referee, is_referee, with_own
from campaign.models import Engagement
from campaign.selectors.members.people import refereed_campaigns
from campaign.visibility.battles.forecasts import referee_scopes

admin.site.unregister([Battle, BattleResult, BattleEffect, Forecast])


@admin.register(Battle)
class RefereeBattleAdmin(LedgerAdmin, BattleAdmin):
    """Battles of the campaigns that the reader referees; the host sees one-off battles as well."""

    campaign_path = "engagement__turn__campaign"
    inlines = tuple(map(for_referee, (FieldedInline, EffectInline, WishInline, EntryInline, NoteInline)))

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return is_referee(request.user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        return with_own(super().get_queryset(request), request, self.campaign_path)

    def view_on_site(self, battle: Battle) -> str | None:
        """Return the battle's page in its war; one of somebody's own is read by its owner alone."""
        if not getattr(battle, "is_own", False):
            return None
        engagement = Engagement.objects.filter(battle=battle).select_related("turn__campaign").first()
        if engagement is None:
            return None
        return reverse("game:battle", args=[engagement.turn.campaign.slug, battle.key])


@admin.register(BattleResult)
class RefereeBattleResultAdmin(LedgerAdmin, BattleResultAdmin):  # type: ignore[misc]
    """Results of those battles."""

    campaign_path = "battle__engagement__turn__campaign"


@admin.register(BattleEffect)
class RefereeBattleEffectAdmin(LedgerAdmin, BattleEffectAdmin):  # type: ignore[misc]
    """Effects of those battles on units."""

    campaign_path = "battle__engagement__turn__campaign"


@admin.register(Forecast)
class RefereeForecastAdmin(CarefulLists, ForecastAdmin):
    """The referees' own forecasts of those campaigns; a player's forecasts are his secret, and the host sees all."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Forecast]:
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        campaigns = refereed_campaigns(request.user).values_list("pk", flat=True)
        return rows.filter(scope__in=referee_scopes(campaigns))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_referee(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Forecast | None = None) -> bool:
        return is_referee(request.user)
