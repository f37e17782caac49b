"""A draft of several referees: a link lets others in, until it is withdrawn or the war begins."""

import re

import pytest
from django.test import Client

from campaign.models import Campaign
from tests.campaign.drafts.hands import browser, made, sent

pytestmark = pytest.mark.django_db


def link_of(client: Client, key: str) -> str:
    found = re.search(r"/drafts/with/[^/\"]+/", client.get(f"/drafts/{key}/").text)
    assert found
    return found[0]


def test_a_link_makes_a_second_referee_of_the_draft_and_of_the_war() -> None:
    anna, bertha = browser("anna"), browser("bertha")
    draft = made(anna, pack="two_valleys")
    sent(anna, draft, "link/", {"act": "open"})
    link = link_of(anna, draft.key)
    assert bertha.get(f"/drafts/{draft.key}/").status_code == 404
    assert "Two Valleys" in bertha.get(link).text
    assert Client().get(link).status_code == 302
    assert bertha.post(link)["Location"] == f"/drafts/{draft.key}/"
    assert "anna, bertha" in bertha.get(f"/drafts/{draft.key}/").text
    sent(bertha, draft, "begin/", {"slug": "ours"})
    war = Campaign.objects.get(slug="ours")
    assert set(war.members.values_list("user__username", "role")) == {("anna", "referee"), ("bertha", "referee")}
    assert browser("clara").get(link).status_code == 404


def test_an_older_link_and_a_withdrawn_one_lead_nowhere() -> None:
    anna, bertha = browser("anna"), browser("bertha")
    draft = made(anna, pack="two_valleys")
    sent(anna, draft, "link/", {"act": "open"})
    older = link_of(anna, draft.key)
    sent(anna, draft, "link/", {"act": "open"})
    newer = link_of(anna, draft.key)
    assert (bertha.post(older).status_code, bertha.get(newer).status_code) == (404, 200)
    sent(anna, draft, "link/", {"act": "close"})
    assert (bertha.post(newer).status_code, draft.referees.count()) == (404, 1)


def test_a_form_without_the_choice_makes_no_link(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    for given in ({}, {"act": "nonsense"}):
        assert "choose whether it is made" in anna.post(f"/drafts/{draft.key}/link/", given, follow=True).text
    draft.refresh_from_db()
    assert draft.guest_key == ""
