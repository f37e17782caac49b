"""AI-40 The orders of a turn, with their reasons."""

from collections.abc import Iterator, Mapping, Sequence

from campaign.rules.general.ahead.playing import Ahead, improve
from campaign.rules.general.ahead.replies import give_replies
from campaign.rules.general.ahead.stage import fits, stage_of
from campaign.rules.general.aims import Plan, plan_of
from campaign.rules.general.board import Board
from campaign.rules.general.known import Known
from campaign.rules.general.level import LEVELS, Level
from campaign.rules.general.minds import in_his_place
from campaign.rules.general.reasons import reason_for
from campaign.rules.general.search import Search, searched
from campaign.rules.general.threat import Threat, World, threats
from campaign.rules.general.works import digs_in
from campaign.rules.orders.kinds import FORTIFY, HOLD
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts

HIS = LEVELS[2]
"""AI-38 How wide and deep the enemy is expected to look."""


def orders_of(known: Known, level: Level) -> dict[str, Now]:
    """AI-40 Return an order for each army that has none, with its reason."""
    plan = plan_of(known, level)
    board = _best(known, level, plan)
    foes = threats(known, weighed=True)
    return {army.ref: _now(board, plan, known, army, foes) for army in known.idle}


def _best(known: Known, level: Level, plan: Plan) -> Board:
    """Return the best orders; at the highest level those against the enemy's own plans too, played on."""
    likely = threats(known, weighed=level.replies)
    first = searched(known, level, plan, [World(1.0, likely)])
    if not level.minds:
        return first.board
    his = list(_his_plans(known, first.board, level.minds / 2))
    search = searched(known, level, plan, [World(1.0 - sum(world.share for world in his), likely), *his])
    if level.ahead:
        _play_on(known, level, [search, first], likely, [world.foes for world in his])
    return search.board


def _play_on(
    known: Known, level: Level, searches: Sequence[Search], likely: Sequence[Threat], his: Sequence[Sequence[Threat]]
) -> None:  # fmt: skip
    """AI-49 Improve the orders of the first search by what they lead to."""
    foe = in_his_place(known, {army.ref: army.province for army in known.own})
    if foe is None or not fits(known):
        return
    stage = stage_of(known, foe.prizes)
    give_replies(stage, likely, his, f"{known.faction}:{known.turn}")
    improve(searches[0], Ahead(stage, level.ahead, level.moved), [one.board for one in searches[1:]])


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
    search = searched(his, HIS, plan_of(his, HIS), [World(1.0, threats(his, weighed=True))])
    goes = {ref: choice.at for ref, choice in search.board.chosen.items()}
    return [Threat(key, strength, {goes.get(key, key): 1.0}) for key, strength in sorted(known.enemy.items())]


def _now(board: Board, plan: Plan, known: Known, army: ArmyFacts, foes: Sequence[Threat]) -> Now:
    if bound := known.bound.get(army.ref):
        return Now(bound[0], (), bound[1])
    choice = board.chosen[army.ref]
    if choice.kind == HOLD and (why := digs_in(known, army, board.strength(choice.at), foes)):
        return Now(FORTIFY, (), why)
    return Now(choice.kind, choice.path, reason_for(board, plan, known, army, choice))
