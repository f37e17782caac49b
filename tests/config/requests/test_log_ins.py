"""The log tells log-ins and refusals, and nothing that it should not."""

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="config.requests.log_ins")
    return caplog


def test_each_log_in_log_out_and_wrong_password_is_a_line(lines) -> None:
    anna = User.objects.create_user("anna", password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"username": "anna\r\n2026 INFO forged", "password": "a wrong one"})
    client.post("/accounts/login/", {"username": "anna", "password": PASSWORD})
    client.post("/accounts/logout/")
    assert [(one.levelname, one.getMessage()) for one in lines.records] == [
        ("WARNING", "wrong log-in for 'anna\\r\\n2026 INFO forged' from 127.0.0.1"),
        ("INFO", f"log-in of user {anna.pk} from 127.0.0.1"),
        ("INFO", f"log-out of user {anna.pk} from 127.0.0.1"),
    ]


def test_who_is_refused_is_a_line_and_what_was_sent_is_none(lines) -> None:
    anna = User.objects.create_user("anna", password=PASSWORD)
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/accounts/password_change/", {"old_password": PASSWORD, "new_password1": "nine brass drummers"})
    assert lines.messages[-1] == f"refused (403) POST '/accounts/password_change/' to user {anna.pk} from 127.0.0.1"
    assert PASSWORD not in lines.text
    assert "drummers" not in lines.text
