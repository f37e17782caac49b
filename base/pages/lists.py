"""Lists of the admin: filters offer what the reader may see, and nonsense in an address is no error."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db import DataError, OperationalError
from django.db.models import BooleanField, DateField, ForeignKey, ManyToManyField, Model, QuerySet
from django.forms import ModelForm, ModelMultipleChoiceField
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from base.pages.forms import PlainModelForm

LONGEST_SEARCH, MOST_WORDS, LONGEST_KEY = 200, 20, 18


class OwnRows(admin.RelatedOnlyFieldListFilter):
    """The rows that rows of the reader's own refer to, and no others."""


class OwnValues(admin.AllValuesFieldListFilter):
    """The values that stand in rows of the reader's own."""

    def __init__(
        self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        own = model_admin.get_queryset(request).order_by(field_path).distinct()
        self.lookup_choices = own.values_list(field_path, flat=True)


class CarefulList(ChangeList):
    """A list whose address may ask for what no database can look for: it is opened without that."""

    def get_results(self, request: HttpRequest) -> None:
        try:
            super().get_results(request)
        except (DataError, OverflowError, ValueError, OperationalError) as error:
            if isinstance(error, OperationalError) and "locked" in str(error):
                raise
            raise IncorrectLookupParameters(error) from error


class KnownKeys(ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several rows to be chosen; a number that no database has is no row."""

    def clean(self, value: Any) -> Any:
        for key in filter(_too_long, value or ()):
            raise ValidationError(self.error_messages["invalid_pk_value"], params={"pk": str(key)[:40]})
        return super().clean(value)


def chosen_row(request: HttpRequest) -> str:
    """Return the number of the row whose page is open; "0" where none is."""
    match = request.resolver_match
    return str(match.kwargs.get("object_id", "0")) if match else "0"


def _too_long(key: Any) -> bool:
    return len(str(key)) > LONGEST_KEY


class Closed:
    """Rows that services alone write: no adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ClosedInline(Closed, admin.TabularInline):  # type: ignore[type-arg]
    """Such rows inside the page of another row."""

    extra = 0
    can_delete = False


class CarefulLists(admin.ModelAdmin):  # type: ignore[type-arg]
    """The common part of all our lists."""

    def formfield_for_manytomany(self, field: Any, request: HttpRequest, **kwargs: Any) -> Any:  # type: ignore[override]
        return super().formfield_for_manytomany(field, request, **{"form_class": KnownKeys} | kwargs)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *where: Any) -> HttpResponseBase | None:  # type: ignore[override]
        """Do what was chosen in a list; nothing where something was sent that is no row's number."""
        if not all(map(self._is_number, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            self.message_user(request, "Choose rows of the list.", messages.ERROR)
            return None
        return super().response_action(request, queryset, *where)

    def _is_number(self, key: str) -> bool:
        try:
            self.model._meta.pk.to_python(key)
        except ValidationError:
            return False
        return not _too_long(key)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form of a row; one that a list brings itself counts before the plain one."""
        usual = {"form": PlainModelForm} if self.form is ModelForm else {}
        return super().get_form(request, obj, **{"change": change} | usual | kwargs)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CarefulList

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [self._own(entry) for entry in super().get_list_filter(request)]

    def _own(self, entry: Any) -> Any:
        """Return a filter by the name of a field, made one of the reader's own rows."""
        if not isinstance(entry, str):
            return entry
        field = get_fields_from_path(self.model, entry)[-1]
        if isinstance(field, ForeignKey | ManyToManyField):
            return (entry, OwnRows)
        plain = bool(field.choices) or isinstance(field, BooleanField | DateField)
        return entry if plain else (entry, OwnValues)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        if len(search_term) > LONGEST_SEARCH or len(search_term.split()) > MOST_WORDS:
            sentence = f"Search: look for {LONGEST_SEARCH} characters and {MOST_WORDS} words at most."
            self.message_user(request, sentence, messages.ERROR)
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row; none for a number that no database has."""
        try:
            return super().get_object(request, object_id, from_field)
        except (DataError, OverflowError):
            return None
