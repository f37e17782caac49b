"""The campaign's general plays the war on in his head (AI-49)."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.rules.general.ahead.playing import Ahead
from campaign.rules.general.ahead.record import OURS, THEIRS
from campaign.rules.general.ahead.replies import by_habit, give_replies
from campaign.rules.general.ahead.stage import Stage, fits, stage_of
from campaign.rules.general.ahead.turn import has_won, play_turn
from campaign.rules.general.ahead.worth import begin, chance, curve, margin
from campaign.rules.general.board import Board, choice_of
from campaign.rules.general.known import Known
from campaign.rules.general.level import LEVELS
from campaign.rules.general.odds import odds_of
from campaign.rules.general.orders import orders_of
from campaign.rules.general.threat import threats
from tests.campaign.rules.general.test_general import army, known, theatre

WINS, LOSES = 0.0, 0.999


def staged(seen: Known) -> Stage:
    stage = stage_of(seen, seen.prizes)
    begin(stage.war)
    return stage


def played(stage: Stage, goes: Mapping[str, str], die: float = WINS) -> dict[str, tuple[str, float]]:
    """Play one turn; ``goes``: army, or the enemy's place, → place. Where each is then, and how strong."""
    war, names = stage.war, {number: key for key, number in stage.number.items()}
    stacks = {**stage.own, **stage.foes}
    for n in range(war.stacks):
        war.goes[n], war.helps[n] = war.place[n], -1
    for one, key in goes.items():
        war.goes[stacks[one]] = stage.number[key]
    for number in range(war.provinces):
        war.dice[0, 0, number] = die
    play_turn(war, 0, 0)
    return {one: (names[int(war.place[n])], float(war.strength[n])) for one, n in stacks.items()}


def holder(stage: Stage, key: str) -> int:
    return int(stage.war.held[stage.number[key]])


def test_AI_49_an_empty_province_is_taken_at_once_and_a_fortress_at_the_second_turn_end():
    stage = staged(known(army("ridge"), land=theatre(plain={"fortress": True})))
    assert played(stage, {"corps": "plain"})["corps"] == ("plain", 16.0)
    assert holder(stage, "plain") == THEIRS
    played(stage, {})
    assert holder(stage, "plain") == OURS
    assert int(stage.war.turn) == 5


def test_AI_49_the_die_decides_a_battle_and_the_table_what_it_costs():
    odds = odds_of(16 / 14 // (1 / 16) / 16, 1.0)
    for die, at, foe in ((WINS, "ridge", "plain"), (LOSES, "field", "ridge")):
        stage = staged(known(army("field"), foes={"ridge": 4}))
        after = played(stage, {"corps": "ridge"}, die)
        assert after["corps"] == (at, pytest.approx(16 * (1 - odds.attacker_lost)))
        assert after["ridge"] == (foe, pytest.approx(14 * (1 - odds.defender_lost)))
        assert int(stage.war.won) == (1 if die == WINS else -1)


def test_21_4_of_who_march_against_each_other_one_side_stays_and_is_attacked_there():
    for die, at in ((0.01, "ridge"), (0.04, "field")):
        stage = staged(known(army("field"), foes={"ridge": 4}))
        after = played(stage, {"corps": "ridge", "ridge": "field"}, die)
        assert int(stage.war.won) == (1 if at == "ridge" else -1), "who comes wins by this die"
        assert {one: place for one, (place, _) in after.items()} == (
            {"corps": "ridge", "ridge": "plain"} if at == "ridge" else {"corps": "home", "ridge": "field"}
        )


def test_AI_49_a_capital_that_is_held_long_enough_ends_the_war():
    stage = staged(known(army("plain")))
    for turn, over in ((1, False), (2, True)):
        played(stage, {"corps": "foe"})
        assert has_won(stage.war, OURS) is over, turn
    assert chance(stage.war) == 1.0
    assert not has_won(stage.war, THEIRS)


def test_AI_49_the_chance_grows_with_the_score_and_is_even_between_equals():
    even = staged(known(army("home"), foes={"foe": 1}))
    even.war.strength[1] = 16.0
    assert margin(even.war) == 0.0
    assert chance(even.war) == pytest.approx(0.5, abs=0.02)
    ahead = staged(replace(known(army("home"), foes={"foe": 1}), battles=2))
    ahead.war.strength[1] = 16.0
    assert margin(ahead.war) > 0.05
    assert chance(ahead.war) > 0.6
    assert curve(-1000.0) < 0.001 < 0.999 < curve(1000.0)


def test_AI_49_by_habit_who_is_stronger_attacks_who_is_weaker_leaves_and_a_capital_is_guarded():
    seen = known(army("field", units=6), army("home", ref="guard"), foes={"ridge": 4})
    stage = stage_of(seen, seen.prizes)
    names = {number: key for key, number in stage.number.items()}
    assert names[by_habit(stage, OURS)[stage.own["corps"]]] == "ridge"
    assert names[by_habit(stage, OURS)[stage.own["guard"]]] == "home", "an enemy is two marches away"
    assert names[by_habit(stage, THEIRS)[stage.foes["ridge"]]] == "plain", "it falls back on its own"


def valued(seen: Known, *orders: tuple[str, tuple[str, ...]]) -> list[float]:
    stage = stage_of(seen, seen.prizes)
    likely = threats(seen, weighed=True)
    give_replies(stage, likely, [], "a seed")
    ahead = Ahead(stage, LEVELS[3].ahead, 10**6)
    board = Board(seen, [], {})
    return [ahead.value(board, {"corps": choice_of(seen.own[0], *order)}) for order in orders]


def test_AI_49_a_march_on_the_open_capital_is_worth_more_than_to_stay():
    marches, stays = valued(known(army("plain"), foes={"ridge": 1}), ("march", ("foe",)), ("hold", ()))
    assert 0.5 < stays < marches <= 1.0


def test_AI_49_the_same_seed_gives_the_same_chances_and_what_is_played_is_bounded():
    seen = known(army("field", units=6), army("home", ref="guard"), foes={"ridge": 4, "plain": 3})
    assert valued(seen, ("hold", ())) == valued(seen, ("hold", ()))
    orders = orders_of(seen, replace(LEVELS[3], moved=1))
    assert set(orders) == {"corps", "guard"}


def test_AI_49_a_war_too_large_for_the_head_is_led_by_the_board_alone():
    many = [army("field", ref=f"corps{n}", units=1) for n in range(200)]
    assert not fits(known(*many))
    assert fits(known(many[0]))


PROGRAM = """
from campaign.rules.general.level import LEVELS
from campaign.rules.general.orders import orders_of
from tests.campaign.rules.general.test_general import army, known
own = [army("field", units=6), army("home", ref="guard"), army("ridge", ref="van", strength=2)]
for foes in ({"plain": 6}, {"plain": 3, "foe": 4}):
    print(sorted(orders_of(known(*own, foes=foes), LEVELS[3]).items()))
"""


def test_AI_49_compiled_and_plain_rules_give_the_same_orders():
    found = [
        subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "BIVOUAC_KERNELS": on}, cwd=ROOT, check=True,
                       capture_output=True, text=True).stdout
        for on in ("0", "1")
    ]  # fmt: skip
    assert found[0] == found[1]
    assert found[0].count("\n") == 2


ROOT = Path(__file__).parents[4]
