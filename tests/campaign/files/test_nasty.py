"""Whatever stands in a campaign file, it is read or refused with a sentence; nothing else happens."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from base.refusal import Refusal
from campaign.models import Campaign
from campaign.rules.files.campaign_file import CampaignFileError, loads, print_file
from campaign.services.files.files import dump_text, load_campaign
from tests.campaign.files.drafts import draft

NASTY: list[Any] = [
    None, True, -5, 0, 10**9, 1.5, "", " ", "x" * 400, "-5", "1_000", "٣", "a\u0000b", "\u202ename", "=1+1", "<b>", [],
    {}, "\ud800", {"a": "\u0000"}, [[]], [None], {"a": {}}, ["west", "west"], [1, 2, 3], "west", "red",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place within a JSON value; of a long list the first two entries."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def spoilt(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of the data with another value at a place."""
    made = deepcopy(data)
    within = made
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = value
    return made


def refusal_of(text: str) -> str:
    """Why a file is refused; empty if it is read, and then it prints and reads to the same text."""
    try:
        file = loads(text)
    except CampaignFileError as refusal:
        return str(refusal)
    assert print_file(loads(print_file(file))) == print_file(file)
    return ""


def test_every_place_of_a_war_holds_against_nasty_values() -> None:
    data = draft()
    found = [refusal_of(json.dumps(spoilt(data, path, value))) for path in places(data) for value in NASTY]
    assert "" in found
    assert all(sentence.endswith((".", ")")) and "\n" not in sentence for sentence in found if sentence)


@pytest.mark.django_db
def test_what_is_read_can_be_loaded_and_what_is_refused_leaves_nothing() -> None:
    data = draft()
    for number, path in enumerate(places(data)):
        for value in (NASTY[number % len(NASTY)], NASTY[(number * 7 + 3) % len(NASTY)]):
            before = Campaign.objects.count()
            try:
                campaign = load_campaign(data=spoilt(data, path, value), slug="nasty", actor="x")
            except Refusal:
                assert Campaign.objects.count() == before
            else:
                dump_text(campaign)
                campaign.slug = f"nasty-{number}-{before}"
                campaign.save(update_fields=["slug"])


@pytest.mark.django_db
def test_every_place_of_a_history_holds_against_nasty_values() -> None:
    whole = json.loads(dump_text(load_campaign(data=draft(), slug="small", actor="x")))
    for number, path in enumerate(places(whole["history"])):
        for value in NASTY[number % 4 :: 4]:
            assert "\n" not in refusal_of(json.dumps(spoilt(whole, ("history", *path), value)))
