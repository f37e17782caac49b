"""One battle stays on the table while the others of the turn are fought at once."""

import pytest
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import StandingWish
from campaign.rules.fighting.plan import wished
from campaign.services.phases.fighting.methods import set_standing_wishes
from tests.campaign.history.steps import march, run
from tests.campaign.worlds import long_valley
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.mark.parametrize(("standing", "enemies", "method"), [
    ({}, ["x"], None), ({"x": "table"}, ["y"], None), ({"x": "table", "": "auto"}, ["x"], "table"),
    ({"x": "table", "": "auto"}, ["y"], "auto"), ({"x": "table", "": "auto"}, ["y", "x"], "table"),
    ({"x": "auto", "": "table"}, ["x"], "auto"),
])  # fmt: skip
def test_a_wish_against_one_enemy_goes_before_that_against_the_rest(
    standing: dict[str, str], enemies: list[str], method: str | None
) -> None:
    assert wished(standing, enemies) == method


def meet(world: World) -> Battle:
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    run(world)
    return Battle.objects.get()


@pytest.mark.parametrize(("days", "north", "south", "state", "method"), [
    (0, {"south": "table", "": "auto"}, {"": "table"}, "open", "table"),
    (0, {"south": "table"}, {}, "done", "auto"), (0, {}, {}, "done", "auto"),
    (9, {"": "auto"}, {"north": "auto"}, "done", "auto"), (9, {"": "table"}, {"": "auto"}, "open", "open"),
    (9, {}, {}, "open", "open"),
])  # fmt: skip
def test_what_both_sides_wish_holds_and_else_the_referees_default(
    world: World, days: int, north: dict[str, str], south: dict[str, str], state: str, method: str
) -> None:
    world.campaign.battle_days = days
    world.campaign.save()
    for key, wishes in (("north", north), ("south", south)):
        set_standing_wishes(faction=world.factions[key], wishes=wishes, by=key)
    battle = meet(world)
    assert (battle.state, battle.method) == (state, method)
    if (north, state) == ({"": "table"}, "open"):
        assert sorted(wish.method for wish in battle.wishes.all()) == ["auto", "table"]


def test_the_page_keeps_the_wishes_of_its_reader() -> None:
    valley = long_valley()
    clients = {name: Client() for name in ("north", "south", "observer", "referee")}
    for name, client in clients.items():
        client.force_login(valley.people[name])
    url = reverse("game:standing_wishes", args=["long-valley"])
    assert clients["north"].post(url, {"against-south": "table", "others": "auto"}).status_code == 302
    rows = StandingWish.objects.values_list("faction__key", "against__key", "method")
    assert set(rows) == {("north", "south", "table"), ("north", None, "auto")}
    assert 'value="table" selected' in clients["north"].get(url).text
    assert 'value="table" selected' not in clients["south"].get(url).text
    assert clients["north"].post(url, {"against-south": "chess"}).status_code == 422
    assert [clients[name].get(url).status_code for name in ("observer", "referee")] == [404, 404]
    clients["north"].post(url, {})
    assert not StandingWish.objects.exists()


def test_a_wish_against_nobody_is_refused(world: World) -> None:
    with pytest.raises(Refusal, match="one of the other factions"):
        set_standing_wishes(faction=world.factions["north"], wishes={"north": "table"}, by="north")
