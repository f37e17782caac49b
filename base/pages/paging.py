"""Pages of long lists."""

from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Func, IntegerField, Model, QuerySet, Subquery
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)


def page_of(rows: QuerySet[Row], wanted: str | None, size: int) -> Page[Row]:
    """Return the page that an address names, as ``Paginator.get_page`` does, and read it with its number of rows in
    one query."""
    paginator, number = Paginator(rows, size), _whole(wanted)
    in_all = rows.order_by().values(number=Func("pk", function="COUNT", output_field=IntegerField()))
    counted = rows.annotate(in_all=Subquery(in_all))
    found: list[Any] = list(counted[(number - 1) * size : number * size]) if number else []
    if not found and number != 1:
        return paginator.get_page(wanted)
    paginator.__dict__["count"] = found[0].in_all if found else 0
    return Page(found, number, paginator)


def _whole(wanted: str | None) -> int:
    """Return the number of a page; 1 where none is named, 0 where it is no plain number."""
    if wanted is None:
        return 1
    return int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else 0


def filters_of(request: HttpRequest) -> str:
    """Return the filters of a list as the links between its pages carry them on."""
    kept = request.GET.copy()
    kept.pop("page", None)
    return kept.urlencode()
