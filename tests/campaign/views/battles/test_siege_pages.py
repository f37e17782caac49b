"""HR-28 Who reads what of a siege: two worlds that differ in the stores alone are the same to everybody outside."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from campaign.models import ChronicleEntry, Member, Province
from tests.campaign.sieges import fortress_war, turn
from tests.factories.people import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
PAGES = ("", "list/", "provinces/keep/", "turn/", "turns/2/", "chronicle/", "aims/", "battles/", "news/", "film/")


def shown(found):
    return " ".join(" ".join(found["provinces/keep/"]).split())


def besieged(stores):
    """A siege in its second turn; South's own line about its stores is that of the stores."""
    world = fortress_war(garrison="2 Line inf")
    turn(world, north_i=("march", ["keep"]))
    turn(world, north_i="bombard")
    Province.objects.filter(key="keep").update(stores=stores, breach=1)
    ChronicleEntry.objects.filter(kind="siege", text__contains="stores for").update(text=f"Keep has stores: {stores}.")
    for name, faction in (("north", "north"), ("south", "south"), ("observer", None), ("referee", None)):
        role = "player" if faction else name
        person = User.objects.create_user(name)
        Member.objects.create(
            campaign=world.campaign, user=person, role=role, faction=world.factions.get(faction or "")
        )
    return world


def pages(world, name):
    client = logged_in(User.objects.get(username=name))
    found = {}
    for path in PAGES:
        answer = client.get(f"/c/{world.campaign.slug}/{path}")
        assert answer.status_code == 200, path
        found[path] = [line for line in answer.text.splitlines() if "csrf" not in line and "nonce" not in line]
    return found


def test_HR_28_the_stores_of_a_fortress_are_known_to_its_own_side_alone():
    worlds = []
    for stores in (5, 2):
        with transaction.atomic():
            world = besieged(stores)
            worlds.append({name: pages(world, name) for name in ("north", "south", "observer", "referee")})
            transaction.set_rollback(True)
    for name in ("north", "observer"):
        assert worlds[0][name] == worlds[1][name]
    for name in ("south", "referee"):
        assert "5 stores. If nothing changes it starves at the end of turn 7." in shown(worlds[0][name])
        assert "2 stores. If nothing changes it starves at the end of turn 4." in shown(worlds[1][name])
    for name in ("north", "observer"):
        assert (
            "starves at the end of turn 7 at the latest, or of turn 4 if more than 24 strength points are within."
        ) in shown(worlds[0][name])


def test_HR_28_everybody_reads_of_a_siege_and_its_two_sides_of_the_breach():
    world = besieged(5)
    seen = {
        name: "\n".join(pages(world, name)["provinces/keep/"]) for name in ("north", "south", "observer", "referee")
    }
    for name, text in seen.items():
        assert "Besieged since turn 1." in text
        assert ("The breach has 1 of 3 steps." in text) == (name != "observer")
        assert "Keep is besieged since turn 1" in text, "the map shows it"


def test_HR_28_the_orders_of_a_siege_are_in_the_panel_with_their_odds():
    world, client = besieged(5), Client()
    client.force_login(User.objects.get(username="north"))
    key = world.station("north-i").army.key
    text = client.get(f"/c/{world.campaign.slug}/armies/{key}/").text
    assert "Besieged since turn 1." in text
    assert "Hold: invest Keep with 29 strength points" in text
    assert "Bombard Keep (" in text
    assert "in 10 to widen the breach)" in text
    assert "Storm Keep" in text
    assert "practicable breach opens them; more than 9 in 10 to take it with all your armies here" in text
    answer = client.post(f"/c/{world.campaign.slug}/armies/{key}/order/", {"order": "storm"}, follow=True)
    assert answer.status_code == 200
    assert world.turn.orders.get(station__ref="north-i").kind == "storm"
