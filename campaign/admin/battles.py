"""The battles of a referee's own campaigns: to read, and to let a failed one be tried again."""

from django.contrib import admin
from django.http import HttpRequest

from battles.admin import BattleAdmin, BattleEffectAdmin, BattleResultAdmin, EffectInline, FieldedInline
from battles.models import Battle, BattleEffect, BattleResult
from campaign.admin.base import LedgerAdmin, LedgerInline, is_referee

admin.site.unregister([Battle, BattleResult, BattleEffect])


class RefereeFieldedInline(LedgerInline, FieldedInline):
    """Which units fight, for the referee."""

    show_change_link = False


class RefereeEffectInline(LedgerInline, EffectInline):
    """What the battle did to them, for the referee."""

    show_change_link = False


@admin.register(Battle)
class RefereeBattleAdmin(LedgerAdmin, BattleAdmin):
    """Battles of the campaigns that the reader referees; the host sees one-off battles as well."""

    campaign_path = "engagement__turn__campaign"
    inlines = (RefereeFieldedInline, RefereeEffectInline)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return is_referee(request.user)


@admin.register(BattleResult)
class RefereeBattleResultAdmin(LedgerAdmin, BattleResultAdmin):
    """Results of those battles."""

    campaign_path = "battle__engagement__turn__campaign"


@admin.register(BattleEffect)
class RefereeBattleEffectAdmin(LedgerAdmin, BattleEffectAdmin):
    """What those battles did to units."""

    campaign_path = "battle__engagement__turn__campaign"
