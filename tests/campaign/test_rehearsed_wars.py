"""Whole wars that the program plays by itself, in a database of their own."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from campaign.models import Campaign
from campaign.services.files.packs import read_pack
from campaign.services.rehearsal.apart import Task, play_apart

pytestmark = pytest.mark.django_db


def test_a_war_is_played_apart_the_same_for_the_same_seed_and_leaves_the_site_as_it_was(monkeypatch):
    monkeypatch.setenv("BIVOUAC_KERNELS", "0")
    data = json.loads(read_pack("two_valleys"))
    data["calendar"]["last_turn"] = 1
    players = {"avenne": "turtle", "birkenfeld": "caretaker"}
    first, again, other = play_apart([Task(data, seed, 1, players) for seed in ("a", "a", "b")], 1)
    assert ([turn.number for turn in first.turns], first.players) == ([1], players)
    assert "northmill" in first.never_entered
    notes = [[(t.leader, t.treasuries, t.changes) for t in war.turns] for war in (first, again)]
    assert notes[0] == notes[1]
    assert (first.fights, first.winner) == (again.fights, again.winner)
    assert other.number == 1
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["no_such_war"], "is no file"), (["two_valleys", "--wars", "0"], "whole number"),
    (["two_valleys", "--player", "nobody"], "--player"), (["two_valleys", "--player", "france=idle"], "--player"),
])  # fmt: skip
def test_wrong_arguments_are_refused_with_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("rehearse_campaign", *arguments)
