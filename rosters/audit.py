"""Proof that every strength is the sum of its ledger."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from rosters.models import StrengthLine, Unit


def audit_strength(units: QuerySet[Unit] | None = None) -> list[str]:
    """Return every broken promise of the strength ledger, or of these units' lines, as a sentence; empty if all is
    well."""
    found = Unit.objects.all() if units is None else units
    lines = StrengthLine.objects.all() if units is None else StrengthLine.objects.filter(unit__in=units)
    checks = (partial(_sums, found), partial(_running_sums, lines), partial(_departures, found),
              partial(_amalgamations, lines))  # fmt: skip
    return [line for check in checks for line in guarded("The strength ledger", check)]


def guarded(what: str, check: Callable[[], Iterable[str]]) -> Iterator[str]:
    """List a check's findings; a broken row that ends it is one of its sentences."""
    try:
        yield from check()
    except Exception as error:
        yield f"{what} cannot be proved to the end ({unreadable(error)}); mend the rows named, then look again."


def unreadable(error: Exception) -> str:
    """Describe what went wrong, for a reader who repairs rows by hand."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def readable(rows: QuerySet[Any], at_a_time: int = 20) -> Iterator[Any]:
    """Yield the rows one after another, few at a time; where one cannot be read, a sentence stands in its place."""
    left = rows.order_by("pk")
    while True:
        pks, found = _next(left, at_a_time)
        yield from found
        if len(pks) < at_a_time:
            return
        left = rows.filter(pk__gt=pks[-1]).order_by("pk")


def _next(rows: QuerySet[Any], at_a_time: int) -> tuple[list[Any], list[Any]]:
    """Return the keys of the next rows, and the rows or the sentences in their places."""
    try:
        found = list(rows[:at_a_time])
    except Exception:
        pks = list(rows.values_list("pk", flat=True)[:at_a_time])
        return pks, [_one(rows, pk) for pk in pks]
    return [row.pk for row in found], found


def _one(rows: QuerySet[Any], pk: Any) -> Any:
    try:
        return rows.get(pk=pk)
    except Exception as error:
        return f"{rows.model._meta.verbose_name} {pk} cannot be read ({unreadable(error)}); correct its columns."


def _sums(units: QuerySet[Unit]) -> Iterator[str]:
    wrong = units.annotate(ledger=Coalesce(Sum("lines__delta"), 0)).exclude(strength=F("ledger"))
    for unit in wrong.order_by("pk"):
        yield f"Unit {unit.key} ({unit}): strength {unit.strength} is not the sum of its lines, {unit.ledger}."


def _running_sums(lines: QuerySet[StrengthLine]) -> Iterator[str]:
    unit_pk, total = None, 0
    for line in lines.order_by("unit_id", "pk").values("pk", "unit_id", "delta", "after").iterator():
        total = line["delta"] + (total if line["unit_id"] == unit_pk else 0)
        unit_pk = line["unit_id"]
        if total != line["after"]:
            yield f"Strength line {line['pk']}: strength after it is {total}, not {line['after']}."


def _departures(units: QuerySet[Unit]) -> Iterator[str]:
    for unit in units.filter(status=Unit.Status.SERVING, strength=0).order_by("pk"):
        yield f"Unit {unit.key} ({unit}) serves with no strength."
    for unit in units.filter(status=Unit.Status.MERGED, merged_into=None).order_by("pk"):
        yield f"Unit {unit.key} ({unit}) is merged, but into no unit."


def _amalgamations(lines: QuerySet[StrengthLine]) -> Iterator[str]:
    moved = lines.filter(cause=StrengthLine.Cause.AMALGAMATION)
    for row in moved.values("reference").annotate(total=Sum("delta")).exclude(total=0).order_by("reference"):
        yield f"Amalgamation at {row['reference'] or 'no reference'}: {row['total']:+d} strength points from nowhere."
