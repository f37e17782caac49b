"""*Check* names every fault of a draft at once, each with the page on which it is mended."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaign.rules.drafts.faults import faults_of
from campaign.rules.drafts.starts import read_document
from tests.campaign.drafts.hands import made
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


def no_reach(war: War) -> None:
    war["provinces"].append(war["provinces"][1] | {"key": "isle", "name": "Isle", "at": [350, 50]})
    war["edges"] = [war["edges"][0], {"between": ["east", "isle"]}]


CASES: dict[str, tuple[Callable[[War], object], str, str, bool]] = {
    "no way": (lambda war: war["edges"].pop(), "East: no way leads there; give it one.", "ways", False),
    "no reach": (no_reach, "East: this capital cannot be reached from West; join the two by ways.", "ways", False),
    "two capitals": (lambda war: war["provinces"][1].update(home="red", controller="red", capital=True),
                     "Red: it has 2 capitals, West and Middle; keep one.", "provinces", True),
    "no depot": (lambda war: war["provinces"][0].pop("depot"),
                 "Red: it has no depot, and its armies have no supply; give it one.", "provinces", False),
    "nowhere": (lambda war: war["armies"][0].pop("province"),
                "Red army: it is nowhere; name its province.", "armies", True),
    "two armies": (lambda war: war["armies"].append(war["armies"][0] | {"ref": "second", "name": "Second army"}),
                   "Rufus: he is at the head of Red army and Second army; leave him with one of them.", "armies", True),
    "no pay": (lambda war: war["armies"][0].update(roster="20 Line inf"), "Red: its upkeep of ", "powers", False),
    "no enemy": (lambda war: war["relations"].clear(),
                 "Red: it is at war with nobody; choose an enemy.", "powers", False),
    "too many": (lambda war: war.update(victory={"conditions": [{"kind": "capitals", "number": 2}]}),
                 "Condition 1: it asks for 2 capitals of the enemy, and there are at most 1;", "aims", False),
    "too early": (lambda war: war.update(victory={"conditions": [{"kind": "homes", "by": "1809-04-01"}]}),
                  "Condition 1: its last day, 1809-04-01, is before the first turn that decides", "aims", False),
    "crowded": (lambda war: war["armies"][0].update(roster="25 Line inf"),
                "West: 25 units are crowded there, above 24; move some of them elsewhere.", "armies", False),
    "not drawn": (lambda war: war["provinces"][1].pop("polygon"),
                  "Middle: it is not drawn; draw the map.", "map", True),
    "no general": (lambda war: war["armies"][1].pop("leader"),
                   "Blue army: it has no general and is in no fortress; name one.", "armies", False),
    "no units": (lambda war: war["armies"][0].pop("roster"),
                 "Red army: it has no unit; write at least one.", "armies", True),
    "wrong reference": (lambda war: war["armies"][0].update(wings=["nobody"]),
                        'armies[0].wings[0]: there is no "nobody" among the leaders', "armies", True),
}  # fmt: skip


def test_a_sound_war_has_no_fault() -> None:
    assert found(sound_war()) == {}


@pytest.mark.parametrize(("spoil", "sentence", "room", "blocks"), CASES.values(), ids=CASES)
def test_a_fault_is_named(spoil: Callable[[War], object], sentence: str, room: str, blocks: bool) -> None:
    war = sound_war()
    spoil(war)
    faults = {text: where for text, where in found(war).items() if text.startswith(sentence)}
    assert list(faults.values()) == [(room, blocks)]


def test_faults_are_named_together_and_those_that_block_come_first() -> None:
    war = sound_war()
    for name in ("no depot", "nowhere", "no enemy", "not drawn", "no way"):
        CASES[name][0](war)
    faults = faults_of(read_document(json.dumps(war)))
    assert len(faults) >= 6
    order = [fault.blocks for fault in faults]
    assert order == sorted(order, reverse=True)


@pytest.mark.django_db
def test_each_fault_leads_to_its_page(anna: Client) -> None:
    draft = made(anna, pack="two_valleys", part="powers")
    page = anna.get(f"/drafts/{draft.key}/").text
    assert f'<a href="/drafts/{draft.key}/armies/?at=avenne#row-avenne">' in page
    assert anna.get(f"/drafts/{draft.key}/provinces/?at=aubrac").text.count('id="row-aubrac"') == 1
    ways = anna.get(f"/drafts/{draft.key}/ways/?at=aubrac").text
    assert 'id="row-aubrac">Aubrac: write a line for it' in ways
