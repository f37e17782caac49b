"""Two worlds over all routes, readers and states of a turn: what South hides, no answer to anybody else tells.

``two_worlds(share, seed)`` asks that share of all questions in each state, whole answers compared; everything is rolled
back. Worlds differ in units, generals, treasuries, orders, purchases and plans of South; in the last two states also in
what South noted at a table, and in the forecasts that South had made.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import time_machine
from django.db import transaction

from base import breaker
from battles.models import Battle
from battles.resolvers.forecasts.forecast import Question as Foretold
from battles.services import ask_forecast
from battles.services.held.choosing import choose_method
from battles.services.held.companion import note_down
from campaign.models import Campaign, Leader, Turn
from campaign.services.history.rolling_back import roll_back
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.sheet.orders import give_order, give_plan
from campaign.services.sheet.sheet import change_relation
from campaign.services.turn import advance_turn, seal_turn
from campaign.visibility import knowledge_of
from campaign.visibility.battles.forecasts import scope_of
from tests.campaign.secrecy.test_two_worlds import READERS, Question, answers, difference, known_ids, questions
from tests.campaign.worlds import HIDDEN, PLAIN, FixedKeys, Secrets, Valley, after_a_battle, fresh, long_valley
from tests.factories.battles import file_of
from tests.kept import kept

MOMENT = "2026-11-21T12:00:00Z"
SHOWN = 20
NORTHS_FEEDS = "/feeds/north"
"""North's own secret addresses: the program answers every visitor there as it answers North."""
QUIET = replace(HIDDEN, purchases=(), orders=(("south-rear", "rest", ()), ("south-main", "rest", ())))
"""Secrets of a first turn, at whose march nobody sees a difference."""


@dataclass(frozen=True)
class Scene:
    """A state in which both worlds are asked, what South hides in the second, and who is asked."""

    build: Callable[[Secrets], Valley]
    hidden: Secrets = HIDDEN
    readers: tuple[str | None, ...] = READERS


def two_worlds(share: float, seed: int, states: Sequence[str] = ()) -> dict[str, Any]:
    """Ask both worlds; how many questions in each state, and every difference."""
    dice = random.Random(seed)
    asked: dict[str, int] = {}
    broken: list[str] = []
    with time_machine.travel(MOMENT, tick=False), _broker_away():
        for name in states or tuple(SCENES):
            scene = SCENES[name]
            chosen = _questions(scene, share, dice)
            plain, hidden = (
                answers(secrets, chosen, partial(_built, scene), scene.readers) for secrets in (PLAIN, scene.hidden)
            )
            asked[name] = len(chosen)
            broken += [f"{name}: {q}: {difference(plain[q], hidden[q])}" for q in chosen if plain[q] != hidden[q]]
    return {"pairs": sum(asked.values()), "seed": seed, "states": asked, "differences": len(broken),
            "broken": broken[:SHOWN]}  # fmt: skip


@contextmanager
def _broker_away() -> Iterator[None]:
    """The broker is away throughout: whether it is tried again would depend on the time that passes."""
    pause, breaker.PAUSE = breaker.PAUSE, 24 * 3600.0
    breaker.BROKER.trip()
    try:
        yield
    finally:
        breaker.PAUSE = pause
        breaker.BROKER.close()


def _questions(scene: Scene, share: float, dice: random.Random) -> list[Question]:
    with transaction.atomic():
        ids = known_ids(_built(scene, scene.hidden))
        transaction.set_rollback(True)
    found = [question for question in questions(ids) if question.reader in scene.readers]
    if "north" not in scene.readers:
        found = [question for question in found if not question.url.startswith(NORTHS_FEEDS)]
    return found if share >= 1 else dice.sample(found, max(1, int(share * len(found))))


def _built(scene: Scene, secrets: Secrets) -> Valley:
    with FixedKeys(1):
        return scene.build(secrets)


@kept
def _sealed(secrets: Secrets) -> Valley:
    valley = after_a_battle(secrets)
    seal_turn(turn=valley.turn)
    return valley


