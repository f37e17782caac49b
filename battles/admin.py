"""Battles in the admin: everything readable, nothing editable; what may be done is an action."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from base.pages.lists import Closed, ClosedInline
from base.refusal import Refusal
from battles.models import Battle, BattleEffect, BattleResult, BattleUnit, Forecast, MethodWish, ResultEntry, TableNote
from battles.services import publish_again, publish_due, retry_battle


class FieldedInline(ClosedInline):
    """Units that fight, in the admin."""

    model = BattleUnit
    fields = readonly_fields = ("file_id", "unit")
    verbose_name_plural = "units of rosters that fight"

    def get_queryset(self, request: HttpRequest) -> QuerySet[BattleUnit]:
        return super().get_queryset(request).select_related("unit", "battle")


class EffectInline(ClosedInline):
    """Effects of a battle on them, in the admin."""

    model = BattleEffect
    fields = readonly_fields = ("unit", "before", "lost", "moved", "after", "fate")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BattleEffect]:
        return super().get_queryset(request).select_related("unit", "battle")


class WishInline(ClosedInline):
    """Wishes of the sides about how it is decided."""

    model = MethodWish
    fields = readonly_fields = ("side", "method", "by", "at")


class EntryInline(ClosedInline):
    """Results typed in of a battle on the table; a draft is for its writer alone."""

    model = ResultEntry
    fields = readonly_fields = ("side", "part", "by", "changed_at", "handed_in_at")


class NoteInline(ClosedInline):
    """Notes taken at the table."""

    model = TableNote
    classes = ("collapse",)
    fields = readonly_fields = ("number", "side", "kind", "values", "by", "at")


@admin.register(Battle)
class BattleAdmin(Closed, admin.ModelAdmin):  # type: ignore[type-arg]
    """A battle's life at a glance; failed ones are tried again, waiting ones published again."""

    list_display = ("name", "state", "outcome", "attempt", "progress", "reference", "owner", "opened_at", "settled_at")
    list_filter = ("state", "method", "rules", "opened_at")
    search_fields = ("name", "key", "reference", "owner__username")
    search_help_text = "name, key, reference or owner"
    date_hierarchy = "opened_at"
    list_select_related = ("owner", "result")
    actions = ("try_again", "send_again")
    inlines: ClassVar[tuple[type[ClosedInline], ...]] = (
        FieldedInline,
        EffectInline,
        WishInline,
        EntryInline,
        NoteInline,
    )
    fieldsets = (
        (None, {"fields": ("name", "key", "state", "outcome", "error", "reference", "owner")}),
        ("How it is fought", {"fields": ("method", "rules", "engine", "profile_hash", "attempt", "progress", "lease")}),
        ("With the players", {"fields": ("play_by", "fallback", "patience")}),
        ("Dice", {"fields": ("commitment", "field_seed", "revealed_seed")}),
        ("Times", {"fields": ("opened_at", "published_at", "settled_at")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        return super().get_queryset(request).defer("file", "result__report", "result__journal")

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """The actions are for those who may change battles, though no field can be changed."""
        return request.user.has_perm("battles.change_battle")

    @admin.display(description="outcome")
    def outcome(self, battle: Battle) -> str:
        """Winner, draw, or nothing yet."""
        result = getattr(battle, "result", None)
        return (result.winner or "draw") if result else "–"

    @admin.display(description="claimed")
    def lease(self, battle: Battle) -> str:
        """Until when a process holds it."""
        if battle.state != Battle.State.RUNNING or battle.lease_until is None:
            return "–"
        return f"until {timezone.localtime(battle.lease_until):%H:%M:%S} by {battle.holder}"

    @admin.display(description="seed")
    def revealed_seed(self, battle: Battle) -> str:
        """Return the seed, once it can no longer help anybody."""
        return battle.seed if battle.state == Battle.State.DONE else "secret until the battle is settled"

    @admin.action(description="Try again (failed battles)", permissions=["retry"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Battle]) -> None:
        """Failed battles become pending again, with the same seed."""
        self._each(request, chosen, retry_battle, "is tried again")

    @admin.action(description="Publish again (battles that wait for a worker)", permissions=["retry"])
    def send_again(self, request: HttpRequest, chosen: QuerySet[Battle]) -> None:
        """Tell the workers once more."""
        self._each(request, chosen, publish_again, "is published again")

    def _each(self, request: HttpRequest, chosen: QuerySet[Battle], act: Any, done: str) -> None:
        for battle in chosen:
            try:
                act(battle=battle)
            except Refusal as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
            else:
                self.message_user(request, f"{battle} {done}.", messages.SUCCESS)
        publish_due()


@admin.register(BattleResult)
class BattleResultAdmin(Closed, admin.ModelAdmin):  # type: ignore[type-arg]
    """Results stand as they were fought."""

    list_display = ("battle", "kind", "winner", "seconds", "at")
    list_filter = ("kind", "at")
    search_fields = ("battle__name", "battle__key", "winner", "digest")
    list_select_related = ("battle",)
    fields = ("battle", "kind", "winner", "digest", "seconds", "at", "report")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BattleResult]:
        return super().get_queryset(request).defer("journal", "battle__file")


@admin.register(BattleEffect)
class BattleEffectAdmin(Closed, admin.ModelAdmin):  # type: ignore[type-arg]
    """Effects of battles on units; the ledger of the unit shows the same."""

    list_display = ("battle", "unit", "before", "lost", "moved", "after", "fate")
    list_filter = ("fate",)
    search_fields = ("battle__name", "battle__key", "unit__name", "unit__key")
    list_select_related = ("battle", "unit")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BattleEffect]:
        return super().get_queryset(request).defer("battle__file")


@admin.register(Forecast)
class ForecastAdmin(Closed, admin.ModelAdmin):  # type: ignore[type-arg]
    """Battles that were fought many times for somebody; what was asked and how it ended stay on the site's pages."""

    fields = ("name", "note", "scope", "state", "runs", "runs_done", "seconds", "engine", "profile_hash", "digest",
              "seed", "error", "asked_at", "ended_at")  # fmt: skip
    readonly_fields = fields
    list_display = ("name", "note", "scope", "state", "runs", "runs_done", "asked_at")
    list_filter = ("state",)
    search_fields = ("name", "note", "scope", "key")
    date_hierarchy = "asked_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Forecast]:
        return super().get_queryset(request).defer("question", "tally")
