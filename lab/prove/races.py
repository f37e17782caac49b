"""Races at the war's services: what two people do in the same moment is done once, and nobody overspends.

On PostgreSQL each act has a connection of its own; SQLite lets one writer in at a time, so there the acts follow one
another. ``races(rounds, seed)`` commits to the database at hand, and empties it between races.
"""

import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import sleep
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from base.refusal import Refusal
from battles.models import Battle
from battles.services import run_battle
from campaign.models import Account, ArmyOrder, Campaign, FactionTurn, Member, SheetLine, Turn
from campaign.services.audit import audit, orphans
from campaign.services.corrections import correct_points
from campaign.services.people.members import make_referee, remove_member
from campaign.services.sheet import sheet
from campaign.services.sheet.orders import give_order, set_ready
from campaign.services.turn import advance_turn, seal_turn
from lab.prove.races_of_the_past import PAST_RACES
from lab.prove.racing import done, together
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.factories.battles import roster_battle

SHOWN = 20
SEALING = 0.2
"""Seconds that a seal takes at most, with the state that it keeps."""


def races(rounds: int, seed: int, kinds: Sequence[str] = ()) -> dict[str, Any]:
    """Run each race, or those of ``kinds``, so many times; how many, and what broke."""
    dice, found = random.Random(seed), Counter[str]()
    broken: list[str] = []
    for _ in range(rounds):
        for name, race in ((name, RACES[name]) for name in kinds or RACES):
            found[name] += 1
            try:
                broken += [f"{name}: {line}" for line in (*race(dice), *audit(), *_orphans())]
            except Exception:
                broken.append(f"{name}: {traceback.format_exc(limit=-2)}")
            finally:
                call_command("flush", verbosity=0, interactive=False)
    return {"races": found.total(), "seed": seed, "database": connection.vendor, "kinds": dict(found),
            "broken": broken[:SHOWN]}  # fmt: skip


def _orphans() -> list[str]:
    """Units that belong nowhere, where there is a campaign for them to belong to."""
    return orphans() if Campaign.objects.exists() else []


def _with_points(points: int) -> Valley:
    """The valley with so many points free in North's treasury."""
    valley = long_valley(muster_every=1)
    free = points - Account.objects.get(faction=valley.factions["north"], kind="treasury").balance
    correct_points(faction=valley.factions["north"], points=free, reason="race", actor=valley.people["referee"])
    return valley


def _buy(valley: Valley, key: str | None = None) -> Callable[[], Any]:
    north, place = valley.factions["north"], valley.provinces["northgate"]
    return lambda: sheet.buy_unit(faction=north, province=place, type_key="line_inf", actor="north", key=key)


def two_buy(dice: random.Random) -> Iterator[str]:
    """Points for one unit and a half, four buyers."""
    valley = _with_points(45)
    bought = done(together(dice, *[_buy(valley)] * 4))
    if (bought, SheetLine.objects.count()) != (1, 1):
        yield f"{bought} bought, {SheetLine.objects.count()} lines"


def one_form_twice(dice: random.Random) -> Iterator[str]:
    """One form sent four times."""
    valley = _with_points(500)
    together(dice, *[_buy(valley, "form-1")] * 4)
    if SheetLine.objects.count() != 1:
        yield f"{SheetLine.objects.count()} lines"


def two_withdraw(dice: random.Random) -> Iterator[str]:
    """One line withdrawn four times."""
    valley = _with_points(500)
    line = _buy(valley)()
    taken = done(together(dice, *[lambda: sheet.withdraw_line(line=SheetLine.objects.get(), actor="north")] * 4))
    held = Account.objects.get(faction=valley.factions["north"], kind="treasury").balance
    if (taken, held) != (1, 500):
        yield f"{taken} times withdrawn, {held} points, {line.cost} a time"


def _during_the_seal(dice: random.Random, act: Callable[[], Any]) -> Callable[[], Any]:
    """The act begun at some moment of the seal, or just after it."""
    wait = SEALING * dice.random()

    def begun_later() -> Any:
        sleep(wait)
        return act()

    return begun_later


