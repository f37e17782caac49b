"""The referee acts for a faction, from its own pages and marked; and looks at the war as a member does."""

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from campaign.models import ArmyOrder, FactionTurn, Member, RefereeAct, SheetLine, StandingWish
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from lab.soak.forms import forms_of
from tests.campaign.worlds import HIDDEN, Valley, army_key, as_, fresh, long_valley, url

pytestmark = pytest.mark.django_db
SLUG = "long-valley"


@pytest.fixture
def valley() -> Valley:
    return long_valley(HIDDEN)


@pytest.fixture
def referee(valley: Valley) -> Client:
    return as_(valley, "referee")


def sit(client: Client, seat: str) -> int:
    return client.post(url("seats"), {"seat": seat}).status_code


def test_the_referee_gives_a_factions_orders_from_its_own_pages(valley: Valley, referee: Client):
    assert referee.post(url("order", army_key(valley, "south-rear")), {"order": "rest"}).status_code in (403, 404)
    assert sit(referee, "act:south") == 302
    assert "You act for South" in referee.get(url("map")).text
    assert referee.post(url("order", army_key(valley, "south-rear")), {"order": "rest"}).status_code == 302
    assert referee.post(url("depot", "lowfield")).status_code == 302
    assert referee.post(url("ready"), {"ready": "1"}).status_code == 302
    order, line = ArmyOrder.objects.get(), SheetLine.objects.get()
    assert (order.kind, order.hand, order.given_by) == ("rest", "referee", "referee (referee)")
    assert (line.kind, line.hand) == ("depot", "referee")
    assert FactionTurn.objects.get(faction=valley.factions["south"]).ready


def test_what_the_referee_gave_is_marked_for_the_faction_and_on_the_public_record(valley: Valley, referee: Client):
    sit(referee, "act:south")
    for ref in ("south-rear", "south-main"):
        referee.post(url("order", army_key(valley, ref)), {"order": "rest"})
    south, north = as_(valley, "south"), as_(valley, "north")
    assert "given by the referee" in south.get(url("army", army_key(valley, "south-rear"))).text
    assert "given by the referee" in south.get(url("turn")).text
    acts = list(RefereeAct.objects.filter(secret=False).values_list("act", flat=True))
    assert acts == ["gave orders for South"], "once, so that it betrays no number of armies"
    assert "gave orders for South" in north.get(url("turn")).text


def test_a_seat_knows_what_belongs_to_it_and_nothing_else(valley: Valley, referee: Client):
    pages = [url(name) for name in ("map", "list", "rosters", "treasury", "turn", "chronicle", "battles")]
    pages += [url("army", army_key(valley, ref)) for ref in valley.stations]
    north = as_(valley, "north")
    expected = {page: north.get(page).status_code for page in pages}
    for seat in ("act:north", f"view:{Member.objects.get(user=valley.people['north']).pk}"):
        sit(referee, seat)
        assert {page: referee.get(page).status_code for page in pages} == expected
        rosters = referee.get(url("rosters")).text
        assert "South Rear" not in rosters
        assert "North Main" in rosters
        assert referee.get(f"{url('treasury')}?faction=south").text.count("South") == 2, (
            "who is ready, in the head and in its fold"
        )
        sit(referee, "")
        assert "South Rear" in referee.get(url("rosters")).text


def test_nothing_can_be_changed_while_viewing(valley: Valley, referee: Client):
    member = Member.objects.get(user=valley.people["south"])
    sit(referee, f"view:{member.pk}")
    page = referee.get(url("map")).text
    assert "You see the war as south does" in page
    assert "Back to your own place" in page
    for where, sent in (
        (url("order", army_key(valley, "south-rear")), {"order": "rest"}), (url("ready"), {"ready": "1"}),
        (url("numbers_copy"), {}), (reverse("desk_run", args=[SLUG]), {}), (reverse("desk_due", args=[SLUG]), {}),
    ):  # fmt: skip
        refused = referee.post(where, sent)
        assert refused.status_code == 403, where
        assert "Go back to your own place first" in refused.text
    assert not ArmyOrder.objects.exists()
    assert not FactionTurn.objects.filter(ready=True).exists()
    assert sit(referee, "") == 302
    assert "The referee" in referee.get(reverse("desk", args=[SLUG])).text


def test_a_seat_is_the_referees_alone(valley: Valley):
    own = Member.objects.get(user=valley.people["south"])
    for name in ("north", "observer"):
        client = as_(valley, name)
        for seat in ("act:south", "act:north", f"view:{own.pk}", "view:x", "act:", "nonsense:1"):
            assert sit(client, seat) == 302
            assert "Back to your own place" not in client.get(url("map")).text
    assert sit(as_(valley, "stranger"), "act:south") == 404


def test_a_referee_who_is_one_no_longer_loses_his_seat(valley: Valley, referee: Client):
    sit(referee, "act:south")
    Member.objects.filter(user=valley.people["referee"]).update(role="observer")
    assert "You observe" in referee.get(url("map")).text
    assert referee.post(url("order", army_key(valley, "south-rear")), {"order": "rest"}).status_code in (403, 404)


def test_no_seat_leads_into_another_war(valley: Valley, referee: Client):
    other = Member.objects.get(user=valley.people["stranger"])
    sit(referee, f"view:{other.pk}")
    assert "Back to your own place" not in referee.get(url("map")).text


def test_wishes_and_a_result_that_the_referee_gives_are_marked(valley: Valley, referee: Client, drilled):
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    valley.campaign.battle_days = 9
    valley.campaign.save()
    advance_turn(campaign=valley.campaign, actor="referee")
    battle = Battle.objects.get()
    as_(valley, "north").post(url("battle_wish", battle.key), {"method": "table"})
    sit(referee, "act:south")
    assert referee.post(url("standing_wishes"), {"against-north": "table"}).status_code == 302
    assert referee.post(url("battle_wish", battle.key), {"method": "table"}).status_code == 302
    battle.refresh_from_db()
    assert battle.method == "table"
    assert StandingWish.objects.get().faction == valley.factions["south"]
    form = max(forms_of(referee.get(url("battle_result", battle.key)).text), key=lambda one: len(one.fields))
    typed = {name: row.offered[-1] for name, row in form.fields.items() if row.kind == "radio" and not row.standing}
    sent = {name: value for name, value in form.filled(**typed).items() if form.fields[name].kind != "file"}
    assert referee.post(url("battle_result", battle.key), sent).status_code == 302
    entry = battle.entries.get()
    assert (entry.by, entry.handed_in_at is not None) == ("referee (referee)", True)
    acts = " / ".join(RefereeAct.objects.filter(secret=False).values_list("act", flat=True))
    for act in ("set the standing wishes of South", f"chose how to decide the {battle.name} for South",
                f"handed in a result of the {battle.name} for South"):  # fmt: skip
        assert act in acts
