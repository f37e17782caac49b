"""Queries whose SQL is written once: Django composes a query anew each time, which takes longer than running it.

A prepared query is a function of whole numbers and texts that gives the rows of a queryset:

    @prepared
    def _armies(campaign: int, faction: int | None) -> QuerySet[Station, tuple[int, str]]:
        return Station.objects.filter(campaign=campaign, faction=faction).values_list("pk", "army__key")

The SQL is composed at the first call, with marks in place of the arguments. True, False and None belong to the query
itself: each of them has SQL of its own. Nothing that was read is kept.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Asked = ParamSpec("Asked")
Row = TypeVar("Row")
Shape = tuple[object, ...]
FIRST, SECOND = 20_011, 31_013
"""Where the numbers begin that stand for arguments: in no query, and within the smallest column."""


@dataclass(frozen=True)
class _Written:
    """A query's SQL with its parameters; ``places`` lists those that are arguments, and their types."""

    rows: QuerySet[Any, Any]
    compiler: SQLCompiler
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int, type], ...]

    def filled(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the parameters with these arguments in their places."""
        parameters = list(self.parameters)
        for place, argument, kind in self.places:
            parameters[place] = kind(arguments[argument])
        return tuple(parameters)

    def read(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return the rows that the database has for these arguments now."""
        sql, parameters, alias = self.sql, self.filled(arguments), self.rows.db
        compiler, query = copy(self.compiler), copy(self.rows.query)
        compiler.connection = connections[alias]
        vars(compiler)["as_sql"] = lambda *_, **__: (sql, parameters)
        vars(query)["get_compiler"] = lambda *_, **__: compiler
        rows = type(self.rows)(self.rows.model, query, alias)
        vars(rows).update({name: vars(self.rows)[name] for name in KEPT})
        return list(rows)


KEPT = ("_iterable_class", "_fields", "_prefetch_related_lookups", "_hints")
"""What a queryset knows besides its query."""


def prepared(build: Callable[Asked, QuerySet[Any, Row]]) -> Callable[Asked, list[Row]]:
    """Give a function that builds a queryset its SQL once; it then returns the rows, read anew at each call.

    The queryset hands its arguments on as they are: TypeError where it computes with one of them, or leaves one out.
    """
    written: dict[Shape, _Written | None] = {}

    @wraps(build)
    def ask(*arguments: Asked.args, **named: Asked.kwargs) -> list[Row]:
        shape = tuple(map(_shape, arguments))
        if shape not in written:
            written[shape] = _write(build, arguments, **named)
        known = written[shape]
        return known.read(arguments) if known else []

    return ask


def _shape(argument: object) -> object:
    """Return what the SQL depends on: an argument itself, or its type where a parameter stands for it."""
    return type(argument) if _is_parameter(argument) else argument


def _is_parameter(argument: object) -> bool:
    return isinstance(argument, int | str) and not isinstance(argument, bool)


def _write(build: Callable[..., QuerySet[Any, Row]], arguments: tuple[object, ...]) -> _Written | None:
    """Compose the SQL of these arguments' shape, twice with other marks; None where there can be no row."""
    first, second = (tuple(_mark(start, n, each) for n, each in enumerate(arguments)) for start in (FIRST, SECOND))
    rows, again = build(*first), build(*second)
    compiler = rows.query.get_compiler(using=rows.db)
    try:
        (sql, parameters), (same, others) = compiler.as_sql(), again.query.get_compiler(using=again.db).as_sql()
    except EmptyResultSet:
        return None
    places = tuple(
        (place, first.index(mark), type(mark))
        for place, (mark, other) in enumerate(zip(parameters, others, strict=True))
        if mark != other and mark in first and second.index(other) == first.index(mark)
    )
    written = _Written(rows, compiler, sql, tuple(parameters), places)
    wanted = {n for n, argument in enumerate(arguments) if _is_parameter(argument)}
    if sql != same or {n for _, n, _ in places} != wanted or written.filled(second) != tuple(others):
        raise TypeError(f"{build.__qualname__} is no prepared query: it must hand each argument on as it is")
    return written


def _mark(start: int, place: int, argument: object) -> object:
    """Return what stands for an argument while the SQL is composed."""
    if not _is_parameter(argument):
        return argument
    return start + place if isinstance(argument, int) else f"argument {start + place}"
