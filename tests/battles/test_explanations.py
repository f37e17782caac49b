"""Every rule that a journal can name is explained."""

import re

from battles.resolvers.contract.explanations import explanation_of, explanations
from battles.resolvers.lgg.files.journal_details import RULES_OF
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from tests.rules.coverage import ids


def test_every_rule_id_of_the_journal_has_a_sentence():
    named = {rule for rules in RULES_OF.values() for rule in rules} | set(RULE_IDS) - {""}
    assert named - explanations().keys() == set()


EXAMPLE = re.compile(r"(COM|OHW|MFR|SQB|SNW|ADN)-[EW]\d+")
"""Expected values and worked examples of the smaller systems are no rules: nothing names them but their tests."""


def test_every_id_of_the_specification_is_explained():
    assert sorted({id for id in ids() if not EXAMPLE.fullmatch(id)} - explanations().keys()) == []


def test_sentences_are_short_and_end():
    for rule, entry in explanations().items():
        assert entry.text.endswith("."), rule
        assert len(entry.text) < 140, rule


def test_every_rule_has_a_tag():
    assert {entry.tag for entry in explanations().values()} == {"SRC", "REC", "RUL", "HR", "ENG", "EXACT", "SCENE",
                                                           "OPT"}  # fmt: skip


def test_an_id_without_a_sentence_is_no_error():
    assert explanation_of("LGG-99.9-z") == ""
