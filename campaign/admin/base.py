"""Rights in the admin, the record of its acts, and forms that save nothing a war could not play."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ValidationError
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest

from base.pages.fields import Remedy
from base.pages.forms import PlainModelForm
from base.pages.lists import CarefulLists, ClosedInline, chosen_row
from base.place import JsonPlace
from campaign.models import Campaign, Edge, Faction, Leader, Province, Relation, Station
from campaign.rules.files.fields import CampaignFileError, kinds_of
from campaign.rules.files.rows import ArmyRow, CalendarRow, EdgeRow, FactionRow, LeaderRow, ProvinceRow, RelationRow
from campaign.rules.files.whole import CampaignFile
from campaign.rules.kinds import EdgeKind
from campaign.selectors.members.people import refereed_campaigns
from campaign.selectors.war import engaged_stations
from campaign.services.corrections import follow_by_hand
from campaign.services.record.chronicle import record_act

ROWS: Mapping[type[Model], tuple[type[Any], ...]] = {
    Campaign: (CampaignFile, CalendarRow),
    Faction: (FactionRow,),
    Relation: (RelationRow,),
    Province: (ProvinceRow,),
    Edge: (EdgeRow,),
    Leader: (LeaderRow,),
    Station: (ArmyRow,),
}
MOST_WINGS = 2


class PlayableForm(PlainModelForm):
    """Every value is read as the loader of campaign files reads it; then what must hold between rows is checked."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for kind in ROWS[self._meta.model]:
            self._read(kind, data)
        check = CHECKS.get(self._meta.model)
        if check is not None and not self.errors:
            check(self.instance, data)
        return data

    def _read(self, row: type[Any], data: dict[str, Any]) -> None:
        for name, kind in kinds_of(row):
            if data.get(name) is None or kind.refers is not None:
                continue
            try:
                data[name] = kind.read(JsonPlace(data[name], str(self.fields[name].label or name), CampaignFileError))
            except CampaignFileError as refusal:
                self.add_error(name, str(refusal))


def _check_province(province: Province, data: dict[str, Any]) -> None:
    """HR-4 A region has its weather from the opening of the turn: a new one has none."""
    regions = set(Province.objects.filter(campaign=province.campaign).values_list("region", flat=True))
    if data.get("region") not in regions:
        raise ValidationError({"region": Remedy(f"choose one that the map has: {', '.join(sorted(regions))}.")})


def _check_station(station: Station, data: dict[str, Any]) -> None:
    """HR-12, LGG-S2 One general an army, two wings at most; an army in an open battle stays where it is fought."""
    leader, wings = data.get("leader"), list(data.get("wings") or ())
    if len(wings) > MOST_WINGS:
        raise ValidationError({"wings": Remedy(f"{len(wings)} are chosen; keep {MOST_WINGS} at most.")})
    if leader in wings:
        raise ValidationError({"wings": Remedy(f"{leader} commands the whole army; take him out of the wings.")})
    for post, general in (("leader", leader), *(("wings", wing) for wing in wings)):
        if general is not None and (army := _army_led(general, station)) is not None:
            raise ValidationError({post: Remedy(f"{general} serves with {army} already; choose another general.")})
    stands = Station.objects.get(pk=station.pk).province_id
    if data["province"].pk != stands and station.pk in engaged_stations(station.campaign):
        raise ValidationError({"province": Remedy("its battle is not decided yet; move the army when it is.")})


def _check_edge(edge: Edge, data: dict[str, Any]) -> None:
    """A bridge leads over a river."""
    if data.get("bridge") and data.get("kind") != EdgeKind.RIVER:
        raise ValidationError({"bridge": Remedy("only a river crossing has one; make its kind river crossing.")})


def _army_led(general: Leader, besides: Station) -> Station | None:
    """Return another army in the war in which a general serves."""
    for posts in (general.commands, general.wing_of):
        army = posts.filter(province__isnull=False).exclude(pk=besides.pk).select_related("army").first()
        if army is not None:
            return army
    return None


CHECKS: dict[type[Model], Callable[[Any, dict[str, Any]], None]] = {
    Province: _check_province, Station: _check_station, Edge: _check_edge,
}  # fmt: skip


def with_own(rows: QuerySet[Any], request: HttpRequest, campaign: str) -> QuerySet[Any]:
    """Return rows with ``is_own``: the reader referees their campaign, so that its pages open for him."""
    own = refereed_campaigns(request.user).filter(pk=OuterRef(campaign))
    marked: QuerySet[Any] = rows.annotate(is_own=Exists(own))
    return marked


