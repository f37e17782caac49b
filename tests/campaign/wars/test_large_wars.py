"""A generated war loads, passes the audit, and neither its turns nor its pages take more queries as it grows."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, Member, PointsEntry
from campaign.services.audit import audit_campaign
from campaign.services.files.files import load_campaign
from lab.bench.large_war import Size, large_war
from lab.bench.pages import addresses_of
from lab.bench.turns import run
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
SMALL = Size(provinces=16, armies=10, turns=7, units=1, battles=0)
OF_THE_FIRST = 7
"""Statements that write a battle, its engagement, its losses, the retreat after it and their news: made once, by the
first. The drill fights it, so that its outcome is always the same: a general who takes a province writes more."""
LARGE = Size(provinces=48, armies=40, turns=7, units=1, battles=0)


def loaded(size: Size, slug: str) -> Campaign:
    return load_campaign(data=large_war(size), slug=slug, actor="tester")


def test_the_same_size_gives_the_same_file_which_passes_the_audit():
    size = Size(provinces=9, armies=5, turns=3, battles=2)
    assert large_war(size) == large_war(size)
    assert audit_campaign(campaign=loaded(size, "small")) == []


@pytest.mark.usefixtures("drilled")
def test_a_turn_takes_no_more_queries_for_four_times_the_armies_and_adds_up():
    few, war = run(loaded(SMALL, "few")), loaded(LARGE, "many")
    before, many = PointsEntry.objects.count(), run(war)
    battles = many[2]
    assert battles > 0
    assert many[0].queries <= few[0].queries + OF_THE_FIRST + 2 * battles
    assert many[1].queries <= few[1].queries + OF_THE_FIRST + 2 * battles
    assert many[0].queries + many[1].queries <= 400
    assert audit_campaign(campaign=war) == []
    assert PointsEntry.objects.count() > before + len(large_war(LARGE)["provinces"]) // 2


def read(war: Campaign) -> Iterator[tuple[str, int, int]]:
    user = User.objects.create_user(f"reader of {war.slug}")
    faction = war.factions.order_by("order", "pk")[0]
    Member.objects.create(campaign=war, user=user, role="player", faction=faction)
    client = logged_in(user, "django.contrib.auth.backends.ModelBackend")
    for name, address in addresses_of(war, user).items():
        client.get(address, secure=True)
        with CaptureQueriesContext(connection) as counted:
            answer, queries = client.get(address, secure=True), len(counted)
        assert answer.status_code == 200
        yield name, queries, len(answer.content)


MOST_QUERIES = 20


def test_pages_take_as_many_queries_in_a_large_war_and_at_most_so_many():
    few = {name: queries for name, queries, _ in read(loaded(Size(16, 10, 3, 2, 1), "few"))}
    war = Size(provinces=48, armies=150, turns=20, units=2, battles=3)
    found = {name: (queries, size) for name, queries, size in read(loaded(war, "many"))}
    assert {name: queries for name, (queries, _) in found.items()} == few
    assert {name: few[name] for name in few if few[name] > MOST_QUERIES} == {}
    assert max(size for _, size in found.values()) <= 250_000
