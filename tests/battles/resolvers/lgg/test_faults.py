"""What never happens in a battle is noted in it, ends it, and is told to whoever had it fought (18.2)."""

from random import Random

import pytest

from battles.resolvers.lgg.machine.engine import MOST_COMMANDS, play
from battles.resolvers.lgg.record.codes import MAX_ENTRIES, Phase
from battles.resolvers.lgg.record.journal import BrokenBattle, sound, throw
from tests.battles.resolvers.lgg.mob import random_battle


def test_ENG_14_a_battle_that_outgrows_its_journal_ends_and_is_refused() -> None:
    battle = random_battle(Random(5), 4)
    battle.entries = MAX_ENTRIES - 3
    play(battle)
    assert battle.phase != Phase.OVER
    with pytest.raises(BrokenBattle, match="journal of this battle is full"):
        sound(battle.fault)


def test_ENG_12_no_event_has_more_than_256_dice() -> None:
    battle = random_battle(Random(5), 4)
    assert {throw(battle, 1, 6, 0) for _ in range(257)} <= set(range(1, 7))
    assert battle.thrown == 256
    with pytest.raises(BrokenBattle, match="256 dice"):
        sound(battle.fault)


def test_ENG_15_a_battle_that_does_not_end_is_refused_and_one_that_does_is_sound() -> None:
    lost, found = random_battle(Random(5), 4), random_battle(Random(5), 4)
    lost.commands = MOST_COMMANDS
    play(lost)
    play(found)
    assert found.phase == Phase.OVER
    sound(found.fault)
    with pytest.raises(BrokenBattle, match="does not come to an end"):
        sound(lost.fault)
