"""Battles in the admin: readable, not editable, with the two actions that are safe."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from battles.models import Battle
from battles.services import run_battle
from tests.factories.battles import roster_battle
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    return logged_in(User.objects.create(username="referee", is_staff=True, is_superuser=True))


def act(desk: Client, action: str) -> str:
    chosen = [str(pk) for pk in Battle.objects.values_list("pk", flat=True)]
    return desk.post("/admin/battles/battle/", {"action": action, "_selected_action": chosen}, follow=True).text


@pytest.mark.parametrize("model", ["battle", "battleresult", "battleeffect"])
def test_every_list_and_page_opens_and_nothing_can_be_changed(desk, model):
    run_battle(roster_battle().pk)
    battle = Battle.objects.get()
    pk = {"battle": battle.pk, "battleresult": battle.result.pk, "battleeffect": battle.effects.first().pk}[model]
    assert desk.get(f"/admin/battles/{model}/?q=Bautzen").status_code == 200
    page = desk.get(f"/admin/battles/{model}/{pk}/change/")
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert desk.post(f"/admin/battles/{model}/{pk}/change/", {}).status_code == 403
    assert desk.post(f"/admin/battles/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert desk.get(f"/admin/battles/{model}/add/").status_code == 403


def test_the_seed_is_secret_in_the_admin_too_until_the_battle_is_settled(desk):
    battle = roster_battle(seed="never-to-be-guessed")
    address = f"/admin/battles/battle/{battle.pk}/change/"
    assert b"never-to-be-guessed" not in desk.get(address).content
    run_battle(battle.pk)
    assert b"never-to-be-guessed" in desk.get(address).content


def test_a_failed_battle_is_tried_again_and_any_other_is_refused_with_a_sentence(desk):
    roster_battle()
    assert "only a failed battle is tried again" in act(desk, "try_again")
    Battle.objects.update(state="failed", attempt=5, error="no")
    assert "is tried again" in act(desk, "try_again")
    assert Battle.objects.get().state == "pending"


def test_whoever_referees_no_campaign_sees_no_battle_and_changes_none():
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_battle"))
    client = logged_in(looker)
    roster_battle()
    Battle.objects.update(state="failed", attempt=5, error="no")
    assert "Bautzen" not in act(client, "try_again")
    assert Battle.objects.get().state == "failed"


def test_a_battle_that_waits_for_a_worker_is_published_again(desk):
    run_battle(roster_battle().pk)
    assert "publish only a battle that is about to be fought" in act(desk, "send_again")


def test_the_list_asks_the_database_as_often_for_thirty_battles_as_for_one(desk, django_assert_max_num_queries):
    roster_battle()
    with django_assert_max_num_queries(12) as one:
        desk.get("/admin/battles/battle/")
    for n in range(29):
        roster_battle(seed=str(n))
    with django_assert_max_num_queries(12) as many:
        desk.get("/admin/battles/battle/")
    assert len(one) == len(many)
