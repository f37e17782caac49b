"""Invitations by mail, read from a real SMTP server: a link that works once, also for people without a log-in."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from campaign.models import Dispatch, Invitation, Member, Notice, RefereeAct
from campaign.services.news import passwords
from campaign.services.people.members import invite
from tests.campaign.news.receivers import smtp_server
from tests.campaign.news.test_outbox import tick
from tests.campaign.worlds import Valley
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
GUEST = "guest@example.org"


@pytest.fixture
def mailbox(settings):
    settings.SITE_ADDRESS = "https://war.example.org"
    with smtp_server(settings) as box:
        yield box


@pytest.fixture
def desk(valley: Valley) -> Client:
    return logged_in(valley.people["referee"])


def send(desk: Client, **more: str):
    sent = {"role": "player", "faction": "west", "note": "Émile", "email": GUEST, **more}
    return desk.post(reverse("members_invite", args=["long-valley"]), sent)


def test_a_mailed_link_works_once_and_its_text_is_not_kept(desk: Client, mailbox):
    page = send(desk)
    assert f"mailed to {GUEST}" in page.text
    tick()
    tick()
    (mail,) = mailbox.to(GUEST)
    assert "as player of West" in mail
    token = re.search(r"https://war\.example\.org/join/([^/]+)/", mail)[1]
    assert Dispatch.objects.get(to=GUEST).body == ""
    guest = Client()
    sent = {"username": "Émile", "password": "sabretache-and-shako-1813", "faction": "west"}
    assert guest.post(f"/join/{token}/", sent).status_code == 302
    assert Client().get(f"/join/{token}/").status_code == 404
    assert Member.objects.get(user__username="Émile").faction.key == "west"
    joined = Notice.objects.get(kind="invitation")
    assert (joined.member.user.username, joined.text) == (
        "referee", "Émile has accepted an invitation and leads West.",
    )  # fmt: skip
    assert GUEST not in " ".join(RefereeAct.objects.values_list("act", flat=True))


def test_an_invitation_that_is_withdrawn_is_not_mailed(desk: Client, mailbox):
    mailbox.broken = True
    send(desk)
    tick()
    desk.post(reverse("invitation_withdraw", args=["long-valley", Invitation.objects.get().pk]))
    mailbox.broken = False
    Dispatch.objects.update(next_try="2026-01-01T00:00Z")
    tick()
    assert mailbox.mails == []


def test_an_address_that_is_refused_is_shown_to_the_referee(desk: Client, mailbox):
    mailbox.refused = {GUEST}
    send(desk)
    tick()
    trouble = Notice.objects.get(kind="trouble")
    assert trouble.member.user.username == "referee"
    assert f"News for the guest at {GUEST} did not arrive." in trouble.text


def test_nobody_mails_the_whole_world(valley: Valley, mailbox, monkeypatch):
    monkeypatch.setattr(passwords, "A_DAY", 2)
    terms: dict[str, Any] = {
        "campaign": valley.campaign, "role": "observer", "faction": None, "note": "", "email": GUEST,
    }  # fmt: skip
    for _ in range(2):
        invite(actor=valley.people["referee"], **terms)
    with pytest.raises(Refusal, match="Mail to: "):
        invite(actor=valley.people["referee"], **terms)
    assert Invitation.objects.count() == 2
    invite(actor=User.objects.create_user("another"), **terms)


def test_a_site_without_mail_asks_for_no_address(desk: Client, settings):
    settings.MAIL_IS_SET_UP = False
    assert "Mail to" not in desk.get(reverse("members", args=["long-valley"])).text
    assert "Send this link to" in send(desk).text
    assert not Dispatch.objects.exists()
