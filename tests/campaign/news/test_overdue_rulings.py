"""A battle that the referee rules waits for him alone: he is reminded once when its play-by date has passed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from battles.models import Battle
from campaign.models import Engagement, Notice
from campaign.services.news.tables import watch_tables
from campaign.services.phases.fighting.methods import choose
from tests.campaign.worlds import held_on_the_ridge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def test_the_referee_is_reminded_once_for_each_date_and_nobody_else() -> None:
    valley = held_on_the_ridge()
    engagement = Engagement.objects.get(battle__isnull=False)
    choose(engagement=engagement, method="ruling", user=valley.people["referee"])
    assert watch_tables() == 0
    for hours in (2, 1):
        Battle.objects.update(play_by=timezone.now() - timedelta(hours=hours))
        assert (watch_tables(), watch_tables()) == (1, 0)
    reminders = Notice.objects.filter(fact__contains=":rule:")
    assert set(reminders.values_list("member__user__username", flat=True)) == {"referee"}
    assert "waits for your ruling" in reminders[0].text
    assert reminders[0].path.endswith(f"/battles/{engagement.battle.key}/ruling/")
