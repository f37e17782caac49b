"""EX-7: each event of a journal in one sentence, in the third person."""

import re
from typing import Any

import pytest

from battles.resolvers.dispatch.names import Namer
from battles.resolvers.journal.phrases import phrases_of
from battles.resolvers.lgg.record.journal import EVENTS
from battles.resolvers.replay.account import SENTENCES, is_loud, narrator_of
from battles.resolvers.replay.account import event_sentence as sentence_of
from battles.resolvers.replay.narrator import Narrator
from tests.audits.lgg.run import fought
from tests.battles.replay.told import told

DIE = {"name": "check", "stream": "morale", "k": 0, "sides": 10, "face": 4}
SAID: list[tuple[dict[str, Any], str]] = [
    ({"ev": "move", "unit": "f1", "path": [[0, 0, 0], [0, 9, 0], [3, 9, 0]], "halted_by": 0},
     "F1 moved 12″ and halted at the bridge."),
    ({"ev": "activate", "unit": "f1", "activity": "attack", "cost": 2, "left": 5},
     "F1 was ordered to attack (two actions; 5 left)."),
    ({"ev": "activate", "commander": "Ney", "activity": "commander", "cost": 1, "left": 4},
     "Ney rode to another place (one action; 4 left)."),
    ({"ev": "deploy", "commander": "French commander", "pose": [1, 2, 0]}, "The French commander took his post."),
    ({"ev": "contact", "attacker": "f2", "defender": "a1", "where": "left", "combat": 1},
     "F2 struck A1 in its left flank."),
    ({"ev": "combat", "attackers": ["f1", "f2"], "defender": "a1", "result": "attacker_hit",
      "totals": {"attack": 5, "defend": 8}},
     "F1 and F2 fought A1 and were beaten off (5 against 8)."),
    ({"ev": "fire", "firer": "a2", "target": "f1", "hits": 2, "totals": {"firer": 9, "target": 4}},
     "A2 fired at F1 and cost it two strength points (9 against 4)."),
    ({"ev": "hit", "unit": "f1", "sp": 3, "cause": "fire"},
     "F1 lost a strength point under the fire: 3/4."),
    ({"ev": "rout", "unit": "a1", "box": "nonrallyable", "cause": "combat"},
     "A1 broke and fled beyond recall."),
    ({"ev": "check", "unit": "f1", "cause": "rough", "pass": False, "morale": 7, "die": DIE},
     "F1 was tested in the rough ground and fell into disorder."),
    ({"ev": "rally", "unit": "f1", "pass": True, "sp": 1, "pose": [0, 0, 0]}, "F1 rallied at 1/4."),
    ({"ev": "initiative", "side": "Allies", "first": "Allies", "tie": True},
     "The rolls were equal: the Allies went first."),
    ({"ev": "stratagem", "stratagem": "ST2", "effect": "more_actions", "unit": None, "die": DIE},
     "By a stratagem (ST2) the French won further actions (four actions)."),
    ({"ev": "stay_leave", "choices": {"French": "stay", "Allies": "leave"}},
     "At dusk the French chose to stay and the Allies chose to leave."),
    ({"ev": "amalgamate", "groups": [{"members": ["f1", "f3"], "made": [{"unit": "f1", "sp": 4}]}]},
     "F1 and F3 were put together: 4/4."),
    ({"ev": "battle_end", "winner": None, "kind": "draw"}, "The battle ended in a draw."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), SAID, ids=[event["ev"] for event, _ in SAID])
def test_EX_7_an_event_is_told_in_a_sentence(event: dict[str, Any], sentence: str) -> None:
    assert sentence_of(narrator_of(told()), {"side": "French", **event}) == sentence


@pytest.mark.parametrize(("name", "sentence"), [
    ("Hussars of Avenne", "The Hussars of Avenne were ordered to re-form (one action; 0 left)."),
    ("Republican Grenadiers", "The Republican Grenadiers were ordered to re-form (one action; 0 left)."),
    ("1st Division", "The French 1st Division was ordered to re-form (one action; 0 left)."),
    ("Guns of the Guard", "The Guns of the Guard were ordered to re-form (one action; 0 left)."),
    ("Kleist", "Kleist was ordered to re-form (one action; 0 left)."),
])  # fmt: skip
def test_EX_7_many_men_are_spoken_of_as_many(name: str, sentence: str) -> None:
    report = told()
    report.battle["sides"][0]["units"][0]["name"] = name
    event = {"ev": "activate", "side": "French", "unit": "f1", "activity": "recover", "cost": 1, "left": 0}
    assert sentence_of(narrator_of(report), event) == sentence


def test_EX_7_every_event_of_the_journal_can_be_told() -> None:
    assert set(EVENTS) - {""} <= {*SENTENCES, *phrases_of("lgg").account}


def test_EX_7_every_event_of_a_battle_is_a_whole_sentence() -> None:
    from battles.resolvers.values.report import from_dict

    report = from_dict(fought(3, 7))
    narrator = narrator_of(report)
    assert [e["ev"] for e in report.journal if not re.fullmatch(r"[A-Z].*\.", sentence_of(narrator, e))] == []


TELLER = Narrator(Namer({"sides": []}), ())


def test_EX_7_fights_stand_out_of_the_account_and_orders_do_not() -> None:
    told = [is_loud({"ev": name}, TELLER) for name in ("combat", "rout", "activate", "turn_end")]
    assert told == [True, True, False, False]
