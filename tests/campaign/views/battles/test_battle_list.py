"""The list of battles shows those who may read a battle what it cost, and nobody else."""

import re

import pytest

from battles.models import Battle
from tests.campaign.worlds import PLAIN, after_a_battle
from tests.factories.people import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
COST = re.compile(r"(\d+) → (\d+) strength points under .*?; .*?(\d+) → (\d+) strength points.*?; \w+ days?<")


def page(valley, name):
    client = logged_in(valley.people[name])
    return " ".join(client.get(f"/c/{valley.campaign.slug}/battles/").text.split())


def test_the_referee_and_those_who_fought_read_strength_generals_and_days():
    valley = after_a_battle(PLAIN)
    report = Battle.objects.filter(state="done").first().result.report
    wanted = [sum(unit[when] for unit in side["units"]) for side in report["sides"] for when in ("before", "after")]
    for name in ("referee", "north", "south"):
        assert [int(n) for n in COST.search(page(valley, name)).groups()] == wanted
    for name in ("west", "observer"):
        assert "strength points" not in page(valley, name)