def is_referee(user: User | AnonymousUser) -> bool:
    """Return whether somebody referees any campaign; the host may do everything."""
    return user.is_active and (user.is_superuser or refereed_campaigns(user).exists())


class RefereeAdmin(CarefulLists):
    """Rows of the campaigns that the reader referees, and no others. What is changed goes on the record."""

    campaign_path = "campaign"
    secret = False
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        path = "pk__in" if self.model is Campaign else f"{self.campaign_path}__in"
        return rows.filter(**{path: refereed_campaigns(request.user)})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_referee(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_referee(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_referee(request.user)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def formfield_for_foreignkey(self, field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # type: ignore[override]
        """Choices come from the campaign of the row, and that from the reader's own."""
        limited = self._choices(field.remote_field.model, request)
        if limited is not None:
            kwargs["queryset"] = limited
        return super().formfield_for_foreignkey(field, request, **kwargs)

    def formfield_for_manytomany(self, field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # type: ignore[override]
        limited = self._choices(field.remote_field.model, request)
        if limited is not None:
            kwargs["queryset"] = limited
        return super().formfield_for_manytomany(field, request, **kwargs)

    def _choices(self, model: type[Model], request: HttpRequest) -> QuerySet[Model] | None:
        """Return the rows of a model that may be chosen; None where nothing needs limiting."""
        if model._meta.app_label != "campaign" or model is Campaign:
            return None
        row = self.get_object(request, chosen_row(request))
        path = getattr(self.admin_site._registry.get(model), "campaign_path", "campaign")
        return model._default_manager.filter(**{path: campaign_of(row, self.campaign_path) if row else None})

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        fields = [
            name for part in message if isinstance(part, dict) for name in part.get("changed", {}).get("fields", [])
        ]
        campaign = campaign_of(obj, self.campaign_path)
        if fields and campaign is not None and isinstance(request.user, User):
            act = f"changed {', '.join(fields)} of {obj._meta.verbose_name} {obj}"
            record_act(campaign=campaign, user=request.user, act=act, secret=self.secret)
        return super().log_change(request, obj, message)


class WarAdmin(RefereeAdmin):
    """Rows that the referee may change: to what the war can play, and only the columns that he changed."""

    form = PlayableForm

    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]
        """A turn that runs meanwhile keeps what it has written in the other columns."""
        columns = {field.name for field in obj._meta.concrete_fields}
        obj.save(update_fields=[name for name in form.changed_data if name in columns])

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:  # type: ignore[type-arg]
        super().save_related(request, form, formsets, change)
        campaign = campaign_of(form.instance, self.campaign_path)
        if form.changed_data and campaign is not None and isinstance(request.user, User):
            follow_by_hand(campaign=campaign, actor=request.user)


class LedgerAdmin(RefereeAdmin):
    """Rows that nobody edits: they are written by the turn, once."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ShownRows(BaseInlineFormSet):  # type: ignore[type-arg]
    """Rows that nobody edits here: nothing of them is read from what is sent."""

    def __init__(self, data: Any = None, files: Any = None, *args: Any, **named: Any) -> None:
        super().__init__(None, None, *args, **named)

    def is_valid(self) -> bool:
        return True

    def save(self, commit: bool = True) -> list[Model]:
        self.new_objects: list[Any] = []
        self.changed_objects: list[Any] = []
        self.deleted_objects: list[Any] = []
        return []


class LedgerInline(ClosedInline):
    """Rows shown inside another page, closed."""

    formset = ShownRows
    show_change_link = True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_referee(request.user)


def closed(model: type[Model], fields: str) -> type[LedgerInline]:
    """Return rows of a model to be shown inside another page, with these fields."""
    return type(f"{model.__name__}Inline", (LedgerInline,), {"model": model, "fields": tuple(fields.split())})


def for_referee(inline: type[ClosedInline], *, linked: bool = False) -> type[LedgerInline]:
    """Return rows inside another page as a referee sees them; ``linked``: each leads to its own page."""
    return type(f"Referee{inline.__name__}", (LedgerInline, inline), {"show_change_link": linked})


def campaign_of(obj: Model, path: str) -> Campaign | None:
    """Return the campaign that a row belongs to."""
    value: Any = obj
    if isinstance(obj, Campaign):
        return obj
    for part in path.split("__"):
        value = getattr(value, part, None)
    return value if isinstance(value, Campaign) else None
