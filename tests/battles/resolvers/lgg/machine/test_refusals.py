"""``apply`` and illegal commands in battles with everything a file may say (ENG-11, ENG-16, 18.2): allies, columns by
any edge, wings, swapped edges, works, stratagems. What is refused has the id of a rule and changes nothing; what
``legal`` offers is carried out, and what it forbids is refused by the same rule."""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.resolvers.core.records import copy_of, fields_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.beginning import profile_of
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import apply, plain_answer
from battles.resolvers.lgg.machine.legal import Offer, legal
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.record.codes import ACTIVITY_KEYS, COMMAND_KEYS, MAX_WAYPOINTS, NOBODY, UNITS, Phase
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.table_fields import Command
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.lgg.turn.routes import plan_attack, plan_rally, plan_withdraw
from tests.audits.lgg.battles import random_battle
from tests.battles.resolvers.lgg.invariants import broken
from tests.battles.resolvers.lgg.mob import decide, nonsense, spoken

RULES = Path("battles/resolvers/lgg/rules.toml")
DECISIONS, MUTANTS = 40, 5
QUICK = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
NUMBERS = st.integers(0, 10_000)
PLANNED: dict[str, Callable[..., int]] = {"attack": plan_attack, "withdraw": plan_withdraw, "rally": plan_rally}
"""Commands with a path or a place, which the caller of ``legal`` has to find."""


@cache
def known_rules() -> set[str]:
    """Every rule id that the engine may give as a reason."""
    return set(tomllib.loads(RULES.read_text()))


def battle_of(number: int) -> Battle:
    """A small battle with all options, up to its first decision."""
    file = freeze(parse(random_battle(number, 10)), f"refusals/{number}")
    battle = fill(file, f"refusals/{number}", profile_of(file))
    advance(battle)
    return battle


def command_of(battle: Battle) -> dict[str, Any]:
    """The command in hand."""
    return {name: copy_of(battle[name]) for name, _, _ in fields_of(Command)}


def give(battle: Battle, command: dict[str, Any]) -> None:
    """Put a command back in hand."""
    for name, value in command.items():
        if not isinstance(value, list):
            battle[name] = value
    for row, pose in enumerate(command["cmd_path"]):
        battle.cmd_path[row] = pose


def spoil(battle: Battle, rng: Random) -> None:
    """Change one thing of the command in hand, or all."""
    which, n = rng.randrange(9), min(max(int(battle.cmd_n) - 1, 0), MAX_WAYPOINTS - 1)
    if which == 0:
        nonsense(battle, rng)
    elif which == 1:
        battle.cmd_unit = rng.randrange(-2, UNITS + 2)
    elif which == 2:
        battle.cmd_target = rng.randrange(-2, UNITS + 2)
    elif which == 3:
        battle.cmd_side = rng.randrange(-2, 6)
    elif which == 4:
        battle.cmd = rng.randrange(len(COMMAND_KEYS))
    elif which == 5:
        battle.cmd_arg = rng.randrange(-2, 9)
    elif which == 6:
        battle.cmd_path[n, 0] += rng.choice((-20.0, -3.0, -0.5, 0.5, 3.0, 20.0))
    elif which == 7:
        battle.cmd_path[n, 2], battle.cmd_path[n, 3] = rng.uniform(-1, 1), rng.uniform(-1, 1)
    else:
        battle.cmd_n, battle.cmd_items = rng.randrange(-2, 20), rng.choice((-1, 0, 1, 300))


def try_spoilt(battle: Battle, rng: Random) -> bool:
    """A few spoilt commands; True: one of them was legal after all, and is carried out."""
    decide(battle, rng)
    good = command_of(battle)
    for _ in range(MUTANTS):
        give(battle, good)
        spoil(battle, rng)
        before, code = spoken(battle), apply(battle)
        if code == 0:
            return True
        assert RULE_IDS[code] in known_rules()
        assert spoken(battle) == before
    give(battle, good)
    return False


