"""The notes of a battle fought by hand come out of a campaign file as they went in, and nothing else is taken."""

import json
from copy import deepcopy
from typing import Any

import pytest

from battles.selectors import notes_of
from battles.services.held.companion import note_down
from campaign.models import Campaign
from campaign.rules.files.fields import CampaignFileError
from campaign.services.files.files import dump_text, load_campaign
from tests.campaign.files.test_open_battles import battle_of, war

__all__ = ["war"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def noted(war: Campaign) -> Campaign:
    """Both have set up and the first day has begun, with dice of the program."""
    battle = battle_of(war)
    for seen, (kind, side) in enumerate([("deploy", 0), ("deploy", 1), ("day", None), ("roll", 0)]):
        values = {} if side is None else {"side": side}
        note_down(battle=battle, side=side, kind=kind, values=values, seen=seen, by="red", roll=kind in ("day", "roll"))
    return war


def test_notes_go_round(noted: Campaign) -> None:
    text = dump_text(noted)
    copy = load_campaign(data=text, slug="copy", actor="somebody")
    assert dump_text(copy).replace("copy", "small") == text.replace("copy", "small")
    assert notes_of(battle_of(copy)) == notes_of(battle_of(noted))


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda notes: notes[1:], "not numbered 1, 2, 3"),
    (lambda notes: notes + notes[-1:], "not numbered 1, 2, 3"),
    (lambda notes: [*notes[:3], notes[3] | {"values": {"side": 0, "dice": [7, 7]}}], "dice[0]"),
    (lambda notes: [*notes[:3], notes[3] | {"kind": "charge"}], "nothing of this kind"),
    (lambda notes: [*notes[:3], notes[3] | {"kind": "undo", "values": {"of": 9}}], "not there"),
    (lambda notes: [*notes[:3], notes[3] | {"kind": "combat"}], "within a round"),
    (lambda notes: [notes[0] | {"side": 2}, *notes[1:]], "notes[0].side"),
])  # fmt: skip
def test_notes_that_nobody_can_have_written_are_refused(noted: Campaign, change: Any, sentence: str) -> None:
    data = json.loads(dump_text(noted))
    data["history"]["notes"] = change(deepcopy(data["history"]["notes"]))
    with pytest.raises(CampaignFileError) as refused:
        load_campaign(data=json.dumps(data), slug="copy", actor="somebody")
    assert sentence in str(refused.value)
