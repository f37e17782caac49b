"""Faults of twelve kinds over so many battles: each is settled once, whatever dies, doubles, is lost or comes late.

``faults(battles, seed)`` commits to the database at hand, a test database. Processes that die are real ones, forked and
ended by SIGKILL. Messages go through a broker in this process, which loses and doubles them; time is moved.
"""

import os
import random
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any

import time_machine
from celery import current_app
from django.db import connection, connections
from django.utils import timezone

from base.breaker import BROKER
from battles.audit import audit_battles
from battles.models import Battle, BattleEffect, BattleResult
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.services import claim_battle, fight_battle, life, reconcile, run_battle, settle_battle
from battles.signals import battle_settled
from rosters.audit import audit_strength
from tests.factories.battles import roster_battle

PATIENCE = 8
"""Ticks of the clock within which a battle is settled after its fault."""
TICK = timedelta(seconds=1200)
SHOWN = 20
FEW = ("2 Line inf", "2 Line inf")
"""The rosters of a battle whose worker is killed before each statement: more units repeat the same statements."""


@dataclass
class Broker:
    """Messages on their way to the workers; ``away`` does not answer."""

    moment: Any
    messages: list[int] = field(default_factory=list)
    away: bool = False

    def send_task(self, _name: str, args: list[int], **_: Any) -> None:
        """Take a message, or be away."""
        if self.away:
            raise OSError("the broker is away")
        self.messages.append(args[0])

    def deliver(self) -> None:
        """Hand every message to a worker, in this process."""
        while self.messages:
            run_battle(self.messages.pop(0))

    def later(self) -> None:
        """The clock's next tick after a long while: leases have ended, what was sent is not lately any more."""
        self.moment.shift(TICK)
        BROKER.close()


def faults(battles: int, seed: int, kinds: Sequence[str] = ()) -> dict[str, Any]:
    """Inject a fault into each of so many battles, by turns of all kinds or of ``kinds``; what was done, what broke."""
    dice, found = random.Random(seed), Counter[str]()
    known, broken = list(kinds or KINDS), []
    with _broker() as broker:
        for number in range(battles):
            kind = known[number % len(known)]
            found[kind] += 1
            try:
                broken += [f"{kind}: {line}" for line in _one(broker, kind, f"{seed}/{dice.random()}")]
            except Exception:
                broken.append(f"{kind}: {traceback.format_exc(limit=-2)}")
                broker.messages.clear()
        broken += audit_battles() + audit_strength()
    return {"battles": battles, "seed": seed, "faults": dict(found), "broken": broken[:SHOWN]}


def crash_points() -> dict[str, Any]:
    """Kill a worker before its first statement to the database, another before its second, and so on to the last.

    Returned is how many battles the dead had settled, how many the next worker settled, and what broke.
    """
    settled, broken = Counter[str](), list[str]()
    with _broker() as broker:
        for number in count(1):
            battle = roster_battle(seed="crash", rosters=FEW)
            if _killed(_before_statement(number), claims=False)(broker, battle):
                break
            settled["by the dead" if battle.state == Battle.State.DONE else "by the next"] += 1
            reconcile()
            run_battle(battle.pk)
            broken += [f"killed before statement {number}: {line}" for line in _unsettled(battle)]
    return {"settled": dict(settled), "broken": broken + audit_battles() + audit_strength()}


@contextmanager
def _broker() -> Iterator[Broker]:
    """A broker of our own in the place of Celery's, and a clock that is moved."""
    sends = current_app.send_task
    with time_machine.travel(timezone.now(), tick=True) as moment:
        broker = Broker(moment)
        current_app.send_task = broker.send_task
        try:
            yield broker
        finally:
            current_app.send_task = sends
            BROKER.close()


def _one(broker: Broker, kind: str, seed: str) -> list[str]:
    """A battle, its fault, then the clock until it is settled; what is wrong with it."""
    battle = roster_battle(seed=seed)
    wrong = list(KINDS[kind](broker, battle) or ())
    for _ in range(PATIENCE):
        if Battle.objects.get(pk=battle.pk).state == "done":
            break
        broker.later()
        reconcile()
        broker.deliver()
    return wrong + _unsettled(battle)


def _unsettled(battle: Battle) -> list[str]:
    """Settled once: one result, one effect a unit, and each unit as strong as its effect says."""
    battle.refresh_from_db()
    results = BattleResult.objects.filter(battle=battle).count()
    effects = BattleEffect.objects.filter(battle=battle).select_related("unit")
    if (battle.state, results, len(effects)) != ("done", 1, battle.fielded.count()):
        return [f"{battle.key} is {battle.state} with {results} results and {len(effects)} effects."]
    return [f"{e.unit} has {e.unit.strength}, not {e.after}." for e in effects if e.unit.strength != e.after]


