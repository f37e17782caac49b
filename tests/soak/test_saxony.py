"""Saxony through the forms: two turns with every test run, twelve when asked for with ``-m soak``."""

import pytest

from tests.soak.saxony_through_the_forms import begin, play

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def drilled(monkeypatch):
    """Battles are fought by the drill, which needs no compiled rules."""
    from tests.battles import drill

    drill.register()
    drill.stand_in(monkeypatch)


def test_two_turns_through_the_forms_keep_every_promise(drilled):
    campaign, hands = begin()
    played = play(2, seed=1813, quiet=False, hands=hands, campaign=campaign, share=0.6, boldness=0.9)
    assert played.broken == []
    assert played.battles.get("done", 0) > 0
    assert min(played.sent[act] for act in ("order", "buy", "ready", "run")) > 0


@pytest.mark.soak
@pytest.mark.parametrize("quiet", [False, True])
def test_twelve_turns_through_the_forms_keep_every_promise(quiet):
    campaign, hands = begin()
    played = play(12, seed=1813, quiet=quiet, hands=hands, campaign=campaign)
    assert played.broken == []
    assert played.turns == 12
