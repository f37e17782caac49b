"""Lists and pages take as many queries for thirty rows as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, BattleResult
from campaign.models import Account, ChronicleEntry, Engagement, RefereeAct, SheetLine, Sighting, Station, Turn
from campaign.services.record.points import post_points
from rosters.services import post_strength
from tests.campaign.worlds import ROSTER, fresh, url
from tests.factories.campaign import station


def queries(client, address):
    assert client.get(address).status_code == 200, "the first visit of a turn leaves a mark"
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address).status_code == 200
    return len(counted)


def tell(valley, number):
    for n in range(number):
        entry = ChronicleEntry.objects.create(
            campaign=valley.campaign, turn=1, kind="march", text=f"Line {n}", public=False,
            province=valley.provinces["ridge"],
        )  # fmt: skip
        entry.audience.add(valley.factions["north"])
        RefereeAct.objects.create(campaign=valley.campaign, turn=1, act=f"did {n}")


def post(valley, number):
    held = {a.kind: a for a in Account.objects.filter(faction=valley.factions["north"])}
    for n in range(number):
        post_points(
            source=held["treasury"], target=held["reserved"], amount=1, reason=f"Line {n}", actor="tester", rule="HR-7",
            reference="turn:long-valley:1", turn=1,
        )  # fmt: skip


def enter(valley, number):
    for _ in range(number):
        SheetLine.objects.create(
            turn=valley.turn, faction=valley.factions["north"], kind="disband",
            details={"station": "north-main", "units": []},
        )  # fmt: skip


def sight(valley, number):
    for n in range(number):
        army = station(valley.factions["south"], valley.provinces["farmoor"], "1 Line inf", f"south-{n}", None)
        Sighting.objects.create(
            turn=valley.turn, viewer=valley.factions["north"], station=army, seen_faction=valley.factions["south"],
            province=valley.provinces["ridge"], name=f"South {n}", units_low=1, units_high=1, units_shown=1,
        )  # fmt: skip


def raise_armies(valley, number):
    for n in range(number):
        station(valley.factions["north"], valley.provinces["northgate"], ROSTER, f"north-{n}", None)


GROWTH = [
    (tell, ("chronicle", "turn")), (post, ("treasury",)), (enter, ("treasury", "turn")),
    (sight, ("map", "rosters")), (raise_armies, ("map", "rosters", "turn")),
]  # fmt: skip


@pytest.mark.parametrize(("grow", "names"), GROWTH, ids=[grow.__name__ for grow, _ in GROWTH])
def test_the_number_of_queries_does_not_grow_with_the_rows(valley, reader, grow, names):
    Turn.objects.update(muster=False)
    grow(valley, 1)
    few = {name: queries(reader(valley, "north"), url(name)) for name in names}
    Station.objects.filter(ref__in=("south-0", "north-0")).update(ref="first")
    grow(valley, 30)
    assert {name: queries(reader(valley, "north"), url(name)) for name in names} == few


def test_the_list_of_battles_takes_as_many_queries_for_thirty(fought, reader):
    few = {name: queries(reader(fought, "north"), url(name)) for name in ("battles", "map")}
    first, row = Battle.objects.get(), Engagement.objects.get(battle__isnull=False)
    result = BattleResult.objects.get()
    for n in range(30):
        first.pk, first.key, first._state.adding = None, f"battle{n:06d}", True
        first.save()
        result.pk, result.battle, result._state.adding = None, first, True
        result.save()
        Engagement.objects.create(turn=row.turn, province=row.province, sequence=50 + n, battle=first, state=row.state)
    assert {name: queries(reader(fought, "north"), url(name)) for name in few} == few


def test_a_units_biography_takes_as_many_queries_for_thirty_lines(valley, reader):
    unit = fresh(valley, "north-main").army.units.filter(full=4).first()
    address = url("unit", unit.key)
    few = queries(reader(valley, "north"), address)
    for n in range(30):
        post_strength(
            unit=unit, delta=-1 if n % 2 == 0 else 1, cause="event", reference="turn:long-valley:1", actor="tester"
        )
    assert queries(reader(valley, "north"), address) == few
