"""Queries whose SQL is written once."""

import pytest
from django.db import connection
from django.db.models import Count, QuerySet
from django.test.utils import CaptureQueriesContext

from base.rows.prepared import prepared
from rosters.models import Army, Unit

pytestmark = pytest.mark.django_db


@pytest.fixture
def armies() -> tuple[Army, Army]:
    first, second = (Army.objects.create(name=name) for name in ("1st Corps", "2nd Corps"))
    for army, strengths in ((first, (3, 2)), (second, (4,))):
        for strength in strengths:
            Unit.objects.create(army=army, type="line_inf", full=4, strength=strength)
    return first, second


def test_each_argument_gets_the_rows_that_are_there_now(armies: tuple[Army, Army]) -> None:
    @prepared
    def strengths(army: int, kind: str) -> QuerySet[Unit, int]:
        return Unit.objects.filter(army=army, type=kind).values_list("strength", flat=True)

    first, second = armies
    assert strengths(first.pk, "line_inf") == [3, 2]
    assert (strengths(second.pk, "line_inf"), strengths(second.pk, "light_cav")) == ([4], [])
    Unit.objects.filter(army=second).update(type="light_cav", strength=1)
    assert (strengths(second.pk, "light_cav"), strengths(first.pk, "line_inf")) == ([1], [3, 2])


def test_rows_come_with_what_is_read_beside_them(armies: tuple[Army, Army]) -> None:
    @prepared
    def units(name: str) -> QuerySet[Unit]:
        return Unit.objects.filter(army__name=name).select_related("army").prefetch_related("army__units").only("army")

    @prepared
    def sizes(name: str) -> QuerySet[Army]:
        return Army.objects.filter(name=name).annotate(size=Count("units"))

    assert [army.size for army in sizes("1st Corps")] == [2]  # type: ignore[attr-defined]
    assert units("2nd Corps")[0].army == armies[1]
    with CaptureQueriesContext(connection) as asked:
        (unit,) = units("2nd Corps")
        assert (unit.army.name, [other.pk for other in unit.army.units.all()]) == ("2nd Corps", [unit.pk])
    assert len(asked) == 2
    assert unit.get_deferred_fields() >= {"strength", "type"}


def test_the_sql_is_composed_once_for_each_shape(armies: tuple[Army, Army]) -> None:
    built = []

    @prepared
    def units(army: int, kind: str | None, whole: bool) -> QuerySet[Unit, int]:
        built.append((kind, whole))
        rows = Unit.objects.filter(army=army).order_by("pk").values_list("strength", flat=True)
        rows = rows if kind is None else rows.filter(type=kind)
        return rows.filter(strength=4) if whole else rows

    first, second = armies
    assert (units(first.pk, None, False), units(second.pk, None, True)) == ([3, 2], [4])
    assert (units(first.pk, None, True), units(first.pk, "light_cav", False)) == ([], [])
    shapes = len(built)
    assert (units(second.pk, None, False), units(second.pk, "line_inf", False)) == ([4], [4])
    assert len(built) == shapes == 6, "each shape is built twice, with two sets of marks"


def test_a_query_without_possible_rows_asks_nothing() -> None:
    @prepared
    def nobody(army: int) -> QuerySet[Unit]:
        return Unit.objects.filter(army=army, pk__in=[])

    with CaptureQueriesContext(connection) as asked:
        assert nobody(1) == nobody(2) == []
    assert len(asked) == 0


def test_an_argument_that_is_computed_with_or_left_out_is_refused(armies: tuple[Army, Army]) -> None:
    @prepared
    def stronger(strength: int) -> QuerySet[Unit]:
        return Unit.objects.filter(strength__gt=strength + 1)

    @prepared
    def named(part: str) -> QuerySet[Army]:
        return Army.objects.filter(name__contains=part)

    @prepared
    def of_army(army: int, strength: int) -> QuerySet[Unit]:
        return Unit.objects.filter(army=army)

    @prepared
    def some(number: int) -> QuerySet[Unit]:
        return Unit.objects.order_by("pk")[:number]

    for call in (lambda: stronger(1), lambda: named("Corps"), lambda: of_army(1, 2), lambda: some(1)):
        with pytest.raises(TypeError, match="must hand each argument on as it is"):
            call()