@QUICK
@given(number=NUMBERS)
def test_18_2_an_illegal_command_is_refused_by_a_rule_and_changes_nothing(number: int) -> None:
    battle, rng = battle_of(number), Random(number)
    for _ in range(DECISIONS):
        if battle.phase == Phase.OVER:
            break
        if not try_spoilt(battle, rng) and apply(battle) != 0:
            plain_answer(battle)
            assert apply(battle) == 0
        assert broken(battle) == []


def test_18_2_a_place_that_is_no_place_is_refused() -> None:
    battle, rng = battle_of(3), Random(3)
    for turn in range(8):
        decide(battle, rng)
        good = command_of(battle)
        for cmd in ("move", "attack", "withdraw", "move_commander", "rally", "night_move"):
            for part in range(4):
                wild = (nan, inf, -inf, 1e300)[(turn + part) % 4]
                battle.cmd, battle.cmd_n = COMMAND_KEYS.index(cmd), max(int(battle.cmd_n), 1)
                battle.cmd_path[0, part] = wild
                battle.cmd_x, battle.cmd_y = (wild, 20.0) if part % 2 else (20.0, wild)
                before = spoken(battle)
                assert apply(battle) != 0
                assert spoken(battle) == before
                give(battle, good)
        if apply(battle) != 0:
            plain_answer(battle)
            assert apply(battle) == 0


def plan(battle: Battle, offer: Offer) -> int:
    """Put the command of an offer in hand; 0 if it may be given, else the code of the rule against it."""
    if offer.command in PLANNED:
        args = (offer.unit, offer.target, -1) if offer.command == "attack" else (offer.unit,)
        return int(PLANNED[offer.command](battle, *args))
    battle.cmd, battle.cmd_n = COMMAND_KEYS.index(offer.command), 0
    battle.cmd_unit = NOBODY if offer.unit is None else offer.unit
    battle.cmd_target = NOBODY if offer.target is None else offer.target
    battle.cmd_arg = offer.arg or 0
    battle.cmd_side = NOBODY if offer.activity is None else offer.activity
    if offer.command == "engineer":
        battle.cmd_arg, battle.cmd_target = offer.target or 0, NOBODY
    if offer.command == "move":
        battle.cmd_n = 1
        battle.cmd_path[0] = [battle.x[offer.unit], battle.y[offer.unit], battle.fx[offer.unit], battle.fy[offer.unit]]
    return int(verify(battle))


def judged(offers: tuple[Offer, ...]) -> Iterator[Offer]:
    """The offers that say all that their command needs."""
    by_path = {ACTIVITY_KEYS.index(name) for name in ("move", "withdraw")}
    for offer in offers:
        at_once = offer.command == "play" and offer.activity in by_path
        whole = offer.command not in ("attack", "fire") or offer.target is not None
        if offer.command not in ("allot_pursuit", "amalgamate", "night_move", "move_commander") and whole:
            yield from () if at_once else (offer,)


def go_on(battle: Battle, rng: Random, decisions: int) -> None:
    """Let the sides decide a few times."""
    for _ in range(decisions):
        if battle.phase != Phase.OVER:
            decide(battle, rng)
            if apply(battle) != 0:
                plain_answer(battle)
                apply(battle)


@QUICK
@given(number=NUMBERS, decisions=st.integers(0, 60))
def test_ENG_11_legal_and_apply_agree(number: int, decisions: int) -> None:
    battle, rng = battle_of(number), Random(number)
    go_on(battle, rng, decisions)
    before, open_ones = spoken(battle), []
    for offer in judged(legal(battle)):
        assert RULE_IDS[plan(battle, offer)] == offer.rule, offer
        assert (offer.rule == "") == (offer.price is not None)
        open_ones += [offer] if offer.price is not None else []
    assert spoken(battle) == before
    for offer in rng.sample(open_ones, min(3, len(open_ones))):
        trial = battle.copy()
        plan(trial, offer)
        assert (apply(trial), broken(trial)) == (0, [])
        now, then = ((one.phase, one.on_turn, one.pending) for one in (battle, trial))
        if now == then and offer.command != "play":
            assert battle.actions - trial.actions == offer.price, offer
