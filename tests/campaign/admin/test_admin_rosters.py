"""Rosters in the referee's admin: his own campaigns only, and each correction on the record."""

import pytest
from django.test import Client

from campaign.models import RefereeAct
from rosters.models import StrengthLine, Unit
from tests.scenarios import World, two_valleys

pytestmark = pytest.mark.django_db


def _unit(world: World) -> Unit:
    return Unit.objects.filter(army__station__campaign=world.campaign, strength__gte=2).order_by("pk")[0]


def _correct(client: Client, unit: Unit):
    return client.post(f"/admin/rosters/unit/{unit.pk}/correct/", {"strength": "1", "reason": "typed wrongly"})


def test_a_referee_corrects_a_strength_and_it_goes_on_the_record(referee: Client, world: World) -> None:
    unit = _unit(world)
    assert _correct(referee, unit).status_code == 302
    line = StrengthLine.objects.filter(unit=unit).latest("pk")
    assert (line.after, line.cause, line.note, line.actor) == (1, "correction", "typed wrongly", "referee")
    assert line.reference == f"turn:{world.campaign.slug}:1"
    act = RefereeAct.objects.get()
    assert act.secret
    assert f"{line.delta:+d}" in act.act


def test_a_referee_reads_the_rosters_of_his_own_campaigns_only(referee: Client, world: World) -> None:
    own, foreign = _unit(world), _unit(two_valleys(slug="foreign-war"))
    lines = {unit: StrengthLine.objects.filter(unit=unit)[0] for unit in (own, foreign)}
    for unit, status in ((own, 200), (foreign, 302)):
        assert referee.get(f"/admin/rosters/army/{unit.army_id}/change/").status_code == status
        assert referee.get(f"/admin/rosters/unit/{unit.pk}/change/").status_code == status
        assert referee.get(f"/admin/rosters/strengthline/{lines[unit].pk}/change/").status_code == status
    assert referee.get(f"/admin/rosters/unit/{foreign.pk}/correct/").status_code == 404
    assert _correct(referee, foreign).status_code == 404
    assert not StrengthLine.objects.filter(cause="correction").exists()


def test_a_referee_adds_and_deletes_no_roster(referee: Client, world: World) -> None:
    unit = _unit(world)
    for model, pk in (("army", unit.army_id), ("unit", unit.pk)):
        assert referee.get(f"/admin/rosters/{model}/add/").status_code == 403
        assert referee.post(f"/admin/rosters/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_referee_sees_the_ledger_inside_the_unit(referee: Client, world: World) -> None:
    page = referee.get(f"/admin/rosters/unit/{_unit(world).pk}/change/").text
    assert "raised" in page
    assert "Correct the strength, with a reason" in page
