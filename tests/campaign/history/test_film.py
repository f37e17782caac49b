"""The film shows each reader what he believed then; after the war, how it was."""

import pytest
from django.urls import reverse

from campaign.models import Campaign, Sighting
from campaign.services.record.chronicle import record_act
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.news.film import Frame, film_frame
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.factories.people import logged_in
from tests.kept import kept

SLUG = "long-valley"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def filmed() -> Valley:
    """South's rear has marched on turn 1, unseen by North; North's main army has come onto the ridge."""
    valley = long_valley(map={"view": [0, 0, 800, 300]})
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    give_order(station=fresh(valley, "south-rear"), kind="march", path=["backwood"], actor="south")
    record_act(campaign=valley.campaign, user=valley.people["referee"], act="moved a gun", secret=True)
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()
    return valley


def frame(valley: Valley, name: str, number: int, *, truth: bool = False) -> Frame:
    found = film_frame(knowledge_of(valley.campaign, valley.people[name]), number, truth=truth)
    assert found is not None
    return found


def armies(shown: Frame) -> dict[str, str]:
    return {army.name: army.province for army in shown.armies}


def test_each_sees_what_he_believed_then(filmed: Valley) -> None:
    then, now = armies(frame(filmed, "south", 1)), armies(frame(filmed, "south", 2))
    assert (then["South Rear"], now["South Rear"]) == ("farmoor", "backwood")
    assert [army.name for army in frame(filmed, "south", 1).marches] == ["South Rear"]
    north = frame(filmed, "north", 1)
    assert "South Rear" not in armies(north)
    assert [army.name for army in north.marches] == ["North Main"]
    assert (armies(frame(filmed, "observer", 1)), len(frame(filmed, "referee", 1).marches)) == ({}, 2)
    assert (north.truth, north.wrong, north.secret_acts) == (False, (), ())
    assert not frame(filmed, "north", 1, truth=True).truth


def test_after_the_war_the_truth_stands_beside_it(filmed: Valley) -> None:
    Sighting.objects.filter(turn__number=1, viewer__key="north", station__ref="south-van").update(units_shown=9)
    Campaign.objects.filter(pk=filmed.campaign.pk).update(state="finished")
    filmed.campaign.refresh_from_db()
    assert "South Rear" not in armies(frame(filmed, "north", 1))
    shown = frame(filmed, "north", 1, truth=True)
    assert armies(shown)["South Rear"] == "farmoor"
    assert {army.name for army in shown.marches} == {"North Main", "South Rear"}
    assert ("North", "South Van", 9, 4) in [(one.viewer, one.army, one.shown, one.true) for one in shown.wrong]
    assert [act.act for act in shown.secret_acts] == ["moved a gun"]


def test_the_pages_need_no_script_and_know_their_ends(filmed: Valley) -> None:
    client = logged_in(filmed.people["north"])
    page = client.get(reverse("game:film", args=[SLUG])).text
    assert "Turn 2:" in page
    assert f'rel="prev" href="/c/{SLUG}/film/1/"' in page
    assert 'rel="next"' not in page
    assert "Turn 1:" in client.get(reverse("game:film", args=[SLUG]), {"turn": "1"}).text
    for odd in ("x", "-1", "٣", "999"):
        assert client.get(reverse("game:film", args=[SLUG]), {"turn": odd}).status_code == 200
    assert client.get(reverse("game:film_at", args=[SLUG, 3])).status_code == 404
    part = client.get(reverse("game:film_at", args=[SLUG, 1]), headers={"HX-Request": "true"}).text
    assert part.count("<svg") > 0
    assert "<html" not in part
