"""Proof that every strength is the sum of its ledger."""

from collections.abc import Iterator

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from rosters.models import StrengthLine, Unit


def audit_strength() -> list[str]:
    """Every broken promise of the strength ledger as a sentence; empty if all is well."""
    return [*_sums(), *_running_sums(), *_departures(), *_amalgamations()]


def _sums() -> Iterator[str]:
    wrong = Unit.objects.annotate(ledger=Coalesce(Sum("lines__delta"), 0)).exclude(strength=F("ledger"))
    for unit in wrong.order_by("pk"):
        yield f"Unit {unit.key} ({unit}): strength {unit.strength} is not the sum of its lines, {unit.ledger}."


def _running_sums() -> Iterator[str]:
    unit_pk, total = None, 0
    for line in StrengthLine.objects.order_by("unit_id", "pk").values("pk", "unit_id", "delta", "after").iterator():
        total = line["delta"] + (total if line["unit_id"] == unit_pk else 0)
        unit_pk = line["unit_id"]
        if total != line["after"]:
            yield f"Strength line {line['pk']}: strength after it is {total}, not {line['after']}."


def _departures() -> Iterator[str]:
    for unit in Unit.objects.filter(status=Unit.Status.SERVING, strength=0).order_by("pk"):
        yield f"Unit {unit.key} ({unit}) serves with no strength."
    for unit in Unit.objects.filter(status=Unit.Status.MERGED, merged_into=None).order_by("pk"):
        yield f"Unit {unit.key} ({unit}) is merged, but into no unit."


def _amalgamations() -> Iterator[str]:
    lines = StrengthLine.objects.filter(cause=StrengthLine.Cause.AMALGAMATION)
    for row in lines.values("reference").annotate(total=Sum("delta")).exclude(total=0).order_by("reference"):
        yield f"Amalgamation at {row['reference'] or 'no reference'}: {row['total']:+d} strength points from nowhere."
