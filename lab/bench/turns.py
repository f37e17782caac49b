"""The growth of a turn with its armies: queries and processor time of its march and its close, from few armies to
many."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import process_time

from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext

from battles.models import Battle
from battles.services import fight_here
from campaign.models import ArmyOrder, Campaign, Turn
from campaign.rules.orders.kinds import MARCH
from campaign.selectors.war import current_turn, war_of
from campaign.services import turn as turns
from campaign.services.files.files import load_campaign
from lab.bench.large_war import large_war
from lab.bench.plan import Plan
from lab.bench.rates import exponent
from lab.bench.spare import spare_database
from lab.bench.table import AT_MOST, Figure

QUERIES, A_BATTLE, GROWTH = 400, 2, 1.1


@dataclass(frozen=True)
class Step:
    """The cost of one step of a turn."""

    queries: int
    seconds: float


def figures(plan: Plan) -> list[Figure]:
    """March and close of a turn of random marches, for each number of armies on the same map."""
    found, times = [], {}
    for armies in plan.armies:
        with spare_database():
            size = replace(plan.front, armies=armies)
            march, close, battles = run(load_campaign(data=large_war(size), slug=f"bench-of-{armies}", actor="bench"))
        times[armies] = march.seconds + close.seconds
        for name, step in (("march", march), ("close", close)):
            note = f"{battles} battles, {step.seconds:.2f} s of processor"
            found.append(Figure(f"turn_{name}_{armies}", f"{name} of {armies} armies", step.queries, "queries",
                                QUERIES + A_BATTLE * battles, AT_MOST, note=note))  # fmt: skip
    if len(times) > 1:
        grown = round(exponent(times), 2)
        found.append(Figure("turn_growth", "time of a turn, as a power of its armies", grown, "", GROWTH, AT_MOST))
    return found


def run(campaign: Campaign) -> tuple[Step, Step, int]:
    """Run the newest turn with random marches; what its march and its close cost, and how many battles it had."""
    turn = current_turn(campaign)
    if turn is None:
        raise RuntimeError("the generated war has no turn")
    give_random_marches(turn)
    turns.seal_turn(turn=turn)
    march = _measured(lambda: turns.march_turn(turn=turn, actor="bench"))
    battles = Battle.objects.filter(engagement__turn=turn).count()
    with _left_open():
        _fight_all(turn)
    return march, _measured(lambda: turns.close_turn(turn=turn, actor="bench")), battles


def give_random_marches(turn: Turn, seed: int = 1) -> None:
    """Order every other army to a neighbouring province."""
    war, chance = war_of(turn), random.Random(seed)
    going = [station for station in war.stations.values() if chance.random() < 0.5]
    ArmyOrder.objects.bulk_create(
        ArmyOrder(turn=turn, station=station, kind=MARCH,
                  path=[chance.choice(war.theatre.neighbours(war.army(station).province))])
        for station in going
    )  # fmt: skip


@contextmanager
def _left_open() -> Iterator[None]:
    """The last battle does not close the turn: that is measured by itself."""
    from campaign import receivers

    close, receivers._close = receivers._close, lambda turn: None
    try:
        yield
    finally:
        receivers._close = close


def _fight_all(turn: Turn) -> None:
    while waiting := list(Battle.objects.filter(engagement__turn=turn, state=Battle.State.PENDING)):
        for battle in waiting:
            fight_here(battle)


def _measured(act: Callable[[], object]) -> Step:
    reset_queries()  # where every query is logged, the log is cut at its end
    start = process_time()
    with CaptureQueriesContext(connection) as counted:
        act()
        queries = len(counted)
    return Step(queries, process_time() - start)
