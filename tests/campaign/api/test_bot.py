"""The example bot plays a faction of a running site."""

import importlib.util
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from campaign.models import ArmyOrder, Member, SheetLine, Token, Turn
from campaign.services.alone import begin_alone
from campaign.services.clockwork.running import run_sealed
from campaign.services.people.tokens import make_token
from campaign.services.turn import advance_turn
from tests.battles import drill

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "bot.py"


@pytest.fixture
def bot():
    """The example, as a module."""
    spec = importlib.util.spec_from_file_location("bot", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work(turns):
    """Run the turns that are sent, as a worker does."""
    for pk in turns:
        assert run_sealed(pk)
        turn = Turn.objects.select_related("campaign").get(pk=pk)
        if turn.state != Turn.State.CLOSED:
            advance_turn(campaign=turn.campaign, actor="a worker")


def test_the_example_plays_three_turns_against_the_program_over_http(transactional_db, live_server, bot, monkeypatch):
    drill.register()
    drill.stand_in(monkeypatch)
    monkeypatch.setattr("campaign.services.clockwork.running.send_turns", work)
    user = User.objects.create_user(username="ney", password="a-marshal-of-france-1813")
    campaign = begin_alone(user=user, pack="two_valleys", faction="avenne")
    _, text = make_token(member=Member.objects.get(user=user).pk, name="example", scope="orders")
    waits = iter(range(20))
    monkeypatch.setattr(bot.time, "sleep", lambda _: next(waits))
    assert bot.play(bot.Site(live_server.url, text), 3, pause=0.05) == 3
    assert campaign.turns.count() == 4 or Member.objects.get(user=user).campaign.winner
    given = ArmyOrder.objects.filter(station__faction__key="avenne", given_by="ney")
    assert {order.turn.number for order in given} == {1, 2, 3}
    assert given.filter(kind="march").exists()
    assert SheetLine.objects.filter(faction__key="avenne", entered_by="ney").exists()
    assert Token.objects.get().wrote_at is not None
