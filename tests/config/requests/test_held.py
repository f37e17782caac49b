"""What was typed outlives the log-in, the token of the form, and nothing else."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from battles.models import RulesProfile

pytestmark = pytest.mark.django_db
NEW = "/battles/new/"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
TYPED = {"name": 'Möckern & "more"', "roster": "3 Line inf"}


@pytest.fixture
def strict() -> Client:
    """A browser whose forms must carry a token."""
    return Client(enforce_csrf_checks=True)


def test_a_form_sent_after_the_log_in_has_ended_is_held_out_to_be_sent_again(client: Client) -> None:
    answer = client.post(NEW, TYPED)
    assert answer.status_code == 401
    assert f'action="{NEW}"' in answer.text
    assert 'name="name" value="Möckern &amp; &quot;more&quot;"' in answer.text
    assert 'name="roster" value="3 Line inf"' in answer.text
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_is_held_is_accepted_once_he_is_logged_in(client: Client) -> None:
    held = client.post("/battles/profiles/new/", {"name": 'My "booklet"', "copy_of": ""}).text
    sent = {name: unescape(text) for name, text in HIDDEN.findall(held) if name != "csrfmiddlewaretoken"}
    client.force_login(User.objects.create_user("writer"))
    assert client.post("/battles/profiles/new/", sent).status_code == 302
    assert RulesProfile.objects.get().name == 'My "booklet"'


def test_a_page_that_is_only_read_still_leads_to_the_log_in(client: Client) -> None:
    assert client.get(NEW).headers["Location"] == f"{reverse('login')}?next={NEW}"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_part_of_a_page_is_answered_by_a_sentence_not_by_the_log_in(client: Client, method: str) -> None:
    answer = getattr(client, method)(NEW, headers={"HX-Request": "true"})
    assert answer.status_code == 401
    assert "what you typed is still in the form" in answer.text
    assert "<html" not in answer.text


def test_an_old_token_costs_nothing(strict: Client) -> None:
    strict.force_login(User.objects.create_user("writer"))
    answer = strict.post(NEW, TYPED | {"csrfmiddlewaretoken": "old"}, headers={"Origin": "http://testserver"})
    assert answer.status_code == 403
    assert 'name="roster" value="3 Line inf"' in answer.text
    assert 'value="old"' not in answer.text


ELSEWHERE = [{"Origin": "https://example.org"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_what_another_site_sends_is_not_held_out(strict: Client, client: Client, headers: dict[str, str]) -> None:
    for browser in (strict, client):
        answer = browser.post(NEW, TYPED, headers=headers)
        assert answer.status_code in (401, 403)
        assert "3 Line inf" not in answer.text


def test_no_password_is_ever_written_into_a_page(strict: Client) -> None:
    sent = {"username": "writer", "password": "shako", "new_password1": "czapka"}
    for path in (reverse("login"), reverse("password_change")):
        page = strict.post(path, sent).text
        assert "shako" not in page
        assert "czapka" not in page
        assert 'value="writer"' not in page
