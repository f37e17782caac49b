"""*Check* names every fault of a draft at once, each with the page on which it is mended."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from campaign.rules.drafts.faults import faults_of
from campaign.rules.drafts.starts import read_document
from tests.campaign.drafts.hands import browser, made
from tests.campaign.files.drafts import draft as small_war

War = dict[str, Any]


def sound_war() -> War:
    """A small war without a fault."""
    war = small_war()
    war["factions"][1]["opening_points"] = 100
    return war


def found(war: War) -> dict[str, tuple[str, bool]]:
    """The faults of a war: sentence → page and whether it blocks."""
    return {fault.sentence: (fault.room, fault.blocks) for fault in faults_of(read_document(json.dumps(war)))}


def no_way(war: War) -> None:
    war["edges"] = war["edges"][:1]


def no_reach(war: War) -> None:
    war["provinces"].append(war["provinces"][1] | {"key": "isle", "name": "Isle", "at": [350, 50]})
    war["edges"] = [war["edges"][0], {"between": ["east", "isle"]}]


def two_capitals(war: War) -> None:
    war["provinces"][1] |= {"home": "red", "controller": "red", "capital": True}


def no_depot(war: War) -> None:
    del war["provinces"][0]["depot"]


def nowhere(war: War) -> None:
    del war["armies"][0]["province"]


def two_armies(war: War) -> None:
    war["armies"].append(war["armies"][0] | {"ref": "second", "name": "Second army"})


def no_pay(war: War) -> None:
    war["armies"][0]["roster"] = "20 Line inf"


def no_enemy(war: War) -> None:
    war["relations"] = []


def too_many_capitals(war: War) -> None:
    war["victory"] = {"conditions": [{"kind": "capitals", "number": 2}]}


def too_early(war: War) -> None:
    war["victory"] = {"conditions": [{"kind": "homes", "by": "1809-04-01"}]}


def crowded(war: War) -> None:
    war["armies"][0]["roster"] = "25 Line inf"


def not_drawn(war: War) -> None:
    del war["provinces"][1]["polygon"]


def no_general(war: War) -> None:
    del war["armies"][1]["leader"]


def no_units(war: War) -> None:
    del war["armies"][0]["roster"]


def wrong_reference(war: War) -> None:
    war["armies"][0]["wings"] = ["nobody"]


CASES: list[tuple[Callable[[War], None], str, str, bool]] = [
    (no_way, "East: no way leads there; give it one.", "ways", False),
    (no_reach, "East: this capital cannot be reached from West; join the two by ways.", "ways", False),
    (two_capitals, "Red: it has 2 capitals, West and Middle; keep one.", "provinces", True),
    (no_depot, "Red: it has no depot, and its armies have no supply; give it one.", "provinces", False),
    (nowhere, "Red army: it is nowhere; name its province.", "armies", True),
    (two_armies, "Rufus: he is at the head of Red army and Second army; leave him with one of them.", "armies", True),
    (no_pay, "Red: its upkeep of ", "powers", False),
    (no_enemy, "Red: it is at war with nobody; choose an enemy.", "powers", False),
    (too_many_capitals, "Condition 1: it asks for 2 capitals of the enemy, and there are at most 1;", "aims", False),
    (too_early, "Condition 1: its last day, 1809-04-01, is before the first turn that decides", "aims", False),
    (crowded, "West: 25 units are crowded there, above 24; move some of them elsewhere.", "armies", False),
    (not_drawn, "Middle: it is not drawn; draw the map.", "map", True),
    (no_general, "Blue army: it has no general and is in no fortress; name one.", "armies", False),
    (no_units, "Red army: it has no unit; write at least one.", "armies", True),
    (wrong_reference, 'armies[0].wings[0]: there is no "nobody" among the leaders', "armies", True),
]


def test_a_sound_war_has_no_fault() -> None:
    assert found(sound_war()) == {}


@pytest.mark.parametrize(
    ("spoil", "sentence", "room", "blocks"), CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_fault_is_named(spoil: Callable[[War], None], sentence: str, room: str, blocks: bool) -> None:
    war = sound_war()
    spoil(war)
    faults = {text: where for text, where in found(war).items() if text.startswith(sentence)}
    assert list(faults.values()) == [(room, blocks)]


def test_faults_are_named_together_and_those_that_block_come_first() -> None:
    war = sound_war()
    for spoil in (no_depot, nowhere, no_enemy, not_drawn, no_way):
        spoil(war)
    faults = faults_of(read_document(json.dumps(war)))
    assert len(faults) >= 6
    order = [fault.blocks for fault in faults]
    assert order == sorted(order, reverse=True)


@pytest.mark.django_db
def test_each_fault_leads_to_its_page() -> None:
    anna = browser("anna")
    draft = made(anna, pack="two_valleys", part="powers")
    page = anna.get(f"/drafts/{draft.key}/").text
    assert f'<a href="/drafts/{draft.key}/armies/?at=avenne#row-avenne">' in page
    assert anna.get(f"/drafts/{draft.key}/provinces/?at=aubrac").text.count('id="row-aubrac"') == 1
    ways = anna.get(f"/drafts/{draft.key}/ways/?at=aubrac").text
    assert 'id="row-aubrac">Aubrac: write a line for it' in ways