Died = Callable[[], None]


def _die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def _killed(prepare: Died, claims: bool = True) -> Callable[[Broker, Battle], list[str] | None]:
    """A worker that takes the message and is killed at a point, after its claim or before."""

    def fault(_broker: Broker, battle: Battle) -> list[str] | None:
        connections.close_all()
        child = os.fork()
        if child == 0:
            try:
                prepare()
                run_battle(battle.pk)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        battle.refresh_from_db()
        if claims and battle.state == Battle.State.PENDING:
            return ["nobody saw the worker's claim"]
        return [] if os.WIFSIGNALED(status) else ["the worker lived on"]

    return fault


def _at(name: str) -> Died:
    """Die where the service would be called."""
    return lambda: setattr(life, name, _die)


def _before_statement(number: int) -> Died:
    """Die before the statement of this number."""

    def prepare() -> None:
        sent = count(1)

        def execute(send: Callable[..., Any], *arguments: Any) -> Any:
            return _die() if next(sent) == number else send(*arguments)

        connection.execute_wrappers.append(execute)

    return prepare


def _in_the_fight() -> None:
    def fight(claim: Any) -> Any:
        resolver(claim.rules).fight(parse(claim.file), claim.seed, _die)
        _die()

    life.fight_battle = fight


def _in_the_settlement() -> None:
    battle_settled.send = _die  # type: ignore[method-assign]


def _doubled(_broker: Broker, battle: Battle) -> list[str]:
    """Two messages: the second worker comes while the first one fights, and again when all is over."""
    claim = claim_battle(battle_id=battle.pk)
    assert claim is not None
    second = run_battle(battle.pk)
    settled = settle_battle(claim=claim, report=fight_battle(claim))
    third = run_battle(battle.pk)
    return [] if (second, settled, third) == (False, True, False) else [f"settled {second}, {settled}, {third}"]


def _lost(broker: Broker, _battle: Battle) -> None:
    """The message is taken and never seen again."""
    reconcile(everything=True)
    broker.messages.clear()


def _restarted(broker: Broker, _battle: Battle) -> None:
    """The broker is away when the message is sent, then back with nothing in it."""
    broker.away = True
    reconcile()
    broker.away = False
    broker.messages.clear()


def _frozen(broker: Broker, battle: Battle) -> list[str]:
    """A worker is stopped in the fight and comes back when another has taken over and settled."""
    frozen = claim_battle(battle_id=battle.pk)
    assert frozen is not None
    report = fight_battle(frozen)
    broker.later()
    reconcile()
    broker.deliver()
    return ["whoever was taken over settled it"] if settle_battle(claim=frozen, report=report) else []


def _overtaken(broker: Broker, battle: Battle) -> list[str]:
    """The same, and he comes back while the other one still fights."""
    frozen = claim_battle(battle_id=battle.pk)
    assert frozen is not None
    report = fight_battle(frozen)
    broker.later()
    taker = claim_battle(battle_id=battle.pk)
    if taker is None:
        return ["nobody could take it over"]
    late, due = settle_battle(claim=frozen, report=report), settle_battle(claim=taker, report=fight_battle(taker))
    return [] if (late, due) == (False, True) else [f"settled {late} by the late one, {due} by the taker"]


def _raising(_broker: Broker, battle: Battle) -> list[str]:
    """The campaign cannot take the result: nothing of the settlement stays."""

    def receiver(**_: object) -> None:
        raise RuntimeError("the campaign could not take it")

    battle_settled.connect(receiver)
    try:
        settled = run_battle(battle.pk)
    finally:
        battle_settled.disconnect(receiver)
    stayed = BattleResult.objects.filter(battle=battle).exists() or BattleEffect.objects.filter(battle=battle).exists()
    return ["part of an undone settlement stayed"] if settled or stayed else []


KINDS: dict[str, Callable[[Broker, Battle], list[str] | None]] = {
    "killed before the claim": _killed(_at("claim_battle"), claims=False),
    "killed after the claim": _killed(_at("fight_battle")),
    "killed in the fight": _killed(_in_the_fight),
    "killed before the settlement": _killed(_at("settle_battle")),
    "killed in the settlement": _killed(_in_the_settlement),
    "killed after the settlement": _killed(_at("publish_due")),
    "message doubled": _doubled,
    "message lost": _lost,
    "broker restarted": _restarted,
    "lease ended, settled by another": _frozen,
    "lease ended, fought by another": _overtaken,
    "receiver raises": _raising,
}