@kept
def _fighting(secrets: Secrets) -> Valley:
    """Turn 1 has marched, and its battle waits for a worker."""
    valley = long_valley(secrets)
    for ref, kind, path in secrets.orders:
        give_order(station=fresh(valley, ref), kind=kind, path=path, actor="south")
    give_plan(station=fresh(valley, "south-van"), plan=dict(secrets.van_plan), actor="south")
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    with FixedKeys(99):
        advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    return valley


@kept
def _closing(secrets: Secrets) -> Valley:
    """The same turn while it is closed: no reader sees this state between two commits, and yet it is asked."""
    valley = _fighting(secrets)
    Turn.objects.filter(pk=valley.turn.pk).update(state=Turn.State.CLOSING)
    return valley


@kept
def _on_the_table(secrets: Secrets) -> Valley:
    """A battle that North and South fight by hand; in the second world they have begun to note it down."""
    valley = long_valley(secrets)
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=48, user=valley.people["referee"])
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    with FixedKeys(99):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    choose_method(battle=Battle.objects.get(), method="table")
    if secrets != PLAIN:
        _note(Battle.objects.get())
    return valley


def _note(battle: Battle) -> None:
    dice = {"day": {"dice": [1]}, "roll": {"dice": [6, 5]}}
    for seen, (kind, side) in enumerate([("deploy", 0), ("deploy", 1), ("day", 0), ("roll", 0)]):
        note_down(battle=battle, side=side, kind=kind, values={"side": side, **dice.get(kind, {})}, seen=seen, by="x")


@kept
def _foretold(secrets: Secrets) -> Valley:
    """In the second world South has had a forecast made."""
    valley = after_a_battle(secrets)
    if secrets != PLAIN:
        knowledge = knowledge_of(valley.campaign, valley.people["south"])
        army = valley.stations["south-main"].army.key
        ask_forecast(scope=scope_of(knowledge), question=Foretold(file_of()), runs=1000, name="Ridge", about=army)
    return valley


@kept
def _taken_back(secrets: Secrets) -> Valley:
    """Turn 2 was run with South's orders and taken back: the undone version has them, and so has the open sheet."""
    valley = after_a_battle(secrets)
    Campaign.objects.filter(pk=valley.campaign.pk).update(map={"view": [0, 0, 700, 400]})  # else no state is kept
    valley.campaign.refresh_from_db()
    with FixedKeys(11):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
        roll_back(campaign=valley.campaign, turn=2, reason="A wrong order", user=valley.people["referee"])
    valley.campaign.refresh_from_db()
    return valley


@kept
def _offered(secrets: Secrets) -> Valley:
    """South has offered North peace and a captive's parole; they know of it, and nobody else."""
    valley = after_a_battle(replace(secrets, offers=()))
    if secrets != PLAIN:
        change_relation(faction=valley.factions["south"], to="north", relation="neutral", actor="south")
    with FixedKeys(12):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    valley.campaign.refresh_from_db()
    return valley


@kept
def _captive(secrets: Secrets) -> Valley:
    """A general of South's who was waiting for a post is North's captive, or is not."""
    valley = after_a_battle(secrets)
    taken = {"status": "captured", "captor": valley.factions["north"]} if secrets != PLAIN else {"status": "home"}
    named = {"ref": "south-spare", "name": "Spare", "skill": "good"}
    Leader.objects.create(campaign=valley.campaign, faction=valley.factions["south"], **named, **taken)
    return valley


BUT_NORTH = tuple(reader for reader in READERS if reader != "north")
PAPERS = replace(HIDDEN, purchases=(), orders=(("south-rear", "rest", ()), ("south-main", "rest", ())), offers=())
"""Secrets of a second turn, at whose end nobody sees a difference."""
SCENES = {
    "open": Scene(after_a_battle), "sealed": Scene(_sealed),
    "fighting": Scene(_fighting, QUIET), "closing": Scene(_closing, QUIET),
    "forecasts of South": Scene(_foretold, replace(PLAIN, main_skill="good")),
    "notes at a table": Scene(_on_the_table, replace(PLAIN, rear_skill="great"), BUT_NORTH),
    "taken back": Scene(_taken_back, PAPERS),
    "offer to North": Scene(_offered, replace(PLAIN, rear_skill="great"), BUT_NORTH),
    "captive of North": Scene(_captive, replace(PLAIN, rear_skill="great"), BUT_NORTH),
}  # fmt: skip
