"""AI-40 The orders of a turn, with their reasons."""

from collections.abc import Iterator, Mapping

from campaign.rules.general.aims import Plan, plan_of
from campaign.rules.general.board import Board
from campaign.rules.general.known import Known
from campaign.rules.general.level import LEVELS, Level
from campaign.rules.general.minds import in_his_place
from campaign.rules.general.reasons import reason_for
from campaign.rules.general.search import searched
from campaign.rules.general.threat import Threat, World, threats
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts

HIS = LEVELS[2]
"""AI-38 How wide and deep the enemy is expected to look."""


def orders_of(known: Known, level: Level) -> dict[str, Now]:
    """AI-40 Return an order for each army that has none, with its reason."""
    plan = plan_of(known, level)
    board = _best(known, level, plan)
    return {army.ref: _now(board, plan, known, army) for army in known.idle}


def _best(known: Known, level: Level, plan: Plan) -> Board:
    """Return the best orders; at the highest level those against the enemy's own plans too."""
    likely = threats(known, weighed=level.replies)
    board = searched(known, level, plan, [World(1.0, likely)])
    his = list(_his_plans(known, board, level.minds / 2)) if level.minds else []
    rest = 1.0 - sum(world.share for world in his)
    return searched(known, level, plan, [World(rest, likely), *his]) if his else board


def _his_plans(known: Known, board: Board, share: float) -> Iterator[World]:
    """AI-38 Yield what the enemy would do against armies that stay where they are, and against those orders."""
    stand = {army.ref: army.province for army in known.own}
    ends = {ref: choice.at for ref, choice in board.chosen.items()}
    yield from (World(share, his) for at in (stand, ends) if (his := _his_plan(known, at)))


def _his_plan(known: Known, at: Mapping[str, str]) -> list[Threat]:
    """AI-38 Return the enemy's stacks with the one march that each has in the plan that he would make himself."""
    his = in_his_place(known, at)
    if his is None:
        return []
    board = searched(his, HIS, plan_of(his, HIS), [World(1.0, threats(his, weighed=True))])
    goes = {ref: choice.at for ref, choice in board.chosen.items()}
    return [Threat(key, strength, {goes.get(key, key): 1.0}) for key, strength in sorted(known.enemy.items())]


def _now(board: Board, plan: Plan, known: Known, army: ArmyFacts) -> Now:
    if bound := known.bound.get(army.ref):
        return Now(bound[0], (), bound[1])
    choice = board.chosen[army.ref]
    return Now(choice.kind, choice.path, reason_for(board, plan, known, army, choice))
