"""``apply`` and the phases: invariants of ENG-16, refusals, the same battle compiled and not (ENG-10 to ENG-15)."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.resolvers.lgg.machine.engine import apply, play
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import Command, Phase
from tests.battles.resolvers.lgg.invariants import broken, on_table
from tests.battles.resolvers.lgg.mob import decide, random_battle
from tests.battles.resolvers.lgg.stage import dice_written, events, laid

COMMANDS = 120
QUICK = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@QUICK
@given(seed=st.integers(0, 10_000), units=st.integers(3, 9))
def test_ENG_16_invariants_hold_after_every_command(seed: int, units: int) -> None:
    rng = Random(seed)
    battle = random_battle(rng, units)
    advance(battle)
    for _ in range(COMMANDS):
        if battle.phase == Phase.OVER:
            break
        decide(battle, rng)
        assert (apply(battle), broken(battle)) == (0, [])


def test_ENG_15_a_battle_goes_from_set_up_to_its_end() -> None:
    battle = random_battle(Random(5), 4)
    play(battle)
    assert battle.phase == Phase.OVER
    assert battle.winner in (0, 1, 2)
    assert events(battle)[-1][0] == "battle_end"


def test_ENG_12_every_die_thrown_is_in_the_journal() -> None:
    battle = random_battle(Random(6), 4)
    play(battle)
    assert dice_written(battle) == sum(int(count) for count in battle.dice)


def test_LGG_6_1_c_the_turns_of_a_round_follow_one_another() -> None:
    battle, _, _ = laid((0, "line_inf", 36, 10), (1, "line_inf", 36, 38))
    battle["rolled"] = battle["own_roll"] = (9, 5)
    for side in (0, 1):
        assert (battle.phase, battle.on_turn) == (Phase.TURN_FIRST + side, side)
        battle.cmd = Command.END_TURN
        assert apply(battle) == 0
    assert (battle.count, len(on_table(battle))) == (14, 2)
