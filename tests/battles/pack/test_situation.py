"""The sentences of a pack say the numbers by which the engine deploys."""

import pytest

from battles.pack.cards import STAND, drawn_board
from battles.pack.drawing import field_svg
from battles.pack.situation import tasks_of
from battles.resolvers.contract.registry import resolver
from battles.resolvers.fields.numbers import field_numbers
from battles.resolvers.forecasts.what_if import by_rules
from battles.resolvers.lgg.day import deploy, fortify
from battles.resolvers.lgg.plane import space

from .packs import ALLIES, FRENCH, allied_pack, battle, french_pack


def sentences(pack, rule):
    return [text for text, of in tasks_of(pack, pack.reader) if of == rule]


def test_HR_T5_the_zone_on_paper_is_the_zone_of_the_engine():
    assert field_numbers().zone == deploy.ZONE_DEPTH
    line, riders = sentences(allied_pack(), "HR-T5")
    zone, edge = deploy.ZONE_DEPTH, deploy.OWN_EDGE
    assert f"within {zone:g} inches of your long edge, no base nearer to it than {edge:g} inches" in line
    ahead, off = deploy.OUTRIDERS_AHEAD, deploy.OUTRIDERS_OFF
    assert riders == f"Outriders deploy up to {ahead:g} inches ahead of the zone, {off:g} inches off the enemy's."


@pytest.mark.parametrize(
    ("rules", "deep"),
    [("one_hour", "9 inches"), ("my_favourite", "9 inches"), ("square_brigadier", "2 squares"),
     ("activation", "3 squares"), ("solo_napoleonic", "300 mm")],
)  # fmt: skip
def test_COM_20_a_table_shows_the_zones_of_its_own_rules(rules, deep):
    pack = french_pack(resolver(rules).freeze(by_rules(battle(), rules), "field"))
    field, ruler = drawn_board(pack)
    assert field_svg(field, pack.edges, ruler=ruler).count(f": deployment zone, {deep} deep") == 2


@pytest.mark.parametrize(
    ("rules", "attacker", "defender"),
    [("one_hour", "the defender first", "the defender first"),
     ("my_favourite", "the defender first", "the defender first"),
     ("square_brigadier", "the defender first", "the defender first"),
     ("solo_napoleonic", "within 300 mm of your long edge, the defender first", "the defender first"),
     ("activation", "half of your units first", "before his other half")],
)  # fmt: skip
def test_COM_20_ADN_01_the_paper_says_who_deploys_first(rules, attacker, defender):
    file = resolver(rules).freeze(by_rules(battle(), rules), "field")
    for pack, words in ((french_pack(file), attacker), (allied_pack(file), defender)):
        assert any(words in text for text, _ in tasks_of(pack, pack.reader))


def test_HR_T4_the_works_on_paper_are_those_of_the_engine():
    assert fortify.MOST_WORKS == 2
    engineers = {"id": "a9", "name": "", "type": "engineer", "strength": 1}
    defended = battle(FRENCH, ALLIES | {"units": [*ALLIES["units"], engineers]}, held_whole_turn=True)
    assert any("two at most" in text for text in sentences(allied_pack(defended), "HR-T4"))
    assert not any("two at most" in text for text in sentences(french_pack(defended), "HR-T4"))


def test_LGG_1_0_b_a_stand_is_as_large_on_paper_as_in_the_engine():
    assert STAND == 2 * space.STAND
