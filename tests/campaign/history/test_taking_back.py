"""A battle that was held open is taken back and ruled again, while no later turn rests on it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle, BattleResult
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.typed import unhurt
from battles.services import run_battle
from campaign.models import Campaign, Member, Notice, RollBack, Turn
from campaign.services.audit import audit
from campaign.services.history import keeping
from campaign.services.history.taking_back import take_back
from campaign.services.phases.fighting import methods
from campaign.services.phases.fighting.battles import lock_play
from campaign.services.turn import advance_turn, close_turn, march_turn, seal_turn
from tests.campaign.history.steps import bytes_of, march, run, umpire
from tests.scenarios import World

ASIDE = re.compile(r',\s+"(?:(?:play_by|seed|commitment)": "[^"]+"|read": \{[^}]*\})')
"""What differs when a result is taken back: the term is over, and dice that were read are not thrown again."""
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def held(world: World) -> World:
    """A battle of turn 1 is on a table while turn 2 is open."""
    Campaign.objects.filter(pk=world.campaign.pk).update(battle_days=30)
    world.campaign.refresh_from_db()
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    run(world)
    methods.choose(engagement=Battle.objects.get().engagement, method="ruling", user=umpire())
    return world


def rule(loser: int) -> None:
    """The referee rules that a side leaves the field unhurt."""
    battle = Battle.objects.get()
    typed = unhurt(parse(battle.file)).as_dict()
    typed["sides"][loser]["stayed"] = False
    methods.rule(engagement=battle.engagement, typed=typed, reason="As seen", user=umpire())


def test_a_ruling_is_taken_back_and_ruled_again(held: World, referee: Client) -> None:
    before = bytes_of(held.campaign)
    rule(0)
    battle, first = Battle.objects.get(), BattleResult.objects.get().winner
    url = reverse("desk_battle_back", args=[held.campaign.slug, battle.key])
    assert referee.post(url, {"reason": " "}).status_code == 422
    assert referee.post(url, {"reason": "Sides mixed up"}).status_code == 302
    assert Battle.objects.get().key == battle.key
    assert not BattleResult.objects.exists()
    assert held.where("north-i") == "ridge"
    assert ASIDE.sub("", bytes_of(held.campaign)) == ASIDE.sub("", before)
    assert audit() == []
    rule(1)
    assert BattleResult.objects.get().winner != first
    assert audit() == []
    assert [(row.battle, row.reason) for row in RollBack.objects.all()] == [("Battle of Ridge", "Sides mixed up")]


def test_a_player_hears_of_a_second_ruling_too(held: World) -> None:
    north = held.factions["north"]
    Member.objects.create(campaign=held.campaign, user=User.objects.create_user("n"), role="player", faction=north)
    for loser, number in ((0, 1), (1, 2)):
        rule(loser)
        rulings = Notice.objects.filter(kind="ruling")
        assert rulings.count() == number
        if number == 1:
            take_back(campaign=held.campaign, battle=Battle.objects.get(), reason="Sides mixed up", user=umpire())
    assert rulings.values("text").distinct().count() == 2


def test_a_result_of_the_program_is_taken_back_and_ruled_again(held: World, referee: Client) -> None:
    before, battle = bytes_of(held.campaign), Battle.objects.get()
    for method in ("table", "auto"):
        methods.choose(engagement=battle.engagement, method=method, user=umpire())
    assert run_battle(battle.pk)
    assert BattleResult.objects.exists()
    url = reverse("desk_battle_back", args=[held.campaign.slug, battle.key])
    assert referee.post(url, {"reason": "It was to be played"}).status_code == 302
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("open", "ruling")
    assert not run_battle(battle.pk)
    assert ASIDE.sub("", bytes_of(held.campaign)) == ASIDE.sub("", before)
    rule(1)
    assert (BattleResult.objects.count(), audit()) == (1, [])


def test_a_result_that_waited_while_the_next_turn_opened_can_be_taken_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A settlement looks which turn is the newest once it holds it: here the turn is closed while it waits."""
    Campaign.objects.filter(pk=world.campaign.pk).update(battle_days=30)
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    seal_turn(turn=world.turn)
    march_turn(turn=world.turn, actor="the referee")
    methods.choose(engagement=Battle.objects.get().engagement, method="ruling", user=umpire())

    def waits(turn: Turn) -> Turn:
        close_turn(turn=turn, actor="the clock")
        return lock_play(turn)

    monkeypatch.setattr(keeping, "lock_play", waits)
    rule(0)
    take_back(campaign=world.campaign, battle=Battle.objects.get(), reason="Sides mixed up", user=umpire())
    assert not BattleResult.objects.exists()


def test_once_a_turn_rests_on_it_only_the_turn_goes_back(held: World) -> None:
    rule(0)
    battle = Battle.objects.get()
    advance_turn(campaign=held.campaign, actor="the referee")
    before = bytes_of(held.campaign)
    with pytest.raises(Refusal, match="a later turn rests on it"):
        take_back(campaign=held.campaign, battle=battle, reason="Too late", user=umpire())
    assert bytes_of(held.campaign) == before
