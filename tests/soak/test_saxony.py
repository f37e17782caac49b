"""Saxony through the forms, when asked for with ``-m soak``; shorter wars are part of the short proof."""

import pytest

from battles.resolvers.contract.registry import offered
from lab.soak.through_the_forms import begin, play

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def drilled(monkeypatch):
    """Battles are fought by the drill, which needs no compiled rules."""
    from tests.battles import drill

    drill.register()
    drill.stand_in(monkeypatch)


@pytest.mark.soak
def test_two_turns_through_the_forms_keep_every_promise(drilled):
    campaign, hands = begin()
    played = play(2, seed=1813, quiet=False, hands=hands, campaign=campaign, share=0.6, boldness=0.9)
    assert played.broken == []
    assert played.battles.get("done", 0) > 0
    assert min(played.sent[act] for act in ("order", "buy", "ready", "run")) > 0


@pytest.mark.soak
def test_two_turns_by_two_rule_systems_keep_every_promise():
    campaign, hands = begin()
    rules = ("one_hour", "square_brigadier")
    played = play(2, seed=1813, quiet=False, hands=hands, campaign=campaign, share=0.4, boldness=0.9, rules=rules)
    assert played.broken == []
    assert set(played.rules) == set(rules)


LONG_WARS = {"solo_napoleonic": 1814}
"""Seeds of the players' choices where 1813 ends the war before the twelfth turn."""


@pytest.mark.soak
@pytest.mark.parametrize("rules", [slug for slug, _ in offered()])
def test_twelve_turns_by_each_rule_system_keep_every_promise(rules):
    """The rules are changed in mid-war, and changed back."""
    campaign, hands = begin()
    other = "lgg" if rules != "lgg" else "activation"
    seed = LONG_WARS.get(rules, 1813)
    played = play(12, seed=seed, quiet=False, hands=hands, campaign=campaign, rules=(rules, other, rules))
    assert (played.broken, played.turns) == ([], 12)


@pytest.mark.soak
@pytest.mark.parametrize("quiet", [False, True])
def test_twelve_turns_through_the_forms_keep_every_promise(quiet):
    campaign, hands = begin()
    played = play(12, seed=1813, quiet=quiet, hands=hands, campaign=campaign)
    assert (played.broken, played.turns) == ([], 12)