def order_against_seal(dice: random.Random) -> Iterator[str]:
    """An order is accepted exactly if it is among those that were sealed."""
    valley = long_valley()
    turn, army = valley.turn, fresh(valley, "north-main")
    order = _during_the_seal(dice, lambda: give_order(station=army, kind="rest", actor="n"))
    _, answer = together(dice, lambda: seal_turn(turn=turn), order)
    late = not isinstance(answer, Refusal) and ArmyOrder.objects.filter(given_at__gt=_sealed_at(turn)).exists()
    if late or isinstance(answer, Refusal) == ArmyOrder.objects.exists():
        yield "an order came in after the seal"


def _sealed_at(turn: Turn) -> Any:
    return Turn.objects.get(pk=turn.pk).sealed_at


def withdrawal_against_seal(dice: random.Random) -> Iterator[str]:
    """A line is withdrawn before the seal or refused, and its points are where it is."""
    valley = _with_points(500)
    line, turn = _buy(valley)(), valley.turn
    _, answer = together(dice, lambda: seal_turn(turn=turn), lambda: sheet.withdraw_line(line=line, actor="north"))
    line.refresh_from_db()
    if (line.state == "withdrawn") == isinstance(answer, Refusal):
        yield f"the line is {line.state}, and the answer was {answer}"


def ready_against_seal(dice: random.Random) -> Iterator[str]:
    """Ready is said before the seal or refused."""
    valley = long_valley()
    turn, north = valley.turn, valley.factions["north"]
    ready = _during_the_seal(dice, lambda: set_ready(faction=north))
    _, answer = together(dice, lambda: seal_turn(turn=turn), ready)
    row = FactionTurn.objects.get(turn=turn, faction=north)
    if row.ready == isinstance(answer, Refusal) or (row.ready and row.ready_at > _sealed_at(turn)):
        yield f"ready is {row.ready}, and the answer was {answer}"


def two_seal(dice: random.Random) -> Iterator[str]:
    """One of four seals."""
    turn = long_valley().turn
    if together(dice, *[lambda: seal_turn(turn=turn)] * 4).count(True) != 1:
        yield "a turn was sealed more than once"


def two_run(dice: random.Random) -> Iterator[str]:
    """Four desks run one turn: it is run once."""
    valley = long_valley(muster_every=1)
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    together(dice, *[lambda: advance_turn(campaign=valley.campaign, actor="desk", number=1)] * 4)
    if [(t.number, t.state) for t in Turn.objects.order_by("number")] != [(1, "closed"), (2, "open")]:
        yield f"turns {list(Turn.objects.values_list('number', 'state'))}"
    if Battle.objects.count() != 1:
        yield f"{Battle.objects.count()} battles"


def two_referees(dice: random.Random) -> Iterator[str]:
    """Two referees remove one another: one stays."""
    valley = long_valley()
    users = [valley.people["referee"], User.objects.create_user("second")]
    make_referee(campaign=valley.campaign, user=users[1])
    ids = [Member.objects.get(user=user).pk for user in users]
    together(dice, *(
        lambda one=one, actor=actor: remove_member(campaign=valley.campaign, member_id=one, actor=actor)
        for one, actor in zip(ids, reversed(users), strict=True)
    ))  # fmt: skip
    if Member.objects.filter(campaign=valley.campaign, role="referee").count() < 1:
        yield "no referee is left"


def four_workers(dice: random.Random) -> Iterator[str]:
    """One battle, four workers."""
    battle = roster_battle(seed=str(dice.random()))
    if together(dice, *[lambda: run_battle(battle.pk)] * 4).count(True) != 1:
        yield "a battle was not settled by one"
    if Battle.objects.get().attempt != 1:
        yield f"it was taken up {Battle.objects.get().attempt} times"


RACES: dict[str, Callable[[random.Random], Iterator[str]]] = {
    race.__name__.replace("_", " "): race
    for race in (two_buy, one_form_twice, two_withdraw, order_against_seal, withdrawal_against_seal,
                 ready_against_seal, two_seal, two_run, two_referees, four_workers, *PAST_RACES)
}  # fmt: skip
