"""Change the past that a campaign file brings: it is refused, or the war can be taken back to it with clean books.

``mutated_pasts(runs, seed)`` plays in the database at hand and rolls every run back.
"""

import json
import random
import traceback
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from base.refusal import Refusal
from campaign.models import Campaign
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.people.members import make_referee
from campaign.services.turn import advance_turn
from lab.prove.mutated_uploads import SHOWN, _changed, _to_the_battle
from tests.battles import drill
from tests.campaign.files.drafts import draft
from tests.campaign.files.test_hostile_past import state_text, with_past

PAGES = ("undone/", "undone/1/", "film/?turn=1", "desk/past/", "desk/past/2/", "chronicle/", "units/")


def mutated_pasts(runs: int, seed: int) -> dict[str, Any]:
    """Bring so many changed pasts: how many files were refused, how many pasts were, and what broke."""
    dice = random.Random(seed)
    found: dict[str, Any] = {"runs": runs, "seed": seed, "file refused": 0, "past refused": 0, "taken back": 0}
    broken: list[str] = []
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        war = _war()
        for number in range(runs):
            data = json.loads(war)
            made: list[str] = []
            text = state_text(data, partial(_change_all, made, dice))
            outcome = _outcome(with_past(data, text), f"past-{number}")
            if outcome in found:
                found[outcome] += 1
            else:
                broken.append(f"run {number}: {'; '.join(made)}: {outcome}")
        transaction.set_rollback(True)
    return {**found, "broken": broken[:SHOWN]}


def _war() -> str:
    """A war with two turns behind it, of which the second was taken back once."""
    campaign = load_campaign(data=draft(), slug="small", actor="the host")
    _to_the_battle(campaign, wait=True)
    advance_turn(campaign=campaign, actor="the referee")
    roll_back(campaign=campaign, turn=2, reason="A slip", user=User.objects.create_user("umpire"))
    advance_turn(campaign=campaign, actor="the referee")
    return dump_text(campaign)


def _change_all(made: list[str], dice: random.Random, state: dict[str, Any]) -> None:
    made.extend(_changes(state, dice))


def _changes(state: dict[str, Any], dice: random.Random) -> list[str]:
    return [_changed(state, dice) for _ in range(dice.choice((1, 1, 2, 3)))]


def _outcome(data: dict[str, Any], slug: str) -> str:
    with transaction.atomic():
        try:
            return _looked_at(data, slug)
        except Exception:
            return traceback.format_exc(limit=-3)
        finally:
            transaction.set_rollback(True)


def _looked_at(data: dict[str, Any], slug: str) -> str:
    """Load the file, look at each page of its past, take the war back."""
    try:
        campaign = load_campaign(data=data, slug=slug, actor="x")
    except Refusal:
        return "file refused"
    user = User.objects.create_user("owner")
    make_referee(campaign=campaign, user=user)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    if wrong := [page for page in PAGES if client.get(f"/c/{slug}/{page}").status_code >= 500]:
        return f"server error at {wrong[0]}"
    before = dump_text(campaign)
    try:
        with transaction.atomic():
            roll_back(campaign=campaign, turn=2, reason="To see", user=user)
    except Refusal:
        return "past refused" if dump_text(campaign) == before and not audit() else "something stayed of a refused past"
    if lines := audit():
        return f"the audit after it was taken back: {lines[0]}"
    again = dump_text(Campaign.objects.get(pk=campaign.pk))
    load_campaign(data=again, slug=f"{slug}-2", actor="x")
    return "taken back"
