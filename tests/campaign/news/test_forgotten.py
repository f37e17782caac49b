"""A forgotten password: the same answer for every address, at once; the link comes later, by the outbox."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.models import Dispatch
from campaign.services.news.outbox import free, run_dispatch
from campaign.services.news.passwords import BY_A_VISITOR, TO_AN_ADDRESS, ask_for_link

pytestmark = pytest.mark.django_db
SITE = "https://war.example.org"


@pytest.fixture
def ney() -> User:
    return User.objects.create_user("Ney", email="ney@example.org", password="bravest of the brave")


def send_all() -> None:
    for pk in list(Dispatch.objects.filter(free()).values_list("pk", flat=True)):
        run_dispatch(pk)


def ask(email: str, visitor: str = "192.0.2.1") -> None:
    ask_for_link(email=email, visitor=visitor, origin=SITE)


def test_the_link_sets_a_new_password_once_and_stands_in_no_row(mailbox, ney):
    ask("NEY@example.org")
    send_all()
    (mail,) = mailbox.to("ney@example.org")
    path = re.search(rf"Ney: .*\n{SITE}(/accounts/reset/\S+)", mail.replace("\r", ""))[1]
    assert not Dispatch.objects.filter(body__contains="/accounts/reset/").exists()
    client = Client()
    page = client.get(path, follow=True)
    new = {"new_password1": "moscow to the niemen", "new_password2": "moscow to the niemen"}
    client.post(page.redirect_chain[-1][0], new)
    ney.refresh_from_db()
    assert ney.check_password("moscow to the niemen")
    assert "new_password1" not in Client().get(path, follow=True).text


def test_an_address_that_nobody_has_costs_the_same_statements_and_gets_no_mail(mailbox, ney):
    counts = []
    for email in ("ney@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            ask(email)
        counts.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries])
    assert counts[0] == counts[1]
    send_all()
    assert [to for to, _ in mailbox.mails] == ["ney@example.org"]
    assert set(Dispatch.objects.values_list("state", flat=True)) == {"done"}


def test_neither_an_address_nor_a_visitor_is_answered_without_end(mailbox, ney):
    for number in range(TO_AN_ADDRESS + 3):
        ask("ney@example.org", f"192.0.2.{number}")
    assert Dispatch.objects.count() == TO_AN_ADDRESS
    for number in range(BY_A_VISITOR + 3):
        ask(f"somebody{number}@example.org", "198.51.100.1")
    assert Dispatch.objects.count() == TO_AN_ADDRESS + BY_A_VISITOR
    send_all()
    assert len(mailbox.to("ney@example.org")) == TO_AN_ADDRESS


def test_the_page_answers_alike_for_every_address_and_names_this_site(mailbox, ney, settings):
    settings.SITE_ADDRESS = ""
    pages = {
        Client().post("/accounts/reset/", {"email": f"{who}@example.org"}, follow=True).text for who in ("ney", "x")
    }
    assert len(pages) == 1
    assert "a mail arrives within minutes" in pages.pop()
    send_all()
    assert "http://testserver/accounts/reset/" in mailbox.to("ney@example.org")[0]
    assert Client().post("/accounts/reset/", {"email": "ney"}).status_code == 422


def test_a_site_without_mail_has_no_such_page():
    assert Client().get("/accounts/reset/").status_code == 404


def test_nobody_who_is_barred_gets_a_link(mailbox, ney):
    User.objects.update(is_active=False)
    ask("ney@example.org")
    send_all()
    assert mailbox.mails == []
