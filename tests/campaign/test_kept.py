"""A war that is written again from its picture is the war that the services make."""

import datetime
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth.models import User
from django.core.serializers import serialize
from django.db import transaction

from campaign.models import Campaign, Faction
from tests import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty")]
made: list[str] = []


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture is there yet."""
    monkeypatch.setattr(kept, "_pictures", {})
    made.clear()


@kept.kept
def small_war(name: str) -> tuple[Campaign, list[Faction]]:
    """A campaign with two sides."""
    made.append(name)
    campaign = Campaign.objects.create(
        slug="small", name=name, start_date=datetime.date(1813, 8, 15), map={"a": [1, None]}
    )
    return campaign, [Faction.objects.create(campaign=campaign, key=key, name=key.title()) for key in ("red", "blue")]


def everything() -> dict[str, Any]:
    """Every row of every table."""
    return {model._meta.label: serialize("json", model._default_manager.order_by("pk")) for model in apps.get_models()}


def undone(name: str) -> tuple[dict[str, Any], Any]:
    """Make the war and take it back; all rows, and what the helper returned."""
    with transaction.atomic():
        returned, found = small_war(name), everything()
        transaction.set_rollback(True)
    return found, returned


def test_the_second_war_is_the_first_one_row_for_row_and_is_not_made_again():
    (first, (campaign, sides)), (second, (again, those)) = undone("One"), undone("One")
    assert (made, first) == (["One"], second)
    assert (again, those, again.map, again.created_at) == (campaign, sides, {"a": [1, None]}, campaign.created_at)
    assert those[0].campaign is again
    assert those[0] is not sides[0]


def test_what_is_returned_can_be_altered_and_saved():
    undone("One")
    campaign, (red, _) = small_war("One")
    red.name = "Reds"
    red.save()
    Faction.objects.create(campaign=campaign, key="green", name="Green")
    assert sorted(Faction.objects.values_list("name", flat=True)) == ["Blue", "Green", "Reds"]
    assert made == ["One"]


def test_in_doubt_the_helper_is_called():
    undone("One")
    undone("Two")
    with time_machine.travel("2030-01-01"):
        undone("One")
    with kept.plainly():
        undone("One")
    User.objects.create_user("somebody")
    undone("One")
    assert made == ["One", "Two", "One", "One", "One"]
