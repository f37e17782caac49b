"""Maintenance when the points run short (HR-6)."""

import pytest

from campaign.models import Account, FactionTurn
from campaign.services.record.points import account, post_points
from campaign.services.sheet import sheet
from rosters.models import StrengthLine, Unit
from tests.campaign.wars.turns import run
from tests.scenarios import two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def empty_treasury(world, key, left):
    """Give all but some points of a treasury and reserve to the world outside."""
    campaign, faction = world.campaign, world.factions[key]
    target = account(campaign=campaign, kind="events")
    for kind, keep in (("reserved", left), ("treasury", 0)):
        source = account(campaign=campaign, faction=faction, kind=kind)
        if source.balance > keep:
            post_points(source=source, target=target, amount=source.balance - keep, reason="robbed", reference="",
                        actor="tester", rule="HR-23", turn=1)  # fmt: skip


def test_ST_33_a_bankrupt_turn_rolls_for_the_unpaid_and_no_account_falls_below_zero():
    world = two_valleys()
    empty_treasury(world, "north", 10)
    run(world)
    row = FactionTurn.objects.get(turn__number=1, turn__campaign=world.campaign, faction=world.factions["north"])
    spent = Account.objects.get(campaign=world.campaign, kind="maintenance").balance
    south = 30 + 2 + 7  # units 30, an Average leader 2; two Line and an irregular unit
    # the Good leader (4) first, then the Militia (1), then Line at 10 points a point of pay: 3
    assert spent == south + 4 + 1 + 3
    assert len(row.unpaid) == 10 + 4 - 2
    lost = StrengthLine.objects.filter(cause="desertion")
    assert {line.unit.key for line in lost} <= set(row.unpaid)
    assert all("against Morale" in line.note for line in lost)
    assert Account.objects.get(faction=world.factions["north"], kind="reserved").balance >= 0


def test_HR_6_the_owner_names_who_is_paid_first():
    world = two_valleys()
    (horse,) = Unit.objects.filter(army=world.station("north-i").army, type="heavy_cav")
    sheet.pay_first(faction=world.factions["north"], units=[horse], actor="Ada")
    empty_treasury(world, "north", 5)
    run(world)
    row = FactionTurn.objects.get(turn__number=1, faction=world.factions["north"])
    (militia,) = Unit.objects.filter(army=world.station("north-i").army, type="militia_inf")
    assert not {horse.key, militia.key} & set(row.unpaid)
    assert len(row.unpaid) == 12


def test_HR_6_the_second_time_without_pay_costs_every_unit_a_point():
    world = two_valleys()
    empty_treasury(world, "north", 0)
    run(world)
    empty_treasury(world, "north", 0)
    serving = Unit.objects.filter(army__station__faction=world.factions["north"], status=Unit.Status.SERVING)
    before = dict(serving.values_list("key", "strength"))
    run(world)
    second = StrengthLine.objects.filter(cause="desertion", note="unpaid the second time running")
    assert {line.unit.key: line.after for line in second} == {key: points - 1 for key, points in before.items()}
