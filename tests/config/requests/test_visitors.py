"""Log-ins are slowed for whoever tries them, not for everybody behind the same proxy."""

import pytest
from django.test import Client, RequestFactory

from config.requests.log_ins import address


@pytest.mark.parametrize(("trusted", "told", "meant"), [
    (False, "203.0.113.7", "10.0.0.1"), (True, "203.0.113.7", "203.0.113.7"),
    (True, "198.51.100.1, 203.0.113.7", "203.0.113.7"), (True, "2001:db8::7", "2001:db8::"),
    (True, "::ffff:203.0.113.7", "203.0.113.7"), (True, "nonsense", "10.0.0.1"), (True, "", "10.0.0.1"),
])  # fmt: skip
def test_only_a_trusted_proxy_tells_where_a_visitor_comes_from(settings, trusted, told, meant) -> None:
    settings.TRUST_PROXY = trusted
    assert address(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=told)) == meant


@pytest.mark.django_db
def test_who_guesses_from_afar_locks_nobody_out_at_home(settings, django_user_model) -> None:
    settings.TRUST_PROXY = True
    django_user_model.objects.create_user("anna", password="a long password")

    def log_in(password: str, origin: str) -> int:
        form = {"username": "anna", "password": password}
        return Client().post("/accounts/login/", form, HTTP_X_FORWARDED_FOR=origin).status_code

    assert [log_in("a guess", "203.0.113.7") for _ in range(settings.AXES_FAILURE_LIMIT + 1)][-1] == 429
    assert log_in("a long password", "198.51.100.9") == 302


@pytest.mark.django_db
def test_one_password_sprayed_over_many_names_locks_the_address_and_no_other(settings, django_user_model) -> None:
    settings.TRUST_PROXY = True
    django_user_model.objects.create_user("anna", password="a long password")

    def log_in(name: str, password: str, origin: str) -> int:
        form = {"username": name, "password": password}
        return Client().post("/accounts/login/", form, HTTP_X_FORWARDED_FOR=origin).status_code

    most = settings.LOG_INS_FROM_AN_ADDRESS
    assert [log_in(f"name-{n}", "Summer2026!", "203.0.113.7") for n in range(most + 1)] == [200] * most + [429]
    assert log_in("anna", "a long password", "203.0.113.7") == 429
    assert log_in("anna", "a long password", "203.0.113.8") == 302
