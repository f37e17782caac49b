"""How long a log-in lasts, and what ends it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "a long password", "nine brass drummers"
BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password=PASSWORD, is_staff=True, is_superuser=True)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def is_in(client: Client) -> bool:
    return client.get("/battles/new/").status_code == 200


def test_a_month_without_a_visit_ends_a_log_in_and_a_visit_prolongs_it(anna: User) -> None:
    with time_machine.travel(BEGIN, tick=False) as clock:
        visitor, absent = logged_in(anna), logged_in(anna)
        clock.shift(timedelta(days=29))
        assert is_in(visitor)
        clock.shift(timedelta(days=2))
        assert (is_in(visitor), is_in(absent)) == (True, False)


def test_a_log_in_lasts_three_months_and_no_visit_makes_it_longer(anna: User) -> None:
    with time_machine.travel(BEGIN, tick=False) as clock:
        client = logged_in(anna)
        for _ in range(4):
            clock.shift(timedelta(days=22))
            assert is_in(client)
        clock.shift(timedelta(days=3))
        assert not is_in(client)


def test_the_admin_asks_for_the_password_after_twelve_hours(anna: User) -> None:
    with time_machine.travel(BEGIN, tick=False) as clock:
        client = logged_in(anna)
        clock.shift(timedelta(hours=11))
        assert client.get("/admin/").status_code == 200
        clock.shift(timedelta(hours=2))
        assert is_in(client)
        answer = client.get("/admin/auth/user/?q=a")
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/admin/auth/user/%3Fq%3Da")
        assert not is_in(client)


def test_a_log_in_of_unknown_age_is_too_old(anna: User) -> None:
    client = logged_in(anna)
    session = client.session
    del session["log_in_began"]
    session.save()
    assert not is_in(client)


def test_a_new_password_ends_the_log_ins_elsewhere(anna: User) -> None:
    here, elsewhere = logged_in(anna), logged_in(anna)
    form = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/accounts/password_change/", form).status_code == 302
    assert (is_in(here), is_in(elsewhere)) == (True, False)


def test_who_is_barred_is_out_at_once(anna: User) -> None:
    client = logged_in(anna)
    User.objects.update(is_active=False)
    assert not is_in(client)


def test_after_the_log_out_the_old_cookie_opens_nothing_and_the_browser_forgets(anna: User) -> None:
    client = logged_in(anna)
    kept = client.cookies["sessionid"].value
    assert client.post("/accounts/logout/").headers["Clear-Site-Data"] == '"cache"'
    client.cookies["sessionid"] = kept
    assert not is_in(client)


def test_a_log_in_gets_a_new_cookie(anna: User) -> None:
    before, again = logged_in(anna).cookies["sessionid"].value, Client()
    again.cookies["sessionid"] = before
    again.post("/accounts/logout/")
    assert again.post("/accounts/login/", {"username": "anna", "password": PASSWORD}).status_code == 302
    assert again.cookies["sessionid"].value not in ("", before)


def test_the_host_ends_the_log_ins_of_one_and_of_everybody(anna: User, capsys) -> None:
    first, second, other = logged_in(anna), logged_in(anna), logged_in(User.objects.create_user("ben"))
    call_command("log_out", "anna")
    assert capsys.readouterr().out == "Log-ins ended: 2.\n"
    assert (is_in(first), is_in(second), is_in(other)) == (False, False, True)
    call_command("log_out", "--everybody")
    assert (is_in(other), Session.objects.count()) == (False, 0)
    with pytest.raises(SystemExit):
        call_command("log_out", "nobody")
    assert "nobody is called 'nobody'" in capsys.readouterr().err
