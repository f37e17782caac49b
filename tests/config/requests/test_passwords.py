"""Which passwords are refused, with what sentence, and which are not."""

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from campaign.forms.people import JoinForm


def told(password: str, user: User | None = None) -> str:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


@pytest.mark.parametrize("password", ["Bivouac2026", "napoleon1813!", "WATERLOO-1815", "marshalgeneral", "Referee_123"])
def test_a_password_of_the_sites_own_words_is_refused(password: str) -> None:
    assert "words that this site suggests" in told(password)


@pytest.mark.parametrize("password", ["Napoleon sells umbrellas", "drummers of brass", "x" * 64, "é" * 12])
def test_other_passwords_may_hold_anything(password: str) -> None:
    assert told(password) == ""


def test_short_common_and_own_names_are_refused() -> None:
    assert "at least 8" in told("zq7#kwp")
    assert "too common" in told("iloveyou1")
    assert "too similar" in told("schwarzenberg1", User(username="Schwarzenberg"))


def test_who_joins_cannot_take_the_own_name_as_password() -> None:
    form = JoinForm({"username": "Schwarzenberg", "password": "schwarzenberg1"}, factions=[], known=False)
    assert "Password: choose one that is less like your name" in str(form.errors["password"])


@pytest.mark.django_db
def test_a_password_counts_as_typed_to_the_last_letter() -> None:
    password = " Drummers of Brass " + "x" * 150
    User.objects.create_user("anna", password=password)
    for wrong in (password.strip(), password.lower(), password[:-1]):
        assert Client().post("/accounts/login/", {"username": "anna", "password": wrong}).status_code == 200
    assert Client().post("/accounts/login/", {"username": "anna", "password": password}).status_code == 302


@pytest.mark.django_db
def test_the_field_hides_the_password_and_lets_a_manager_fill_it() -> None:
    page = Client().get("/accounts/login/").text
    field = page[page.index('name="password"') - 200 : page.index('name="password"') + 200]
    assert 'type="password"' in field
    assert 'autocomplete="current-password"' in field


@pytest.mark.django_db
def test_the_page_of_a_new_password_shows_its_rules_in_a_sentence(client: Client) -> None:
    client.force_login(User.objects.create_user("murat"))
    page = client.get("/accounts/password_change/").text
    assert "at least 8 characters" in page
    assert "&lt;" not in page
