"""Rosters in the admin: to look things up, to rename, and to correct a strength with a reason."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, F, Model, Q, QuerySet, Sum
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from base.pages.found import found
from base.pages.lists import ClosedInline
from base.refusal import Refusal
from rosters.catalogue_page import catalogue_page
from rosters.forms import CorrectionForm, NameForm
from rosters.models import Army, StrengthLine, Unit
from rosters.rules.catalogue import catalogue
from rosters.selectors import roster_text
from rosters.services import correct_strength, rename_army, rename_unit

SERVING = Q(units__status=Unit.Status.SERVING)


class TypeFilter(admin.SimpleListFilter):
    """Units by type, under the names of the catalogue."""

    title = "type"
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, row.name) for key, row in catalogue().unit_types.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Unit]) -> QuerySet[Unit]:
        return queryset.filter(type=self.value()) if self.value() else queryset


class WornFilter(admin.SimpleListFilter):
    """Units by what is left of them."""

    title = "strength"
    parameter_name = "worn"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("full", "full strength"), ("worn", "below full strength")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Unit]) -> QuerySet[Unit]:
        if self.value() == "full":
            return queryset.filter(strength=F("full"))
        if self.value() == "worn":
            return queryset.filter(strength__gt=0, strength__lt=F("full"))
        return queryset


class LineInline(ClosedInline):
    """A unit's ledger inside its page."""

    model = StrengthLine
    fields = readonly_fields = ("at", "delta", "after", "cause", "reference", "actor", "rule", "note")
    verbose_name_plural = "strength ledger"


class UnitInline(ClosedInline):
    """An army's units inside its page."""

    model = Unit
    fk_name = "army"
    fields = readonly_fields = ("unit", "kind", "strength", "full", "status")
    show_change_link = True

    @admin.display(description="unit")
    def unit(self, unit: Unit) -> str:
        return str(unit)


class RosterAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The common part of all pages of rosters: nothing is added by hand, nothing with a ledger is deleted."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Army)
class ArmyAdmin(RosterAdmin):
    """Armies with their rosters; only the name is edited."""

    list_display = ("name", "serving", "strength", "created_at")
    list_filter = ("created_at",)
    search_fields = ("name", "key", "units__name")
    form = NameForm
    fields = ("name", "roster", "key", "created_at")
    readonly_fields = ("roster", "key", "created_at")
    inlines: ClassVar[tuple[type[ClosedInline], ...]] = (UnitInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Army]:
        rows: QuerySet[Army] = super().get_queryset(request)
        return rows.annotate(
            unit_count=Count("units", filter=SERVING, distinct=True), strength_sum=Sum("units__strength", default=0)
        )

    @admin.display(description="units", ordering="unit_count")
    def serving(self, army: Any) -> int:
        return int(army.unit_count)

    @admin.display(description="strength points", ordering="strength_sum")
    def strength(self, army: Any) -> int:
        return int(army.strength_sum)

    @admin.display(description="roster")
    def roster(self, army: Army) -> str:
        return roster_text(army) or "no unit serves"

    def save_model(self, request: HttpRequest, obj: Army, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]
        rename_army(army=obj, name=obj.name)


@admin.register(Unit)
class UnitAdmin(RosterAdmin):
    """Units with their ledgers; only the name is edited, a strength is corrected with a reason."""

    list_display = ("unit", "kind", "fraction", "status", "army_link")
    list_filter = ("status", TypeFilter, WornFilter, "guard", "outriders")
    list_select_related = ("army",)
    search_fields = ("name", "key", "army__name")
    form = NameForm
    fields = ("name", "kind", "fraction", "correction", "status", "merged_into", "army_link", "key")
    readonly_fields = ("kind", "fraction", "correction", "status", "merged_into", "army_link", "key")
    inlines: ClassVar[tuple[type[ClosedInline], ...]] = (LineInline,)
    change_list_template = "admin/rosters/unit/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("catalogue/", wrap(self.catalogue_view), name="rosters_catalogue"),
            path("<int:pk>/correct/", wrap(self.correct_view), name="rosters_unit_correct"),
            *super().get_urls(),
        ]

    @admin.display(description="unit", ordering="name")
    def unit(self, unit: Unit) -> str:
        return str(unit)

    @admin.display(description="strength", ordering="strength")
    def fraction(self, unit: Unit) -> str:
        return f"{unit.strength}/{unit.full}"

    @admin.display(description="army", ordering="army__name")
    def army_link(self, unit: Unit) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("admin:rosters_army_change", args=[unit.army_id]), unit.army)

    @admin.display(description="correction")
    def correction(self, unit: Unit) -> str | SafeString:
        if unit.status not in (Unit.Status.SERVING, Unit.Status.LOST):
            return "It has left for good; its ledger stays as it is."
        link = reverse("admin:rosters_unit_correct", args=[unit.pk])
        return format_html('<a href="{}">Correct the strength, with a reason</a>', link)

    def save_model(self, request: HttpRequest, obj: Unit, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]
        rename_unit(unit=obj, name=obj.name)

    def correct_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Posts a correction to the ledger of one unit."""
        unit = found(self.get_object(request, str(pk)))
        if not self.has_change_permission(request, unit):
            raise PermissionDenied
        form = CorrectionForm(request.POST or None, initial={"strength": unit.strength})
        if request.method == "POST" and form.is_valid() and self._correct(request, unit, form):
            return redirect("admin:rosters_unit_change", pk)
        context = {**self.admin_site.each_context(request), "title": f"Correct the strength of {unit}"}
        context |= {"unit": unit, "form": form, "opts": self.opts}
        return render(request, "admin/rosters/unit/correct.html", context, status=422 if form.errors else 200)

    def reference_of(self, unit: Unit) -> str:
        """Return the reference that a correction of this unit carries; rooms that know of turns add to it."""
        return ""

    def _correct(self, request: HttpRequest, unit: Unit, form: CorrectionForm) -> bool:
        actor, reference = request.user.get_username(), self.reference_of(unit)
        try:
            line = correct_strength(unit=unit, actor=actor, reference=reference, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
            return False
        self.log_change(request, unit, [{"changed": {"fields": [f"strength by {line.delta:+d}"]}}])
        messages.success(request, f"{unit} has strength {unit.strength}/{unit.full} now; the reason is in its ledger.")
        return True

    def catalogue_view(self, request: HttpRequest) -> HttpResponse:
        """Return the unit catalogue, to be looked at."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {**self.admin_site.each_context(request), "title": "The unit catalogue", "opts": self.opts}
        return render(request, "admin/rosters/unit/catalogue.html", context | {"catalogue": catalogue_page()})


@admin.register(StrengthLine)
class StrengthLineAdmin(RosterAdmin):
    """The strength ledger; append-only, so nothing here is edited."""

    list_display = ("at", "unit", "delta", "after", "cause", "reference", "actor", "rule", "note")
    list_filter = ("cause", "at")
    list_select_related = ("unit",)
    search_fields = ("unit__name", "unit__key", "unit__army__name", "reference", "actor", "rule", "note")
    date_hierarchy = "at"

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
