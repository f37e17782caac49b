"""Every kind of page answers, whatever the database; how it looks is tested in a browser."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.browser.walk import pages, play, war_with_people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def test_every_page_answers() -> None:
    war, found = war_with_people(), []
    for reader, paths in pages(play(war, User.objects.get(username="referee"))).items():
        client = Client()
        if reader:
            client.force_login(User.objects.get(username=reader))
        found += [(path, status) for path in paths if (status := client.get(path).status_code) != 200]
    assert found == [("/nowhere/", 404)]
